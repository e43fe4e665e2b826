"""The clock set back by hours: the books keep their order, no day is closed twice, what cannot be is refused."""

from datetime import timedelta

import pytest
from django.core.management import call_command

from accounting.gaming_days import starts_at
from accounting.ledger.chain import first_break
from accounting.models import Entry, GamingDay
from accounting.services.gaming_days import open_gaming_day
from accounting.tasks import roll_gaming_day
from jackpot.models import Payout, Posting
from jackpot.services import corrections, payouts
from jackpot.services.closing import close_next_day
from tables import clock, readiness
from tables.models import CustodyEvent
from tables.refusals import Invalid, Refused
from tests.jackpot.conftest import CINCOS, DAY, FLUSH, JOB, NOON, ROYAL_HEARTS, balances, everything

pytestmark = pytest.mark.django_db
BACK = timedelta(hours=5)


def test_entries_and_postings_never_run_back(house, gran):
    house.hit(gran, ROYAL_HEARTS)
    recorded = Entry.objects.count()
    with clock.at(NOON - BACK):
        house.hit(gran, CINCOS)
        house.hit(gran, FLUSH)
    with clock.at(NOON + BACK):
        house.hit(gran, ROYAL_HEARTS)

    times = list(Entry.objects.order_by("number").values_list("recorded_at", flat=True))
    assert times == sorted(times)
    assert (len(times) > recorded, set(times)) == (True, {NOON, NOON + BACK})
    posted = list(Posting.objects.order_by("number").values_list("at", flat=True))
    assert posted == sorted(posted)
    assert first_break(house.cardroom) is None
    call_command("rebuild")


def test_a_closed_day_stays_closed(house, gran):
    house.play(gran, DAY, 1200)
    before = everything(gran)
    with clock.at(NOON):  # within the day that is closed
        assert close_next_day(progressive=gran, by=JOB) is None
        with pytest.raises(Refused):
            house.close(gran, DAY)
        assert everything(gran) == before

        late = house.hit(gran, FLUSH)
    assert late.gaming_day == DAY + timedelta(days=1)
    assert list(gran.closes.values_list("gaming_day", flat=True)) == [DAY]
    assert first_break(house.cardroom) is None
    call_command("rebuild")


def test_what_comes_into_a_drop_comes_into_an_open_day(house, gran):
    """A late void and a correction, while the clock says that it is still the day that was closed."""
    house.hit(gran, FLUSH)
    count = house.box(DAY, 1200)
    house.approve_tray(gran)
    house.close(gran, DAY)
    with clock.at(NOON):
        payouts.void_tray_slip(payout=Payout.objects.get(), reason="Misread.", by=house.general)
        proposed = corrections.correct_count(count=count, total=121_000, explanation="Ten more.", by=house.accountant)
        corrections.approve_correction(correction=proposed, by=house.general)
    assert balances(gran)["drop"] == 8_500
    closed = house.play(gran, DAY + timedelta(days=1), 5)
    assert (closed.drop, balances(gran).get("drop", 0)) == (9_000, 0)
    assert first_break(house.cardroom) is None
    call_command("rebuild")


def test_a_gaming_day_before_the_open_one_is_refused(house):
    opened = open_gaming_day(cardroom=house.cardroom, by=JOB)
    with clock.at(starts_at(house.cardroom, opened.date) - timedelta(minutes=1)):
        with pytest.raises(Refused) as refused:
            open_gaming_day(cardroom=house.cardroom, by=JOB)
        roll_gaming_day(house.cardroom.pk)  # asked every minute: no failed job every minute
    assert refused.value.sentence == (
        "gaming day 2026-11-17 is open, and the clock says that it is 2026-11-16. Set the clock of this machine right."
    )
    assert list(GamingDay.objects.values_list("date", flat=True)) == [DAY]


def test_a_box_is_not_pulled_before_it_was_placed(house):
    house.floor.place()
    with clock.at(NOON - BACK), pytest.raises(Invalid) as refused:
        house.floor.pull()
    assert refused.value.sentence.endswith("was placed after that moment. Check the time.")
    assert list(CustodyEvent.objects.values_list("kind", flat=True)) == ["placed"]


def test_readiness_says_that_the_clock_is_behind(house, gran):
    assert readiness.report()["clock"] == {"ok": True, "says": "not behind the books"}
    with clock.at(NOON - BACK):
        assert readiness.report()["clock"] == {
            "ok": False,
            "says": "The clock is 5:00:00 behind the books. Set the clock of this machine right.",
        }
