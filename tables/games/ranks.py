"""What a hand is worth: its category, its tie-break, and the card the joker stands for.

A `Strength` is shared by all hands of the same ranks; a `Rank` is one dealt hand with its strength. Ranks compare, a
better hand is greater (in Low-Ball too), and hands that tie are equal. Ranks of different games do not compare.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import total_ordering

from tables.games.cards import JOKER_CARD, RANK_NAMES, SUITS


class Category(StrEnum):
    """The kinds of hands. Which beats which is for each game to say."""

    CINCOS = "cincos"
    FIVE_OF_A_KIND = "five of a kind"
    ROYAL_FLUSH = "royal flush"
    STRAIGHT_FLUSH = "straight flush"
    QUADS = "quads"
    FULL_HOUSE = "full house"
    DOUBLE_ACE_FLUSH = "double-ace flush"
    FLUSH = "flush"
    STRAIGHT = "straight"
    TRIPS = "trips"
    TWO_PAIR = "two pair"
    PAIR = "pair"
    HIGH_CARD = "high card"


@dataclass(frozen=True, slots=True)
class Strength:
    """What a hand is worth in one game. `ranks` is the tie-break, the rank that counts first in front: `KK77A`."""

    game: str
    value: int
    category: Category
    ranks: str
    joker: str | None = None
    low: bool = False

    def __str__(self) -> str:
        if self.low and self.category is Category.HIGH_CARD:
            return "wheel, 5-4-3-2-A" if self.ranks == "5432A" else f"{RANK_NAMES[self.ranks[0]]} low, {self.spelled}"
        first, name = self.ranks[0], str(self.category)
        match self.category:
            case Category.ROYAL_FLUSH:
                return name
            case Category.STRAIGHT_FLUSH | Category.FLUSH | Category.STRAIGHT:
                return f"{name}, {RANK_NAMES[first]} high"
            case Category.DOUBLE_ACE_FLUSH:
                return f"{name}, {RANK_NAMES[self.ranks[2]]} next"
            case Category.FULL_HOUSE:
                return f"{name}, {plural(first)} over {plural(self.ranks[3])}"
            case Category.TWO_PAIR:
                return f"{name}, {plural(first)} and {plural(self.ranks[2])}"
            case Category.PAIR:
                return f"pair of {plural(first)}"
            case Category.HIGH_CARD:
                return f"{name}, {RANK_NAMES[first]}"
        return f"{name}, {plural(first)}"

    @property
    def spelled(self) -> str:
        """The ranks as players say them: `7-4-3-2-A`."""
        return "-".join(self.ranks)


@total_ordering
class Rank:
    """One hand and what it is worth. `cards` are the five that count."""

    __slots__ = ("cards", "strength")

    def __init__(self, strength: Strength, cards: tuple[str, ...]) -> None:
        self.strength = strength
        self.cards = cards

    @property
    def category(self) -> Category:
        return self.strength.category

    @property
    def joker(self) -> str | None:
        """The card the joker stands for, None without a joker.

        Where the suit makes no difference it is the first one that the hand does not hold. The fifth card of five of a
        kind, and the second ace of a double-ace flush, repeat a card of the hand.
        """
        rank = self.strength.joker
        if rank is None:
            return None
        natural = [card for card in self.cards if card != JOKER_CARD]
        suits = {card[1] for card in natural}
        if len(suits) == 1:
            return rank + suits.pop()
        return next((rank + suit for suit in SUITS if rank + suit not in natural), rank + SUITS[0])

    def __str__(self) -> str:
        return str(self.strength)

    def __repr__(self) -> str:
        return f"<{self.strength.game}: {' '.join(self.cards)} is {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rank):
            return NotImplemented
        return self.strength.game == other.strength.game and self.strength.value == other.strength.value

    def __lt__(self, other: "Rank") -> bool:
        if not isinstance(other, Rank) or self.strength.game != other.strength.game:
            return NotImplemented
        return self.strength.value < other.strength.value

    def __hash__(self) -> int:
        return hash((self.strength.game, self.strength.value))


def plural(rank: str) -> str:
    name = RANK_NAMES[rank]
    return name + ("es" if name == "six" else "s")
