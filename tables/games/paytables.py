"""The pay tables of the sources, as data: what each bet pays, the edge its publisher states, and where it is written.

What is paid is a fraction "to one": 8 to 5 is Fraction(8, 5). A house that orders another table types it in as another
`PayTable`, and `tables.games.odds.edge_of` gives its exact edge.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from numbers import Rational

from tables.games.poker import SPANISH_POKER, TOP_5_POKER
from tables.games.ranks import Category


class Bet(StrEnum):
    """The bets that pay by a table."""

    ANTE = "ante"  # Spanish Poker: the ante, when a qualified house is beaten
    DOS_PARES = "dos pares"
    JOKER_IN_HAND = "joker in hand"
    GRAN_PROGRESSIVE = "gran progressive"
    ACE_OR_FACE = "ace or face"
    TENS_OR_BETTER = "10's or better"
    WINNING_BET = "winning bet"  # Top 5 Poker: the bet, when a qualified dealer is beaten


@dataclass(frozen=True)
class PayTable:
    """What a bet pays, to one, by hand category (Ace or Face: by rank of the community card).

    `jackpot` are shares of the posted jackpot; `published` are the publisher's own figures, by what they are of.
    """

    bet: Bet
    name: str
    pays: Mapping[str, Fraction]
    source: str
    jackpot: Mapping[str, Fraction] = field(default_factory=dict)
    published: Mapping[str, Fraction] = field(default_factory=dict)

    def __post_init__(self) -> None:
        known = _PAYABLE[self.bet]
        given: list[tuple[str, object]] = [*self.pays.items(), *self.jackpot.items()]
        for what, odds in given:
            if what not in known:
                raise ValueError(f"{self.name}: {self.bet} cannot pay for “{what}”; it pays for {', '.join(known)}.")
            if isinstance(odds, bool) or not isinstance(odds, Rational) or odds < 0:
                raise ValueError(f"{self.name}: {odds} for {what} is not a payout; write it like 8/5 or 3.")
        for what in self.jackpot:
            if what in self.pays:
                raise ValueError(f"{self.name}: {what} wins a share of the jackpot, so it has no fixed prize.")


_PAYABLE: dict[Bet, tuple[str, ...]] = {
    Bet.ANTE: SPANISH_POKER.categories,
    Bet.DOS_PARES: SPANISH_POKER.categories,
    Bet.JOKER_IN_HAND: ("joker",),
    Bet.GRAN_PROGRESSIVE: SPANISH_POKER.categories,
    Bet.ACE_OR_FACE: ("A", "K", "Q", "J"),
    Bet.TENS_OR_BETTER: TOP_5_POKER.categories,
    Bet.WINNING_BET: TOP_5_POKER.categories,
}


# "two pair 2", "trips 9/2", "trips 4.5", and as tables are printed: "trips 9 to 2", "trips 9-2". No exponents
# and no more digits than these: `1e999999999` would keep a web server busy for hours.
_line = re.compile(
    r"(?P<what>\S.*?)\s+(?P<odds>\d{1,9}(\.\d{1,6})?)(\s*(/|-|\bto\b)\s*(?P<on>[1-9]\d{0,5}))?", re.ASCII
).fullmatch


def read_pay_table(bet: Bet, lines: str) -> PayTable:
    """A table that a house types in, line by line or with commas: `two pair 2, trips 9/2`.

    A progressive keeps its shares of the jackpot; what is typed in are its fixed prizes in dollars.

    >>> read_pay_table(Bet.DOS_PARES, "two pair 2, trips 9/2").pays["trips"]
    Fraction(9, 2)
    """
    pays: dict[str, Fraction] = {}
    for line in filter(None, (part.strip() for part in lines.replace("\n", ",").split(","))):
        read = _line(line)
        if read is None:
            raise ValueError(f"“{line}” is not a line of a pay table; write it like “two pair 2” or “trips 9/2”.")
        what = read["what"]
        if what in pays:
            raise ValueError(f"The table pays for “{what}” twice. Leave one of them out.")
        pays[what] = Fraction(read["odds"]) / int(read["on"] or 1)
    if not pays:
        raise ValueError("This table pays for nothing. Write a line for each hand that wins.")
    jackpot = GRAN_PROGRESSIVE.jackpot if bet is Bet.GRAN_PROGRESSIVE else {}
    return PayTable(bet, f"your {bet} table", pays, source="typed in", jackpot=jackpot)


def _hands(**odds: int) -> dict[str, Fraction]:
    """`_hands(full_house=7)`: the lines of a printed table, by category."""
    return {Category[line.upper()]: Fraction(to_one) for line, to_one in odds.items()}


def _cards(**odds: str) -> dict[str, Fraction]:
    return {rank: Fraction(to_one) for rank, to_one in odds.items()}


def _percent(**figures: str) -> dict[str, Fraction]:
    """`_percent(of_the_ante="5.93")`: what the publisher states, by what it is of."""
    return {of.replace("_", " "): Fraction(figure) / 100 for of, figure in figures.items()}


# --- Spanish Poker: seeds 000 and 001 -------------------------------------------------------------------------------

ANTE_1 = PayTable(
    Bet.ANTE,
    "Ante 1",
    _hands(
        cincos=200, royal_flush=100, straight_flush=40, quads=25, flush=10,
        full_house=7, straight=6, trips=3, two_pair=2, pair=1,
    ),
    source="seeds 000, Ante Pay Table 1",
    published=_percent(of_the_ante="5.93", of_all_wagered="2.41"),
)  # fmt: skip
ANTE_2 = PayTable(
    Bet.ANTE,
    "Ante 2",
    _hands(
        cincos=200, royal_flush=100, straight_flush=40, quads=25, flush=10,
        full_house=8, straight=7, trips=3, two_pair=2, pair=1,
    ),
    source="seeds 000, Ante Pay Table 2",
    published=_percent(of_the_ante="4.97", of_all_wagered="2.02"),
)  # fmt: skip
DOS_PARES_1 = PayTable(
    Bet.DOS_PARES,
    "Dos Pares 1",
    _hands(
        cincos=200, royal_flush=100, straight_flush=50, quads=25, flush=10,
        full_house=9, straight=7, trips=5, two_pair=2,
    ),
    source="seeds 000, Dos Pares pay table 1",
    published=_percent(house_edge="4.78"),
)  # fmt: skip
DOS_PARES_2 = PayTable(
    Bet.DOS_PARES,
    "Dos Pares 2",
    _hands(
        cincos=200, royal_flush=100, straight_flush=50, quads=25, flush=10,
        full_house=8, straight=7, trips=5, two_pair=2,
    ),
    source="seeds 000, Dos Pares pay table 2",
    published=_percent(house_edge="5.28"),
)  # fmt: skip
JOKER_IN_HAND = PayTable(
    Bet.JOKER_IN_HAND,
    "Joker in Hand",
    {"joker": Fraction(7)},
    source="seeds 000, Joker In Hand",
    published=_percent(house_edge="2.44"),
)
# Dollars for a wager of one dollar. The wager goes back with every prize: only losing wagers are dropped (seeds 000).
GRAN_PROGRESSIVE = PayTable(
    Bet.GRAN_PROGRESSIVE,
    "Gran Progressive",
    _hands(straight_flush=150, quads=100, flush=75),
    jackpot={Category.CINCOS: Fraction(1), Category.ROYAL_FLUSH: Fraction(1, 4)},
    source="seeds 000, Gran Progressive",
    published=_percent(returned_by_straight_flush_quads_and_flush="43.76"),
)

# --- Top 5 Poker: seeds 004 -----------------------------------------------------------------------------------------

ACE_OR_FACE_1 = PayTable(
    Bet.ACE_OR_FACE,
    "Ace or Face 1",
    _cards(A="4", K="2", Q="8/5", J="6/5"),
    source="seeds 004, Ace or Face Payouts, first column",
    published=_percent(house_edge="1.54"),
)
ACE_OR_FACE_2 = PayTable(
    Bet.ACE_OR_FACE,
    "Ace or Face 2",
    _cards(A="4", K="2", Q="8/5", J="1"),
    source="seeds 004, Ace or Face Payouts, second column",
    published=_percent(house_edge="3.08"),
)
ACE_OR_FACE_3 = PayTable(
    Bet.ACE_OR_FACE,
    "Ace or Face 3",
    _cards(A="4", K="2", Q="3/2", J="1"),
    source="seeds 004, Ace or Face Payouts, third column",
    published=_percent(house_edge="3.85"),
)
# The pair of a 10's or Better table is a pair of tens, jacks, queens, kings or aces.
TENS_OR_BETTER_1 = PayTable(
    Bet.TENS_OR_BETTER,
    "10's or Better 1",
    _hands(
        royal_flush=250, straight_flush=75, quads=25, full_house=15, flush=5,
        straight=3, trips=1, two_pair=1, pair=1,
    ),
    source="seeds 004, 10's or Better Payouts, first column",
    published=_percent(house_edge="2.17"),
)  # fmt: skip
TENS_OR_BETTER_2 = PayTable(
    Bet.TENS_OR_BETTER,
    "10's or Better 2",
    _hands(
        royal_flush=250, straight_flush=75, quads=25, full_house=15, flush=4,
        straight=3, trips=1, two_pair=1, pair=1,
    ),
    source="seeds 004, 10's or Better Payouts, second column",
    published=_percent(house_edge="3.18"),
)  # fmt: skip
TENS_OR_BETTER_3 = PayTable(
    Bet.TENS_OR_BETTER,
    "10's or Better 3",
    _hands(
        royal_flush=250, straight_flush=75, quads=25, full_house=10, flush=5,
        straight=4, trips=1, two_pair=1, pair=1,
    ),
    source="seeds 004, 10's or Better Payouts, third column",
    published=_percent(house_edge="4.47"),
)  # fmt: skip
WINNING_BET = PayTable(
    Bet.WINNING_BET,
    "Winning Bet",
    _hands(
        royal_flush=100, straight_flush=25, quads=12, full_house=5, flush=4,
        straight=3, trips=1, two_pair=1, pair=1, high_card=1,
    ),
    source="seeds 004, Winning Bet Payouts",
    published=_percent(of_the_ante="3.02"),
)  # fmt: skip

PAY_TABLES = {
    SPANISH_POKER.slug: (ANTE_1, ANTE_2, DOS_PARES_1, DOS_PARES_2, JOKER_IN_HAND, GRAN_PROGRESSIVE),
    TOP_5_POKER.slug: (
        ACE_OR_FACE_1, ACE_OR_FACE_2, ACE_OR_FACE_3,
        TENS_OR_BETTER_1, TENS_OR_BETTER_2, TENS_OR_BETTER_3, WINNING_BET,
    ),
}  # fmt: skip
BETS_OF = {game: tuple(dict.fromkeys(table.bet for table in tables)) for game, tables in PAY_TABLES.items()}
