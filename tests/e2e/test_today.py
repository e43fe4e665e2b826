"""Today for every role of the demo: in order, on every width, in both languages."""

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from tables.models import Employee
from tests.e2e.conftest import clean

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_today_for_every_role(live_server, tablets):
    call_command("demo", days=3, verbosity=0)
    for username in ("flor", "ana", "vera", "abe", "gia", "sol", "odd"):
        page = tablets(Employee.objects.get(username=username))
        page.goto("/")
        expect(page.get_by_role("heading", name="Waiting for you")).to_be_visible()
        clean(page)
    for width in (390, 1440):
        page = tablets(Employee.objects.get(username="flor"), width=width)
        page.goto("/")
        clean(page)
    page.get_by_role("button", name="Español").click()
    expect(page.get_by_role("heading", name="Le espera")).to_be_visible()
    clean(page)
    page.goto("/counts/")
    clean(page)
    page.goto("/days/")
    clean(page)
