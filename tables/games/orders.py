"""House elections: what a table is ordered with.

One frozen dataclass per game holds what the sources leave to the house; building one that the sources do not allow is
refused with `BadOrder` and a sentence. What a jurisdiction allows is not here but in `tables.games.limits`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from tables.games.paytables import (
    ACE_OR_FACE_1,
    ACE_OR_FACE_2,
    ACE_OR_FACE_3,
    ANTE_1,
    ANTE_2,
    DOS_PARES_1,
    DOS_PARES_2,
    TENS_OR_BETTER_1,
    TENS_OR_BETTER_2,
    TENS_OR_BETTER_3,
    PayTable,
)
from tables.games.plain import read

DOLLAR = 100
# The pay tables a house chooses from, by the number it orders them with.
ANTE_TABLES = {1: ANTE_1, 2: ANTE_2}
DOS_PARES_TABLES = {1: DOS_PARES_1, 2: DOS_PARES_2}
ACE_OR_FACE_TABLES = {1: ACE_OR_FACE_1, 2: ACE_OR_FACE_2, 3: ACE_OR_FACE_3}
TENS_OR_BETTER_TABLES = {1: TENS_OR_BETTER_1, 2: TENS_OR_BETTER_2, 3: TENS_OR_BETTER_3}
# seeds 003: what a game is played for, and la corrida that goes with it.
CORRIDAS = {50: 200, 100: 500}
# Five cards for everyone out of 53.
POKER_SEATS = 10


class BadOrder(ValueError):
    """A table cannot be ordered like this."""


class Bonus(StrEnum):
    DOS_PARES = "dos pares"
    JOKER_IN_HAND = "joker in hand"
    GRAN_PROGRESSIVE = "gran progressive"


class Device(StrEnum):
    SHOE = "single-deck shoe"
    SHUFFLER = "shuffler"


class Deal(StrEnum):
    FIVE_AT_ONCE = "all five at once"
    ONE_BY_ONE = "one by one"


class Ties(StrEnum):
    """The rules are silent on equal hands; the published figures come out with a push."""

    PUSH = "push"
    HOUSE = "house wins"


class Initial(StrEnum):
    """Top 5's wagers before the deal; the house determines which of them are required."""

    ANTE = "ante"
    TENS_OR_BETTER = "10's or better"
    ACE_OR_FACE = "ace or face"


class Joker(StrEnum):
    WILD = "wild"
    BUG = "bug"


@dataclass(frozen=True)
class SpanishPokerOrder:
    game: ClassVar[str] = "spanish-poker"

    ante_minimum: int
    spots: int = 6
    bonus_bets: tuple[Bonus, ...] = ()
    ante_pay_table: int = 1
    dos_pares_pay_table: int = 1
    bonus_minimum: int = DOLLAR
    bonus_alone: bool = False
    bonus_alone_minimum: int = DOLLAR
    bonus_over_ante: bool = False
    ties: Ties = Ties.PUSH
    device: Device = Device.SHUFFLER
    deal: Deal = Deal.FIVE_AT_ONCE

    def __post_init__(self) -> None:
        _need(self.spots in (5, 6), f"Spanish Poker is ordered with 5 or 6 spots, not {self.spots}.")
        _need(len(set(self.bonus_bets)) == len(self.bonus_bets), "A bonus bet is named twice. Name each once.")
        _need(
            len(self.bonus_bets) <= 2,
            "Spanish Poker is ordered with at most two of its three bonus bets. Take one of them away.",
        )
        _need_amount("ante minimum", self.ante_minimum)
        _need_amount("bonus minimum", self.bonus_minimum)
        _need(
            self.bonus_alone_minimum >= self.bonus_minimum,
            "A bonus bet played alone cannot have a lower minimum than one played with the ante.",
        )
        _need_table("ante", self.ante_pay_table, ANTE_TABLES)
        _need_table("Dos Pares", self.dos_pares_pay_table, DOS_PARES_TABLES)

    @property
    def has_progressive(self) -> bool:
        return Bonus.GRAN_PROGRESSIVE in self.bonus_bets


@dataclass(frozen=True)
class Top5PokerOrder:
    game: ClassVar[str] = "top-5-poker"
    has_progressive: ClassVar[bool] = False

    ante_minimum: int
    spots: int = 6
    required: tuple[Initial, ...] = ()  # none: any one of the three will do
    bonus_minimum: int = DOLLAR
    ace_or_face_pay_table: int = 1
    tens_or_better_pay_table: int = 1
    ties: Ties = Ties.PUSH
    device: Device = Device.SHUFFLER

    def __post_init__(self) -> None:
        _need(self.spots in (6, 7), f"Top 5 Poker is ordered with 6 or 7 spots, not {self.spots}.")
        _need(len(set(self.required)) == len(self.required), "A required wager is named twice. Name each once.")
        _need_amount("ante minimum", self.ante_minimum)
        _need_amount("bonus minimum", self.bonus_minimum)
        _need_table("Ace or Face", self.ace_or_face_pay_table, ACE_OR_FACE_TABLES)
        _need_table("10's or Better", self.tens_or_better_pay_table, TENS_OR_BETTER_TABLES)


@dataclass(frozen=True)
class DrawPokerOrder:
    """The ante is agreed before each game, within what the order allows."""

    game: ClassVar[str] = "draw-poker"
    has_progressive: ClassVar[bool] = False

    spots: int = 7
    ante_minimum: int = 2 * DOLLAR
    ante_maximum: int = 5 * DOLLAR
    raise_maximum: int = 5 * DOLLAR
    joker: Joker = Joker.WILD

    def __post_init__(self) -> None:
        _need_rounds(self.spots, self.ante_minimum, self.ante_maximum, self.raise_maximum)


@dataclass(frozen=True)
class LowBallOrder:
    game: ClassVar[str] = "low-ball"
    has_progressive: ClassVar[bool] = False
    joker: ClassVar[None] = None  # always the lowest rank missing

    spots: int = 7
    ante_minimum: int = 1 * DOLLAR
    ante_maximum: int = 2 * DOLLAR
    raise_maximum: int = 10 * DOLLAR

    def __post_init__(self) -> None:
        _need_rounds(self.spots, self.ante_minimum, self.ante_maximum, self.raise_maximum)


@dataclass(frozen=True)
class EscaleriadoOrder:
    game: ClassVar[str] = "escaleriado"
    has_progressive: ClassVar[bool] = False

    point_value: int = 50
    corrida: int = 200
    spots: int = 7

    def __post_init__(self) -> None:
        _need(2 <= self.spots <= 7, f"Two to seven persons play Escaleriado, not {self.spots}.")
        _need_point(self.point_value)
        _need(
            self.corrida == CORRIDAS[self.point_value],
            "La corrida is $2.00 at $0.50 a point and $5.00 at $1.00 a point.",
        )


@dataclass(frozen=True)
class LargoOrder:
    game: ClassVar[str] = "largo"
    has_progressive: ClassVar[bool] = False

    point_value: int = 50
    spots: int = 5

    def __post_init__(self) -> None:
        _need(2 <= self.spots <= 5, f"Two to five persons play Largo, not {self.spots}.")
        _need_point(self.point_value)


Order = SpanishPokerOrder | Top5PokerOrder | DrawPokerOrder | LowBallOrder | EscaleriadoOrder | LargoOrder

ORDERS: dict[str, type[Order]] = {
    kind.game: kind
    for kind in (SpanishPokerOrder, Top5PokerOrder, DrawPokerOrder, LowBallOrder, EscaleriadoOrder, LargoOrder)
}


def read_order(game: str, elections: object) -> Order:
    """The order of a table from its game and plain data, or a refusal (`BadOrder`, `BadReport`: both ValueError)."""
    _need(game in ORDERS, f"There is no game {game!r}. The games are: {', '.join(ORDERS)}.")
    return read(ORDERS[game], elections, place="order")


def _need(holds: bool, sentence: str) -> None:  # noqa: FBT001 - reads as "need this, or say that"
    if not holds:
        raise BadOrder(sentence)


def _need_amount(what: str, cents: int) -> None:
    _need(cents > 0, f"The {what} must be an amount above zero.")


def _need_table(bet: str, number: int, tables: Mapping[int, PayTable]) -> None:
    _need(number in tables, f"There is no {bet} pay table {number}. Choose one of: {', '.join(map(str, tables))}.")


def _need_rounds(seats: int, ante_minimum: int, ante_maximum: int, raise_maximum: int) -> None:
    _need(2 <= seats <= POKER_SEATS, f"53 cards are enough for two to {POKER_SEATS} players, not {seats}.")
    _need_amount("ante minimum", ante_minimum)
    _need(ante_minimum <= ante_maximum, "The ante minimum cannot be above the ante maximum.")
    _need_amount("raise maximum", raise_maximum)


def _need_point(cents: int) -> None:
    _need(cents in CORRIDAS, "The game is played for $0.50 or for $1.00 a point.")
