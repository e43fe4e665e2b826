"""The set-up of the books over HTTP: a cardroom's count rules and count sheet, and how long its records are kept."""

from datetime import date

import pytest

from accounting.models import CardroomBooks, CountRules, Denomination, LegalHold
from accounting.retention import RecordClass
from accounting.services import counts, retention
from tables import clock
from tables.duties import Role
from tests.accounting.conftest import NOON
from tests.floor import Floor, hire

RULES = {
    "do": "rules",
    "tier": "to 15M",
    "currency_counter": "on",
    "variance_threshold": "35.50",
    "reminder_hours": "3",
    "exception_hours": "9",
    "early_change_hours": "2",
}
USUAL = {"$1": 100, "$5": 500, "$25": 2_500, "$100": 10_000, "coins": 1}


@pytest.fixture(autouse=True)
def _noon():
    with clock.at(NOON):
        yield


@pytest.fixture
def general(client, cardroom):
    client.force_login(hire(cardroom, "Gia", "gambling", Role.GENERAL_MANAGER))
    return client


@pytest.fixture
def auditor(cardroom):
    return hire(cardroom, "Odd", "accounting", Role.AUDITOR)


def sheet():
    return dict(Denomination.objects.filter(retired=False).values_list("label", "value"))


def everything():
    tables = (CountRules, Denomination, LegalHold, CardroomBooks)
    return [list(table.objects.order_by("pk").values()) for table in tables]


def refused(client, url, body):
    """What the page says; nothing has changed."""
    before = everything()
    answer = client.post(url, body)
    assert answer.status_code in (403, 404, 409, 422)
    assert everything() == before
    return " ".join(answer.content.decode().split())


def test_a_new_cardroom_gets_its_rules_and_its_count_sheet(general):
    assert "The count sheet has no lines yet." in general.get("/setup/counting/").content.decode()

    assert general.post("/setup/counting/", RULES).status_code == 302
    rules = CountRules.objects.get()
    assert (rules.tier, rules.currency_counter, rules.variance_threshold, rules.team_size) == ("to 15M", True, 3_550, 2)
    assert (rules.reminder_hours, rules.exception_hours, rules.early_change_hours) == (3, 9, 2)
    assert sheet() == USUAL
    page = " ".join(general.get("/setup/counting/").content.decode().split())
    assert "2 members count, and a verifier." in page
    assert 'value="35.50"' in page


def test_lines_of_the_count_sheet_come_and_go(general):
    general.post("/setup/counting/", RULES)

    general.post("/setup/counting/", {"do": "add", "label": "$2.50", "value": "2.50", "kind": "chip"})
    assert sheet() == {**USUAL, "$2.50": 250}
    general.post("/setup/counting/", {"do": "retire", "label": "$25"})
    assert sheet() == {"$1": 100, "$5": 500, "$100": 10_000, "coins": 1, "$2.50": 250}
    changed = {"do": "add", "label": "$25", "value": "20.00", "kind": "chip"}
    assert "lines do not change" in refused(general, "/setup/counting/", changed)
    general.post("/setup/counting/", {**changed, "value": "25.00"})
    assert sheet() == {**USUAL, "$2.50": 250}


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"do": "add", "label": "$1", "value": "1.00", "kind": "chip"}, "There is a line $1 already"),
        ({"do": "add", "label": "dimes", "value": "0.10", "kind": "coin"}, "Coins are counted as an amount"),
        ({"do": "add", "label": "plaque", "value": "10000.01", "kind": "chip"}, "$10,000 at most"),
        ({"do": "add", "label": "nothing", "value": "0", "kind": "bill"}, "worth a cent at least"),
        ({"do": "add", "label": " ", "value": "1", "kind": "bill"}, "This field is required"),
        ({"do": "add", "label": "$2", "value": "2", "kind": "cheque"}, "Select a valid choice"),
        ({"do": "retire", "label": "$3"}, "There is no such line on your count sheet."),
        ({**RULES, "tier": "tiny"}, "Select a valid choice"),
        ({**RULES, "variance_threshold": "99999999999"}, "less than or equal to 1000000"),
        ({**RULES, "reminder_hours": "-1"}, "greater than or equal to 0"),
    ],
)
def test_what_the_count_sheet_and_the_rules_refuse(general, body, said):
    general.post("/setup/counting/", RULES)

    assert said in refused(general, "/setup/counting/", body)


def test_no_line_goes_while_a_box_is_counted_and_the_last_one_never(client, cardroom):
    floor = Floor(cardroom)
    other = floor.add_box(floor.table, 2, kind="table")
    floor.bring(other)
    client.force_login(floor.general)
    opened = counts.open_count(box=other, by=floor.ann)

    said = refused(client, "/setup/counting/", {"do": "retire", "label": "$25"})
    assert "count 000001 waits for pass A. Take $25 off when no box is being counted." in said
    floor.record(opened, {"$25": 2}, floor.ann)
    floor.record(opened, {"$25": 2}, floor.bob)
    floor.verify(opened, {"$25": 2})
    floor.sign(opened)
    for label in ("$1", "$5", "$25", "$100"):
        client.post("/setup/counting/", {"do": "retire", "label": label})
    assert sheet() == {"coins": 1}
    assert "coins is the only line" in refused(client, "/setup/counting/", {"do": "retire", "label": "coins"})


def test_who_reads_the_set_up_changes_nothing(client, general, auditor):
    general.post("/setup/counting/", RULES)
    client.force_login(auditor)

    assert "Take off" not in client.get("/setup/counting/").content.decode()
    assert "may not set count rules" in refused(client, "/setup/counting/", RULES)
    assert "may not place hold" in refused(client, "/setup/records/", {"do": "place", "reason": "Lawsuit 7."})


def test_records_are_kept_through_dates_and_under_holds(general):
    def shown():
        rows = general.get("/setup/records/").context["rows"]
        return {row.record_class: (row.kept_through, row.purgeable, row.held) for row in rows}

    before = shown()
    assert before[RecordClass.BOOKS] == (date(2029, 12, 31), False, False)
    assert before[RecordClass.JOB_RUNS][1:] == (True, False)
    general.post("/setup/records/", {"do": "year", "month": "6"})
    assert shown()[RecordClass.BOOKS] == (date(2030, 6, 30), False, False)

    general.post("/setup/records/", {"do": "place", "record_class": "counts", "reason": "Lawsuit 7."})
    assert {name for name, (_, _, held) in shown().items() if held} == {RecordClass.COUNTS}
    general.post("/setup/records/", {"do": "place", "record_class": "", "reason": "The WSGC asks."})
    assert all(held for _, _, held in shown().values())
    _narrow, whole = LegalHold.objects.order_by("pk")
    assert "say it in words" in refused(general, "/setup/records/", {"do": "lift", "hold": whole.pk, "reason": " "})
    general.post("/setup/records/", {"do": "lift", "hold": whole.pk, "reason": "Answered."})
    assert {name for name, (_, _, held) in shown().items() if held} == {RecordClass.COUNTS}
    assert "was already lifted" in refused(general, "/setup/records/", {"do": "lift", "hold": whole.pk, "reason": "x"})


def test_an_accountant_places_a_hold_and_does_not_lift_it(client, cardroom):
    accountant = hire(cardroom, "Abe", "accounting", Role.ACCOUNTANT)
    client.force_login(accountant)
    client.post("/setup/records/", {"do": "place", "record_class": "", "reason": "Lawsuit 7."})
    hold = LegalHold.objects.get()

    assert (hold.placed_by, hold.reason) == (accountant, "Lawsuit 7.")
    assert "may not lift hold" in refused(client, "/setup/records/", {"do": "lift", "hold": hold.pk, "reason": "x"})
    assert "There is no such hold" in refused(client, "/setup/records/", {"do": "lift", "hold": "9" * 30})
    assert retention.standing_holds(RecordClass.BOOKS, cardroom).get() == hold
