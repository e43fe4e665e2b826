"""The optimal strategy in words: which hands to fold, read off the exact computation and not fitted to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tables.games.odds.play import Holding, Play
from tables.games.poker import SPANISH_POKER, Poker
from tables.games.ranks import Category, Strength, plural

QUALIFYING = "67JQKA"  # cards the house of Spanish Poker could qualify with: each one held makes that less likely


@dataclass
class Advice:
    """A kind of hand: how many of those dealt are played, and the tie-breaks that are folded or depend on suits."""

    kind: str
    played: int = 0
    dealt: int = 0
    folded: list[str] = field(default_factory=list)
    depends: list[str] = field(default_factory=list)

    @property
    def action(self) -> str:
        return "play" if self.played == self.dealt else "fold" if self.played == 0 else "play some"


def strategy(game: Poker, play: Play) -> list[Advice]:
    """What to do with each kind of hand, the best first."""
    strengths = _by_value(game)
    kind_of = _spanish_kind if game is SPANISH_POKER else _top_5_kind
    advice: dict[str, Advice] = {}
    for holding in sorted(play.hands, reverse=True):
        chosen, strength = play.hands[holding], strengths[holding.value]
        line = advice.setdefault(kind_of(strength, holding), Advice(kind_of(strength, holding)))
        line.played += chosen.played
        line.dealt += chosen.dealt
        if chosen.played == 0:
            line.folded.append(strength.ranks)
        elif chosen.played < chosen.dealt:
            line.depends.append(strength.ranks)
    return list(advice.values())


def _by_value(game: Poker) -> Mapping[int, Strength]:
    strengths = game.strengths[None]
    return {strength.value: strength for table in (strengths.mixed, strengths.suited) for strength in table.values()}


def _spanish_kind(strength: Strength, _: Holding) -> str:
    if strength.category not in (Category.PAIR, Category.HIGH_CARD):
        return "two pair or better"
    high = sum(rank in QUALIFYING for rank in strength.ranks)
    if strength.category is Category.HIGH_CARD:
        cards = "four or five cards" if high > 3 else "three cards" if high == 3 else "fewer than three cards"
        return f"no pair, {cards} of 6 or higher"
    if strength.ranks[0] in QUALIFYING:
        return "pair of sixes" if strength.ranks[0] == "6" else "pair of sevens or better"
    return f"{strength}, {'three' if high == 3 else 'fewer than three'} cards of 6 or higher"


def _top_5_kind(strength: Strength, holding: Holding) -> str:
    if strength.category is Category.HIGH_CARD:
        return "no pair"
    if strength.category is not Category.PAIR:
        return "two pair or better"
    if strength.ranks[0] not in "23":
        return "pair of fours or better"
    made = "made by the community card" if holding.shared else "in one's own cards"
    return f"pair of {plural(strength.ranks[0])}, {made}"
