"""What Spanish Poker and Top 5 Poker share: the duel with the house, and what every spot's bets must be.

Against a house that does not qualify the ante pays even money and the second bet is returned, whoever is better.
Against one that does, the better hand takes both; equal hands are the house's election.
"""

from collections.abc import Collection
from enum import StrEnum
from fractions import Fraction

from tables.games.orders import Ties
from tables.games.plain import BadReport
from tables.games.ranks import Rank
from tables.games.results import BetResult, dollars, paid, pushed, taken

EVEN = Fraction(1)

Stake = tuple[StrEnum, int]


def against_house(
    ante: Stake, second: Stake, rank: Rank, house: Rank, *, qualifies: Rank, ties: Ties, odds: tuple[Fraction, Fraction]
) -> list[BetResult]:
    """Settle the ante and the second bet (raise or bet); `odds` are what they pay to a player who beats the house."""
    if house < qualifies:
        why = "house does not qualify"
        return [paid(*ante, EVEN, why), pushed(*second, why)]
    if rank > house:
        return [paid(*bet, to_one, f"{rank} beats the house") for bet, to_one in zip((ante, second), odds, strict=True)]
    if rank == house and ties is Ties.PUSH:
        return [pushed(*ante, "equal hands"), pushed(*second, "equal hands")]
    why = "equal hands" if rank == house else "house is better"
    return [taken(*ante, why), taken(*second, why)]


def check_stakes(spot: int, stakes: Collection[int], *, ante: int | None, ante_minimum: int) -> None:
    """Refuse a spot without bets, a bet of nothing, and an ante under the table's minimum."""
    if not stakes:
        raise BadReport(f"Spot {spot} has no bets. Leave it out of the report.")
    if any(stake <= 0 for stake in stakes):
        raise BadReport(f"Spot {spot} has a bet of nothing. Leave out bets that were not made.")
    if ante is not None and ante < ante_minimum:
        raise BadReport(f"Spot {spot} has an ante of {dollars(ante)}; the minimum is {dollars(ante_minimum)}.")
