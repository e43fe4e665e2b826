"""Exceptions over HTTP: reported by someone, given to someone, and words that are too many."""

from datetime import UTC, datetime, timedelta

import pytest

from accounting.models import Case, CaseEvent
from tables import clock
from tables.duties import Role
from tables.models import Table
from tests.accounting.conftest import NOON
from tests.floor import hire

MALFUNCTION = {
    "do": "malfunction",
    "equipment": "board 3",
    "noticed_at": "2026-11-17T11:30",
    "what_happened": "The screen went dark.",
}
OPENER = {"do": "opener", "amount": "200.00", "noticed_at": "2026-11-17T06:05", "what_happened": "Two racks short."}


@pytest.fixture(autouse=True)
def _noon():
    with clock.at(NOON):
        yield


@pytest.fixture
def flora(client, cardroom):
    flora = hire(cardroom, "Flora", "gambling", Role.FLOOR_MANAGER)
    client.force_login(flora)
    return flora


@pytest.fixture
def table(cardroom):
    return Table.objects.create(cardroom=cardroom, code="sp-1", number=1, name="Spanish Poker 1")


def refused(client, url, body):
    """What the page says; nothing has changed."""
    before = [list(kind.objects.order_by("pk").values()) for kind in (Case, CaseEvent)]
    answer = client.post(url, body)
    assert answer.status_code in (403, 404, 409, 422)
    assert [list(kind.objects.order_by("pk").values()) for kind in (Case, CaseEvent)] == before
    return " ".join(answer.content.decode().split())


def test_a_malfunction_is_reported_with_its_72_hours(client, flora):
    assert client.post("/exceptions/", MALFUNCTION)["Location"] == "/exceptions/1/"
    assert client.post("/exceptions/", MALFUNCTION)["Location"] == "/exceptions/1/"  # sent twice, it is one

    case = Case.objects.get()
    noticed = datetime(2026, 11, 17, 19, 30, tzinfo=UTC)  # half past eleven in the cardroom
    assert (case.kind, case.subject, case.due_at) == ("malfunction", "equipment/board 3", noticed + timedelta(hours=72))
    assert (case.tell_commission, case.owner_role, case.author_employee) == (True, "floor manager", flora)


def test_an_opener_error_is_reported_with_its_24_hours(client, flora, table):
    client.post("/exceptions/", {**OPENER, "table": table.pk})

    case = Case.objects.get()
    assert (case.kind, case.subject, case.rule) == ("opener error", "table/sp-1", "WAC 230-15-495")
    assert case.sentence == "The opener of Spanish Poker 1 was wrong by $200.00: Two racks short."
    assert case.due_at == datetime(2026, 11, 18, 14, 5, tzinfo=UTC)
    assert case.tell_commission


def test_a_small_opener_error_is_told_when_it_is_a_pattern(client, flora, table):
    small = {**OPENER, "table": table.pk, "amount": "199.99"}

    assert "An error under $200.00 is told when it is part of a pattern" in refused(client, "/exceptions/", small)
    client.post("/exceptions/", {**small, "pattern": "on"})
    assert Case.objects.get().kind == "opener error"


@pytest.mark.parametrize(
    "wrong",
    [
        {"noticed_at": "2026-11-17T12:01"},
        {"noticed_at": "yesterday"},
        {"equipment": "x" * 61},
        {"equipment": " "},
        {"what_happened": ""},
        {"what_happened": "x" * 401},
        {"equipment": "a\x00b"},
    ],
)
def test_what_a_report_refuses(client, flora, wrong):
    refused(client, "/exceptions/", {**MALFUNCTION, **wrong})


def test_a_table_of_nobody_and_a_report_by_an_auditor(client, flora, cardroom):
    assert "Select a valid choice" in refused(client, "/exceptions/", {**OPENER, "table": 7})
    client.force_login(hire(cardroom, "Odd", "accounting", Role.AUDITOR))
    refused(client, "/exceptions/", MALFUNCTION)
    assert "Report a malfunction" not in client.get("/exceptions/").content.decode()


def test_a_case_is_given_to_someone(client, flora, cardroom):
    client.post("/exceptions/", MALFUNCTION)
    ann = hire(cardroom, "Ann", "gambling", Role.COUNT_TEAM)
    client.force_login(hire(cardroom, "Abe", "accounting", Role.ACCOUNTANT))

    assert client.post("/exceptions/1/", {"do": "assign", "owner": f"{ann.pk}/count team"}).status_code == 302
    case = Case.objects.get()
    assert (case.owner, case.owner_role) == (ann, "count team")
    assert CaseEvent.objects.get().text == "Given to Ann (count team)."
    for wrong in ("", f"{ann.pk}/accountant", f"{ann.pk}", "999/count team"):
        assert "choose a name" in refused(client, "/exceptions/1/", {"do": "assign", "owner": wrong})
    client.force_login(flora)
    assert "may not assign case" in refused(client, "/exceptions/1/", {"do": "assign", "owner": f"{ann.pk}/count team"})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x" * 2_001, "say it in 2000 characters"),
        ("a\x00b", "a character in it that cannot be kept"),
        (" ", "say it in words"),
    ],
)
def test_words_that_cannot_be_kept(client, flora, text, said):
    client.post("/exceptions/", MALFUNCTION)

    assert said in refused(client, "/exceptions/1/", {"do": "explain", "text": text})
