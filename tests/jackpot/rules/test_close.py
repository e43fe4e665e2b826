"""The close of a gaming day: every worked example, the readings of docs/adr/0010, and what must always hold."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jackpot.rules import Balances, Policy, close
from tests.jackpot.rules.strategies import amounts, balances, policies

ALL_AT_CAP = Balances(primary=500_000, backup1=500_000, backup2=500_000)
SEEDED = Balances(primary=50_000, seed_owed=50_000)

WORKED = {
    "nothing owed": (Balances(50_000), 120_000, 52_500, Policy(), Balances(117_500)),
    "seed in full": (SEEDED, 120_000, 52_500, Policy(), Balances(67_500)),
    "seed in portions": (
        SEEDED,
        120_000,
        52_500,
        Policy(seed_recovery="portion", seed_portion_bps=5_000),
        Balances(83_750, seed_owed=16_250),
    ),
    "fee": (Balances(50_000), 120_000, 52_500, Policy(fee_bps=500, fee_max_bps=500), Balances(114_125)),
    "carried over": (Balances(210_000), 30_000, 47_500, Policy(), Balances(210_000, carryover=17_500)),
    "repaid": (Balances(210_000, carryover=17_500), 90_000, 7_500, Policy(), Balances(275_000)),
    "shortage from a backup": (
        Balances(610_000, backup1=10_000),
        30_000,
        47_500,
        Policy(shortage="backup"),
        Balances(610_000, carryover=7_500),
    ),
    "backup 1 starts": (Balances(480_000), 80_000, 20_000, Policy(), Balances(500_000, 40_000)),
    "backup 2 starts": (Balances(500_000, 490_000), 50_000, 15_000, Policy(), Balances(500_000, 500_000, 25_000)),
    "all at their cap": (ALL_AT_CAP, 55_000, 15_000, Policy(), replace(ALL_AT_CAP, primary=540_000)),
    "the cap is lifted": (
        replace(ALL_AT_CAP, primary=1_990_000),
        60_000,
        15_000,
        Policy(),
        Balances(2_000_000, 535_000, 500_000),
    ),
}


@pytest.mark.parametrize(("before", "drop", "tray", "policy", "after"), WORKED.values(), ids=WORKED)
def test_worked_examples(before, drop, tray, policy, after):
    assert close(before, drop=drop, tray=tray, policy=policy).balances == after


def test_the_fee_of_the_worked_example():
    day = close(Balances(50_000), drop=120_000, tray=52_500, policy=Policy(fee_bps=500, fee_max_bps=500))
    assert (day.tray_reimbursed, day.fee, day.added) == (52_500, 3_375, 64_125)


READINGS = {
    "a shortage takes backup 2 before backup 1": (
        Balances(600_000, 20_000, 5_000),
        0,
        10_000,
        Policy(shortage="backup"),
        Balances(600_000, 15_000, 0),
    ),
    "existing backups cover a shortage with backups off": (
        Balances(600_000, 20_000),
        0,
        10_000,
        Policy(shortage="backup", backups=False),
        Balances(600_000, 10_000),
    ),
    "half the share to the backups, the odd cent to the primary": (
        Balances(500_000),
        101,
        0,
        Policy(backup_share_bps=5_000),
        Balances(500_051, 50),
    ),
    "the primary's share has no limit but the maximum": (
        Balances(1_990_000),
        100_000,
        0,
        Policy(backup_share_bps=0),
        Balances(2_090_000),
    ),
    "backups off: everything to the primary": (
        Balances(490_000, 7),
        50_000,
        0,
        Policy(backups=False),
        Balances(540_000, 7),
    ),
    "backups off with a maximum: the rest is held": (
        Balances(490_000, unallocated=1_000),
        50_000,
        0,
        Policy(backups=False, maximum=500_000),
        Balances(500_000, unallocated=41_000),
    ),
    "a maximum under the first level: the backups come earlier": (
        Balances(90_000),
        50_000,
        0,
        Policy(maximum=100_000),
        Balances(100_000, 40_000),
    ),
    "the primary's share beyond the maximum joins the backups": (
        Balances(500_000),
        100_000,
        0,
        Policy(backup_share_bps=0, maximum=530_000),
        Balances(530_000, 70_000),
    ),
    "a maximum under the lift: what fits nowhere is held": (
        ALL_AT_CAP,
        100_000,
        0,
        Policy(maximum=540_000),
        Balances(540_000, 500_000, 500_000, unallocated=60_000),
    ),
    "a maximum above the lift: backup 1 is lifted": (
        replace(ALL_AT_CAP, primary=1_990_000),
        60_000,
        15_000,
        Policy(maximum=2_500_000),
        Balances(2_000_000, 535_000, 500_000),
    ),
    "what was held is offered again, also on a day without a drop": (
        Balances(500_000, unallocated=60_000),
        0,
        0,
        Policy(),
        Balances(500_000, 60_000),
    ),
    "a backup over its cap takes nothing and keeps what it has": (
        Balances(500_000, 900_000),
        50_000,
        0,
        Policy(),
        Balances(500_000, 900_000, 50_000),
    ),
    "a primary above the maximum is left as it is": (
        Balances(700_000, 500_000, 500_000),
        50_000,
        0,
        Policy(maximum=600_000),
        Balances(700_000, 500_000, 500_000, unallocated=50_000),
    ),
    "a primary above the lift sends everything to backup 1": (
        Balances(2_100_000, 500_000, 500_000),
        50_000,
        0,
        Policy(),
        Balances(2_100_000, 550_000, 500_000),
    ),
    "carryover comes before fee and seed": (
        Balances(50_000, seed_owed=100, carryover=900),
        1_000,
        0,
        Policy(fee_bps=1_000, fee_max_bps=1_000),
        Balances(50_000, seed_owed=10),
    ),
    "an empty day": (Balances(50_000, seed_owed=7), 0, 0, Policy(), Balances(50_000, seed_owed=7)),
}


@pytest.mark.parametrize(("before", "drop", "tray", "policy", "after"), READINGS.values(), ids=READINGS)
def test_readings(before, drop, tray, policy, after):
    assert close(before, drop=drop, tray=tray, policy=policy).balances == after


def test_every_step_is_shown_also_the_empty_ones():
    day = close(replace(ALL_AT_CAP, primary=1_990_000, backup2=490_000), drop=60_000, tray=15_000, policy=Policy())
    assert [(step.rule, step.name, step.amount) for step in day.steps] == [
        ("1", "tray payouts taken back", 15_000),
        ("2", "shortage taken from backup 2", 0),
        ("2", "shortage taken from backup 1", 0),
        ("2", "shortage carried over", 0),
        ("3", "carryover repaid", 0),
        ("4", "administrative fee", 0),
        ("5", "seed recovered", 0),
        ("6", "added to the pots", 45_000),
        ("6", "offered again out of unallocated", 0),
        ("6.1", "primary filled", 0),
        ("6.2", "primary's share", 0),
        ("6.3", "backup 1 filled", 0),
        ("6.3", "backup 2 filled", 10_000),
        ("6.4", "what did not fit, to the primary", 10_000),
        ("6.4", "beyond the lift, to backup 1", 25_000),
        ("6", "held in unallocated", 0),
        ("7", "posted for the next day", 2_000_000),
    ]


@pytest.mark.parametrize("wrong", [-1, True, 1.0, "1", None])
@pytest.mark.parametrize("field", ["primary", "backup1", "backup2", "seed_owed", "carryover", "unallocated"])
def test_only_whole_cents_in_balances(field, wrong):
    with pytest.raises(ValueError, match=field):
        Balances(**{field: wrong})


@pytest.mark.parametrize("wrong", [-1, True, 1.0, "1", None])
@pytest.mark.parametrize("field", ["drop", "tray"])
def test_only_whole_cents_of_drop_and_tray(field, wrong):
    with pytest.raises(ValueError, match=field):
        close(Balances(), **{"drop": 0, "tray": 0, field: wrong}, policy=Policy())


@pytest.mark.parametrize(
    "elections",
    [
        {"fee_bps": 1},
        {"fee_bps": 501, "fee_max_bps": 500},
        {"fee_max_bps": 10_001},
        {"seed_portion_bps": 10_001},
        {"backup_share_bps": 10_001},
        {"backup_share_bps": -1},
        {"fee_max_bps": 1.0},
        {"seed_recovery": "half"},
        {"shortage": "house"},
        {"shortage": None},
        {"backups": 1},
        {"backup_cap": -1},
        {"backup_threshold": True},
        {"cap_lift": 1e6},
        {"seed_minimum": 49_999},
        {"maximum": -1},
        {"maximum": 1.5},
    ],
    ids=str,
)
def test_elections_that_are_refused(elections):
    with pytest.raises(ValueError, match=next(iter(elections)).split("_")[0]):
        Policy(**elections)


def test_elections_without_effect_together_are_accepted():
    assert Policy(shortage="backup", backups=False).shortage == "backup"


@given(balances, amounts, amounts, policies())
def test_the_drop_is_accounted_for_to_the_cent(before, drop, tray, policy):
    day = close(before, drop=drop, tray=tray, policy=policy)
    assert drop == day.tray_reimbursed + day.carryover_repaid + day.fee + day.seed_recovered + day.added
    assert tray == day.tray_reimbursed + day.shortage_from_backups + day.shortage_carried


@given(balances, amounts, amounts, policies())
def test_no_cent_is_lost_or_made(before, drop, tray, policy):
    day = close(before, drop=drop, tray=tray, policy=policy)
    after = day.balances
    assert after.owed_to_players == before.owed_to_players + day.added - day.shortage_from_backups
    assert after.seed_owed == before.seed_owed - day.seed_recovered
    assert after.carryover == before.carryover + day.shortage_carried - day.carryover_repaid
    assert after.unallocated == before.unallocated - day.from_unallocated + day.to_unallocated


@given(balances, amounts, amounts, policies())
def test_a_close_never_lowers_the_jackpot_and_passes_no_level(before, drop, tray, policy):
    after = close(before, drop=drop, tray=tray, policy=policy).balances
    assert after.primary >= before.primary
    if policy.maximum is not None:
        assert after.primary <= max(before.primary, policy.maximum)
    assert after.backup2 <= max(before.backup2, policy.backup_cap)
    if after.primary < policy.cap_lift:
        assert after.backup1 <= max(before.backup1, policy.backup_cap)


@given(balances, amounts, amounts, policies(maximum=None))
def test_without_a_maximum_nothing_is_held_back(before, drop, tray, policy):
    assert close(before, drop=drop, tray=tray, policy=policy).balances.unallocated == 0


@given(balances, amounts, amounts, st.integers(0, 1_000_000), policies())
def test_more_drop_never_means_a_smaller_jackpot(before, drop, tray, more, policy):
    less = close(before, drop=drop, tray=tray, policy=policy).balances
    richer = close(before, drop=drop + more, tray=tray, policy=policy).balances
    assert richer.primary >= less.primary
    assert richer.owed_to_players >= less.owed_to_players
