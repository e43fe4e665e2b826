"""Gaming days across a change of the clocks: hands fall on the right side, and the close waits for the real end."""

from datetime import UTC, date, datetime, timedelta

import pytest

from accounting.gaming_days import ends_at, starts_at
from jackpot import tasks
from jackpot.models import Close, HitEvent
from jackpot.selectors import days_to_close
from tables import clock
from tables.models import Cardroom
from tests.jackpot.conftest import FLUSH, QUADS, House

SATURDAY, SUNDAY = date(2026, 10, 31), date(2026, 11, 1)  # at two in the night the clocks go back to one
SPRING = date(2026, 3, 7)  # in its night the clocks go from two to three


def new_house(cut_over_hour, first_day):
    cardroom = Cardroom.objects.create(
        code="tri-city", name="T", licensee="T", licence_number="1", cut_over_hour=cut_over_hour
    )
    with clock.at(starts_at(cardroom, first_day)):
        house = House(cardroom)
        return house, house.open()


def deal(house, gran, moment, cards):
    with clock.at(moment + timedelta(seconds=30)):
        return house.hit(gran, cards, dealt_at=moment, by=house.terminal).gaming_day


@pytest.mark.django_db
def test_the_hour_that_comes_twice_with_the_usual_cut_over():
    house, gran = new_house(6, SATURDAY)
    first, second = datetime(2026, 11, 1, 8, 30, tzinfo=UTC), datetime(2026, 11, 1, 9, 30, tzinfo=UTC)  # 01:30, twice
    before, after = datetime(2026, 11, 1, 13, 59, tzinfo=UTC), datetime(2026, 11, 1, 14, 0, tzinfo=UTC)  # 05:59, 06:00
    days = [
        deal(house, gran, at, cards)
        for at, cards in zip((first, second, before, after), (FLUSH, QUADS) * 2, strict=True)
    ]
    assert days == [SATURDAY, SATURDAY, SATURDAY, SUNDAY]
    assert ends_at(house.cardroom, SATURDAY) - starts_at(house.cardroom, SATURDAY) == timedelta(hours=25)


@pytest.mark.django_db
def test_a_cut_over_right_after_the_hour_that_comes_twice():
    """Both halves past one belong to Saturday, which has 25 hours and is not closed before they are over."""
    house, gran = new_house(2, SATURDAY)
    first, second = datetime(2026, 11, 1, 8, 30, tzinfo=UTC), datetime(2026, 11, 1, 9, 30, tzinfo=UTC)
    two = datetime(2026, 11, 1, 10, 0, tzinfo=UTC)
    assert [deal(house, gran, at, FLUSH) for at in (first, second, two)] == [SATURDAY, SATURDAY, SUNDAY]
    house.approve_tray(gran)
    with clock.at(two - timedelta(minutes=1)):
        assert days_to_close(gran) == []
    with clock.at(starts_at(house.cardroom, SATURDAY) + timedelta(hours=1)):
        house.floor.place()
    with clock.at(two):
        house.floor.pull()
        house.floor.receive()
        house.floor.empty()
        house.floor.lock({"$1": 400})
        tasks.close_progressive(gran.pk)
    close = Close.objects.get()
    assert (close.gaming_day, close.drop, close.tray) == (SATURDAY, 40_000, 15_000)
    assert list(HitEvent.objects.order_by("number").values_list("gaming_day", flat=True)) == [
        SATURDAY,
        SATURDAY,
        SUNDAY,
    ]


@pytest.mark.django_db
def test_a_cut_over_in_the_hour_that_comes_twice_is_its_first():
    house, gran = new_house(1, SATURDAY)
    before, first = datetime(2026, 11, 1, 7, 59, tzinfo=UTC), datetime(2026, 11, 1, 8, 0, tzinfo=UTC)
    second = datetime(2026, 11, 1, 9, 0, tzinfo=UTC)
    assert [deal(house, gran, at, FLUSH) for at in (before, first, second)] == [SATURDAY, SUNDAY, SUNDAY]
    assert ends_at(house.cardroom, SUNDAY) - starts_at(house.cardroom, SUNDAY) == timedelta(hours=25)


@pytest.mark.django_db
def test_the_night_in_spring_is_an_hour_short():
    house, gran = new_house(6, SPRING)
    three, end = datetime(2026, 3, 8, 10, 0, tzinfo=UTC), datetime(2026, 3, 8, 13, 0, tzinfo=UTC)  # 03:00, 06:00
    assert [deal(house, gran, at, FLUSH) for at in (three - timedelta(seconds=1), three, end)] == [
        SPRING,
        SPRING,
        SPRING + timedelta(days=1),
    ]
    assert ends_at(house.cardroom, SPRING) - starts_at(house.cardroom, SPRING) == timedelta(hours=23)
