"""Every player's hand against every dealer's hand that can lie beside it, counted and never played out.

There are 2.8 * 10^11 such pairs in Spanish Poker and 1.7 * 10^14 in Top 5 Poker. Two ideas make them few:

* Suits are interchangeable, so one hand stands for all hands that differ only by the names of the suits.
* The dealer's hands that avoid the player's five cards are found by inclusion and exclusion: all hands, less those that
  contain one of the five, plus those that contain two of them, and so on over the 32 subsets. How many hands contain a
  subset and are weaker than the player's comes from sorting (subset, strength) once and adding up.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from tables.games.bulk import Hands, every_hand
from tables.games.cards import SUITS, Deck
from tables.games.strengths import HAND

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Duel:
    """For each hand, how many hands that share no card with it do not qualify, are weaker, and tie with it."""

    unqualified: Integers
    weaker: Integers
    equal: Integers


class SuitClasses:
    """The five-card hands of a deck up to the names of the suits.

    `named` suits keep their name (Top 5's community card has one). `weight` says for how many hands each row stands.
    """

    def __init__(self, deck: Deck, *, named: int = 0) -> None:
        self.deck = deck
        self.named = named
        hands = every_hand(deck)
        masks = self._masks(hands)
        suits = masks[:, named : len(SUITS)]
        first_of_class = np.all(suits[:, 1:] >= suits[:, :-1], axis=1)
        self.hands: Hands = hands[first_of_class]
        self.weight = self._alike(masks[first_of_class])

    @cached_property
    def subsets(self) -> list[tuple[Integers, Integers]]:
        """For 1 to 4 cards: the class of every such subset of every hand, and how many subsets are alike."""
        sizes = []
        for size in range(1, HAND):
            chosen = list(combinations(range(HAND), size))
            classes = np.empty((len(self.hands), len(chosen)), np.int64)
            alike = np.empty_like(classes)
            for column, cards in enumerate(chosen):
                masks = self._masks(self.hands[:, cards])
                masks[:, self.named : len(SUITS)].sort(axis=1)
                alike[:, column] = self._alike(masks)
                classes[:, column] = masks @ (1 << 13 * np.arange(masks.shape[1]))
            dense = np.unique(classes, return_inverse=True)[1]
            sizes.append((dense.reshape(classes.shape), alike))
        return sizes

    def duel(self, strength: Integers, rows: Integers, limit: int) -> Duel:
        """Compare every hand with every other; `rows` are those that can be dealt, and count from `limit` on."""
        strength, weight = strength[rows], self.weight[rows]
        ladder = np.unique(strength, return_inverse=True)[1]
        under = strength < limit
        unqualified = np.full(len(rows), weight[under].sum()) - under  # less itself: nothing else holds all five
        weaker, equal = _containing(np.zeros_like(ladder), ladder, weight)
        equal -= 1
        for size, (classes, alike) in enumerate(self.subsets, start=1):
            sign, many = (-1) ** size, classes.shape[1]
            kinds, each = classes[rows].ravel(), alike[rows].ravel()
            below, level = _containing(kinds, ladder.repeat(many), weight.repeat(many))
            # Exact: a float holds every integer up to 2**53, and there are not that many hands.
            none = np.bincount(kinds, (weight * under).repeat(many))[kinds].astype(np.int64)
            weaker += sign * (below // each).reshape(-1, many).sum(axis=1)
            equal += sign * (level // each).reshape(-1, many).sum(axis=1)
            unqualified += sign * (none // each).reshape(-1, many).sum(axis=1)
        return Duel(unqualified, weaker, equal)

    def _masks(self, hands: Hands) -> Integers:
        """The ranks held in each suit as bits, a column per suit and one for the joker."""
        places = np.arange(len(self.deck.cards))
        bits = np.zeros((len(SUITS) + 1, len(places)), np.int64)
        bits[places % len(SUITS), places] = 1 << places // len(SUITS)
        if self.deck.jokers:
            bits[:, -1] = 0
            bits[-1, -1] = 1
        return np.stack([sum(row[hands[:, i]] for i in range(hands.shape[1])) for row in bits], axis=1)

    def _alike(self, masks: Integers) -> Integers:
        """In how many ways the suits of a sorted row can be named: 4!, less what equal suits have in common."""
        ways = np.ones(len(masks), np.int64)
        run = np.ones_like(ways)
        for number, column in enumerate(range(self.named + 1, len(SUITS)), start=2):
            run = np.where(masks[:, column] == masks[:, column - 1], run + 1, 1)
            ways = ways * number // run
        return ways


def _containing(classes: Integers, ladder: Integers, weight: Integers) -> tuple[Integers, Integers]:
    """For each (subset, hand): how many hands contain such a subset and are weaker than the hand, or tie with it."""
    key = classes * (int(ladder.max()) + 1) + ladder
    order = np.argsort(key)
    running = np.concatenate(([0], np.cumsum(weight[order])))
    sorted_key, sorted_class = key[order], classes[order]
    first = np.flatnonzero(np.concatenate(([True], sorted_key[1:] != sorted_key[:-1])))
    last = np.append(first[1:], len(key))
    new_class = np.concatenate(([True], sorted_class[1:] != sorted_class[:-1]))
    start = np.flatnonzero(new_class)[np.cumsum(new_class)[first] - 1]
    group = np.repeat(np.arange(len(first)), last - first)
    below, level = np.empty_like(key), np.empty_like(key)
    below[order] = (running[first] - running[start])[group]
    level[order] = (running[last] - running[first])[group]
    return below, level
