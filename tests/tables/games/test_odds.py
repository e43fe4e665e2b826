"""The figures of the games, exactly: counts, edges, the Gran Progressive, and what a manager reads."""

from fractions import Fraction
from io import StringIO
from itertools import product
from math import comb, factorial
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from tables.games.bulk import evaluator, every_hand
from tables.games.odds import Progressive, category_counts, edge_of, strength_counts
from tables.games.paytables import (
    ACE_OR_FACE_1,
    ACE_OR_FACE_2,
    ACE_OR_FACE_3,
    DOS_PARES_1,
    DOS_PARES_2,
    GRAN_PROGRESSIVE,
    JOKER_IN_HAND,
    PAY_TABLES,
    TENS_OR_BETTER_1,
    TENS_OR_BETTER_2,
    TENS_OR_BETTER_3,
    Bet,
    read_pay_table,
)
from tables.games.poker import DRAW_POKER, LOW_BALL, SPANISH_POKER, TOP_5_POKER
from tests.tables.games.refusal import refused

SPANISH_HANDS = 749_398
PRINTED = Path(__file__).resolve().parents[3] / "docs" / "odds"


@pytest.mark.parametrize(
    ("game", "joker", "counts"),
    [
        (SPANISH_POKER, "wild", [10, 24, 100, 1_800, 1_724, 3_780, 12_420, 57_600, 51_840, 369_180, 250_920]),
        (TOP_5_POKER, None, [4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540]),
        (
            DRAW_POKER,
            "wild",
            [13, 24, 180, 3_120, 6_552, 848, 6_956, 20_532, 137_280, 123_552, 1_268_088, 1_302_540],
        ),
        (
            DRAW_POKER,
            "bug",
            [1, 24, 180, 828, 4_368, 848, 6_956, 20_532, 63_360, 138_600, 1_215_024, 1_418_964],
        ),
        (LOW_BALL, None, [1_500_928, 1_180_608, 126_360, 57_408, 3_744, 637]),
    ],
)
def test_category_counts_by_counting_and_by_enumeration(game, joker, counts):
    assert list(category_counts(game, joker=joker).values()) == counts
    values = evaluator(game, joker).rank(every_hand(game.deck))
    assert np.bincount(values >> 20).tolist()[:0:-1] == counts
    dealt = dict(zip(*(column.tolist() for column in np.unique(values, return_counts=True)), strict=True))
    by_value = {}
    for strength, many in strength_counts(game, joker=joker).items():
        by_value[strength.value] = by_value.get(strength.value, 0) + many
    assert by_value == dealt


def test_best_five_of_six():
    counts = category_counts(TOP_5_POKER, cards=6)
    assert list(counts.values()) == [
        188,
        1_656,
        14_664,
        165_984,
        205_792,
        361_620,
        732_160,
        2_532_816,
        9_730_740,
        6_612_900,
    ]
    assert sum(counts.values()) == comb(52, 6) == 20_358_520


@pytest.mark.parametrize(
    ("table", "edge"),
    [
        (DOS_PARES_1, Fraction(35_820, SPANISH_HANDS)),
        (DOS_PARES_2, Fraction(39_600, SPANISH_HANDS)),
        (JOKER_IN_HAND, Fraction(1, 41)),
        (ACE_OR_FACE_1, Fraction("0.8") / 52),
        (ACE_OR_FACE_2, Fraction("1.6") / 52),
        (ACE_OR_FACE_3, Fraction(2, 52)),
        (TENS_OR_BETTER_1, Fraction(442_252, 20_358_520)),
        (TENS_OR_BETTER_2, Fraction(648_044, 20_358_520)),
        (TENS_OR_BETTER_3, Fraction(910_552, 20_358_520)),
    ],
)
def test_edges(table, edge):
    assert edge_of(table) == edge
    assert round(100 * edge, 2) == 100 * table.published["house edge"]


def test_a_table_that_a_house_types_in_has_its_edge():
    ours = read_pay_table(Bet.DOS_PARES, "two pair 3,\n trips 9/2")
    assert ours.pays == {"two pair": Fraction(3), "trips": Fraction(9, 2)}
    assert edge_of(ours) == 1 - Fraction(51_840 * 4 * 2 + 57_600 * 11, 2 * SPANISH_HANDS)


@pytest.mark.parametrize("table", [*PAY_TABLES["spanish-poker"][2:], *PAY_TABLES["top-5-poker"][:-1]])
def test_a_published_table_typed_in_has_the_published_tables_edge(table):
    typed = read_pay_table(table.bet, ", ".join(f"{what} {odds}" for what, odds in table.pays.items()))
    assert (typed.pays, typed.jackpot) == (table.pays, table.jackpot)
    assert edge_of(typed, posted=20_000) == edge_of(table, posted=20_000)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ("two pair", "“two pair” is not a line of a pay table; write it like “two pair 2” or “trips 9/2”."),
        ("trips 1/0", "“trips 1/0” is not a line of a pay table; write it like “two pair 2” or “trips 9/2”."),
        ("trips 3, trips 4", "The table pays for “trips” twice. Leave one of them out."),
        ("trips -3", "“trips -3” is not a line of a pay table; write it like “two pair 2” or “trips 9/2”."),
        ("trips 1e9", "“trips 1e9” is not a line of a pay table; write it like “two pair 2” or “trips 9/2”."),
        (
            "trips 1234567890",
            "“trips 1234567890” is not a line of a pay table; write it like “two pair 2” or “trips 9/2”.",
        ),
        (" ,\n", "This table pays for nothing. Write a line for each hand that wins."),
        (
            "twins 3",
            "your dos pares table: dos pares cannot pay for “twins”; it pays for cincos, royal flush, straight flush,"
            " quads, flush, full house, straight, trips, two pair, pair, high card.",
        ),
    ],
)
def test_a_table_that_cannot_be_typed_in_is_refused(lines, sentence):
    with refused(sentence):
        read_pay_table(Bet.DOS_PARES, lines)


@pytest.mark.parametrize("line", ["trips 9/2", "trips 4.5", "trips 9 to 2", "trips 9-2", "trips  9 / 2"])
def test_odds_are_typed_in_as_tables_print_them(line):
    assert read_pay_table(Bet.DOS_PARES, line).pays == {"trips": Fraction(9, 2)}


def test_a_hand_that_wins_the_jackpot_has_no_fixed_prize():
    with refused("your gran progressive table: cincos wins a share of the jackpot, so it has no fixed prize."):
        read_pay_table(Bet.GRAN_PROGRESSIVE, "cincos 500, flush 75")


def test_gran_progressive():
    figures = Progressive(GRAN_PROGRESSIVE)
    assert figures.fixed_return == Fraction(327_924, SPANISH_HANDS)
    assert round(100 * figures.fixed_return, 2) == Fraction("43.76")
    assert figures.break_even == 26_340
    assert figures.growth == Fraction(421_440, SPANISH_HANDS)
    assert round(figures.growth, 4) == Fraction("0.5624")
    for posted in (0, 500, 26_340, 100_000):
        assert figures.worth(posted) == Fraction(327_958 + 16 * posted, SPANISH_HANDS) - 1
        assert edge_of(GRAN_PROGRESSIVE, posted=posted) == -figures.worth(posted)


def test_the_edge_of_a_progressive_needs_the_posted_amount():
    with pytest.raises(ValueError, match="depends on the jackpot: say what is posted"):
        edge_of(GRAN_PROGRESSIVE)


def shortage_by_hand(wagers):
    """Every number of straight flushes, quads, flushes and jackpots that a small day can have."""
    covered = 0
    for straight_flushes, quads, flushes in product(range(3), range(3), range(4)):
        winners = straight_flushes + quads + flushes
        for jackpots in range(wagers - winners + 1):
            lost = wagers - winners - jackpots
            if 150 * straight_flushes + 100 * quads + 75 * flushes <= lost:
                numbers = (straight_flushes, quads, flushes, jackpots, lost)
                ways = factorial(wagers)
                for number, hands in zip(numbers, (100, 1_800, 1_724, 34, 745_740), strict=True):
                    ways = ways // factorial(number) * hands**number
                covered += ways
    return 1 - Fraction(covered, SPANISH_HANDS**wagers)


@pytest.mark.parametrize("wagers", [0, 1, 2, 75, 76, 77, 151, 152, 200])
def test_chance_of_a_shortage(wagers):
    assert Progressive(GRAN_PROGRESSIVE).shortage_chance(wagers) == shortage_by_hand(wagers)


def test_chance_of_a_shortage_of_a_single_wager_is_that_of_a_tray_prize():
    assert Progressive(GRAN_PROGRESSIVE).shortage_chance(1) == Fraction(3_624, SPANISH_HANDS)
    with pytest.raises(ValueError, match="cannot be negative"):
        Progressive(GRAN_PROGRESSIVE).shortage_chance(-1)


@pytest.mark.parametrize("game", ["spanish-poker", "draw-poker", "low-ball", "escaleriado", "largo"])
def test_odds_command_prints_what_is_checked_in(game):
    out = StringIO()
    call_command("odds", game, stdout=out)
    assert out.getvalue() == (PRINTED / f"{game}.txt").read_text()


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        (
            ["--bet", "dos pares", "--pays", "two pair 3, trips 9/2"],
            ["House edge of your dos pares table: 30.0559 % of the bet, exactly 8,663/28,823"],
        ),
        (
            ["--posted", "26340", "--wagers", "1000"],
            [
                "At a posted jackpot of $26,340 a $1 wager is worth +0.0000 to the player, exactly 0",
                "On a day of 1,000 wagers the tray's payouts exceed the drop with a chance of 0.7665 %",
            ],
        ),
    ],
)
def test_odds_of_ones_own_table_and_at_a_posted_jackpot(words, printed):
    out = StringIO()
    call_command("odds", "spanish-poker", *words, stdout=out)
    assert out.getvalue().splitlines() == printed


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["largo", "--posted", "5"], "largo has no progressive."),
        (["largo", "--bet", "ante", "--pays", "pair 1"], "largo has no bet “ante” that pays by a table."),
        (["spanish-poker", "--bet", "ante"], "A pay table of your own needs both --bet and --pays."),
        (["spanish-poker", "--bet", "dos pares", "--pays", "pair"], "“pair” is not a line of a pay table; write it"),
        (["spanish-poker", "--posted", "-5"], "A posted jackpot cannot be negative."),
        (["spanish-poker", "--ties", "house wins"], "--ties goes with --bet and --pays."),
        (["spanish-poker", "--wagers", "800"], "--wagers goes with --posted."),
        (
            ["spanish-poker", "--bet", "dos pares", "--pays", "trips 9", "--ties", "house wins"],
            "--ties changes nothing here: dos pares is not played against the house's hand.",
        ),
        (
            ["spanish-poker", "--bet", "joker in hand", "--pays", "joker 7", "--posted", "500"],
            "--posted changes nothing here: joker in hand wins no share of the jackpot.",
        ),
    ],
)
def test_odds_refuses_with_a_sentence(words, sentence):
    with pytest.raises(CommandError) as refusal:
        call_command("odds", *words, stdout=StringIO())
    assert str(refusal.value).startswith(sentence)
