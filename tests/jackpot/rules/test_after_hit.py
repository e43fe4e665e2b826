"""Promotion, cap check and reseed."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jackpot.rules import Balances, Policy, after_hit, cap_check
from tests.jackpot.rules.strategies import balances, policies


def test_worked_example_the_cap_check_after_a_royal():
    after = after_hit(Balances(primary=1_500_000, backup1=600_000), won_whole=False, policy=Policy())
    assert after.balances == Balances(primary=1_600_000, backup1=500_000)
    assert (after.promoted, after.returned, after.seeded) == (0, 100_000, 0)


def test_worked_example_promotion_without_backups_then_reseed():
    after = after_hit(Balances(), won_whole=True, policy=Policy())
    assert after.balances == Balances(primary=50_000, seed_owed=50_000)
    assert (after.promoted, after.moved_up, after.returned, after.seeded) == (0, 0, 0, 50_000)


def test_two_royals_leave_half_and_nothing_else_moves():
    after = after_hit(Balances(primary=500_000), won_whole=False, policy=Policy())
    assert after.balances == Balances(primary=500_000)
    assert (after.promoted, after.returned, after.seeded) == (0, 0, 0)


def test_backups_move_up_and_odd_cents_stay():
    after = after_hit(Balances(primary=3, backup1=500_000, backup2=123), won_whole=True, policy=Policy())
    assert after.balances == Balances(primary=500_003, backup1=123)
    assert (after.promoted, after.moved_up, after.returned, after.seeded) == (500_000, 123, 0, 0)


def test_a_backup_that_moved_up_is_checked_too():
    after = after_hit(Balances(backup1=10_000, backup2=700_000), won_whole=True, policy=Policy())
    assert after.balances == Balances(primary=210_000, backup1=500_000)
    assert (after.promoted, after.returned, after.seeded) == (10_000, 200_000, 0)


def test_backup_1_gives_before_backup_2_and_only_up_to_the_lift():
    after = after_hit(Balances(primary=1_950_000, backup1=530_000, backup2=590_000), won_whole=False, policy=Policy())
    assert after.balances == Balances(primary=2_000_000, backup1=500_000, backup2=570_000)
    assert (after.returned_from_backup1, after.returned_from_backup2) == (30_000, 20_000)


def test_a_primary_at_the_lift_leaves_the_backups_alone():
    at_lift = Balances(primary=2_000_000, backup1=900_000, backup2=600_000)
    assert after_hit(at_lift, won_whole=False, policy=Policy()).balances == at_lift


def test_cap_excess_comes_before_house_money():
    after = after_hit(Balances(primary=10, backup1=500_020), won_whole=False, policy=Policy(seed_minimum=70_000))
    assert after.balances == Balances(primary=70_000, backup1=500_000, seed_owed=69_970)
    assert (after.returned, after.seeded) == (20, 69_970)


def test_seed_is_owed_on_top_of_what_was_owed():
    after = after_hit(Balances(primary=20_000, seed_owed=12_345), won_whole=False, policy=Policy())
    assert after.balances == Balances(primary=50_000, seed_owed=42_345)


def test_backups_switched_off_still_promote():
    after = after_hit(Balances(backup1=300_000, backup2=200_000), won_whole=True, policy=Policy(backups=False))
    assert after.balances == Balances(primary=300_000, backup1=200_000)


def test_a_maximum_does_not_hold_back_players_money():
    after = after_hit(Balances(backup1=400_000), won_whole=True, policy=Policy(maximum=100_000))
    assert after.balances == Balances(primary=400_000)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((None, True, Policy()), "Give the balances"),
        ((Balances(), 1, Policy()), "won_whole is True or False"),
        ((Balances(), True, None), "Give the elections"),
    ],
)
def test_anything_else_is_refused(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        after_hit(*arguments)


@given(balances, st.booleans(), policies())
def test_only_the_seed_is_new_money_and_it_is_owed(before, won_whole, policy):
    after = after_hit(before, won_whole=won_whole, policy=policy)
    assert after.balances.owed_to_players == before.owed_to_players + after.seeded
    assert after.balances.seed_owed == before.seed_owed + after.seeded
    assert (after.balances.carryover, after.balances.unallocated) == (before.carryover, before.unallocated)


@given(balances, st.booleans(), policies())
def test_the_jackpot_ends_at_the_minimum_or_above_and_no_backup_keeps_an_excess(before, won_whole, policy):
    after = after_hit(before, won_whole=won_whole, policy=policy).balances
    assert after.primary >= policy.seed_minimum
    if after.primary < policy.cap_lift:
        assert max(after.backup1, after.backup2) <= policy.backup_cap


@given(balances, policies())
def test_a_second_cap_check_moves_nothing(before, policy):
    once = cap_check(before, policy).balances
    again = cap_check(once, policy)
    assert again.balances == once
    assert (again.from_backup1, again.from_backup2) == (0, 0)


@given(balances, policies())
def test_the_cap_check_never_takes_a_pot_past_its_level(before, policy):
    after = cap_check(before, policy).balances
    assert after.primary <= max(before.primary, policy.cap_lift)
    assert after.backup1 >= min(before.backup1, policy.backup_cap)
    assert after.backup2 >= min(before.backup2, policy.backup_cap)
    assert replace(after, primary=0, backup1=0, backup2=0) == replace(before, primary=0, backup1=0, backup2=0)
