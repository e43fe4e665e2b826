"""The Gran Progressive, wager by wager: its worth at a posted jackpot, how its pots grow, and how safe a day's drop is.

A wager is one dollar. A prize returns it, so only losing wagers are dropped (seeds 000, "drop losing wagers").
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

from tables.games.odds.counts import category_counts
from tables.games.paytables import PayTable
from tables.games.poker import SPANISH_POKER
from tables.games.ranks import Category
from tables.games.strengths import HAND


@dataclass(frozen=True)
class Progressive:
    """The exact figures of one progressive pay table; counts are of all C(41,5) hands."""

    table: PayTable

    @cached_property
    def hands(self) -> int:
        return comb(SPANISH_POKER.deck.size, HAND)

    @cached_property
    def tray(self) -> Fraction:
        """Dollars paid from the tray, over all hands."""
        return self._sum(dict(self.table.pays))

    @cached_property
    def shares(self) -> Fraction:
        """Jackpots won, over all hands."""
        return self._sum(dict(self.table.jackpot))

    @cached_property
    def winners(self) -> Fraction:
        """Hands that win anything, and so return their wager."""
        return self._sum(dict.fromkeys((*self.table.pays, *self.table.jackpot), Fraction(1)))

    @property
    def fixed_return(self) -> Fraction:
        """The part of all wagers that the tray's prizes give back, with the wager that each of them returns."""
        returned = self._sum({what: odds + 1 for what, odds in self.table.pays.items()})
        return returned / self.hands

    def worth(self, posted: int | Fraction) -> Fraction:
        """What a wager is worth to the player, in dollars, when `posted` dollars are up."""
        return (self.tray + self.winners + self.shares * posted) / self.hands - 1

    @property
    def break_even(self) -> Fraction:
        """The posted amount at which a wager costs nothing."""
        return (self.hands - self.tray - self.winners) / self.shares

    @property
    def growth(self) -> Fraction:
        """What a wager adds to the pots in the long run, before fees: what is dropped less what the tray paid."""
        return (self.hands - self.winners - self.tray) / self.hands

    def shortage_chance(self, wagers: int) -> Fraction:
        """The chance that a day's tray payouts exceed its drop, if its wagers are independent of each other.

        A tray prize of d dollars uses up its own wager and d others, a jackpot its own, a lost wager none: the drop
        holds if all that is used up is no more than the wagers. The numbers of ways are the coefficients of
        (lost + ... + prize x^(d+1) + ...)^wagers, found one from another: with Q = P^n, P Q' = n P' Q.
        """
        if wagers < 0:
            raise ValueError("The number of wagers of a day cannot be negative.")
        uses = self._uses()
        lost = uses.pop(0)
        ways = [lost**wagers]
        for used in range(1, wagers + 1):
            total = sum(
                (wagers * size - (used - size)) * many * ways[used - size]
                for size, many in uses.items()
                if size <= used
            )
            ways.append(total // (used * lost))
        return 1 - Fraction(sum(ways), self.hands**wagers)

    def _uses(self) -> dict[int, int]:
        """How many hands use up how many wagers."""
        uses: dict[int, int] = {}
        for category, many in category_counts(SPANISH_POKER).items():
            used = 0
            if category in self.table.jackpot:
                used = 1
            elif category in self.table.pays:
                if self.table.pays[category].denominator != 1:
                    raise ValueError(
                        f"{self.table.name}: the tray pays whole dollars, not {self.table.pays[category]}."
                    )
                used = 1 + int(self.table.pays[category])
            uses[used] = uses.get(used, 0) + many
        return uses

    def _sum(self, prizes: dict[str, Fraction]) -> Fraction:
        counts = category_counts(SPANISH_POKER)
        return sum((counts[Category(what)] * prize for what, prize in prizes.items()), Fraction(0))
