"""Exact odds: what every bet is worth, as fractions, by counting every hand and never by simulation.

from tables.games.odds import edge_of
edge_of(DOS_PARES_1)    # Fraction(17910, 374699): 4.78 %

`edge_of` takes any `PayTable`, also one a house has typed in. Raise-or-fold bets need NumPy and a moment (Ante/Raise
half a second, Ante/Bet of Top 5 Poker some twenty seconds); all others are counted at once.
"""

from tables.games.odds.bets import edge_of
from tables.games.odds.counts import category_counts, strength_counts
from tables.games.odds.progressive import Progressive

__all__ = ["Progressive", "category_counts", "edge_of", "strength_counts"]
