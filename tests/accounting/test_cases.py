"""Cases: opened once, explained by one person, resolved by another, on the rule's clock."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction

from accounting.clocks import Clock, clock_rule
from accounting.models import Case, CaseEvent, CaseKind, Sequence
from accounting.selectors.cases import case_history, cases_waiting_for, open_cases, overdue_cases
from accounting.services.cases import (
    assign_case,
    comment_case,
    explain_case,
    open_case,
    report_malfunction,
    resolve_case,
    tell_commission,
)
from tables import clock
from tables.duties import Job, Role
from tables.models import Cardroom
from tables.refusals import Invalid, NotAllowed, NotThere, Refused
from tests.floor import hire

DAY = date(2026, 11, 17)
NOON = datetime(2026, 11, 17, 20, 0, tzinfo=UTC)
JOB = Job("close")


@pytest.fixture(autouse=True)
def _noon():
    with clock.at(NOON):
        yield


@pytest.fixture
def ada(cardroom):
    return hire(cardroom, "Ada", "accounting", Role.ACCOUNTANT)


@pytest.fixture
def gus(cardroom):
    return hire(cardroom, "Gus", "accounting", Role.GENERAL_MANAGER)


@pytest.fixture
def flora(cardroom):
    return hire(cardroom, "Flora", "accounting", Role.FLOOR_MANAGER)


@pytest.fixture
def wanda(cardroom):
    return hire(cardroom, "Wanda", "surveillance", Role.SURVEILLANCE)


@pytest.fixture
def elsewhere(db):
    return Cardroom.objects.create(code="yakima", name="Yakima Cardroom", licensee="Y LLC", licence_number="67-00002")


def variance(cardroom, key="variance/count/12", **more):
    details = {
        "kind": CaseKind.VARIANCE,
        "subject": "count/12",
        "sentence": "Box 3 is $38.00 under the terminals' figure.",
        "gaming_day": DAY,
        "by": JOB,
        **more,
    }
    return open_case(cardroom=cardroom, key=key, **details)


def everything():
    return list(Case.objects.values()), list(CaseEvent.objects.values()), list(Sequence.objects.values())


def refused(error, action, **arguments):
    """The action is refused and nothing has changed."""
    before = everything()
    with pytest.raises(error) as refusal:
        action(**arguments)
    assert everything() == before
    return refusal.value.sentence


def test_a_case_is_opened_once_for_its_key(cardroom, elsewhere):
    first = variance(cardroom)
    again = variance(cardroom, sentence="Said differently.")
    assert (first.pk, first.number, again.sentence) == (again.pk, 1, "Box 3 is $38.00 under the terminals' figure.")
    assert variance(cardroom, key="variance/count/13").number == 2
    assert variance(elsewhere).number == 1
    assert Case.objects.count() == 3


def test_a_case_rolls_back_with_its_work_and_leaves_no_gap(cardroom):
    with transaction.atomic():
        variance(cardroom)
        transaction.set_rollback(True)
    assert variance(cardroom).number == 1


def test_a_new_case_knows_author_owner_and_clock(cardroom):
    case = variance(cardroom, kind=CaseKind.UNDERFUNDED)
    assert (case.author, case.owner_role, case.state) == ("job close", "general manager", "open")
    assert (case.due_at, case.rule, case.tell_commission) == (NOON, "WAC 230-15-455", False)
    without_clock = variance(cardroom, key="other")
    assert (without_clock.owner_role, without_clock.due_at, without_clock.rule) == ("accountant", None, "")


@pytest.mark.parametrize(
    ("kind", "hours", "rule"),
    [(CaseKind.OPENER_ERROR, 24, "WAC 230-15-495"), (CaseKind.MALFUNCTION, 72, "WAC 230-06-050")],
)
def test_the_clock_runs_from_when_it_was_noticed(cardroom, kind, hours, rule):
    noticed = NOON - timedelta(hours=5)
    case = variance(cardroom, kind=kind, noticed_at=noticed)
    assert (case.due_at - noticed, case.rule) == (timedelta(hours=hours), rule)
    assert case.tell_commission


def test_a_clock_rule_is_the_one_in_force_on_the_day():
    assert clock_rule(Clock.DEPOSIT, DAY).limit == timedelta(days=7)
    assert clock_rule(Clock.DEPOSIT, date(2007, 12, 31)) is None
    assert clock_rule("variance", DAY) is None


def test_a_malfunction_is_told_within_72_hours(cardroom, flora, ada):
    noticed = NOON - timedelta(hours=2)
    report = {"cardroom": cardroom, "equipment": "board 2", "noticed_at": noticed, "by": flora}
    case = report_malfunction(**report, what_happened="The board shows $0.00.")
    assert report_malfunction(**report, what_happened="Again.") == case
    assert (case.subject, case.gaming_day, case.due_at) == ("equipment/board 2", DAY, noticed + timedelta(hours=72))
    with clock.at(case.due_at - timedelta(seconds=1)):
        assert list(overdue_cases(cardroom)) == []
    with clock.at(case.due_at):
        assert list(overdue_cases(cardroom)) == [case]
        tell_commission(case=case, told_at=NOON, reference="e-mail of noon", by=ada)
        assert list(overdue_cases(cardroom)) == []
        assert list(open_cases(cardroom)) == [case]


def test_a_malfunction_of_the_future_or_without_words_is_refused(cardroom, flora):
    good = {"cardroom": cardroom, "equipment": "board 2", "noticed_at": NOON, "what_happened": "Dark.", "by": flora}
    late = NOON + timedelta(seconds=1)
    for wrong in ({"noticed_at": late}, {"what_happened": " "}, {"equipment": ""}):
        refused(Invalid, report_malfunction, **{**good, **wrong})


def test_explained_by_one_resolved_by_another(cardroom, flora, ada, wanda):
    case = variance(cardroom)
    comment_case(case=case, text="Camera 4 shows the drop.", by=wanda)
    assert explain_case(case=case, text="A rack was left out.", by=flora).state == "explained"
    explain_case(case=case, text="It was rack 2, found at 07:10.", by=flora)
    assert resolve_case(case=case, text="Recounted, agreed.", by=ada).state == "resolved"
    assert [(event.kind, event.author) for event in case_history(case)] == [
        ("comment", "Wanda"),
        ("explanation", "Flora"),
        ("explanation", "Flora"),
        ("resolution", "Ada"),
    ]
    assert list(open_cases(cardroom)) == []
    for action in (comment_case, explain_case, resolve_case):
        refused(Refused, action, case=case, text="More.", by=ada)


def test_nobody_resolves_what_they_explained(cardroom, ada, gus):
    case = variance(cardroom)
    assert "explanation first" in refused(Refused, resolve_case, case=case, text="Fine.", by=ada)
    explain_case(case=case, text="A typing error.", by=ada)
    assert "Someone else" in refused(NotAllowed, resolve_case, case=case, text="Fine.", by=ada)
    assert resolve_case(case=case, text="Seen.", by=gus).state == "resolved"


def test_a_notice_is_sent_before_the_case_ends(cardroom, ada, gus):
    case = variance(cardroom, kind=CaseKind.OPENER_ERROR)
    explain_case(case=case, text="The opener was copied from the day before.", by=ada)
    assert "WAC 230-15-495" in refused(Refused, resolve_case, case=case, text="Fine.", by=gus)
    notice = {"case": case, "told_at": NOON, "reference": "call to agent 12", "by": gus}
    refused(Invalid, tell_commission, **{**notice, "told_at": NOON + timedelta(minutes=1)})
    refused(Invalid, tell_commission, **{**notice, "reference": " "})
    tell_commission(**notice)
    assert "already told" in refused(Refused, tell_commission, **notice)
    assert resolve_case(case=case, text="Corrected.", by=gus).state == "resolved"


def test_no_notice_where_no_rule_asks_for_one(cardroom, ada):
    refused(Refused, tell_commission, case=variance(cardroom), told_at=NOON, reference="call", by=ada)


def test_a_case_is_handed_to_someone_who_can_explain_it(cardroom, elsewhere, ada, flora, wanda):
    case = variance(cardroom)
    assert [list(cases_waiting_for(who)) for who in (ada, flora)] == [[case], []]
    assigned = assign_case(case=case, owner=flora, role=Role.FLOOR_MANAGER, by=ada)
    assert (assigned.owner, assigned.owner_role) == (flora, "floor manager")
    assert [list(cases_waiting_for(who)) for who in (ada, flora)] == [[], [case]]
    stranger = hire(elsewhere, "Stan", "accounting", Role.ACCOUNTANT)
    refused(NotThere, assign_case, case=case, owner=stranger, role=Role.ACCOUNTANT, by=ada)
    refused(Refused, assign_case, case=case, owner=wanda, role=Role.SURVEILLANCE, by=ada)
    refused(Refused, assign_case, case=case, owner=flora, role=Role.ACCOUNTANT, by=ada)


def test_an_explained_case_waits_for_another_reviewer(cardroom, ada, gus):
    case = variance(cardroom)
    explain_case(case=case, text="A typing error.", by=ada)
    assert [list(cases_waiting_for(who)) for who in (ada, gus)] == [[], [case]]


def test_who_may_do_what(cardroom, elsewhere, ada, flora, wanda):
    case = variance(cardroom)
    for who in (wanda, JOB):
        refused(NotAllowed, explain_case, case=case, text="So it was.", by=who)
        refused(NotAllowed, resolve_case, case=case, text="Fine.", by=who)
    refused(NotAllowed, resolve_case, case=case, text="Fine.", by=flora)
    refused(NotAllowed, assign_case, case=case, owner=ada, role=Role.ACCOUNTANT, by=flora)
    stranger = hire(elsewhere, "Stan", "accounting", Role.ACCOUNTANT)
    refused(NotThere, variance, cardroom=cardroom, key="x", by=stranger)
    for action in (comment_case, explain_case, resolve_case):
        refused(NotThere, action, case=case, text="So it was.", by=stranger)
        refused(Invalid, comment_case, case=case, text="  ", by=ada)


def test_the_database_refuses_what_services_never_do(cardroom, ada):
    case = variance(cardroom)
    explain_case(case=case, text="A typing error.", by=ada)
    cases, events = Case.objects.filter(pk=case.pk), CaseEvent.objects.filter(case=case)
    signed = {"case": case, "kind": "resolution", "text": "Fine.", "at": NOON}
    for breach in (
        lambda: cases.update(sentence="Nothing."),
        lambda: cases.update(due_at=NOON),
        lambda: cases.update(state="resolved"),
        lambda: cases.update(state="open"),
        lambda: cases._raw_delete("default"),
        lambda: events.update(text="Nothing."),
        lambda: events._raw_delete("default"),
        lambda: CaseEvent.objects.create(**signed, author_employee=ada),
        lambda: CaseEvent.objects.create(**signed, author_job="close"),
    ):
        before = everything()
        with pytest.raises(IntegrityError), transaction.atomic():
            breach()
        assert everything() == before
