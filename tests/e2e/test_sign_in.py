"""A person at a tablet signs in and out."""

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from jackpot.demo.people import PASSWORD
from tests.e2e.conftest import clean

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("width", [390, 768, 1440])
def test_signing_in_and_out(live_server, page, complaints, width):
    call_command("demo", days=1, verbosity=0)
    page.set_viewport_size({"width": width, "height": 1024})

    page.goto(live_server.url)
    expect(page.get_by_role("heading", level=1)).to_have_text("Tri-City Cardroom")
    page.get_by_role("link", name="Sign in").click()
    clean(page)
    page.get_by_label("Name").fill("flor")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Waiting for you")).to_be_visible()
    assert page.get_by_role("button", name="Sign out").bounding_box()["height"] == 51  # 48 px at least
    clean(page)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    clean(page)
