"""The four poker games as data, and the one way they all rank a hand.

Five cards are worth what their ranks are worth, in one suit or in several. So a game needs only two small tables, from
the ranks of a hand to its `Strength` (`tables.games.strengths`), built when they are first needed.

To look a hand up, every card is an integer that counts: four bits for each suit, then three for each rank. The sum over
a hand is its key. The joker counts as a card of every suit and has a rank of its own.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from tables.games.cards import JOKER, SPANISH, STANDARD, BadCards, Cards, Deck, parse, split
from tables.games.ranks import Category, Rank
from tables.games.strengths import HAND, Strengths


@dataclass(frozen=True)
class Poker:
    """A poker game. `categories` are best first; `jokers` are the rules a house may elect, the usual one first."""

    slug: str
    name: str
    deck: Deck
    categories: tuple[Category, ...]
    jokers: tuple[str, ...] = ()
    sizes: tuple[int, ...] = (HAND,)
    ace_below_two: bool = True
    low: bool = False

    def rank(self, cards: Cards, joker: str | None = None) -> Rank:
        """What a hand is worth, the best five cards if it has more. `joker` is the house's election, if it has one."""
        strengths = self.strengths[joker if joker is None or isinstance(joker, str) else repr(joker)]
        hand = split(cards)
        try:
            if len(set(hand)) == len(hand) == HAND:
                return Rank(strengths.of(sum(map(strengths.codes.__getitem__, hand))), tuple(hand))
        except (KeyError, TypeError):
            pass  # not a card, or closely written with the joker in the middle: read it carefully
        checked = parse(cards if isinstance(cards, str) else hand, self.deck, *self.sizes)
        return max(Rank(strengths.find(five), five) for five in combinations(checked, HAND))

    @cached_property
    def strengths(self) -> "_StrengthsByJoker":
        """The tables, by the joker rule elected; None is the usual rule."""
        return _StrengthsByJoker(self)


class _StrengthsByJoker(dict[str | None, Strengths]):
    """Builds the tables of a joker rule when it is first asked for."""

    def __init__(self, game: Poker) -> None:
        self.game = game

    def __missing__(self, joker: str | None) -> Strengths:
        rules = self.game.jokers
        if joker is not None and joker not in rules:
            known = f"its joker is {' or '.join(rules)}" if rules else "it is played without a joker"
            raise BadCards(f"{self.game.name} has no joker rule “{joker}”: {known}.")
        if joker is None and rules:
            self[None] = self[rules[0]]
        else:
            self[joker] = Strengths(self.game, joker)
        return self[joker]


# seeds 000, ranking of hands: here a flush beats a full house, and the ace is high only.
SPANISH_POKER = Poker(
    slug="spanish-poker",
    name="Spanish Poker",
    deck=SPANISH,
    categories=(
        Category.CINCOS,
        Category.ROYAL_FLUSH,
        Category.STRAIGHT_FLUSH,
        Category.QUADS,
        Category.FLUSH,
        Category.FULL_HOUSE,
        Category.STRAIGHT,
        Category.TRIPS,
        Category.TWO_PAIR,
        Category.PAIR,
        Category.HIGH_CARD,
    ),
    jokers=("wild",),
    ace_below_two=False,
)

# seeds 004: the best five of a player's five cards and the community card.
TOP_5_POKER = Poker(
    slug="top-5-poker",
    name="Top 5 Poker",
    deck=STANDARD,
    categories=(
        Category.ROYAL_FLUSH,
        Category.STRAIGHT_FLUSH,
        Category.QUADS,
        Category.FULL_HOUSE,
        Category.FLUSH,
        Category.STRAIGHT,
        Category.TRIPS,
        Category.TWO_PAIR,
        Category.PAIR,
        Category.HIGH_CARD,
    ),
    sizes=(HAND, HAND + 1),
)

# seeds 003, ranking of the poker hands: twelve, with the double-ace flush. The house elects what the joker may be.
DRAW_POKER = Poker(
    slug="draw-poker",
    name="Draw Poker",
    deck=JOKER,
    categories=(
        Category.FIVE_OF_A_KIND,
        Category.ROYAL_FLUSH,
        Category.STRAIGHT_FLUSH,
        Category.QUADS,
        Category.FULL_HOUSE,
        Category.DOUBLE_ACE_FLUSH,
        Category.FLUSH,
        Category.STRAIGHT,
        Category.TRIPS,
        Category.TWO_PAIR,
        Category.PAIR,
        Category.HIGH_CARD,
    ),
    jokers=("wild", "bug"),
)

# seeds 003, Low-Ball: the wheel is best, so neither straights nor flushes count, and the ace is one.
LOW_BALL = Poker(
    slug="low-ball",
    name="Low-Ball",
    deck=JOKER,
    categories=(
        Category.HIGH_CARD,
        Category.PAIR,
        Category.TWO_PAIR,
        Category.TRIPS,
        Category.FULL_HOUSE,
        Category.QUADS,
    ),
    jokers=("lowest missing",),
    low=True,
)
