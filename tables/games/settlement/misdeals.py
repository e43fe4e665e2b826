"""A misdeal or an irregularity: kept with its reason and the house rule applied; nothing is settled.

The house defines what a misdeal is and how it is handled (seeds 004; seeds 000, game irregularities). Cards are not
reported: they may be the very thing that was wrong. Every wager goes back.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tables.games.orders import Order
from tables.games.plain import BadReport
from tables.games.results import BetResult, Outcome, Settlement, SpotResult, check_spots


@dataclass(frozen=True)
class Returned:
    spot: int
    bets: Mapping[str, int]
    patron: str | None = None


@dataclass(frozen=True)
class Misdeal:
    reason: str
    house_rule: str
    spots: tuple[Returned, ...]


def settle(order: Order, misdeal: Misdeal) -> Settlement:
    """Every wager back to its player."""
    if not misdeal.reason.strip() or not misdeal.house_rule.strip():
        raise BadReport("Say what went wrong and which house rule was applied.")
    check_spots([spot.spot for spot in misdeal.spots], most=order.spots)
    for spot in misdeal.spots:
        if any(stake <= 0 for stake in spot.bets.values()):
            raise BadReport(f"Spot {spot.spot} has a bet of nothing. Leave out bets that were not made.")
    return Settlement(
        order.game,
        tuple(
            SpotResult(
                spot.spot,
                tuple(BetResult(bet, Outcome.RETURNED, stake, why="misdeal") for bet, stake in spot.bets.items()),
                patron=spot.patron,
            )
            for spot in misdeal.spots
        ),
        note=f"misdeal: {misdeal.reason.strip()} (house rule: {misdeal.house_rule.strip()})",
    )
