"""Top 5 Poker: one dealt hand, every bet of every spot (seeds 004).

A player plays the five cards dealt, or puts the community card in place of one of them; the dealer takes the best
five of six and qualifies with a pair. Ace or Face is settled by the community card alone, even for a spot that folded.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tables.games.cards import BadCards, parse
from tables.games.dealt import check_dealt
from tables.games.orders import ACE_OR_FACE_TABLES, TENS_OR_BETTER_TABLES, Top5PokerOrder
from tables.games.paytables import WINNING_BET
from tables.games.plain import BadReport
from tables.games.poker import TOP_5_POKER
from tables.games.ranks import Rank
from tables.games.results import BetResult, Settlement, SpotResult, check_spots, dollars, paid, taken
from tables.games.settlement.house_banked import EVEN, against_house, check_stakes
from tables.games.strengths import HAND

QUALIFIES = TOP_5_POKER.rank("2s 2h 3d 4c 5s")  # the lowest pair
TENS = TOP_5_POKER.rank("Ts Th 2d 3c 4s")  # the lowest pair of tens


class Bet(StrEnum):
    ACE_OR_FACE = "ace or face"
    TENS_OR_BETTER = "10's or better"
    ANTE = "ante"
    BET = "bet"


class Decision(StrEnum):
    PLAY = "play"
    FOLD = "fold"


@dataclass(frozen=True)
class Spot:
    spot: int
    bets: Mapping[Bet, int]
    cards: str = ""  # the five dealt; none for Ace or Face alone; a folded hand may stay unread
    decision: Decision | None = None
    discard: str | None = None  # the card given up for the community card
    patron: str | None = None
    on_table: int | None = None

    @property
    def dealt_in(self) -> bool:
        """Only 10's or Better and Ante wagers get cards."""
        return Bet.ANTE in self.bets or Bet.TENS_OR_BETTER in self.bets


@dataclass(frozen=True)
class Hand:
    spots: tuple[Spot, ...]
    house: str
    community: str


def settle(order: Top5PokerOrder, hand: Hand) -> Settlement:
    """Settle every bet, or refuse the report."""
    check_spots([spot.spot for spot in hand.spots], most=order.spots)
    for spot in hand.spots:
        _check_bets(order, spot)
        _check_play(spot)
    dealt = [(f"spot {spot.spot}", spot.cards, HAND) for spot in hand.spots if spot.cards]
    check_dealt(TOP_5_POKER.deck, [*dealt, ("the house", hand.house, HAND), ("the community card", hand.community, 1)])
    house = TOP_5_POKER.rank(parse(hand.house, TOP_5_POKER.deck) + parse(hand.community, TOP_5_POKER.deck))
    return Settlement(
        order.game,
        tuple(_settle_spot(order, spot, hand, house) for spot in hand.spots),
        house=str(house),
        qualified=house >= QUALIFIES,
    )


def played(spot: Spot, community: str) -> Rank:
    """What the player chose to play: his five cards, or the community card in place of the discard."""
    cards = list(parse(spot.cards, TOP_5_POKER.deck, HAND))
    if spot.discard is not None:
        if spot.discard not in cards:
            raise BadCards(f"Spot {spot.spot} discards {spot.discard}, which it was not dealt.")
        cards[cards.index(spot.discard)] = community.strip()
    return TOP_5_POKER.rank(cards)


def _settle_spot(order: Top5PokerOrder, spot: Spot, hand: Hand, house: Rank) -> SpotResult:
    rank = played(spot, hand.community) if spot.decision is Decision.PLAY else None
    results = {bet: taken(bet, stake, "folded") for bet, stake in spot.bets.items()}
    if Bet.ACE_OR_FACE in spot.bets:
        results[Bet.ACE_OR_FACE] = _ace_or_face(order, spot.bets[Bet.ACE_OR_FACE], hand.community.strip())
    if rank is not None and Bet.TENS_OR_BETTER in spot.bets:
        results[Bet.TENS_OR_BETTER] = _tens_or_better(order, spot.bets[Bet.TENS_OR_BETTER], rank)
    if rank is not None and Bet.ANTE in spot.bets:
        results |= {Bet(result.bet): result for result in _against_house(order, spot.bets[Bet.ANTE], rank, house)}
    hand_in_words = "" if rank is None else str(rank)
    return SpotResult(spot.spot, tuple(results.values()), hand_in_words, spot.patron)


def _ace_or_face(order: Top5PokerOrder, stake: int, community: str) -> BetResult:
    odds = ACE_OR_FACE_TABLES[order.ace_or_face_pay_table].pays.get(community[0])
    why = f"community card {community}"
    return taken(Bet.ACE_OR_FACE, stake, why) if odds is None else paid(Bet.ACE_OR_FACE, stake, odds, why)


def _tens_or_better(order: Top5PokerOrder, stake: int, rank: Rank) -> BetResult:
    if rank < TENS:
        return taken(Bet.TENS_OR_BETTER, stake, str(rank))
    return paid(
        Bet.TENS_OR_BETTER, stake, TENS_OR_BETTER_TABLES[order.tens_or_better_pay_table].pays[rank.category], str(rank)
    )


def _against_house(order: Top5PokerOrder, stake: int, rank: Rank, house: Rank) -> list[BetResult]:
    """Ante and Bet, which are equal."""
    odds = (EVEN, WINNING_BET.pays[rank.category])
    ante, bet = (Bet.ANTE, stake), (Bet.BET, stake)
    return against_house(ante, bet, rank, house, qualifies=QUALIFIES, ties=order.ties, odds=odds)


def _check_bets(order: Top5PokerOrder, spot: Spot) -> None:
    at = f"Spot {spot.spot}"
    check_stakes(spot.spot, spot.bets.values(), ante=spot.bets.get(Bet.ANTE), ante_minimum=order.ante_minimum)
    for wager in order.required:
        if Bet(wager) not in spot.bets:
            raise BadReport(f"{at} has no {wager} wager, which this house requires.")
    for bet in (Bet.ACE_OR_FACE, Bet.TENS_OR_BETTER):
        if bet in spot.bets and spot.bets[bet] < order.bonus_minimum:
            least = dollars(order.bonus_minimum)
            raise BadReport(f"{at} has a {bet} bet of {dollars(spot.bets[bet])}; the minimum is {least}.")


def _check_play(spot: Spot) -> None:
    at, ante, bet = f"Spot {spot.spot}", spot.bets.get(Bet.ANTE), spot.bets.get(Bet.BET)
    if not spot.dealt_in:
        if spot.cards or spot.decision or spot.discard or bet is not None:
            raise BadReport(f"{at} wagers on Ace or Face alone: it gets no cards and has nothing to decide.")
        return
    if spot.decision is None:
        raise BadReport(f"{at} was dealt cards: report whether the player played or folded.")
    if spot.decision is Decision.FOLD:
        if bet is not None or spot.discard:
            raise BadReport(f"{at} folded, so it has neither a bet nor a discard.")
        return
    if not spot.cards:
        raise BadReport(f"{at} has no cards. Only a folded hand may stay unread.")
    if ante is None and bet is not None:
        raise BadReport(f"{at} has no ante and plays without a bet.")
    if ante is not None and bet != ante:
        raise BadReport(f"{at} must bet exactly the ante, {dollars(ante)}, not {dollars(bet or 0)}.")
