"""How long records are kept, what holds them, and that nothing goes early."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from accounting.models import CardroomBooks, JobRun, LegalHold, Purge
from accounting.retention import RETENTION_RULES, RecordClass, fiscal_year_end, kept_through, retention_rule
from accounting.selectors.retention import keep_until
from accounting.services.jobs import job_run
from accounting.services.retention import (
    OFFERS,
    Offer,
    lift_hold,
    offer_for_purge,
    place_hold,
    purge,
    set_fiscal_year_end,
)
from tables import clock
from tables.duties import Job, Role
from tables.models import Cardroom
from tables.refusals import Invalid, NotAllowed, NotThere, Refused
from tests.floor import hire

DAY = date(2026, 11, 17)
NOON = datetime(2026, 11, 17, 20, 0, tzinfo=UTC)
JOB = Job("purge")


@pytest.fixture(autouse=True)
def _noon():
    with clock.at(NOON):
        yield


@pytest.fixture
def gus(cardroom):
    return hire(cardroom, "Gus", "accounting", Role.GENERAL_MANAGER)


def run_on(day, cardroom=None):
    with clock.at(datetime(day.year, day.month, day.day, 20, tzinfo=UTC)), job_run("close", cardroom=cardroom):
        pass


def everything():
    return [list(table.objects.order_by("pk").values()) for table in (CardroomBooks, JobRun, LegalHold, Purge)]


def refused(error, action, **arguments):
    """The action is refused and nothing has changed."""
    before = everything()
    with pytest.raises(error) as refusal:
        action(**arguments)
    assert everything() == before
    return refusal.value.sentence


@pytest.mark.parametrize(
    ("record_class", "kept"),
    [
        (RecordClass.BOOKS, date(2029, 12, 31)),
        (RecordClass.COUNTS, date(2029, 12, 31)),
        (RecordClass.BANK, date(2029, 12, 31)),
        (RecordClass.CASES, date(2029, 12, 31)),
        (RecordClass.BSA, date(2031, 11, 17)),
        (RecordClass.SEALED_DECK, date(2026, 11, 24)),
        (RecordClass.JOB_RUNS, date(2027, 12, 22)),
        (RecordClass.IDEMPOTENCY, date(2027, 2, 15)),
        (RecordClass.DRAFTS, date(2026, 12, 17)),
    ],
)
def test_every_class_has_its_date(cardroom, record_class, kept):
    assert keep_until(record_class, DAY, cardroom) == kept


def test_every_rule_names_its_source():
    assert {rule.record_class for rule in RETENTION_RULES} == set(RecordClass)
    assert [rule for rule in RETENTION_RULES if not rule.source] == []


def test_the_fiscal_year_moves_the_date(cardroom, gus):
    set_fiscal_year_end(cardroom=cardroom, month=6, by=gus)
    assert keep_until(RecordClass.BOOKS, DAY, cardroom) == date(2030, 6, 30)
    assert keep_until(RecordClass.BOOKS, date(2026, 6, 30), cardroom) == date(2029, 6, 30)
    for month in (0, 13):
        refused(Invalid, set_fiscal_year_end, cardroom=cardroom, month=month, by=gus)


def test_a_leap_day_is_kept_a_day_longer_rather_than_shorter():
    assert kept_through(retention_rule(RecordClass.BSA, DAY), date(2028, 2, 29), 12) == date(2033, 3, 1)
    assert fiscal_year_end(date(2028, 2, 1), 2) == date(2028, 2, 29)


@given(
    st.dates(date(2008, 1, 1), date(2100, 1, 1)), st.integers(0, 400), st.integers(1, 12), st.sampled_from(RecordClass)
)
def test_a_later_record_is_never_kept_shorter(day, days_later, end_month, record_class):
    rule = retention_rule(record_class, day)
    later = kept_through(rule, day + timedelta(days=days_later), end_month)
    assert day < kept_through(rule, day, end_month) <= later


def test_old_runs_are_removed_and_that_is_logged(cardroom, gus):
    other = Cardroom.objects.create(code="yakima", name="Yakima", licensee="Y LLC", licence_number="67-00002")
    last_to_go = DAY - timedelta(days=401)
    for day in (last_to_go - timedelta(days=9), last_to_go, last_to_go + timedelta(days=1)):
        run_on(day, cardroom)
    run_on(last_to_go, other)
    before = last_to_go + timedelta(days=1)
    done = purge(record_class=RecordClass.JOB_RUNS, cardroom=cardroom, before=before, by=gus)
    assert (done.rows, done.before, done.author) == (2, before, "Gus")
    assert [run.finished_at.date() for run in JobRun.objects.filter(cardroom=cardroom)] == [before]
    assert JobRun.objects.filter(cardroom=other).count() == 1
    assert purge(record_class=RecordClass.JOB_RUNS, cardroom=cardroom, before=before, by=JOB).rows == 0


def test_nothing_goes_a_day_early(cardroom, gus):
    run_on(DAY - timedelta(days=400), cardroom)
    too_late = DAY - timedelta(days=399)
    sentence = refused(Refused, purge, record_class=RecordClass.JOB_RUNS, cardroom=cardroom, before=too_late, by=gus)
    assert sentence == "Job runs of 2025-10-13 are kept through 2026-11-17. Choose an earlier day."


@pytest.mark.parametrize(
    "record_class",
    [RecordClass.BOOKS, RecordClass.COUNTS, RecordClass.BANK, RecordClass.CASES, RecordClass.BSA],
)
def test_nothing_of_the_books_is_ever_removed(cardroom, gus, record_class):
    before = date(1990, 1, 1)
    sentence = refused(Refused, purge, record_class=record_class, cardroom=cardroom, before=before, by=gus)
    assert sentence.endswith("are never removed from Bote.")
    with pytest.raises(ValueError, match="never purged"):
        offer_for_purge(record_class, OFFERS[RecordClass.JOB_RUNS])


def test_another_app_offers_its_rows(cardroom, gus, monkeypatch):
    monkeypatch.setattr("accounting.services.retention.OFFERS", {})
    drafts = {"record_class": RecordClass.DRAFTS, "cardroom": cardroom, "before": date(2026, 1, 1), "by": gus}
    refused(Refused, purge, **drafts)
    offer_for_purge(RecordClass.DRAFTS, Offer(lambda room: JobRun.objects.filter(cardroom=room), "started_at"))
    run_on(date(2025, 12, 31), cardroom)
    assert purge(**drafts).rows == 1


@pytest.mark.parametrize("record_class", [RecordClass.JOB_RUNS, None])
def test_a_hold_keeps_what_is_past_its_date(cardroom, gus, record_class):
    run_on(date(2024, 1, 1), cardroom)
    run_on(date(2024, 1, 1))
    hold = place_hold(cardroom=cardroom, record_class=record_class, reason="Case 26-2-01234.", by=gus)
    for room, by in ((cardroom, gus), (None, JOB)):
        before = {"record_class": RecordClass.JOB_RUNS, "cardroom": room, "before": date(2025, 1, 1), "by": by}
        assert "Case 26-2-01234." in refused(Refused, purge, **before)
    refused(Invalid, lift_hold, hold=hold, reason=" ", by=gus)
    lifted = lift_hold(hold=hold, reason="Settled.", by=gus)
    assert (lifted.lifted_by, lifted.lifted_at, lifted.lift_reason) == (gus, NOON, "Settled.")
    refused(Refused, lift_hold, hold=hold, reason="Again.", by=gus)
    for room in (cardroom, None):
        assert purge(record_class=RecordClass.JOB_RUNS, cardroom=room, before=date(2025, 1, 1), by=JOB).rows == 1


def test_a_hold_on_another_class_or_cardroom_does_not_matter(cardroom, gus):
    other = Cardroom.objects.create(code="yakima", name="Yakima", licensee="Y LLC", licence_number="67-00002")
    place_hold(cardroom=other, reason="Theirs.", by=hire(other, "Gia", "accounting", Role.GENERAL_MANAGER))
    place_hold(cardroom=cardroom, record_class=RecordClass.DRAFTS, reason="Drafts only.", by=gus)
    run_on(date(2024, 1, 1), cardroom)
    old = {"record_class": RecordClass.JOB_RUNS, "cardroom": cardroom, "before": date(2025, 1, 1)}
    assert purge(**old, by=gus).rows == 1


def test_who_may_hold_lift_and_purge(cardroom, gus):
    ada = hire(cardroom, "Ada", "accounting", Role.ACCOUNTANT)
    wanda = hire(cardroom, "Wanda", "surveillance", Role.SURVEILLANCE)
    other = Cardroom.objects.create(code="yakima", name="Yakima", licensee="Y LLC", licence_number="67-00002")
    stranger = hire(other, "Stan", "accounting", Role.GENERAL_MANAGER)
    audrey = hire(cardroom, "Audrey", "accounting", Role.AUDITOR)
    hold = place_hold(cardroom=cardroom, reason="Asked by the auditor.", by=ada)
    old = {"record_class": RecordClass.JOB_RUNS, "before": date(2025, 1, 1)}
    for watcher in (wanda, audrey):
        refused(NotAllowed, place_hold, cardroom=cardroom, reason="No.", by=watcher)
    refused(NotAllowed, lift_hold, hold=hold, reason="No.", by=ada)
    refused(NotAllowed, purge, **old, cardroom=cardroom, by=ada)
    refused(NotAllowed, purge, **old, cardroom=None, by=gus)
    refused(NotAllowed, set_fiscal_year_end, cardroom=cardroom, month=6, by=ada)
    refused(NotThere, place_hold, cardroom=cardroom, reason="No.", by=stranger)
    refused(NotThere, lift_hold, hold=hold, reason="No.", by=stranger)
    refused(NotThere, purge, **old, cardroom=cardroom, by=stranger)
    refused(NotThere, set_fiscal_year_end, cardroom=cardroom, month=6, by=stranger)
    refused(Invalid, place_hold, cardroom=cardroom, reason="", by=gus)


def test_the_database_refuses_what_services_never_do(cardroom, gus):
    hold = place_hold(cardroom=cardroom, reason="Case 26-2-01234.", by=gus)
    holds = LegalHold.objects.filter(pk=hold.pk)
    Purge.objects.create(record_class="drafts", before=DAY, rows=1, at=NOON, author_job="purge")
    for breach in (
        lambda: holds.update(reason="None."),
        lambda: holds.update(lifted_at=NOON),
        lambda: holds._raw_delete("default"),
        lambda: Purge.objects.update(rows=0),
        lambda: Purge.objects.all()._raw_delete("default"),
    ):
        before = everything()
        with pytest.raises(IntegrityError), transaction.atomic():
            breach()
        assert everything() == before
    lift_hold(hold=hold, reason="Settled.", by=gus)
    with pytest.raises(IntegrityError), transaction.atomic():
        holds.update(lifted_at=None, lifted_by=None, lift_reason="")
