"""The demo: made through the real services, whole, once, with something waiting for every role."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.apps import apps
from django.db import transaction

from accounting.ledger.chain import first_break
from accounting.models import Case, Count, CountState, Entry, GamingDay
from accounting.selectors.bank import deposit_clock
from accounting.selectors.cases import cases_waiting_for
from jackpot.demo.history import make_demo
from jackpot.demo.people import PASSWORD, PEOPLE, SIGNING_IN
from jackpot.demo.room import Room
from jackpot.models import Correction, Payout, PolicyVersion, Progressive
from jackpot.rebuild import Rebuild
from jackpot.selectors import missing_for_close, next_day_to_close
from tables import clock
from tables.duties import Role
from tables.models import CustodyEvent, Employee

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = datetime(2026, 11, 18, 21, 30, tzinfo=UTC)  # half past one in the afternoon
TODAY = date(2026, 11, 18)
YESTERDAY = TODAY - timedelta(days=1)


@pytest.fixture(scope="module")
def demo(django_db_setup, django_db_blocker):
    """Made once for all tests of this module, and rolled back after them."""
    with django_db_blocker.unblock(), transaction.atomic(), clock.at(NOW):
        yield make_demo(days=13)
        transaction.set_rollback(True)


def rows():
    """How many rows every table of ours has."""
    return {model._meta.label: model.objects.count() for model in apps.get_models()}


def test_made_again_nothing_changes(demo):
    before, head = rows(), demo.book.head
    assert make_demo(days=90) == demo
    assert (rows(), demo.book.head) == (before, head)


def test_somebody_for_every_role_signs_in_with_password_and_pin(demo):
    held = {employee.username: set(employee.role_names()) for employee in Employee.objects.all()}
    assert held == {person.username: {str(person.role)} if person.role else set() for person in PEOPLE}
    assert {person.role for person in SIGNING_IN} == set(Role)
    for person in SIGNING_IN:
        employee = Employee.objects.get(username=person.username)
        assert (employee.check_password(PASSWORD), employee.check_pin(person.pin)) == (True, True)


def test_the_books_are_whole(demo):
    assert first_break(demo) is None
    assert [difference for one in Progressive.objects.all() for difference in Rebuild(one).run()] == []
    written = list(Entry.objects.order_by("number").values_list("recorded_at", flat=True))
    assert written == sorted(written)


def test_every_day_is_closed_but_last_night_of_one_progressive(demo):
    assert list(GamingDay.objects.values_list("date", flat=True)) == [
        TODAY - timedelta(days=n) for n in range(13, -1, -1)
    ]
    gran_a, gran_b = Progressive.objects.order_by("code")
    assert (gran_a.closes.count(), gran_b.closes.count()) == (12, 13)
    assert next_day_to_close(gran_a) == YESTERDAY
    assert missing_for_close(gran_a, YESTERDAY) == [
        "Box 2 of Spanish Poker 2: count 000063 waits for the verifier.",
        "Box 3 of Spanish Poker 3: count 000064 waits for pass B.",
    ]


def test_something_waits_for_every_role(demo):
    waiting = {state: Count.objects.filter(state=state).count() for state in (CountState.HALF, CountState.AGREED)}
    assert waiting == {"half": 1, "agreed": 1}  # the count team and the verifier
    slips = Payout.objects.filter(state__in=["recorded", "locked", "verified"]).values_list("category", "state")
    assert sorted(slips) == [("flush", "recorded"), ("royal flush", "locked"), ("royal flush", "verified")]
    assert (PolicyVersion.objects.filter(approved_by=None).count(), Correction.objects.filter(entry=None).count()) == (
        1,
        1,
    )
    flor, abe, gia = (Employee.objects.get(username=name) for name in ("flor", "abe", "gia"))
    assert list(cases_waiting_for(flor).values_list("kind", "state")) == [("malfunction", "open")]
    assert list(cases_waiting_for(gia).values_list("kind", "state")) == [("variance", "explained")]
    assert list(cases_waiting_for(abe)) == []
    assert [deposit_clock(one.fund).days_left for one in Progressive.objects.order_by("code")] == [6, 6]


def test_the_last_two_weeks_had_their_events(demo):
    kinds = Case.objects.order_by("number").values_list("kind", "state")
    assert list(kinds) == [
        ("posted differs", "resolved"),
        ("variance", "resolved"),
        ("variance", "explained"),
        ("malfunction", "open"),
    ]
    assert CustodyEvent.objects.filter(box__emergency=True, kind="pulled").count() == 1
    assert Count.objects.filter(attempt=2).count() == 1
    assert Count.objects.filter(total=0).count() == 1  # a table that was shut: counted as nil
    short = [close for close in Progressive.objects.get(code="gran-b").closes.all() if close.tray > close.drop]
    assert [close.gaming_day for close in short] == [TODAY - timedelta(days=6), TODAY - timedelta(days=4)]


def test_a_moment_just_before_midnight_is_a_moment(demo):
    room = Room(cardroom=demo, staff=None, rng=None, first_day=TODAY)

    assert room.moment(TODAY, 23.9999) == room.moment(TODAY, 24.0)
    assert room.moment(TODAY, 28.5).isoformat() == "2026-11-19T12:30:00+00:00"


def test_a_minute_is_a_minute_in_the_night_in_which_the_clocks_change(demo):
    room = Room(cardroom=demo, staff=None, rng=None, first_day=TODAY)
    spring = date(2026, 3, 7)

    assert room.moment(spring, 27.5) - room.moment(spring, 25.5) == timedelta(hours=1)
