"""The geometry of the charts, by example."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from jackpot.charts.pots import LEFT, LINE_FOOT, RIGHT, TOP, pot_chart
from jackpot.charts.scales import Scale, Tick, money_ticks, round_step
from jackpot.charts.worth import worth_chart
from jackpot.selectors.history import Moment
from tables.games.odds import Progressive as Figures
from tables.games.paytables import GRAN_PROGRESSIVE

ZONE = ZoneInfo("America/Los_Angeles")
START = datetime(2026, 11, 1, 12, tzinfo=UTC)


def moment(days, primary, kind="close", change=0, number=1, backup1=0, backup2=0):
    at = START + timedelta(days=days)
    return Moment(at, primary, backup1, backup2, number, kind, "why", change)


def chart(*moments, days=10):
    return pot_chart(moments, first=START, last=START + timedelta(days=days), zone=ZONE)


@pytest.mark.parametrize(("most", "step"), [(1, 1), (5, 1), (6, 2), (7_412, 2_000), (26_340, 10_000), (0, 1)])
def test_axes_are_marked_at_round_figures(most, step):
    assert round_step(most) == step


def test_a_scale_is_a_straight_line():
    scale = Scale(0, 100, 200, 0)
    assert [scale(0), scale(25), scale(100)] == [200, 150, 0]
    assert Scale(5, 5, 1, 9)(5) == 9
    assert money_ticks(Scale(0, 1_000, 0, 10), 1_000) == [Tick(step * 2.0, f"${step * 2}") for step in range(6)]


def test_amounts_hold_until_they_change():
    drawn = chart(moment(0, 0), moment(5, 540_000))
    middle, high = (LEFT + RIGHT) / 2, Scale(0, 2_000_000 * 1.08, LINE_FOOT, TOP)(540_000)
    assert drawn.line == f"M{float(LEFT)} {float(LINE_FOOT)}H{middle}V{high}H{float(RIGHT)}"
    assert drawn.now == Tick(high, "$5,400.00")


def test_what_falls_on_one_pixel_goes_straight_up():
    drawn = chart(moment(0, 100), Moment(START + timedelta(seconds=1), 200, 0, 0, 2, "hit", "why", 100))
    assert drawn.line.count("H") == 1


@pytest.mark.parametrize("highest", [0, 400_000, 2_000_000, 2_900_000])
def test_both_caps_are_drawn_however_far_the_jackpot_is_from_them(highest):
    drawn = chart(moment(0, highest))
    y = Scale(0, max(2_000_000, highest) * 1.08, LINE_FOOT, TOP)
    assert drawn.caps == (Tick(y(500_000), "$5,000"), Tick(y(2_000_000), "$20,000"))
    assert {cap.label for cap in drawn.caps} <= {tick.label for tick in drawn.amounts}


def test_everything_but_a_close_is_marked_and_explained():
    drawn = chart(moment(0, 900_000), moment(5, 600_000, "hit", -300_000, number=17), moment(6, 610_000))
    (mark,) = drawn.marks
    assert (mark.number, mark.css, mark.label) == (17, "hit", "hit \N{MINUS SIGN}$3,000")
    assert mark.said == "2026-11-06, hit: why. \N{MINUS SIGN}$3,000.00. → $6,000.00"
    assert mark.y == Scale(0, 2_000_000 * 1.08, LINE_FOOT, TOP)(900_000)


def test_marks_are_named_in_the_language_of_the_page():
    moments = [moment(0, 900_000), moment(5, 600_000, "hit", -300_000, number=17)]
    drawn = pot_chart(moments, first=START, last=START + timedelta(days=10), zone=ZONE, name={"hit": "premio"}.get)
    assert [mark.label for mark in drawn.marks] == ["premio \N{MINUS SIGN}$3,000"]
    assert drawn.marks[0].css == "hit"


def test_only_the_largest_marks_with_room_have_words():
    hits = [moment(place / 10, 500_000, "hit", -place * 100, number=place) for place in range(1, 100)]
    drawn = chart(*hits)
    assert len(drawn.marks) == 99
    # 8.6 px apart: every sixteenth has its 136 px, counted from the largest.
    assert [mark.number for mark in drawn.marks if mark.label] == [3, 19, 35, 51, 67, 83, 99]


def test_nothing_yet_is_no_picture():
    assert chart() is None


def test_a_wager_costs_nothing_at_26340_dollars():
    drawn = worth_chart(Figures(GRAN_PROGRESSIVE), [("Gran A", 741_250)])
    assert drawn.break_even.label == "$26,340"
    (posted,) = drawn.posted
    assert (posted.name, posted.worth) == ("Gran A", "\N{MINUS SIGN}0.4041")  # (327,958 + 16 x 7,412) / 749,398 - 1
    assert drawn.zero < posted.y
