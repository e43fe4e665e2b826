"""How many of all hands are what: exact counts, from the few combinations of ranks and not from the millions of hands.

A combination of ranks stands for as many hands as its cards can have suits. Those with five cards of one suit are
counted apart, by the ranks of that suit.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from tables.games.cards import SUITS
from tables.games.poker import Poker
from tables.games.ranks import Category, Strength
from tables.games.strengths import HAND

Ranks = tuple[int, ...]


@cache
def strength_counts(game: Poker, *, joker: str | None = None, cards: int = HAND) -> dict[Strength, int]:
    """How many hands of a game there are of each strength, the best five of six if six are dealt."""
    counts: Counter[Strength] = Counter()
    for strength, hands in _groups(game, joker) if cards == HAND else _groups_of_six(game):
        counts[strength] += hands
    return dict(counts)


@cache
def category_counts(game: Poker, *, joker: str | None = None, cards: int = HAND) -> dict[Category, int]:
    """How many hands of a game there are of each category, best first."""
    counts = dict.fromkeys(game.categories, 0)
    for strength, hands in strength_counts(game, joker=joker, cards=cards).items():
        counts[strength.category] += hands
    return counts


def _groups(game: Poker, joker: str | None) -> Iterator[tuple[Strength, int]]:
    strengths = game.strengths[joker]
    for jokers in range(game.deck.jokers + 1):
        natural = HAND - jokers
        for ranks in combinations_with_replacement(strengths.every, natural):
            key = strengths.key((*ranks, *[strengths.joker] * jokers))
            suited = len(SUITS) * (len(set(ranks)) == natural)
            if suited:
                yield strengths.suited[key], suited
            if key in strengths.mixed:
                yield strengths.mixed[key], _suitings(ranks) - suited


def _groups_of_six(game: Poker) -> Iterator[tuple[Strength, int]]:
    """Six cards without a joker. Five of a suit leave at most a pair beside them, so the flush is the best hand."""
    strengths = game.strengths[None]
    suits, other_suits = len(SUITS), len(SUITS) - 1

    def best(table: dict[int, Strength], ranks: Ranks) -> Strength:
        keys = (strengths.key(five) for five in combinations(ranks, HAND))
        return max((table[key] for key in keys if key in table), key=lambda strength: strength.value)

    for ranks in combinations(strengths.every, HAND):
        yield strengths.suited[strengths.key(ranks)], suits * other_suits * len(strengths.names)
    for ranks in combinations(strengths.every, HAND + 1):
        yield best(strengths.suited, ranks), suits
    for ranks in combinations_with_replacement(strengths.every, HAND + 1):
        different = len(set(ranks))
        # Six ranks: all of one suit, or one of the six of another. Five ranks: one of the pair is of another suit.
        flushes = {HAND + 1: suits + suits * (HAND + 1) * other_suits, HAND: suits * other_suits}.get(different, 0)
        hands = _suitings(ranks) - flushes
        if hands:
            yield best(strengths.mixed, ranks), hands


def _suitings(ranks: Ranks) -> int:
    """In how many ways cards of these ranks can have suits; none if there are more than four of a rank."""
    return prod(comb(len(SUITS), times) for times in Counter(ranks).values())
