"""Two tablets at the same moment: real parallel transactions on the real database."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from threading import Barrier

import pytest
from django.db import connection

from accounting.ledger.books import open_fund
from accounting.models import Count, CountPass, CountSignature, Entry, GamingDay, Sequence
from accounting.selectors.counts import drop_of
from accounting.services import counts
from accounting.services.gaming_days import open_gaming_day
from tables import clock
from tables.duties import Job
from tables.models import Cardroom, CustodyEvent
from tables.refusals import Refused
from tests.floor import PIN, Floor

pytestmark = pytest.mark.django_db(transaction=True)
DAY = date(2026, 11, 16)
PLACED = datetime(2026, 11, 16, 14, 10, tzinfo=UTC)
PULLED = PLACED + timedelta(days=1)


@pytest.fixture
def floor():
    floor = Floor(Cardroom.objects.create(code="tri-city", name="T", licensee="T", licence_number="1"))
    floor.fund = open_fund(cardroom=floor.cardroom, code="gran-a", name="Gran Progressive A")
    floor.put_on(floor.fund, date(2026, 11, 1))
    return floor


@pytest.fixture
def in_count_room(floor):
    with clock.at(PULLED):
        floor.bring(placed=PLACED, pulled=PULLED)
    return floor.box


def at_once(*calls):
    """Run the calls at the same moment, each on a connection of its own; a refusal is an outcome too."""
    start = Barrier(len(calls))

    def run(call):
        try:
            start.wait(timeout=60)
            return call()
        except Refused as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


@pytest.mark.parametrize("round_", range(3))
def test_the_last_two_signatures_lock_and_post_once(floor, in_count_room, round_):
    count = floor.count({"$1": 412})
    floor.sign(count, floor.ann)

    def sign(person):
        return lambda: counts.sign_count(count=count, by=person, credential=PIN)

    signed = at_once(*(sign(person) for person in (floor.bob, floor.vera, floor.bob, floor.vera)))
    assert [type(one) for one in signed] == [Count] * 4
    count.refresh_from_db()
    assert (count.state, count.total) == ("locked", 41_200)
    assert (CountSignature.objects.count(), Entry.objects.count(), drop_of(floor.fund, DAY)) == (3, 1, 41_200)


def test_opened_on_two_tablets_it_is_one_count(floor, in_count_room):
    opened = at_once(*[lambda: counts.open_count(box=in_count_room, by=floor.ann)] * 4)
    assert {count.number for count in opened} == {1}
    assert (Count.objects.count(), Sequence.objects.get(name="count").last) == (1, 1)


def test_two_passes_at_once_are_a_and_b(floor, in_count_room):
    count = counts.open_count(box=in_count_room, by=floor.ann)
    passes = at_once(*(lambda by=by: floor.record(count, {"$1": 412}, by) for by in (floor.ann, floor.bob)))
    assert sorted(one.letter for one in passes) == ["A", "B"]
    count.refresh_from_db()
    assert count.state == "agreed"


def test_three_people_finish_at_once_and_two_count(floor, in_count_room):
    count = counts.open_count(box=in_count_room, by=floor.ann)
    team = (floor.ann, floor.bob, floor.cyd)
    outcomes = at_once(*(lambda by=by: floor.record(count, {"$1": 412}, by) for by in team))
    assert sorted(type(one).__name__ for one in outcomes) == ["CountPass", "CountPass", "Refused"]
    assert CountPass.objects.count() == 2


def test_a_box_is_pulled_once(floor):
    floor.place(at=PLACED)
    outcomes = at_once(*[lambda: floor.pull(at=PULLED)] * 3)
    assert sorted(type(one).__name__ for one in outcomes) == ["CustodyEvent", "Refused", "Refused"]
    assert list(CustodyEvent.objects.values_list("position", "kind")) == [(1, "placed"), (2, "pulled")]


def test_a_table_takes_one_box_of_two(floor):
    second = floor.add_box(floor.table, 2, shift="swing")
    outcomes = at_once(*(lambda box=box: floor.place(box) for box in (floor.box, second)))
    assert sorted(type(one).__name__ for one in outcomes) == ["CustodyEvent", "Refused"]
    assert CustodyEvent.objects.count() == 1


def test_two_clocks_open_each_day_once(floor):
    def roll(moment):
        with clock.at(moment):
            return open_gaming_day(cardroom=floor.cardroom, by=Job("roll"))

    roll(PLACED)
    at_once(*[lambda: roll(PLACED + timedelta(days=3))] * 3)
    assert list(GamingDay.objects.values_list("date", flat=True)) == [DAY + timedelta(days=n) for n in range(4)]
