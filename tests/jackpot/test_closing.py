"""Closing days through the real services: the worked examples with exact balances, the order of days, the refusals."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from accounting.gaming_days import ends_at
from accounting.ledger.books import Move
from jackpot import rules
from jackpot.models import Approval, Close
from jackpot.services import closing
from tables import clock
from tables.refusals import NotAllowed, Refused
from tests.jackpot.conftest import DAY, FLUSH, JOB, NOON, QUADS, ROYAL_HEARTS, STRAIGHT_FLUSH, balances, everything

TOMORROW = DAY + timedelta(days=1)
NO_SEED = {"seed_recovery": "none"}
T_475 = [STRAIGHT_FLUSH, QUADS, FLUSH, "2h 3h 4h 5h 6h"]  # $475
T_525 = [*T_475[:1], *T_475[3:], "2s 3s 4s 5s 6s", FLUSH]  # three straight flushes and a flush: $525
T_150, T_75 = [STRAIGHT_FLUSH], [FLUSH]

# policy, pots beyond the seed of $500, tray hands, drop in dollars, and the pots and debts afterwards
WORKED = {
    "nothing owed": (NO_SEED, {}, T_525, 1_200, {"primary": 117_500, "seed": -50_000}),
    "seed in full": ({}, {}, T_525, 1_200, {"primary": 67_500}),
    "seed in portions": (
        {"seed_recovery": "portion", "seed_portion_bps": 5_000},
        {},
        T_525,
        1_200,
        {"primary": 83_750, "seed": -16_250},
    ),
    "fee": (
        {**NO_SEED, "fee_bps": 500, "fee_max_bps": 500},
        {},
        T_525,
        1_200,
        {"primary": 114_125, "seed": -50_000, "fee": 3_375},
    ),
    "carried over": (
        NO_SEED,
        {"primary": 160_000},
        T_475,
        300,
        {"primary": 210_000, "seed": -50_000, "carryover": -17_500},
    ),
    "shortage from a backup": (
        {**NO_SEED, "shortage": "backup"},
        {"primary": 560_000, "backup1": 10_000},
        T_475,
        300,
        {"primary": 610_000, "seed": -50_000, "carryover": -7_500},
    ),
    "backup 1 starts": (
        NO_SEED,
        {"primary": 430_000},
        [QUADS, QUADS],
        800,
        {"primary": 500_000, "backup1": 40_000, "seed": -50_000},
    ),
    "backup 2 starts": (
        NO_SEED,
        {"primary": 450_000, "backup1": 490_000},
        T_150,
        500,
        {"primary": 500_000, "backup1": 500_000, "backup2": 25_000, "seed": -50_000},
    ),
    "all at their cap": (
        NO_SEED,
        {"primary": 450_000, "backup1": 500_000, "backup2": 500_000},
        T_150,
        550,
        {"primary": 540_000, "backup1": 500_000, "backup2": 500_000, "seed": -50_000},
    ),
    "the cap is lifted": (
        NO_SEED,
        {"primary": 1_940_000, "backup1": 500_000, "backup2": 500_000},
        T_150,
        600,
        {"primary": 2_000_000, "backup1": 535_000, "backup2": 500_000, "seed": -50_000},
    ),
}
WATCHED = ("primary", "backup1", "backup2", "seed", "carryover", "fee", "unallocated", "drop", "tray_advance")


def watched(gran):
    return {name: cents for name, cents in balances(gran).items() if name in WATCHED}


@pytest.mark.parametrize(("elections", "pots", "tray", "drop", "after"), WORKED.values(), ids=WORKED)
def test_worked_examples(house, elections, pots, tray, drop, after):
    gran = house.open(rules.Policy(**elections), kinds=tuple(Approval.Kind))
    if pots:
        house.stand(gran, **pots)
    for hand in tray:
        house.hit(gran, hand)
    closed = house.play(gran, DAY, drop)
    assert watched(gran) == after
    assert closed.drop == drop * 100
    assert (closed.after["primary"], closed.entry.kind, closed.entry.gaming_day) == (after["primary"], "close", DAY)
    if after["primary"] != 50_000 + pots.get("primary", 0):
        assert gran.postings.last().reason == f"end of gaming day {DAY}"
        assert gran.postings.last().after == after["primary"]


def test_carryover_is_repaid_the_next_day(house):
    gran = house.open(rules.Policy(**NO_SEED))
    house.stand(gran, primary=160_000)
    for hand in T_475:
        house.hit(gran, hand)
    house.play(gran, DAY, 300)
    with clock.at(NOON + timedelta(days=1)):
        house.hit(gran, FLUSH)
    house.play(gran, TOMORROW, 900)
    assert watched(gran) == {"primary": 275_000, "seed": -50_000}
    assert [(each.gaming_day, each.drop, each.tray) for each in Close.objects.all()] == [
        (DAY, 30_000, 47_500),
        (TOMORROW, 90_000, 7_500),
    ]


def test_where_the_money_is(house, gran):
    for hand in T_525:
        house.hit(gran, hand)
    house.play(gran, DAY, 1_200)
    assert balances(gran) == {
        "primary": 67_500,
        "players": 52_500 - 120_000,
        "boxes": -120_000,
        "cage": 67_500,
        "house": 52_500,
    }


def test_what_the_cage_does_not_hold_comes_from_the_bank(house):
    gran = house.open(rules.Policy(shortage="backup", **NO_SEED))
    house.stand(gran, primary=450_000, backup1=100_000, backup2=5_000)
    house.hit(gran, STRAIGHT_FLUSH)
    house.correct(gran, Move("cage", "bank", 605_000))
    house.play(gran, DAY, 0)
    after = balances(gran)
    assert (after["backup1"], after["bank"]) == (90_000, 590_000)
    assert not {"backup2", "cage", "carryover"} & set(after)


def test_a_close_with_everything_in_the_bank(house, gran):
    """The count came in, was deposited at once, and the house still gets its tray payouts and its seed back."""
    house.hit(gran, FLUSH)
    house.box(DAY, 300)
    with clock.at(ends_at(house.cardroom, DAY) + timedelta(minutes=20)):
        house.correct(gran, Move("cage", "bank", 80_000))
    house.approve_tray(gran)
    house.close(gran, DAY)
    assert balances(gran) == {
        "primary": 50_000,
        "seed": -27_500,
        "players": -22_500,
        "boxes": -30_000,
        "bank": 50_000,
        "house": -20_000,
    }


def test_money_that_fits_nowhere_is_held_and_offered_again(house):
    gran = house.open(rules.Policy(maximum=60_000, backups=False, **NO_SEED))
    first = house.play(gran, DAY, 300)
    assert watched(gran) == {"primary": 60_000, "unallocated": 20_000, "seed": -50_000}
    assert first.after["unallocated"] == 20_000
    with clock.at(NOON + timedelta(days=1)):
        house.hit(gran, ROYAL_HEARTS)
        assert watched(gran) == {"primary": 50_000, "unallocated": 20_000, "seed": -55_000}
    second = house.play(gran, TOMORROW, 0)
    assert watched(gran) == {"primary": 60_000, "unallocated": 10_000, "seed": -55_000}
    assert {"rule": "6", "name": "offered again out of unallocated", "amount": 20_000} in second.steps


def test_the_preview_shows_the_same_and_changes_nothing(house, gran):
    house.hit(gran, FLUSH)
    house.box(DAY, 300)
    stands = everything(gran)
    with clock.at(ends_at(house.cardroom, DAY)):
        preview = closing.preview_close(progressive=gran, day=DAY, by=house.accountant)
    assert everything(gran) == stands
    assert preview.missing == ["Tray slip 000001 is not approved yet."]
    assert (preview.drop, preview.tray) == (30_000, 0)
    house.approve_tray(gran)
    closed = house.close(gran, DAY)
    assert (closed.drop, closed.tray, closed.after["seed_owed"]) == (30_000, 7_500, 27_500)
    assert len(closed.steps) == 17


def test_a_day_waits_for_its_tray_slips_and_its_count(house, gran):
    house.hit(gran, FLUSH)
    stands = everything(gran)
    with pytest.raises(Refused) as refusal:
        house.close(gran, DAY)
    assert refusal.value.errors == {
        "day": [
            "Tray slip 000001 is not approved yet.",
            f"No box of Spanish Poker 1 was counted for {DAY}: count it, also if it is empty.",
        ]
    }
    assert everything(gran) == stands
    assert Close.objects.count() == 0


def test_a_day_that_is_not_over_waits(house, gran):
    with pytest.raises(Refused, match="is not over yet"):
        closing.close_day(progressive=gran, day=DAY, by=JOB)
    assert Close.objects.count() == 0


def test_days_are_closed_once_and_in_order(house, gran):
    house.box(DAY, 300)
    stands = everything(gran)
    with pytest.raises(Refused, match=f"{DAY} comes first"):
        house.close(gran, TOMORROW)
    assert everything(gran) == stands
    house.close(gran, DAY)
    stands = everything(gran)
    with pytest.raises(Refused, match=f"{DAY} is closed"):
        house.close(gran, DAY)
    assert everything(gran) == stands
    assert Close.objects.count() == 1


def test_a_pending_jackpot_payout_holds_up_nothing(house, gran):
    house.hit(gran, ROYAL_HEARTS)
    house.play(gran, DAY, 0)
    assert Close.objects.get().gaming_day == DAY
    assert balances(gran)["pending"] == 12_500


def test_a_floor_manager_does_not_close(house, gran):
    house.box(DAY, 300)
    with pytest.raises(NotAllowed):
        house.close(gran, DAY, by=house.manager)
    assert Close.objects.count() == 0


@pytest.mark.parametrize("statement", ["UPDATE jackpot_close SET tray = 1", "DELETE FROM jackpot_close"])
def test_the_database_refuses(house, gran, statement):
    house.play(gran, DAY, 300)
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
