"""The first page and signing in, over plain HTTP as `make run` serves it; the demo that fills them."""

import pytest
from django.core.management import call_command
from django.test import Client

from config import errors
from jackpot.demo.people import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def demo():
    call_command("demo", days=1, verbosity=0)


def test_an_empty_installation_says_what_to_do(client):
    page = client.get("/").content.decode()

    assert "No cardroom yet" in page
    assert "manage.py demo" in page


def test_the_first_page_names_the_cardroom(client, demo):
    page = client.get("/").content.decode()

    assert page.count("<h1>Tri-City Cardroom</h1>") == 1
    assert "You are not signed in" in page


def test_signing_in_and_out(client, demo):
    wrong = client.post("/login/", {"login": "flor", "password": "wrong"})
    assert wrong.status_code == 200
    assert "This name and password do not go together." in wrong.content.decode()
    assert "_auth_user_id" not in client.session

    right = client.post("/login/", {"login": "flor", "password": PASSWORD})
    assert (right.status_code, right["Location"]) == (302, "/")
    assert not right.cookies["sessionid"]["secure"]
    page = client.get("/").content.decode()
    assert '<span class="name">Flor Ibarra<small>floor manager</small></span>' in page
    assert "floor manager" in page

    out = client.post("/logout/")
    assert (out.status_code, out["Location"]) == (302, "/login/")
    assert "_auth_user_id" not in client.session


def test_signing_in_does_not_lead_elsewhere(client, demo):
    answer = client.post("/login/?next=https://evil.example/", {"login": "flor", "password": PASSWORD})

    assert answer["Location"] == "/"


def test_an_address_that_is_not_there(client, demo):
    answer = client.get("/setup/nowhere/")

    assert answer.status_code == 404
    assert "There is no such page in this cardroom." in answer.content.decode()


def test_a_form_that_was_open_for_too_long(demo):
    answer = Client(enforce_csrf_checks=True).post("/logout/")

    assert answer.status_code == 403
    assert "Nothing was changed. Go back, load the page again and repeat it." in answer.content.decode()


def test_the_page_for_what_failed_stands_alone(rf):
    answer = errors.server_error(rf.get("/days/"))

    assert answer.status_code == 500
    assert "What you sent was not kept, not even in part." in answer.content.decode()
