"""Settle what a table reports: `settle(order, read_report(order.game, data))`.

Every game has a module with the shape of its report and a `settle` that either accounts for every bet in a `Settlement`
or refuses the report with a ValueError; a misdeal is reported in place of any of them.
"""

from typing import Any

from tables.games import escaleriado, largo
from tables.games.limits import Wager
from tables.games.orders import DrawPokerOrder, LowBallOrder, Order
from tables.games.plain import BadReport, read
from tables.games.results import Settlement
from tables.games.settlement import betting_rounds, misdeals, spanish_poker, top_5
from tables.games.settlement.misdeals import Misdeal

Report = spanish_poker.Hand | top_5.Hand | betting_rounds.Game | escaleriado.Game | largo.Game | Misdeal

# The shape of a game's report, and who settles it.
_GAMES: dict[str, tuple[Any, Any]] = {
    "spanish-poker": (spanish_poker.Hand, spanish_poker.settle),
    "top-5-poker": (top_5.Hand, top_5.settle),
    "draw-poker": (betting_rounds.Game, betting_rounds.settle),
    "low-ball": (betting_rounds.Game, betting_rounds.settle),
    "escaleriado": (escaleriado.Game, escaleriado.settle),
    "largo": (largo.Game, largo.settle),
}


def read_report(game: str, data: object) -> Report:
    """The report of one hand from plain data; `{"misdeal": {...}}` instead of the hand for a misdeal."""
    if game not in _GAMES:
        raise BadReport(f"There is no game {game!r}. The games are: {', '.join(_GAMES)}.")
    if isinstance(data, dict) and set(data) == {"misdeal"}:
        return read(Misdeal, data["misdeal"], place="misdeal")
    report: Report = read(_GAMES[game][0], data)
    return report


def settle(order: Order, report: Report) -> Settlement:
    """What becomes of every bet, or a refusal."""
    if isinstance(report, Misdeal):
        return misdeals.settle(order, report)
    shape, settle_game = _GAMES[order.game]
    if not isinstance(report, shape):
        raise BadReport(f"This table is ordered with {order.game}. Report a hand of that game.")
    settlement: Settlement = settle_game(order, report)
    return settlement


def wagers(order: Order, report: Report) -> tuple[Wager, ...]:
    """Every wager of a hand, for `limits.check`. Nobody bets in Escaleriado and Largo: there it is what was paid.

    No wager of a misdeal stands. It may be what was wrong, over the limit or made by somebody who may not bet, and it
    is recorded all the same.
    """
    if isinstance(report, Misdeal):
        return ()
    if isinstance(report, betting_rounds.Game) and isinstance(order, DrawPokerOrder | LowBallOrder):
        return betting_rounds.wagers(order, report)
    if isinstance(report, spanish_poker.Hand | top_5.Hand):
        return tuple(
            Wager(spot.spot, str(bet), stake, patron=spot.patron, on_table=spot.on_table)
            for spot in report.spots
            for bet, stake in spot.bets.items()
        )
    return tuple(
        Wager(spot.spot, bet.bet, bet.stake, patron=spot.patron)
        for spot in settle(order, report).spots
        for bet in spot.bets
    )
