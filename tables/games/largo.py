"""Largo: the most cards face up win, and the others pay by where they left the game (seeds 003).

Columns are escalas, or pares: three or more kings or aces of any suits, three or more of one suit and rank, or three or
more of one rank in different suits; a par may then grow by any card of its rank. The second player to lay out all ten
cards places a marker in the deck, the third may move or remove it. Who leaves early pays less.
"""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from tables.games.cards import SEVEN_DECKS, Deck
from tables.games.layouts import HAND, LEAST, Column, Layout, is_escala, lay_out, share_the_decks
from tables.games.orders import LargoOrder
from tables.games.plain import BadReport
from tables.games.points import collect, who_starts
from tables.games.results import Settlement, check_spots, dollars


class Exit(StrEnum):
    """Where a player left the game."""

    DID_NOT_DRAW = "did not draw"
    DREW = "drew, laid nothing"
    LAID_SOME = "laid some"
    LAID_ALL = "laid all ten, not beyond the marker"
    STAYED = "stayed to the end"


class Marker(StrEnum):
    PLACED = "placed"
    MOVED = "moved"
    REMOVED = "removed"


POINTS = {Exit.DID_NOT_DRAW: 1, Exit.DREW: 2, Exit.LAID_SOME: 3, Exit.LAID_ALL: 7, Exit.STAYED: 10}


@dataclass(frozen=True)
class MarkerMove:
    seat: int
    did: Marker


@dataclass(frozen=True)
class Player:
    seat: int  # counted from the dealer's right
    left: Exit
    columns: tuple[tuple[str, ...], ...] = ()
    tenth_card: str | None = None
    patron: str | None = None

    @property
    def face_up(self) -> int:
        return sum(map(len, self.columns))


@dataclass(frozen=True)
class Game:
    players: tuple[Player, ...]
    laid_out: tuple[int, ...] = ()  # the seats that laid all ten cards, in that order
    marker: tuple[MarkerMove, ...] = ()
    last_winner: int | None = None
    ruled_winner: int | None = None  # the house's ruling on a tie for most cards


@dataclass(frozen=True)
class Largo:
    """The game as `GAMES` lists it."""

    slug: str = LargoOrder.game
    name: str = "Largo"
    deck: Deck = SEVEN_DECKS

    def check(self, columns: Layout) -> None:
        """Refuse columns that cannot be laid out."""
        read_columns(columns)


LARGO = Largo()


def is_par(column: Column) -> bool:
    """A par as laid or built up: it must hold three cards that made a par to begin with."""
    if len({card[0] for card in column}) != 1:
        return False
    suits = Counter(card[1] for card in column)
    return column[0][0] in "KA" or len(suits) >= LEAST or max(suits.values()) >= LEAST


def read_columns(columns: Layout) -> tuple[Column, ...]:
    """The columns of a layout; one that is neither an escala nor pares is refused."""
    return lay_out(
        columns,
        lambda column: is_escala(column) or is_par(column),
        "an escala (three or more of one suit in sequence) nor pares (three kings or aces, or three of one rank that"
        " are all of one suit or all of different suits)",
    )


def settle(order: LargoOrder, game: Game) -> Settlement:
    """What each player pays to the winner."""
    check_spots([player.seat for player in game.players], most=order.spots, least=2, what="seat")
    first = who_starts({player.seat: player.tenth_card for player in game.players}, game.last_winner)
    share_the_decks([column for player in game.players for column in read_columns(player.columns)])
    for player in game.players:
        _check_exit(player)
    _check_marker(game)
    winner = _winner(game)
    points = {player.seat: points_owed(player) for player in game.players if player is not winner}
    value = order.point_value
    owed = {seat: (owes * value, f"{owes} points at {dollars(value)}") for seat, owes in points.items()}
    return collect(order.game, winner.seat, {p.seat: p.patron for p in game.players}, owed, first=first)


def points_owed(player: Player) -> int:
    """Points by where a player left.

    The 10 points are for those who laid all ten cards. Who stayed with fewer face up owes what such a layout owes: the
    source has no other line for it.
    """
    if player.left is Exit.STAYED and player.face_up < HAND:
        return POINTS[Exit.LAID_SOME if player.columns else Exit.DREW]
    return POINTS[player.left]


def _check_exit(player: Player) -> None:
    up = player.face_up
    fits = {
        Exit.DID_NOT_DRAW: up == 0,
        Exit.DREW: up == 0,
        Exit.LAID_SOME: 0 < up < HAND,
        Exit.LAID_ALL: up >= HAND,
        Exit.STAYED: True,
    }
    if not fits[player.left]:
        raise BadReport(
            f'Seat {player.seat} is reported as "{player.left}" with {up} cards face up. Correct one of the two.'
        )


def _check_marker(game: Game) -> None:
    """Placed by the second to lay out, moved or removed by the third, never placed again."""
    complete = {player.seat for player in game.players if player.face_up >= HAND}
    if complete != set(game.laid_out) or len(complete) != len(game.laid_out):
        raise BadReport("laid_out must name, once each and in order, exactly the seats with all ten cards face up.")
    moves = list(game.marker)
    if len(game.laid_out) < 2:
        if moves:
            raise BadReport("Nobody may place the marker before a second player has laid out all ten cards.")
        if at_marker := [player.seat for player in game.players if player.left is Exit.LAID_ALL]:
            raise BadReport(
                f"Seat {at_marker[0]} cannot have left at the marker: no second player laid out all ten cards,"
                " so none was placed."
            )
        return
    second = game.laid_out[1]
    if not moves or moves[0] != MarkerMove(second, Marker.PLACED):
        raise BadReport(f"Seat {second} was the second to lay out all ten cards and places the marker first.")
    if any(move.did is Marker.PLACED for move in moves[1:]):
        raise BadReport("The marker is placed once; once removed it cannot be placed back.")
    if len(moves) == 1:
        return
    third = game.laid_out[2] if len(game.laid_out) > 2 else None
    if len(moves) > 2 or moves[1].seat != third:
        raise BadReport("Only the third player to lay out all ten cards may move or remove the marker, and only once.")


def _winner(game: Game) -> Player:
    stayed = [player for player in game.players if player.left is Exit.STAYED]
    if not stayed:
        raise BadReport("Somebody stays to the end and wins. Report who did.")
    most = max(player.face_up for player in stayed)
    leaders = [player for player in stayed if player.face_up == most]
    if game.ruled_winner is not None:
        ruled = [player for player in leaders if player.seat == game.ruled_winner]
        if len(leaders) == 1 or not ruled:
            raise BadReport("A ruling names one of the players tied for most cards. Leave it out if there is no tie.")
        return ruled[0]
    if len(leaders) > 1:
        seats = " and ".join(str(player.seat) for player in leaders)
        raise BadReport(
            f"Seats {seats} are tied with {most} cards face up, and the rules do not decide that."
            " Ask the house for its ruling and report the winner with it."
        )
    return leaders[0]
