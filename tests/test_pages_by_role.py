"""Who may open what: printed as it is, tried cell by cell, for every page and call and every role."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from accounting.services.exports import request_export
from tables import clock
from tables.duties import Role
from tables.refusals import NotAllowed
from tables.selectors.addresses import ANYONE, SIGNING_IN, every_address
from tests.addresses import examples, url_of
from tests.conftest import ROOT
from tests.floor import hire
from tests.houses import NOW, houses, signed_in  # noqa: F401 - a fixture

pytestmark = pytest.mark.one_database
# The sentences of the two doors. Behind them an action may still refuse, which is not their matter.
SHUT = ("This page is for others", "may not call this", "does not list this call")
# Left out: what is no call at all, and signing in and out, which would end the others' sessions.
ADDRESSES = [each for each in every_address() if each.name != "api/" and not each.pattern.startswith(SIGNING_IN)]

# What an auditor cannot open has nothing to read: it is a form for doing something.
FORMS = {
    "approve-correction",
    "approve-policy",
    "begin-count",
    "correct-count",
    "count-sheet",
    "decline-correction",
    "draft-progressive",
    "empty-box",
    "finish-pass",
    "open-progressive",
    "order-table",
    "place-box",
    "propose-correction",
    "pull-box",
    "receive-box",
    "recount",
    "report-hit",
    "setup-cardroom",
    "sign-count",
    "stage-policy",
}


@pytest.fixture(autouse=True)
def _at_noon(settings):
    settings.CALLS_PER_MINUTE = {"terminal": 0, "person": 0, "stranger": 0}
    with clock.at(NOW):
        yield


@pytest.fixture(scope="module")
def callers(houses, django_db_blocker):
    """Somebody for every column."""
    ours = houses[0]
    with django_db_blocker.unblock():
        people = {str(role): signed_in(person) for role, person in ours.people.items()}
    device = Client(raise_request_exception=False, headers={"authorization": f"Bearer {ours.device_token}"})
    return {**people, "terminal": device, ANYONE: Client(raise_request_exception=False)}


def opens(client, address, url):
    """Whether the door opens: not for strangers, who are sent to sign in, nor for those whom it names no role of."""
    if address.method == "POST":
        headers = {"Idempotency-Key": "pages-by-role"}
        answer = client.post(url, json.dumps({}), content_type="application/json", headers=headers)
    else:
        answer = client.get(url)
        answer = client.post(url) if answer.status_code == 405 else answer
    if answer.status_code in (301, 302):
        return not answer["Location"].startswith("/login/")
    text = "" if answer.streaming else answer.content.decode(errors="replace")
    return answer.status_code != 401 and not any(said in text for said in SHUT)


@pytest.mark.parametrize("address", ADDRESSES, ids=lambda each: f"{each.method} {each.name}")
def test_every_cell(db, houses, callers, address):
    url = url_of(address.name, examples(houses[0])[address.name])
    tried = [who for who in callers if who != "terminal" or address.method != "page"]
    found = {who: opens(callers[who], address, url) for who in tried}

    assert found == {who: bool(address.who & {who, ANYONE}) for who in tried}


def test_the_page_of_the_docs_is_the_matrix():
    printed = StringIO()
    call_command("addresses", stdout=printed)

    assert (ROOT / "docs/pages-by-role.md").read_text() == printed.getvalue()


def test_an_auditor_reads_everything():
    pages = {each.name: each.who for each in every_address() if each.method == "page"}

    assert {name for name, who in pages.items() if not who & {Role.AUDITOR, ANYONE}} == FORMS


def test_the_cage_sees_no_count(db, houses):
    """Not even one who acts in a role that opens the page (WAC 230-15-610)."""
    ours = houses[0]
    cashier, manager = signed_in(ours.cashier), signed_in(ours.manager)
    number, pk = ours.count.number, ours.count.pk
    for url in ("/counts/all/", f"/counts/{number}/", "/api/v1/counts/", f"/api/v1/counts/{pk}/"):
        assert (cashier.get(url).status_code, manager.get(url).status_code) == (403, 200), url
    refused = cashier.get(f"/counts/{number}/").content.decode()
    assert "Cage cashiers have no access to the count." in refused


def test_the_cage_sees_what_was_signed_nowhere_else(db, houses):
    """The same figure is the day's drop, an entry of the books and a line of an export."""
    ours = houses[0]
    cashier, general = hire(ours.cardroom, "Cora", "cage", *Role), signed_in(ours.general)
    day, code = ours.days[-1], ours.gran.code
    number, pk = ours.export.number, ours.export.pk
    for url in (
        *("/days/", f"/days/{day}/", f"/days/{day}/{code}/", "/ledger/", f"/ledger/{ours.entry.number}/"),
        *(f"/corrections/of-count/{ours.count.number}/", f"/exports/{number}/file/"),
        *("/api/v1/ledger/entries/", f"/api/v1/exports/{pk}/file/"),
    ):
        assert (signed_in(cashier).get(url).status_code, general.get(url).status_code) == (403, 200), url
    preview = f"/api/v1/progressives/{code}/days/{day}/close/?dry_run=1"
    assert signed_in(cashier).post(preview, content_type="application/json").status_code == 403
    with pytest.raises(NotAllowed):
        request_export(exporter="counts", cardroom=ours.cardroom, by=cashier)
    assert ours.cardroom.exports.count() == len(ours.days)
