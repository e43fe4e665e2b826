"""Escaleriado: eleven cards in columns win, and the others pay by the winner's layout (seeds 003).

A column is an escala (three or more of one suit in sequence) or a camuco (three or more of one suit and rank). Who
never drew a card pays la corrida; who drew pays the points of the winner's layout.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tables.games.cards import SEVEN_DECKS, Deck
from tables.games.layouts import Column, check_cards, is_camuco, is_escala, who_starts
from tables.games.orders import EscaleriadoOrder
from tables.games.plain import BadReport
from tables.games.results import BetResult, Outcome, Place, Settlement, SpotResult, check_spots, dollars

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


def score(columns: Sequence[Column]) -> int:
    """The points that each player who drew owes to the winner of this layout.

    >>> score([["As", "2s", "3s", "4s", "5s", "6s", "7s"], ["2s", "3s", "4s", "5s"]])
    15
    """
    check_columns(columns)
    if (cards := sum(map(len, columns))) != WINNING_CARDS:
        raise BadReport(f"The winner lays out {WINNING_CARDS} cards; {cards} are reported.")
    odd = [card for column in columns if not is_camuco(column) for card in column if card[0] in ODD_RANKS]
    camucos = [card for column in columns if is_camuco(column) for card in column]
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

    def score(self, columns: Sequence[Column]) -> int:
        return score(columns)


ESCALERIADO = Escaleriado()


def check_columns(columns: Sequence[Column]) -> None:
    """Refuse a column that is neither an escala nor a camuco."""
    check_cards(columns)
    for column in columns:
        if not column or not (is_escala(column) or is_camuco(column)):
            raise BadReport(
                f"The column {' '.join(column) or '(empty)'} is neither an escala (three or more of one suit"
                " in sequence) nor a camuco (three or more of one suit and rank)."
            )


def settle(order: EscaleriadoOrder, game: Game) -> Settlement:
    """What each player pays to the winner."""
    seats = [player.seat for player in game.players]
    check_spots(seats, most=order.spots, least=2, what="seat")
    first = _first_to_draw(game)
    winner = _winner(game.players)
    check_cards([column for player in game.players for column in player.columns])
    for player in game.players:
        check_columns(player.columns)
    points = score(winner.columns)
    prices = {
        Exit.DREW: (points * order.point_value, f"{points} points at {dollars(order.point_value)}"),
        Exit.DID_NOT_DRAW: (order.corrida, "la corrida"),
    }
    owed = {player.seat: prices[player.left] for player in game.players if player is not winner}
    return collect(
        order.game, winner.seat, {p.seat: p.patron for p in game.players}, owed, note=f"seat {first} drew first"
    )


def collect(
    game: str, winner: int, patrons: dict[int, str | None], owed: dict[int, tuple[int, str]], note: str
) -> Settlement:
    """Everyone pays the winner what he owes: amount and reason by seat (Largo ends the same way)."""
    total = sum(amount for amount, _ in owed.values())
    won = BetResult("points", Outcome.PAID, 0, total, Place.PLAYERS, "collects from every other player")
    return Settlement(
        game,
        tuple(
            SpotResult(
                seat,
                (
                    won
                    if seat == winner
                    else BetResult("points", Outcome.LOST, owed[seat][0], 0, Place.PLAYERS, owed[seat][1]),
                ),
                patron=patron,
            )
            for seat, patron in patrons.items()
        ),
        note=note,
    )


def _first_to_draw(game: Game) -> int:
    tenth = {player.seat: player.tenth_card for player in game.players if player.tenth_card is not None}
    return who_starts(tenth, game.last_winner, [player.seat for player in game.players])


def _winner(players: Sequence[Player]) -> Player:
    winners = [player for player in players if player.left is Exit.WON]
    if len(winners) != 1:
        raise BadReport(f"One player wins a game of Escaleriado; {len(winners)} are reported as winners.")
    for player in players:
        if player.left is Exit.DID_NOT_DRAW and player.columns:
            raise BadReport(f"Seat {player.seat} did not draw a card and so has no columns. Correct one of the two.")
    return winners[0]
