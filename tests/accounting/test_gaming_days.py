"""Gaming days: opened by the clock, across daylight saving, and which day a box belongs to."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from accounting.gaming_days import ends_at, gaming_day, starts_at
from accounting.ledger.accounts import Kind
from accounting.models import ClosedDay, FundTable, GamingDay
from accounting.selectors.gaming_days import box_day, closed_through, fund_of, tables_of
from accounting.services.funds import put_table_on_fund, take_table_off_fund
from accounting.services.gaming_days import mark_closed, open_gaming_day
from tables import clock
from tables.duties import Job
from tables.models import Cardroom, CustodyEvent, DropBox
from tables.refusals import NotAllowed, NotThere, Refused
from tests.accounting.conftest import post
from tests.floor import Floor

JOB = Job("roll the gaming day")
PACIFIC = ZoneInfo("America/Los_Angeles")
HOUR = timedelta(hours=1)


def local(*when, fold=0):
    return datetime(*when, tzinfo=PACIFIC, fold=fold).astimezone(UTC)


def at_cut_over(hour):
    return Cardroom(time_zone="America/Los_Angeles", cut_over_hour=hour)


def roll(cardroom, moment):
    with clock.at(moment):
        return open_gaming_day(cardroom=cardroom, by=JOB)


class TestDaylightSaving:
    @pytest.mark.parametrize(
        ("cut_over", "day", "start", "hours"),
        [
            # Clocks went from 2:00 back to 1:00 on 1 November 2026, and from 2:00 on to 3:00 on 8 March.
            (6, date(2026, 10, 31), datetime(2026, 10, 31, 13, tzinfo=UTC), 25),
            (6, date(2026, 11, 1), datetime(2026, 11, 1, 14, tzinfo=UTC), 24),
            (2, date(2026, 10, 31), datetime(2026, 10, 31, 9, tzinfo=UTC), 25),
            (2, date(2026, 11, 1), datetime(2026, 11, 1, 10, tzinfo=UTC), 24),
            (6, date(2026, 3, 7), datetime(2026, 3, 7, 14, tzinfo=UTC), 23),
            (6, date(2026, 3, 8), datetime(2026, 3, 8, 13, tzinfo=UTC), 24),
            # 2:00 is skipped: the day begins at the change itself, which is 3:00.
            (2, date(2026, 3, 7), datetime(2026, 3, 7, 10, tzinfo=UTC), 24),
            (2, date(2026, 3, 8), datetime(2026, 3, 8, 10, tzinfo=UTC), 23),
        ],
    )
    def test_when_a_day_starts_and_how_long_it_is(self, cut_over, day, start, hours):
        cardroom = at_cut_over(cut_over)
        assert starts_at(cardroom, day) == start
        assert ends_at(cardroom, day) - start == hours * HOUR

    @pytest.mark.parametrize(
        ("cut_over", "moment", "day"),
        [
            (6, local(2026, 11, 1, 1, 30), date(2026, 10, 31)),
            (6, local(2026, 11, 1, 1, 30, fold=1), date(2026, 10, 31)),
            (6, local(2026, 11, 1, 5, 59), date(2026, 10, 31)),
            (6, local(2026, 11, 1, 6, 0), date(2026, 11, 1)),
            (2, local(2026, 11, 1, 1, 59, fold=1), date(2026, 10, 31)),
            (2, local(2026, 11, 1, 2, 0), date(2026, 11, 1)),
            (2, local(2026, 3, 8, 1, 59), date(2026, 3, 7)),
            (2, local(2026, 3, 8, 3, 0), date(2026, 3, 8)),
        ],
    )
    def test_a_moment_falls_on_the_right_side(self, cut_over, moment, day):
        assert gaming_day(at_cut_over(cut_over), moment) == day

    @given(
        cut_over=st.integers(0, 23),
        zone=st.sampled_from(["America/Los_Angeles", "Europe/London", "Australia/Lord_Howe", "UTC"]),
        minutes=st.integers(0, 15 * 366 * 24 * 60),
    )
    def test_every_moment_is_in_exactly_one_day(self, cut_over, zone, minutes):
        moment = datetime(2020, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
        cardroom = Cardroom(time_zone=zone, cut_over_hour=cut_over)
        day = gaming_day(cardroom, moment)
        assert starts_at(cardroom, day) <= moment < ends_at(cardroom, day)
        assert gaming_day(cardroom, ends_at(cardroom, day)) == day + timedelta(days=1)


class TestOpening:
    def test_the_first_day_is_todays(self, cardroom):
        opened = roll(cardroom, local(2026, 11, 17, 5, 59))
        assert (opened.date, opened.author) == (date(2026, 11, 16), "job roll the gaming day")
        assert (opened.starts_at, opened.ends_at) == (local(2026, 11, 16, 6), local(2026, 11, 17, 6))
        assert GamingDay.objects.count() == 1

    def test_opened_again_it_is_the_same(self, cardroom):
        first = roll(cardroom, local(2026, 11, 17, 6))
        assert roll(cardroom, local(2026, 11, 17, 23)) == first
        assert GamingDay.objects.count() == 1

    def test_missed_days_are_caught_up_in_order(self, cardroom):
        roll(cardroom, local(2026, 10, 30, 7))
        roll(cardroom, local(2026, 11, 2, 7))
        days = GamingDay.objects.order_by("pk")
        assert [(day.date, (day.ends_at - day.starts_at) // HOUR) for day in days] == [
            (date(2026, 10, 30), 24),
            (date(2026, 10, 31), 25),
            (date(2026, 11, 1), 24),
            (date(2026, 11, 2), 24),
        ]

    def test_a_changed_cut_over_moves_no_old_day(self, cardroom):
        day = roll(cardroom, local(2026, 11, 17, 7))
        Cardroom.objects.update(cut_over_hour=4)
        day.refresh_from_db()
        assert day.starts_at == local(2026, 11, 17, 6)
        with pytest.raises(IntegrityError), transaction.atomic():
            GamingDay.objects.update(date=date(2026, 11, 18))

    def test_only_managers_and_the_clock_open_days(self, cardroom):
        floor = Floor(cardroom)
        with pytest.raises(NotAllowed):
            open_gaming_day(cardroom=cardroom, by=floor.ann)
        assert GamingDay.objects.count() == 0


class TestDayOfABox:
    @pytest.mark.parametrize(
        ("placed", "pulled", "day"),
        [
            # Changed after the cut-over, before it, in the middle of the day, and forgotten for two days.
            (local(2026, 11, 16, 6, 10), local(2026, 11, 17, 6, 10), date(2026, 11, 16)),
            (local(2026, 11, 16, 4, 15), local(2026, 11, 17, 4, 15), date(2026, 11, 16)),
            (local(2026, 11, 16, 6, 10), local(2026, 11, 16, 18, 0), date(2026, 11, 16)),
            (local(2026, 11, 16, 18, 0), local(2026, 11, 17, 6, 20), date(2026, 11, 16)),
            (local(2026, 11, 17, 5, 50), local(2026, 11, 17, 9, 0), date(2026, 11, 17)),
            (local(2026, 11, 16, 6, 10), local(2026, 11, 18, 6, 10), date(2026, 11, 16)),
            # Across the end of daylight saving.
            (local(2026, 10, 31, 6, 10), local(2026, 11, 1, 6, 10), date(2026, 10, 31)),
        ],
    )
    def test_it_is_the_day_it_stood_in(self, placed, pulled, day):
        box = DropBox(cardroom=at_cut_over(6), number=1)
        assert box_day(CustodyEvent(box=box, kind="pulled", placed_at=placed, at=pulled)) == day


class TestTablesOfAFund:
    @pytest.fixture
    def floor(self, cardroom):
        return Floor(cardroom)

    def test_a_table_needs_its_second_box(self, floor, fund):
        bare = floor.add_table(2)
        with pytest.raises(Refused, match="Spanish Poker 2 has no second drop box"):
            floor.put_on(fund, date(2026, 11, 1), bare)
        floor.add_box(bare, 2, kind="table")
        with pytest.raises(Refused, match="has no second drop box"):
            floor.put_on(fund, date(2026, 11, 1), bare)
        assert FundTable.objects.count() == 0

    def test_from_when_to_when(self, floor, fund):
        floor.put_on(fund, date(2026, 11, 2))
        take_table_off_fund(fund=fund, table=floor.table, last_day=date(2026, 11, 5), by=JOB)
        days = [date(2026, 11, day) for day in (1, 2, 5, 6)]
        assert [tables_of(fund, day) for day in days] == [[], [floor.table], [floor.table], []]
        assert [fund_of(floor.table, day) for day in days] == [None, fund, fund, None]

    def test_a_table_is_on_one_fund_at_a_time(self, floor, fund):
        floor.put_on(fund, date(2026, 11, 2))
        with pytest.raises(Refused, match="is on Gran Progressive A"):
            floor.put_on(fund, date(2026, 12, 1))
        take_table_off_fund(fund=fund, table=floor.table, last_day=date(2026, 11, 5), by=JOB)
        with pytest.raises(Refused, match="is on Gran Progressive A"):
            floor.put_on(fund, date(2026, 11, 5))
        floor.put_on(fund, date(2026, 11, 6))
        assert FundTable.objects.count() == 2

    def test_a_table_of_another_cardroom_is_not_there(self, floor, fund):
        other = Floor(Cardroom.objects.create(code="else", name="Else", licensee="Else", licence_number="2"))
        with pytest.raises(NotThere):
            put_table_on_fund(fund=fund, table=other.table, from_day=date(2026, 11, 1), by=JOB)
        assert FundTable.objects.count() == 0


class TestClosedDays:
    def close(self, fund, day):
        entry = post(fund, Kind.CLOSE, gaming_day=day)
        with transaction.atomic():
            return mark_closed(fund=fund, gaming_day=day, entry=entry)

    def test_days_are_closed_once_and_in_order(self, fund):
        assert closed_through(fund) is None
        self.close(fund, date(2026, 11, 16))
        for wrong in (date(2026, 11, 15), date(2026, 11, 16), date(2026, 11, 18)):
            with pytest.raises(Refused, match="The next day to close is 2026-11-17"):
                self.close(fund, wrong)
        self.close(fund, date(2026, 11, 17))
        assert closed_through(fund) == date(2026, 11, 17)
        assert ClosedDay.objects.count() == 2

    def test_tables_do_not_join_or_leave_a_closed_day(self, cardroom, fund):
        floor = Floor(cardroom)
        self.close(fund, date(2026, 11, 16))
        with pytest.raises(Refused, match="closed through 2026-11-16"):
            floor.put_on(fund, date(2026, 11, 16))
        floor.put_on(fund, date(2026, 11, 17))
        self.close(fund, date(2026, 11, 17))
        self.close(fund, date(2026, 11, 18))
        with pytest.raises(Refused, match="closed through 2026-11-18"):
            take_table_off_fund(fund=fund, table=floor.table, last_day=date(2026, 11, 17), by=JOB)
        assert FundTable.objects.get().to_day is None
