"""Escaleriado: eleven cards in columns win, and the others pay by the winner's layout (seeds 003).

A column is an escala (three or more of one suit in sequence) or a camuco (three or more of one suit and rank). Who
never drew a card pays la corrida; who drew pays the points of the winner's layout.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tables.games.cards import SEVEN_DECKS, Deck
from tables.games.layouts import HAND, Column, Layout, is_camuco, is_escala, lay_out, share_the_decks
from tables.games.orders import EscaleriadoOrder
from tables.games.plain import BadReport
from tables.games.points import collect, who_starts
from tables.games.results import Settlement, check_spots, dollars

WINNING_CARDS = 11
ODD_RANKS = "A357JK"  # J, Q, K count 11, 12, 13


class Exit(StrEnum):
    """Where a player left the game."""

    WON = "won"
    DREW = "drew"
    DID_NOT_DRAW = "did not draw"


@dataclass(frozen=True)
class Player:
    seat: int  # counted from the dealer's right
    left: Exit
    columns: tuple[tuple[str, ...], ...] = ()
    tenth_card: str | None = None
    patron: str | None = None


@dataclass(frozen=True)
class Game:
    players: tuple[Player, ...]
    last_winner: int | None = None


def score(columns: Layout) -> int:
    """The points that each player who drew owes to the winner of this layout.

    >>> score(["As 2s 3s 4s 5s 6s 7s", "2s 3s 4s 5s"])
    15
    """
    laid = read_columns(columns)
    if (cards := sum(map(len, laid))) != WINNING_CARDS:
        raise BadReport(f"The winner lays out {WINNING_CARDS} cards; {cards} are reported.")
    odd = [card for column in laid if not is_camuco(column) for card in column if card[0] in ODD_RANKS]
    camucos = [card for column in laid if is_camuco(column) for card in column]
    return sum(1 if card[1] in "dh" else 2 for card in odd + camucos) + _bonus({card[1] for card in odd})


def _bonus(suits: set[str]) -> int:
    """3 if the escalas' odd cards are all spades or all clubs, 2 if all hearts or all diamonds, otherwise 1."""
    if len(suits) != 1:
        return 1
    return 3 if suits <= {"s", "c"} else 2


@dataclass(frozen=True)
class Escaleriado:
    """The game as `GAMES` lists it."""

    slug: str = EscaleriadoOrder.game
    name: str = "Escaleriado"
    deck: Deck = SEVEN_DECKS

    def score(self, columns: Layout) -> int:
        return score(columns)


ESCALERIADO = Escaleriado()


def read_columns(columns: Layout) -> tuple[Column, ...]:
    """The columns of a layout; one that is neither an escala nor a camuco is refused."""
    return lay_out(
        columns,
        lambda column: is_escala(column) or is_camuco(column),
        "an escala (three or more of one suit in sequence) nor a camuco (three or more of one suit and rank)",
    )


def settle(order: EscaleriadoOrder, game: Game) -> Settlement:
    """What each player pays to the winner."""
    check_spots([player.seat for player in game.players], most=order.spots, least=2, what="seat")
    first = who_starts({player.seat: player.tenth_card for player in game.players}, game.last_winner)
    winner = _winner(game.players)
    laid = {player.seat: read_columns(player.columns) for player in game.players}
    share_the_decks([column for columns in laid.values() for column in columns])
    for seat, columns in laid.items():
        if seat != winner.seat and sum(map(len, columns)) > HAND:
            raise BadReport(f"Seat {seat} has more than {HAND} cards face up without having won. Count them again.")
    points = score(winner.columns)
    prices = {
        Exit.DREW: (points * order.point_value, f"{points} points at {dollars(order.point_value)}"),
        Exit.DID_NOT_DRAW: (order.corrida, "la corrida"),
    }
    owed = {player.seat: prices[player.left] for player in game.players if player is not winner}
    return collect(order.game, winner.seat, {p.seat: p.patron for p in game.players}, owed, first=first)


def _winner(players: Sequence[Player]) -> Player:
    winners = [player for player in players if player.left is Exit.WON]
    if len(winners) != 1:
        raise BadReport(f"One player wins a game of Escaleriado; {len(winners)} are reported as winners.")
    for player in players:
        if player.left is Exit.DID_NOT_DRAW and player.columns:
            raise BadReport(f"Seat {player.seat} did not draw a card and so has no columns. Correct one of the two.")
    return winners[0]
