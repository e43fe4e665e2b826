from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.games.known_limits import KNOWN
from tables.games.limits import (
    Barred,
    Kind,
    Limit,
    Wager,
    check,
    check_notice,
    check_order,
    check_posted,
    check_tables,
    in_force,
    wagering_limit,
)
from tables.games.orders import DrawPokerOrder, EscaleriadoOrder, LargoOrder, LowBallOrder, SpanishPokerOrder

TODAY = date(2026, 11, 18)
NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
ORDINANCE = "City of Guadalupe, Ordinance No. 99-347, 5.32.140"


def limits(jurisdiction="guadalupe", game="spanish-poker", day=TODAY):
    return in_force(KNOWN, jurisdiction=jurisdiction, day=day, game=game)


def told(violations):
    return [str(violation) for violation in violations]


@pytest.mark.parametrize(
    ("day", "amount"),
    [(date(2022, 1, 1), 30_000), (date(2023, 8, 18), 30_000), (date(2023, 8, 19), 40_000), (TODAY, 40_000)],
)
def test_washingtons_maximum_is_that_of_the_day(day, amount):
    assert wagering_limit(limits("washington", day=day)).amount == amount


def test_before_a_limit_is_effective_there_is_none():
    assert limits("washington", day=date(2007, 12, 31)) == {}
    assert limits("atlantis") == {}


def test_two_hundred_dollars_by_one_person_over_all_bets():
    wagers = [Wager(1, "ante", 6000), Wager(1, "raise", 12_000), Wager(1, "dos pares", 2000)]
    assert check(wagers, limits()) == ()
    assert told(check([*wagers, Wager(1, "gran progressive", 100)], limits())) == [
        f"Spot 1: all bets of the hand are $201.00; at most $200.00 is allowed. ({ORDINANCE} A 1)"
    ]


def test_a_named_patron_is_summed_over_spots_and_every_violation_is_told_at_once():
    wagers = [
        Wager(1, "ante", 15_000, patron="17", on_table=10_000),
        Wager(2, "ante", 15_000, patron="17"),
        Wager(3, "ante", 500, patron="ann"),
        Wager(4, "ante", 500, patron="bob"),
        Wager(5, "ante", 20_000),
    ]
    barred = {"ann": Barred.ON_DUTY, "bob": Barred.SHILL, "cyd": Barred.OWNER}
    assert told(check(wagers, limits(), barred=barred)) == [
        f"Patron 17 plays spots 1 and 2 at once; one player has one hand. ({ORDINANCE} A 2)",
        f"Patron ann is an employee on duty and may not bet. ({ORDINANCE} A 3)",
        f"Patron bob is a shill and may not bet. ({ORDINANCE} A 4)",
        f"Spot 1 bet $150.00 with $100.00 on the table; only that may be bet. ({ORDINANCE} B)",
        f"Patron 17: all bets of the hand are $300.00; at most $200.00 is allowed. ({ORDINANCE} A 1)",
    ]


def test_a_posted_table_limit_is_checked_beside_the_wagering_limit():
    posted = Limit("guadalupe", Kind.PERSON_PER_HAND, "posted at table 3", TODAY, 5000)
    assert told(check([Wager(1, "ante", 5001)], limits(), posted=posted)) == [
        "Spot 1: all bets of the hand are $50.01; at most $50.00 is allowed. (posted at table 3)"
    ]
    assert len(check([Wager(1, "ante", 20_001)], limits(), posted=posted)) == 2


def test_washington_limits_each_wager_and_the_ante_to_half():
    washington = limits("washington")
    assert check([Wager(1, "ante", 20_000), Wager(1, "raise", 40_000)], washington) == ()
    assert told(check([Wager(1, "ante", 20_100), Wager(1, "raise", 40_200)], washington)) == [
        (
            "Spot 1: the ante is $201.00; at most $200.00 is allowed, 1/2 of the maximum."
            " (Spanish Poker rules, Ante Raise wager)"
        ),
        "Spot 1: the raise is $402.00; at most $400.00 is allowed. (WAC 230-15-140)",
    ]
    # Top 5's bet equals the ante: there the whole maximum may be on each.
    assert check([Wager(1, "ante", 40_000), Wager(1, "bet", 40_000)], limits("washington", "top-5-poker")) == ()


def test_six_bets_with_one_hand_and_three_of_them_over_five_dollars():
    washington = limits("washington", "top-5-poker")
    small = [Wager(1, f"bet {number}", 500) for number in range(6)]
    assert check(small, washington) == ()
    assert told(check([*small, Wager(1, "one more", 100)], washington)) == [
        "Spot 1 has 7 bets; at most 6 are allowed with one hand. (WAC 230-15-040)"
    ]
    large = [Wager(1, f"bet {number}", 501) for number in range(4)]
    assert check(large[:3], washington) == ()
    assert told(check(large, washington)) == [
        "Spot 1 has 4 bets over $5.00; at most 3 are allowed with one hand. (WAC 230-15-040)"
    ]


@pytest.mark.parametrize(
    ("game", "wager", "sentence"),
    [
        ("draw-poker", Wager(1, "ante", 199), "Spot 1: the ante is $1.99; at least $2.00 is needed."),
        ("draw-poker", Wager(1, "ante", 501), "Spot 1: the ante is $5.01; at most $5.00 is allowed."),
        ("draw-poker", Wager(1, "raise", 900, raised=501), "Spot 1: the raise is $5.01; at most $5.00 is allowed."),
        ("low-ball", Wager(1, "ante", 201), "Spot 1: the ante is $2.01; at most $2.00 is allowed."),
        ("low-ball", Wager(1, "bet", 1001, raised=1001), "Spot 1: the raise is $10.01; at most $10.00 is allowed."),
    ],
)
def test_conventions_of_draw_poker_and_low_ball(game, wager, sentence):
    [violation] = check([wager], limits(game=game))
    assert violation.sentence == sentence
    assert violation.source.startswith("Jalisco Pool Room wagering conventions")


def test_an_order_within_the_limits():
    assert check_order(DrawPokerOrder(), limits(game="draw-poker")) == ()
    assert check_order(LowBallOrder(), limits(game="low-ball")) == ()
    assert check_order(EscaleriadoOrder(100, 500), limits(game="escaleriado")) == ()
    assert check_order(LargoOrder(100), limits(game="largo")) == ()
    assert check_order(SpanishPokerOrder(20_000), limits("washington")) == ()


def test_an_order_outside_the_limits():
    order = DrawPokerOrder(ante_minimum=100, ante_maximum=600, raise_maximum=1000)
    assert told(check_order(order, limits(game="draw-poker"))) == [
        "The ante minimum is $1.00; at least $2.00 is needed. (Jalisco Pool Room wagering conventions 1)",
        "The ante maximum is $6.00; at most $5.00 is allowed. (Jalisco Pool Room wagering conventions 1)",
        "The raise maximum is $10.00; at most $5.00 is allowed. (Jalisco Pool Room wagering conventions 1)",
    ]
    assert told(check_order(LargoOrder(50), limits("washington", "largo"))) == [
        "A point is $0.50; at most $0.05 is allowed. (WAC 230-15-135)"
    ]
    assert [violation.kind for violation in check_order(SpanishPokerOrder(20_001), limits("washington"))] == [
        Kind.ANTE_PART
    ]


def test_a_table_limit_stays_under_the_wagering_limit():
    assert check_posted(20_000, limits()) == ()
    assert told(check_posted(20_001, limits())) == [
        f"The posted table limit is $200.01; at most $200.00 is allowed. ({ORDINANCE} A 1)"
    ]


def test_thirty_minutes_notice():
    assert check_notice(NOON, NOON + timedelta(minutes=30), limits()) == ()
    assert told(check_notice(NOON, NOON + timedelta(minutes=30) - timedelta(seconds=1), limits())) == [
        f"A table limit changes with at least 30 minutes' notice to the patrons. ({ORDINANCE} B)"
    ]


def test_fifteen_tables():
    assert check_tables(15, limits("washington")) == ()
    assert told(check_tables(16, limits("washington"))) == [
        "One licensee may have at most 15 tables; this would be 16. (RCW 9.46.0282)"
    ]
    assert check_tables(16, limits()) == ()


def test_a_council_resolution_changes_the_wagering_limit_from_its_day():
    resolution = Limit("guadalupe", Kind.PERSON_PER_HAND, "Resolution 2027-4", date(2027, 1, 1), 10_000)
    for day, amount in ((date(2026, 12, 31), 20_000), (date(2027, 1, 1), 10_000)):
        chosen = in_force([resolution, *KNOWN], jurisdiction="guadalupe", day=day)
        assert wagering_limit(chosen).amount == amount


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(1, 15_000)), max_size=12))
def test_the_sum_decides_however_the_bets_are_cut(bets):
    wagers = [Wager(spot, f"bet {at}", amount) for at, (spot, amount) in enumerate(bets)]
    over = {spot for spot, _ in bets if sum(amount for other, amount in bets if other == spot) > 20_000}
    assert len(check(wagers, limits())) == len(over)
