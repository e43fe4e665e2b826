"""Games that players play among themselves for points, Escaleriado and Largo: who draws first, and who pays whom."""

from collections.abc import Mapping

from tables.games.cards import SEVEN_DECKS, parse
from tables.games.plain import BadReport
from tables.games.results import BetResult, Outcome, Place, Settlement, SpotResult

# What a seat owes the winner, and why.
Owed = Mapping[int, tuple[int, str]]


def who_starts(tenth_cards: Mapping[int, str | None], last_winner: int | None) -> int:
    """The seat that draws first: the last winner, or in a first game the one with the highest tenth card, ace low.

    Seats are numbered from the dealer's right, so of equal cards the lowest seat is the closest to it.
    """
    shown = {seat: card for seat, card in tenth_cards.items() if card is not None}
    if (last_winner is None) == (not shown):
        raise BadReport("Report either the tenth cards (a first game) or the last winner (a later game).")
    if last_winner is not None:
        if last_winner not in tenth_cards:
            raise BadReport(f"Seat {last_winner} won the last game but is not in this one. Deal a first game again.")
        return last_winner
    if len(shown) < len(tenth_cards):
        raise BadReport("In a first game every player has a tenth card face up: report one for each.")
    parse(shown.values(), SEVEN_DECKS)
    return min(shown, key=lambda seat: (-SEVEN_DECKS.ranks.index(shown[seat][0]), seat))


def collect(game: str, winner: int, patrons: Mapping[int, str | None], owed: Owed, *, first: int) -> Settlement:
    """Everyone but the winner pays the winner. `first` is the seat that drew first."""
    results = {
        seat: BetResult("points", Outcome.LOST, cents, 0, Place.PLAYERS, why) for seat, (cents, why) in owed.items()
    }
    total = sum(cents for cents, _ in owed.values())
    results[winner] = BetResult("points", Outcome.PAID, 0, total, Place.PLAYERS, "collects from every other player")
    spots = tuple(SpotResult(seat, (results[seat],), patron=patron) for seat, patron in patrons.items())
    return Settlement(game, spots, note=f"seat {first} drew first")
