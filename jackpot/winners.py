"""Who won what: the cards of the winning spots go to the games, and what the games see goes to the rules.

Nothing is read or written here. Recording a hit asks this, and `rebuild` asks it again from the same cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from jackpot import rules
from jackpot.models import Progressive
from tables.games import GAMES
from tables.refusals import Invalid

# The hands that win, with the field of `rules.Hits` that counts them and the fixed award of those the tray pays.
JACKPOT_HANDS = {"cincos": "cincos", "royal flush": "royals"}
TRAY_HANDS = {
    "straight flush": ("straight_flushes", rules.STRAIGHT_FLUSH_AWARD),
    "quads": ("quads", rules.QUADS_AWARD),
    "flush": ("flushes", rules.FLUSH_AWARD),
}


@dataclass(frozen=True)
class WinningSpot:
    """A spot whose progressive wager won: its number, its cards, and who sat there if that is known."""

    spot: int
    cards: str
    patron: str = ""


@dataclass(frozen=True)
class Winner:
    """A winning spot, its hand ranked by the game."""

    spot: WinningSpot
    cards: str
    category: str

    @property
    def from_tray(self) -> bool:
        return self.category in TRAY_HANDS

    def amount(self, shares: rules.Split) -> int:
        """What this hand is paid, in cents."""
        if self.from_tray:
            return TRAY_HANDS[self.category][1]
        return shares.cincos if self.category == "cincos" else shares.royal


def winners_of(progressive: Progressive, spots: Sequence[WinningSpot]) -> list[Winner]:
    """What each spot holds, by the game of the progressive; a hand that cannot be, or does not win, is refused."""
    if not spots:
        raise Invalid("Report at least one winning spot.")
    if len({spot.spot for spot in spots}) != len(spots):
        raise Invalid("A spot is reported twice. Report each winning spot once.")
    seen: set[str] = set()
    winners = []
    for spot in spots:
        try:
            rank = GAMES[progressive.game].rank(spot.cards)
        except ValueError as problem:
            raise Invalid(f"Spot {spot.spot}: {problem}", errors={f"spot {spot.spot}": [str(problem)]}) from problem
        twice = seen & set(rank.cards)
        if twice:
            raise Invalid(f"{' '.join(sorted(twice))} is reported at two spots. Check the cards.")
        seen.update(rank.cards)
        category = str(rank.category)
        if category not in JACKPOT_HANDS and category not in TRAY_HANDS:
            raise Invalid(f"Spot {spot.spot} holds {rank}, which the progressive does not pay. Leave it out.")
        winners.append(Winner(spot, " ".join(rank.cards), category))
    return winners


def split_between(posted: int, winners: Sequence[Winner]) -> rules.Split:
    """The shares of all winners of one dealt hand."""
    held = [winner.category for winner in winners]
    counted = {field: held.count(category) for category, field in JACKPOT_HANDS.items()}
    counted |= {field: held.count(category) for category, (field, _) in TRAY_HANDS.items()}
    try:
        return rules.split(posted=posted, hits=rules.Hits(**counted))
    except ValueError as problem:
        raise Invalid(str(problem)) from problem


def share_in_words(winner: Winner, winners: Sequence[Winner]) -> str:
    """As the slip says it: which part of the jackpot this is."""
    categories = [each.category for each in winners]
    royals = categories.count("royal flush")
    if winner.from_tray:
        return "fixed award"
    if winner.category == "cincos":
        return "the rest after 25 % for the royals" if royals else "100 %"
    return f"25 % split between {royals}" if "cincos" in categories and royals > 1 else "25 %"
