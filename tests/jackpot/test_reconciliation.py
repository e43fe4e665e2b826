"""The day's reconciliation, by example: every figure by its document, and the proof that the accounts agree."""

from datetime import timedelta

import pytest

from accounting.gaming_days import ends_at, starts_at
from jackpot import rules
from jackpot.models import Approval, Payout
from jackpot.selectors.reconciliation import _proof, reconciliation
from jackpot.services import corrections, payouts
from tables import clock
from tests.jackpot.conftest import DAY, FLUSH, QUADS, ROYAL_HEARTS, balances, everything

TOMORROW = DAY + timedelta(days=1)


@pytest.fixture
def two_tables(house):
    """A progressive on two tables, with a fee of 5 %."""
    house.second_table = house.floor.add_table(2)
    house.second_box = house.floor.add_box(house.second_table, 2)
    policy = rules.Policy(fee_bps=500, fee_max_bps=500)
    kinds = (Approval.Kind.ACCOUNTING, Approval.Kind.HOUSE_RULES, Approval.Kind.FEE)
    return house.open(policy, tables=[house.table, house.second_table], kinds=kinds)


def count_both(house, day, first, second):
    with clock.at(starts_at(house.cardroom, day) + timedelta(hours=1)):
        house.floor.place()
        house.floor.place(house.second_box, house.second_table)
    with clock.at(ends_at(house.cardroom, day) + timedelta(minutes=10)):
        for box, dollars in ((house.floor.box, first), (house.second_box, second)):
            house.floor.pull(box)
            house.floor.receive(box)
            house.floor.empty(box)
            house.floor.lock({"$1": dollars}, box)


def play(house, progressive):
    """Two tray awards, a royal (which reseeds the jackpot), both boxes counted."""
    house.hit(progressive, FLUSH)
    house.hit(progressive, QUADS, table=house.second_table)
    house.hit(progressive, ROYAL_HEARTS)
    house.approve_tray(progressive)
    count_both(house, DAY, 700, 500)


def test_a_day_from_opening_to_posted(house, two_tables):
    play(house, two_tables)
    close = house.close(two_tables, DAY)
    before = everything(two_tables)

    day = reconciliation(two_tables, DAY)
    assert [(line.table, line.drop, line.tray, line.fee) for line in day.tables] == [
        (house.table, 70_000, 7_500, 2_990),
        (house.second_table, 50_000, 10_000, 2_135),
    ]
    assert [line.adjustment for line in day.tables] == [-59_510, -37_865]
    assert (day.drop, day.drop_corrected, day.adjustment) == (120_000, 0, 5_125 - 120_000 + 17_500)
    assert [(slip.number, slip.category, slip.amount) for slip in day.slips] == [
        (1, "flush", 7_500),
        (2, "quads", 10_000),
        (3, "royal flush", 12_500),
    ]
    moved = {step.name: step.amount for step in day.steps if step.amount}
    assert moved == {
        "tray payouts taken back": 17_500,
        "administrative fee": 5_125,
        "seed recovered": 62_500,
        "added to the pots": 34_875,
        "primary filled": 34_875,
        "posted for the next day": 84_875,
    }
    assert (day.close, day.posted, day.closing["primary"]) == (close, 84_875, 84_875)
    assert {name: cents for name, cents in day.closing.items() if cents} == balances(two_tables)
    assert (day.held, day.owed, day.agrees) == (97_375, 97_375, True)
    assert everything(two_tables) == before


def test_the_next_day_opens_where_this_one_closed(house, two_tables):
    play(house, two_tables)
    house.close(two_tables, DAY)
    assert reconciliation(two_tables, TOMORROW).opening == reconciliation(two_tables, DAY).closing
    assert set(reconciliation(two_tables, DAY).opening.values()) == {0}


def test_a_hand_of_the_next_day_that_came_before_the_close_stands_apart(house, two_tables):
    play(house, two_tables)
    with clock.at(ends_at(house.cardroom, DAY) + timedelta(minutes=20)):
        house.hit(two_tables, ROYAL_HEARTS)
    house.close(two_tables, DAY)

    day = reconciliation(two_tables, DAY)
    primary = next(line for line in day.proof if line.account == "primary")
    assert (primary.closing, primary.later, primary.at_close) == (72_375, 0, 72_375)
    pending = next(line for line in day.proof if line.account == "pending")
    assert (pending.closing, pending.later, pending.at_close) == (12_500, 12_500, None)
    assert (day.agrees, day.posted) == (True, 72_375)


def test_a_slip_voided_after_the_close_leaves_the_day_as_it_was(house, two_tables):
    play(house, two_tables)
    house.close(two_tables, DAY)
    before = [(line.tray, line.adjustment) for line in reconciliation(two_tables, DAY).tables]
    with clock.at(ends_at(house.cardroom, DAY) + timedelta(hours=3)):
        slip = Payout.objects.get(category="quads")
        payouts.void_tray_slip(payout=slip, reason="Two of them were of another hand.", by=house.general)

        day = reconciliation(two_tables, DAY)
        assert [(line.tray, line.adjustment) for line in day.tables] == before
        assert day.agrees
        today = reconciliation(two_tables, TOMORROW)
        assert (today.drop, today.drop_booked, today.drop_corrected) == (0, 10_000, 10_000)


def test_a_corrected_count_shows_in_the_day_it_was_corrected(house, two_tables):
    play(house, two_tables)
    house.close(two_tables, DAY)
    with clock.at(ends_at(house.cardroom, DAY) + timedelta(hours=3)):
        count = two_tables.fund.counts.get(table=house.table)
        proposed = corrections.correct_count(
            count=count, total=70_500, explanation="A chip was under the tray.", by=house.accountant
        )
        corrections.approve_correction(correction=proposed, by=house.general)
        assert (reconciliation(two_tables, DAY).drop, reconciliation(two_tables, DAY).agrees) == (120_000, True)
        assert reconciliation(two_tables, TOMORROW).drop_corrected == 500


def test_an_open_day_has_no_close_yet(house, two_tables):
    play(house, two_tables)
    day = reconciliation(two_tables, DAY)
    assert (day.close, day.posted, day.steps, day.drop_booked) == (None, None, [], 120_000)
    assert (day.closing["primary"], day.closing["drop"], day.agrees) == (50_000, 120_000, True)


def test_a_day_that_was_tampered_with_does_not_agree(house, two_tables):
    """The proof compares two records: were one of them changed, it says so."""
    play(house, two_tables)
    close = house.close(two_tables, DAY)
    close.after["primary"] -= 1
    day = reconciliation(two_tables, DAY)
    lines = _proof(two_tables, DAY, close)
    assert day.agrees
    assert [line.account for line in lines if not line.agrees] == ["primary"]
