"""The tables behind `rank()`: what every combination of ranks is worth, in one suit and in several.

The natural hands come from the rules: the shape (how many of each rank), straights and flushes. A hand with the joker
is the best of the natural hands that the joker may make of it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from tables.games.cards import JOKER_CARD, SUITS
from tables.games.ranks import Category, Strength

if TYPE_CHECKING:
    from tables.games.poker import Poker

HAND = 5
SUIT_BITS = 4 * len(SUITS)
ALMOST_FLUSH = 0x3333  # three more for each suit: five of a suit become eight, and eight is a bit of its own
FLUSH = 0x8888
ALL_SUITS = 0x1111
RANK_BITS = 3

Ranks = tuple[int, ...]

SHAPES = {
    (4, 1): Category.QUADS,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.TRIPS,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.PAIR,
    (1, 1, 1, 1, 1): Category.HIGH_CARD,
}


class Strengths:
    """All strengths of one game under one joker rule. Ranks are numbers here, 0 for the lowest."""

    def __init__(self, game: "Poker", joker: str | None) -> None:
        self.game = game
        self.bug = joker == "bug"
        self.names = "A23456789TJQK" if game.low else game.deck.ranks
        self.every = range(len(self.names))
        self.ace = self.names.index("A")
        self.joker = len(self.names)  # the joker's own rank in a key
        self.codes = self._codes()
        self.suited = dict(self._suited())
        self.mixed = dict(self._mixed())

    def find(self, hand: Iterable[str]) -> Strength:
        """The strength of five cards of this game's deck."""
        return self.of(sum(self.codes[card] for card in hand))

    def of(self, total: int) -> Strength:
        """The strength of five cards, from the sum of their codes."""
        return (self.suited if total + ALMOST_FLUSH & FLUSH else self.mixed)[total >> SUIT_BITS]

    def key(self, ranks: Iterable[int]) -> int:
        """How a combination of ranks is found in `suited` and `mixed`; the order does not matter."""
        return sum(1 << RANK_BITS * rank for rank in ranks)

    def _codes(self) -> dict[str, int]:
        codes = {
            name + suit: (self.key([rank]) << SUIT_BITS) + (1 << 4 * number)
            for rank, name in enumerate(self.names)
            for number, suit in enumerate(SUITS)
        }
        if self.game.deck.jokers:
            codes[JOKER_CARD] = (self.key([self.joker]) << SUIT_BITS) + ALL_SUITS
        return codes

    def _suited(self) -> Iterator[tuple[int, Strength]]:
        for ranks in combinations(self.every, HAND):
            yield self.key(ranks), self._natural(ranks, suited=True)
        for held in combinations(self.every, HAND - 1) if self.game.deck.jokers else ():
            made = [
                replace(self._natural((*held, rank), suited=True), joker=self.names[rank])
                for rank in self.every
                if rank not in held
            ]
            if Category.DOUBLE_ACE_FLUSH in self.game.categories and self.ace in held:
                made.append(self._double_ace_flush(held))
            yield self.key((*held, self.joker)), max(made, key=lambda strength: strength.value)

    def _mixed(self) -> Iterator[tuple[int, Strength]]:
        for ranks in combinations_with_replacement(self.every, HAND):
            if ranks[0] != ranks[-1]:
                yield self.key(ranks), self._natural(ranks)
        for held in combinations_with_replacement(self.every, HAND - 1) if self.game.deck.jokers else ():
            made = (
                replace(self._natural((*held, rank)), joker=self.names[rank])
                for rank in self.every
                if self._may_be(rank, held)
            )
            yield self.key((*held, self.joker)), max(made, key=lambda strength: strength.value)

    def _may_be(self, rank: int, held: Ranks) -> bool:
        """Whether the joker may take this rank beside four cards of several suits."""
        if self.game.low:
            return rank not in held
        return not self.bug or rank == self.ace or self._straight(sorted((*held, rank), reverse=True)) is not None

    def _natural(self, ranks: Ranks, *, suited: bool = False) -> Strength:
        counts = Counter(ranks)
        ordered = sorted(ranks, key=lambda rank: (counts[rank], rank), reverse=True)
        shape = tuple(sorted(counts.values(), reverse=True))
        # Five of a rank takes the joker; it is the best hand, and each game has its own word for it.
        category = SHAPES.get(shape, self.game.categories[0])
        straight = self._straight(ordered)
        if straight:
            ordered = straight
            category = Category.STRAIGHT
        if suited and not self.game.low:
            category = Category.FLUSH
            if straight:
                category = Category.ROYAL_FLUSH if ordered[0] == self.ace else Category.STRAIGHT_FLUSH
        return self._strength(category, ordered)

    def _straight(self, ordered: list[int]) -> list[int] | None:
        """The ranks of a straight, the one that counts first in front; None if these are no straight."""
        if self.game.low or len(set(ordered)) < HAND:
            return None
        if ordered[0] - ordered[-1] == HAND - 1:
            return ordered
        if self.game.ace_below_two and ordered == [self.ace, 3, 2, 1, 0]:
            return [3, 2, 1, 0, self.ace]
        return None

    def _double_ace_flush(self, held: Ranks) -> Strength:
        others = sorted(set(held) - {self.ace}, reverse=True)
        strength = self._strength(Category.DOUBLE_ACE_FLUSH, [self.ace, self.ace, *others])
        return replace(strength, joker=self.names[self.ace])

    def _strength(self, category: Category, ordered: list[int]) -> Strength:
        place = len(self.game.categories) - self.game.categories.index(category)
        digits = 0
        for rank in ordered:
            digits = digits * 16 + (15 - rank if self.game.low else rank)
        return Strength(
            game=self.game.slug,
            value=(place << 4 * HAND) + digits,
            category=category,
            ranks="".join(self.names[rank] for rank in ordered),
            low=self.game.low,
        )
