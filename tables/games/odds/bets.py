"""The house's edge on any bet, under any pay table."""

from fractions import Fraction
from math import comb

from tables.games.cards import SUITS
from tables.games.odds.counts import category_counts, strength_counts
from tables.games.odds.progressive import Progressive
from tables.games.orders import Ties
from tables.games.paytables import Bet, PayTable
from tables.games.poker import SPANISH_POKER, TOP_5_POKER
from tables.games.ranks import Category, Strength
from tables.games.strengths import HAND

TEN_OR_BETTER = "TJQKA"


def edge_of(table: PayTable, *, posted: int | None = None, ties: Ties = Ties.PUSH) -> Fraction:
    """The part of a bet that the house keeps in the long run, of the ante for raise-or-fold bets under optimal play.

    `posted` is the jackpot in dollars, for a progressive; `ties` is the house's election on equal hands.
    """
    match table.bet:
        case Bet.ANTE:
            from tables.games.odds.play import ante_raise

            return ante_raise(table.pays, ties).edge
        case Bet.WINNING_BET:
            from tables.games.odds.play import ante_bet

            return ante_bet(table.pays, ties).edge
        case Bet.GRAN_PROGRESSIVE:
            if posted is None:
                raise ValueError(f"The edge of {table.name} depends on the jackpot: say what is posted.")
            return -Progressive(table).worth(posted)
    return 1 - returned(table)


def returned(table: PayTable) -> Fraction:
    """What a bet on one's own cards alone gives back in the long run, the stake with every win included."""
    chances = _chances(table.bet)
    return sum((chances[what] * (odds + 1) for what, odds in table.pays.items()), Fraction(0))


def _chances(bet: Bet) -> dict[str, Fraction]:
    if bet is Bet.JOKER_IN_HAND:
        return {"joker": Fraction(HAND, SPANISH_POKER.deck.size)}
    if bet is Bet.ACE_OR_FACE:
        return dict.fromkeys(TOP_5_POKER.deck.ranks, Fraction(len(SUITS), TOP_5_POKER.deck.size))
    if bet is Bet.DOS_PARES:
        hands = comb(SPANISH_POKER.deck.size, HAND)
        return {category: Fraction(many, hands) for category, many in category_counts(SPANISH_POKER).items()}
    hands = comb(TOP_5_POKER.deck.size, HAND + 1)
    chances: dict[str, Fraction] = dict.fromkeys(TOP_5_POKER.categories, Fraction(0))
    for strength, many in strength_counts(TOP_5_POKER, cards=HAND + 1).items():
        if _tens_or_better(strength):
            chances[strength.category] += Fraction(many, hands)
    return chances


def _tens_or_better(strength: Strength) -> bool:
    return strength.category is not Category.PAIR or strength.ranks[0] in TEN_OR_BETTER
