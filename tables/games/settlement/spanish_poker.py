"""Spanish Poker: one dealt hand, every bet of every spot (seeds 000 and 001).

The house qualifies with a pair of sixes. Ante and raise are played against the house; the bonus bets are paid by the
player's own cards, whatever the house holds. A folded hand is collected unseen with all its bets; a tucked hand gives
up the ante and has its bonus bets settled.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tables.games.cards import JOKER_CARD
from tables.games.dealt import check_dealt
from tables.games.orders import ANTE_TABLES, DOS_PARES_TABLES, Bonus, SpanishPokerOrder
from tables.games.paytables import GRAN_PROGRESSIVE, JOKER_IN_HAND
from tables.games.plain import BadReport
from tables.games.poker import SPANISH_POKER
from tables.games.ranks import Rank
from tables.games.results import (
    BetResult,
    Hit,
    Outcome,
    Place,
    Settlement,
    SpotResult,
    check_spots,
    dollars,
    paid,
    taken,
)
from tables.games.settlement.house_banked import EVEN, against_house, check_stakes
from tables.games.strengths import HAND

PROGRESSIVE_WAGER = 100
QUALIFIES = SPANISH_POKER.rank("6s 6h 2d 3c 4s")  # the lowest pair of sixes


class Bet(StrEnum):
    ANTE = "ante"
    RAISE = "raise"
    DOS_PARES = "dos pares"
    JOKER_IN_HAND = "joker in hand"
    GRAN_PROGRESSIVE = "gran progressive"


class Decision(StrEnum):
    RAISE = "raise"
    FOLD = "fold"
    TUCK = "tuck"


@dataclass(frozen=True)
class Spot:
    spot: int
    bets: Mapping[Bet, int]
    cards: str = ""  # a folded hand is collected face down and may stay unread
    decision: Decision | None = None  # who plays bonus bets alone has nothing to decide
    patron: str | None = None
    on_table: int | None = None  # the patron's chips before the hand, if known

    @property
    def bonus(self) -> dict[Bet, int]:
        return {bet: stake for bet, stake in self.bets.items() if bet not in (Bet.ANTE, Bet.RAISE)}


@dataclass(frozen=True)
class Hand:
    spots: tuple[Spot, ...]
    house: str


def settle(order: SpanishPokerOrder, hand: Hand) -> Settlement:
    """Settle every bet, or refuse the report."""
    check_spots([spot.spot for spot in hand.spots], most=order.spots)
    for spot in hand.spots:
        _check_ante(order, spot)
        _check_bonus(order, spot)
    read = [spot for spot in hand.spots if spot.cards]
    dealt = [(f"spot {spot.spot}", spot.cards, HAND) for spot in read]
    check_dealt(SPANISH_POKER.deck, [*dealt, ("the house", hand.house, HAND)])
    ranks = {spot.spot: SPANISH_POKER.rank(spot.cards) for spot in read}
    for spot in read:
        _check_winner_kept(order, spot, ranks[spot.spot])
    house = SPANISH_POKER.rank(hand.house)
    return Settlement(
        order.game,
        tuple(_settle_spot(order, spot, ranks.get(spot.spot), house) for spot in hand.spots),
        hits=tuple(
            Hit(spot.spot, str(ranks[spot.spot].category))
            for spot in read
            if Bet.GRAN_PROGRESSIVE in spot.bets and _wins(order, Bet.GRAN_PROGRESSIVE, spot, ranks[spot.spot])
        ),
        house=str(house),
        qualified=house >= QUALIFIES,
    )


def _settle_spot(order: SpanishPokerOrder, spot: Spot, rank: Rank | None, house: Rank) -> SpotResult:
    if rank is None or spot.decision is Decision.FOLD:
        bets = [_collected(bet, stake) for bet, stake in spot.bets.items()]
        return SpotResult(spot.spot, tuple(bets), patron=spot.patron)
    bets = []
    if spot.decision is Decision.TUCK:
        bets.append(taken(Bet.ANTE, spot.bets[Bet.ANTE], "forfeited, hand tucked"))
    elif spot.decision is Decision.RAISE:
        bets += _against_house(order, spot, rank, house)
    bets += [_bonus_bet(order, bet, spot, rank) for bet in spot.bonus]
    return SpotResult(spot.spot, tuple(bets), str(rank), spot.patron)


def _against_house(order: SpanishPokerOrder, spot: Spot, rank: Rank, house: Rank) -> list[BetResult]:
    by_table = ANTE_TABLES[order.ante_pay_table].pays.get(rank.category, EVEN)  # a qualified house beats a high card
    ante, raised = (Bet.ANTE, spot.bets[Bet.ANTE]), (Bet.RAISE, spot.bets[Bet.RAISE])
    return against_house(ante, raised, rank, house, qualifies=QUALIFIES, ties=order.ties, odds=(by_table, EVEN))


def _bonus_bet(order: SpanishPokerOrder, bet: Bet, spot: Spot, rank: Rank) -> BetResult:
    stake = spot.bets[bet]
    if not _wins(order, bet, spot, rank):
        return _collected(bet, stake, str(rank))
    if bet is Bet.DOS_PARES:
        return paid(bet, stake, DOS_PARES_TABLES[order.dos_pares_pay_table].pays[rank.category], str(rank))
    if bet is Bet.JOKER_IN_HAND:
        return paid(bet, stake, JOKER_IN_HAND.pays["joker"], "joker in hand")
    if rank.category in GRAN_PROGRESSIVE.jackpot:
        return BetResult(bet, Outcome.PROGRESSIVE_HIT, stake, place=Place.JACKPOT, why=str(rank))
    return paid(bet, stake, GRAN_PROGRESSIVE.pays[rank.category], str(rank))


def _wins(order: SpanishPokerOrder, bet: Bet, spot: Spot, rank: Rank) -> bool:
    if bet is Bet.DOS_PARES:
        return rank.category in DOS_PARES_TABLES[order.dos_pares_pay_table].pays
    if bet is Bet.JOKER_IN_HAND:
        return JOKER_CARD in spot.cards
    return rank.category in GRAN_PROGRESSIVE.pays or rank.category in GRAN_PROGRESSIVE.jackpot


def _collected(bet: Bet, stake: int, why: str = "folded") -> BetResult:
    """Losing progressive wagers go into the second drop box, all others into the tray."""
    return taken(bet, stake, why, Place.DROP_BOX if bet is Bet.GRAN_PROGRESSIVE else Place.TRAY)


def _check_ante(order: SpanishPokerOrder, spot: Spot) -> None:
    at, ante, raised = f"Spot {spot.spot}", spot.bets.get(Bet.ANTE), spot.bets.get(Bet.RAISE)
    check_stakes(spot.spot, spot.bets.values(), ante=ante, ante_minimum=order.ante_minimum)
    if not spot.cards and spot.decision is not Decision.FOLD:
        raise BadReport(f"{at} has no cards. Only a folded hand may stay unread.")
    if ante is None:
        if raised is not None or spot.decision is not None:
            raise BadReport(f"{at} has no ante, so there is nothing to raise, fold or tuck.")
        return
    if spot.decision is None:
        raise BadReport(f"{at} has an ante: report whether the player raised, folded or tucked.")
    if spot.decision is Decision.RAISE and raised != 2 * ante:
        raise BadReport(f"{at} must raise exactly twice the ante, {dollars(2 * ante)}, not {dollars(raised or 0)}.")
    if spot.decision is not Decision.RAISE and raised is not None:
        raise BadReport(f"{at} is reported as {spot.decision} with a raise. Correct one of the two.")


def _check_bonus(order: SpanishPokerOrder, spot: Spot) -> None:
    at, ante = f"Spot {spot.spot}", spot.bets.get(Bet.ANTE)
    for bet, stake in spot.bonus.items():
        if Bonus(bet) not in order.bonus_bets:
            raise BadReport(f"{at} has a {bet} bet, which this table is not ordered with.")
        if ante is None and not order.bonus_alone:
            raise BadReport(f"{at} has a {bet} bet without an ante, which this house does not allow.")
        if bet is Bet.GRAN_PROGRESSIVE:
            if stake != PROGRESSIVE_WAGER:
                raise BadReport(f"{at}: the gran progressive wager is always $1.00, not {dollars(stake)}.")
            continue
        least = order.bonus_minimum if ante is not None else order.bonus_alone_minimum
        if stake < least:
            alone = "" if ante is not None else " played alone"
            raise BadReport(f"{at} has a {bet} bet of {dollars(stake)}; the minimum{alone} is {dollars(least)}.")
        if ante is not None and stake > ante and not order.bonus_over_ante:
            raise BadReport(f"{at} has a {bet} bet larger than the ante, which this house does not allow.")


def _check_winner_kept(order: SpanishPokerOrder, spot: Spot, rank: Rank) -> None:
    """A tuck needs a winning bonus bet; a fold that was read and wins one is a tuck, and must be reported so."""
    winning = [bet for bet in spot.bonus if _wins(order, bet, spot, rank)]
    if spot.decision is Decision.TUCK and not winning:
        raise BadReport(
            f"Spot {spot.spot} cannot be tucked: {rank} wins none of its bonus bets. Report a fold or a raise."
        )
    if spot.decision is Decision.FOLD and winning:
        raise BadReport(
            f"Spot {spot.spot} holds {rank}, which wins {winning[0]}. Report the hand as tucked, not folded."
        )
