"""Raise or fold: the exact worth of Ante/Raise (Spanish Poker) and Ante/Bet (Top 5 Poker) under optimal play.

Both games are the same duel. A player who folds loses the ante. Against a house that does not qualify the ante wins one
and the second bet is returned; against one that does, the better hand takes it. Equal hands are the house's election:
the published figures come out with a push.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import comb, lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tables.games.bulk import evaluator
from tables.games.cards import SUITS
from tables.games.odds.duels import Duel, Integers, SuitClasses
from tables.games.orders import Ties
from tables.games.poker import SPANISH_POKER, TOP_5_POKER, Poker
from tables.games.ranks import Category
from tables.games.strengths import HAND


@dataclass(frozen=True)
class Play:
    """What optimal play is worth to the player, in antes, over all deals; `hands` is the strategy itself."""

    won: Fraction
    deals: int
    dealt: int
    played: int
    second_bet: int
    hands: Mapping["Holding", "Chosen"]

    @property
    def edge(self) -> Fraction:
        """The house's edge, of the ante."""
        return -self.won / self.deals

    @property
    def edge_of_all(self) -> Fraction:
        """The house's edge, of all that is wagered on average: the ante, and the second bet when it is made."""
        return self.edge / (1 + self.second_bet * Fraction(self.played, self.dealt))


class Holding(NamedTuple):
    """What a player looks at: the value of the best hand, and whether only the community card makes its category."""

    value: int
    shared: bool


class Chosen(NamedTuple):
    """Of the hands dealt, how many are better played than folded: blockers decide a few holdings by their suits."""

    played: int
    dealt: int


@dataclass(frozen=True)
class _Dealt:
    """Player's hands against one house: their values, for how many hands each stands, and what they meet."""

    values: Integers
    shared: NDArray[np.bool_]
    weight: Integers
    duel: Duel


def ante_raise(pays: Mapping[str, Fraction], ties: Ties = Ties.PUSH) -> Play:
    """Spanish Poker: the raise is twice the ante and pays even money, the ante pays by the table."""
    wins = {category: 2 + pays.get(category, Fraction(0)) for category in SPANISH_POKER.categories}
    return _best_play(SPANISH_POKER, tuple(wins.values()), ties, second_bet=2)


def ante_bet(pays: Mapping[str, Fraction], ties: Ties = Ties.PUSH) -> Play:
    """Top 5 Poker: the bet equals the ante and pays by the table, the ante pays even money."""
    wins = {category: 1 + pays.get(category, Fraction(0)) for category in TOP_5_POKER.categories}
    return _best_play(TOP_5_POKER, tuple(wins.values()), ties, second_bet=1)


@lru_cache(maxsize=16)
def _best_play(game: Poker, wins: tuple[Fraction, ...], ties: Ties, second_bet: int) -> Play:
    """Decide and add up over all deals; `wins` is what a player who wins collects, by category, best first."""
    scale = lcm(*(odds.denominator for odds in wins))
    by_place = [0, *(int(odds * scale) for odds in reversed(wins))]
    won = played = dealt = 0
    hands: dict[Holding, Chosen] = {}
    dealers = comb(game.deck.size - max(game.sizes), HAND)
    for deal in _spanish_deals() if game is SPANISH_POKER else _top_5_deals():
        many = int(deal.weight.sum())
        # Sums of odds with long fractions outgrow 64 bits, where NumPy would go on with wrong ones: then Python's own.
        exact = np.int64 if many * dealers * max(*by_place, scale * (1 + second_bet)) < 2**63 else object
        duel, qualified = deal.duel, deal.values >= limit(game)
        unqualified = duel.unqualified.astype(exact)
        beaten = np.where(qualified, duel.weaker - unqualified, 0)
        pushed = np.where(qualified, duel.equal, 0) if ties is Ties.PUSH else 0
        lost = dealers - unqualified - beaten - pushed
        win = np.array(by_place, exact)[deal.values >> 4 * HAND]
        worth = scale * unqualified + beaten * win - scale * (1 + second_bet) * lost
        plays = worth > -scale * dealers
        won += int((np.where(plays, worth, -scale * dealers) * deal.weight).sum())
        played += int(deal.weight[plays].sum())
        dealt += many
        _add(hands, deal, plays)
    return Play(Fraction(won, scale), dealt * dealers, dealt, played, second_bet, hands)


def _add(hands: dict[Holding, Chosen], deal: _Dealt, plays: NDArray[np.bool_]) -> None:
    holdings, places = np.unique(2 * deal.values + deal.shared, return_inverse=True)
    played = np.bincount(places, deal.weight * plays).astype(int).tolist()
    dealt = np.bincount(places, deal.weight).astype(int).tolist()
    for number, some, every in zip(holdings.tolist(), played, dealt, strict=True):
        holding = Holding(number // 2, bool(number % 2))
        so_far = hands.get(holding, Chosen(0, 0))
        hands[holding] = Chosen(so_far.played + some, so_far.dealt + every)


def limit(game: Poker) -> int:
    """The weakest hand the house qualifies with: a pair of 6s in Spanish Poker, any pair in Top 5 Poker."""
    lowest = "6" if game is SPANISH_POKER else "2"
    pairs = (s for s in game.strengths[None].mixed.values() if s.category is Category.PAIR)
    return min(strength.value for strength in pairs if strength.ranks[0] == lowest)


@cache
def _spanish_deals() -> list[_Dealt]:
    game = SPANISH_POKER
    classes = SuitClasses(game.deck)
    values = evaluator(game).rank(classes.hands).astype(np.int64)
    every = np.arange(len(values))
    return [_Dealt(values, np.zeros(len(values), bool), classes.weight, classes.duel(values, every, limit(game)))]


def _top_5_deals() -> Iterator[_Dealt]:
    """The community card is a spade of each rank; the other three suits follow by renaming, as in the classes.

    The player's best hand and the dealer's are both the best five of their own five and that card.
    """
    game = TOP_5_POKER
    classes = SuitClasses(game.deck, named=1)
    own = evaluator(game).rank(classes.hands) >> 4 * HAND
    for community in range(0, len(game.deck.cards), len(SUITS)):
        column = np.full((len(classes.hands), 1), community, np.uint8)
        six = np.sort(np.hstack((classes.hands, column)), axis=1)
        values = evaluator(game).best(six).astype(np.int64)
        rows = np.flatnonzero(np.all(classes.hands != community, axis=1))
        duel = classes.duel(values, rows, limit(game))
        shared = values >> 4 * HAND > own
        yield _Dealt(values[rows], shared[rows], classes.weight[rows] * len(SUITS), duel)
