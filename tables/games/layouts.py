"""Columns of cards on the table, as Escaleriado and Largo lay them out.

Both games use seven decks of the ten ranks A 2-7 J Q K, so one card may be seen up to seven times. The 7 connects to
the jack; the ace is low and the king does not connect to it. The order inside a column does not matter.
"""

from collections.abc import Callable, Iterable, Sequence

from tables.games.cards import SEVEN_DECKS, BadCards, Cards, parse
from tables.games.plain import BadReport

HAND = 10
LEAST = 3

Column = tuple[str, ...]
Layout = Iterable[Cards]


def lay_out(columns: Layout, is_column: Callable[[Column], bool], words: str) -> tuple[Column, ...]:
    """The columns read and checked one by one; `words` say what a column must be."""
    try:
        laid = tuple(parse(column, SEVEN_DECKS) for column in columns)
    except TypeError:
        raise BadCards("Give the layout as a list of columns, like [“As 2s 3s”, “Kc Kc Kc”].") from None
    share_the_decks(laid)
    for column in laid:
        if len(column) < LEAST or not is_column(column):
            raise BadReport(f"The column {' '.join(column) or '(empty)'} is neither {words}.")
    return laid


def share_the_decks(columns: Sequence[Column]) -> None:
    """Refuse an eighth copy of any card, over all columns on the table."""
    parse([card for column in columns for card in column], SEVEN_DECKS)


def is_escala(column: Column) -> bool:
    """Cards of one suit in sequence."""
    places = sorted(SEVEN_DECKS.ranks.index(card[0]) for card in column)
    return places == list(range(places[0], places[0] + len(places))) and len({card[1] for card in column}) == 1


def is_camuco(column: Column) -> bool:
    """Cards of one suit and one rank."""
    return len(set(column)) == 1
