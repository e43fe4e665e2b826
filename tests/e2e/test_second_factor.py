"""A general manager sets up a code app, and signs in with it; a lost phone is reset by a colleague."""

import pytest
from django.core.cache import cache
from django.core.management import call_command
from playwright.sync_api import expect

from jackpot.demo.people import PASSWORD
from tests.codes import code
from tests.e2e.conftest import clean

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def demo(settings, live_server):
    settings.SECOND_FACTOR = True
    cache.clear()
    call_command("demo", days=1, verbosity=0)


def sign_in(page, name):
    page.goto("/login/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def set_up(page):
    """On the page that sets it up; gives the secret that the phone has read."""
    expect(page.get_by_role("heading", level=1)).to_have_text("Set up your code app")
    secret = page.locator("code.key").inner_text()
    page.get_by_label("Code").fill(code(secret))
    page.get_by_role("button", name="Set up").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Recovery codes")
    return secret


@pytest.mark.parametrize("width", [820, 1440])
def test_setting_up_a_code_app(tablets, demo, width):
    page = tablets(width=width, height=1180)
    sign_in(page, "gia")
    picture = page.get_by_alt_text("Picture for your code app; the key below says the same")
    assert picture.evaluate("image => [image.complete, image.naturalWidth > 0]") == [True, True]
    page.goto("/days/")  # leads back here
    clean(page)
    secret = set_up(page)
    assert page.locator(".codes code").count() == 10
    clean(page)
    page.get_by_role("link", name="I have kept them").click()
    expect(page.get_by_role("heading", name="Waiting for you")).to_be_visible()

    page.get_by_role("button", name="Sign out").click()
    sign_in(page, "gia")
    expect(page.get_by_role("heading", level=1)).to_have_text("Your code")
    clean(page)
    page.get_by_label("Code").fill("000")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text(
        "That code is not right, or was used before. Wait for the next one and type it."
    )
    page.get_by_label("Code").fill(code(secret))
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", name="Waiting for you")).to_be_visible()
    page.get_by_role("link", name="Gia Marchetti").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your sign-in")
    clean(page)


def test_a_colleague_resets_a_lost_phone(tablets, demo):
    lost, page = tablets(), tablets(width=820, height=1180)
    sign_in(lost, "gia")
    set_up(lost)
    sign_in(page, "ada")
    set_up(page)
    page.goto("/setup/people/")
    page.get_by_role("link", name="Gia Marchetti").click()
    clean(page)
    page.get_by_role("button", name="Reset the second factor").click()
    expect(page.get_by_role("status").first).to_have_text("They set up a new second factor when they next sign in.")
    page.goto("/setup/access/")
    expect(page.locator("tbody tr").first).to_contain_text("second factor resetGia MarchettiAda Petrov")
    clean(page)

    lost.goto("/")
    expect(lost.get_by_role("heading", level=1)).to_have_text("Set up your code app")
