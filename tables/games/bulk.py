"""Whole decks at once, with NumPy: the same strengths as `rank()`, millions of hands in a moment.

A card is its place in `deck.cards` (by rank, then suit, the joker last), a hand is a row of places in rising order, and
a strength is the integer `Strength.value`. Imported only where odds are computed: ranking a hand never needs NumPy.
"""

from functools import cache, reduce
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from tables.games.cards import SUITS, Deck
from tables.games.poker import Poker
from tables.games.strengths import HAND

Hands = NDArray[np.uint8]
Values = NDArray[np.int32]


def every_hand(deck: Deck, size: int = HAND) -> Hands:
    """All hands of a deck, one row each, in lexicographic order."""
    places = len(deck.cards)
    flat = np.fromiter(
        (place for hand in combinations(range(places), size) for place in hand), np.uint8, comb(places, size) * size
    )
    return flat.reshape(-1, size)


class Evaluator:
    """Ranks arrays of hands of one game under one joker rule."""

    def __init__(self, game: Poker, joker: str | None = None) -> None:
        strengths = game.strengths[joker]
        kinds = len(game.deck.ranks) + game.deck.jokers
        places = np.arange(len(game.deck.cards))
        names = [strengths.names.index(rank) for rank in game.deck.ranks] + [strengths.joker] * game.deck.jokers

        # The rank of each card, and its suits as bits: the joker is of every suit, so a flush is what the AND leaves.
        self.ranks = (places // len(SUITS)).astype(np.uint8)
        self.suits = (1 << places % len(SUITS)).astype(np.uint8)
        if game.deck.jokers:
            self.suits[-1] = 0b1111
        # Rising ranks r0 <= ... <= r4 have the number C(r0,1) + C(r1+1,2) + ... + C(r4+4,5): dense, so a plain array
        # holds the strengths.
        self.steps = np.array([[comb(rank + i, i + 1) for rank in self.ranks] for i in range(HAND)], np.int16)
        self.table = np.zeros((2, comb(kinds + HAND - 1, HAND)), np.int32)
        for ranks in combinations_with_replacement(range(kinds), HAND):
            key = strengths.key(names[rank] for rank in ranks)
            number = sum(comb(rank + i, i + 1) for i, rank in enumerate(ranks))
            for row, strengths_of in enumerate((strengths.mixed, strengths.suited)):
                if key in strengths_of:
                    self.table[row, number] = strengths_of[key].value

    def rank(self, hands: Hands) -> Values:
        """The strength of each row of five cards, its places in rising order."""
        columns = [np.ascontiguousarray(hands[:, i]) for i in range(HAND)]
        number = reduce(np.add, (self.steps[i][column] for i, column in enumerate(columns)))
        flush = reduce(np.bitwise_and, (self.suits[column] for column in columns)) != 0
        values: Values = self.table[flush.view(np.uint8), number]
        return values

    def best(self, hands: Hands) -> Values:
        """The strength of each row of more than five cards, its places in rising order."""
        fives = combinations(range(hands.shape[1]), HAND)
        return reduce(np.maximum, (self.rank(hands[:, five]) for five in fives))


@cache
def evaluator(game: Poker, joker: str | None = None) -> Evaluator:
    """The evaluator of a game, built once."""
    return Evaluator(game, joker)
