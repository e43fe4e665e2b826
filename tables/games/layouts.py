"""Columns of cards on the table, as Escaleriado and Largo lay them out.

Both games use seven decks of the ten ranks A 2-7 J Q K, so one card may be seen up to seven times. The 7 connects to
the jack; the ace is low and the king does not connect to it. The order inside a column does not matter.
"""

from collections.abc import Mapping, Sequence

from tables.games.cards import SEVEN_DECKS, parse
from tables.games.plain import BadReport

RANKS = SEVEN_DECKS.ranks
HAND = 10

Column = Sequence[str]


def check_cards(columns: Sequence[Column]) -> None:
    """Refuse cards that are not in the deck, and an eighth copy of any card."""
    parse([card for column in columns for card in column], SEVEN_DECKS)


def is_escala(column: Column) -> bool:
    """Three or more cards of one suit in sequence."""
    places = sorted(RANKS.index(card[0]) for card in column)
    in_sequence = places == list(range(places[0], places[0] + len(places)))
    return len(column) >= 3 and in_sequence and one_suit(column)


def is_camuco(column: Column) -> bool:
    """Three or more cards of one suit and one rank."""
    return len(column) >= 3 and len(set(column)) == 1


def one_suit(column: Column) -> bool:
    return len({card[1] for card in column}) == 1


def one_rank(column: Column) -> bool:
    return len({card[0] for card in column}) == 1


def starter(tenth_cards: Mapping[int, str]) -> int:
    """The seat that draws first in a first game: the highest tenth card, the ace low.

    Seats are numbered from the dealer's right, so of equal cards the lowest seat is the closest to it. (In later games
    the last winner draws first.)
    """
    check_cards([list(tenth_cards.values())])
    return min(tenth_cards, key=lambda seat: (-RANKS.index(tenth_cards[seat][0]), seat))


def who_starts(tenth_cards: Mapping[int, str], last_winner: int | None, seats: Sequence[int]) -> int:
    """The seat that draws first: the last winner, or in a first game the one with the highest tenth card."""
    if (last_winner is None) == (not tenth_cards):
        raise BadReport("Report either the tenth cards (a first game) or the last winner (a later game).")
    if last_winner is not None:
        if last_winner not in seats:
            raise BadReport(f"Seat {last_winner} won the last game but is not in this one. Deal a first game again.")
        return last_winner
    if sorted(tenth_cards) != sorted(seats):
        raise BadReport("In a first game every player has a tenth card face up: report one for each.")
    return starter(tenth_cards)
