"""Draw Poker and Low-Ball: a reported game of betting rounds, replayed action by action (seeds 003).

Antes, a round of betting, the draw, a second round, the showdown. Play goes counterclockwise and seats are numbered
that way, from the dealer's right. Every action must be in turn and of the right amount, so the pot is known to the
cent. The last player left wins unshown; equal hands split the pot, odd cents one by one to the winners in order of
play.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from tables.games.dealt import check_dealt
from tables.games.limits import Wager
from tables.games.orders import DrawPokerOrder, LowBallOrder
from tables.games.plain import BadReport
from tables.games.poker import DRAW_POKER, LOW_BALL
from tables.games.ranks import Rank
from tables.games.results import BetResult, Outcome, Place, Settlement, SpotResult, check_spots, dollars
from tables.games.strengths import HAND

POKER = {game.slug: game for game in (DRAW_POKER, LOW_BALL)}


class Did(StrEnum):
    ANTE = "ante"
    BET = "bet"
    PASS = "pass"  # noqa: S105 - a player's word, no secret
    CALL = "call"
    RAISE = "raise"
    DROP = "drop"
    DRAW = "draw"


@dataclass(frozen=True)
class Action:
    seat: int
    did: Did
    amount: int = 0  # cents put into the pot
    cards: int = 0  # cards drawn


@dataclass(frozen=True)
class Player:
    seat: int
    shown: str | None = None
    patron: str | None = None
    on_table: int | None = None


@dataclass(frozen=True)
class Game:
    players: tuple[Player, ...]
    ante: int
    actions: tuple[Action, ...]
    last_first: int | None = None  # who was dealt the first card in the game before; none: a first game


@dataclass
class Table:
    """The game as it stands while the actions are replayed."""

    order: DrawPokerOrder | LowBallOrder
    active: list[int]  # the seats still in, in order of play
    actions: Iterator[Action]
    put_in: dict[int, int] = field(default_factory=dict)
    drawn: int = 0
    called: int | None = None  # the last to bet or raise
    raises: list[int] = field(default_factory=list)  # by how much, in order

    def take(self, seat: int) -> Action:
        action = next(self.actions, None)
        if action is None:
            raise BadReport(f"The report ends before seat {seat} has acted. Report the whole game.")
        if action.seat != seat:
            raise BadReport(f"It is seat {seat}'s turn, but seat {action.seat} is reported to {action.did}.")
        return action


def rotation(game: Game) -> list[int]:
    """The seats in order of play: from the dealer's right, and each game one player further on."""
    seats = sorted(player.seat for player in game.players)
    if game.last_first is None:
        return seats
    later = [seat for seat in seats if seat > game.last_first]
    return later + [seat for seat in seats if seat <= game.last_first]


def replay(order: DrawPokerOrder | LowBallOrder, game: Game) -> Table:
    """Play the reported actions, refusing the first that cannot have happened."""
    table = Table(order, rotation(game), iter(game.actions))
    _antes(table, game.ante)
    _betting(table)
    if len(table.active) > 1:
        _draws(table, players=len(game.players))
        _betting(table)
    if extra := next(table.actions, None):
        raise BadReport(f"The game is over, but seat {extra.seat} is still reported to {extra.did}.")
    return table


def settle(order: DrawPokerOrder | LowBallOrder, game: Game) -> Settlement:
    """Who gets the pot."""
    check_spots([player.seat for player in game.players], most=order.spots, least=2, what="seat")
    table = replay(order, game)
    ranks = _shown(order, game, table)
    winners = _winners(table, ranks)
    shares = split_pot(sum(table.put_in.values()), winners)
    return Settlement(
        order.game,
        tuple(
            SpotResult(
                player.seat,
                (_result(table.put_in[player.seat], shares.get(player.seat), shown=bool(ranks)),),
                str(ranks[player.seat]) if player.seat in ranks else "",
                player.patron,
            )
            for player in game.players
        ),
        note="" if len(table.active) > 1 else "won unshown by the last player left",
    )


def wagers(order: DrawPokerOrder | LowBallOrder, game: Game) -> tuple[Wager, ...]:
    """Every amount put in, and by how much it raised the bet, for `limits.check`."""
    raises = iter(replay(order, game).raises)
    players = {player.seat: player for player in game.players}
    return tuple(
        Wager(
            action.seat,
            str(action.did),
            action.amount,
            raised=next(raises) if action.did in (Did.BET, Did.RAISE) else 0,
            patron=players[action.seat].patron,
            on_table=players[action.seat].on_table,
        )
        for action in game.actions
        if action.amount
    )


def split_pot(pot: int, winners: Sequence[int]) -> dict[int, int]:
    """Equal shares; odd cents one by one to the winners in order of play.

    >>> split_pot(1001, [3, 5])
    {3: 501, 5: 500}
    """
    share, odd = divmod(pot, len(winners))
    return {seat: share + (at < odd) for at, seat in enumerate(winners)}


def _result(stake: int, share: int | None, *, shown: bool) -> BetResult:
    if share is None:
        return BetResult("pot", Outcome.LOST, stake, place=Place.PLAYERS)
    why = "best hand shown" if shown else "last player left"
    return BetResult("pot", Outcome.PAID, stake, share - stake, Place.PLAYERS, why)


def _antes(table: Table, ante: int) -> None:
    order = table.order
    if not order.ante_minimum <= ante <= order.ante_maximum:
        least, most = dollars(order.ante_minimum), dollars(order.ante_maximum)
        raise BadReport(f"The ante is {dollars(ante)}; this table plays for antes of {least} to {most}.")
    for seat in table.active:
        action = table.take(seat)
        if action.did is not Did.ANTE or action.amount != ante or action.cards:
            raise BadReport(f"Seat {seat} must ante {dollars(ante)} before the cards are dealt.")
        table.put_in[seat] = ante


def _betting(table: Table) -> None:
    """One round: it ends when everyone left has put in the same, or one player is left."""
    standing, put = 0, dict.fromkeys(table.active, 0)
    turns = deque(table.active)
    while turns and len(table.active) > 1:
        seat = turns.popleft()
        action = table.take(seat)
        owes = standing - put[seat]
        _check_action(table.order, action, owes=owes, standing=standing)
        if action.did in (Did.BET, Did.RAISE):
            at = table.active.index(seat)
            turns = deque(table.active[at + 1 :] + table.active[:at])
            table.called = seat
            table.raises.append(action.amount - owes)
            standing += action.amount - owes
        elif action.did is Did.DROP:
            table.active.remove(seat)
        put[seat] += action.amount
        table.put_in[seat] += action.amount


def _check_action(order: DrawPokerOrder | LowBallOrder, action: Action, *, owes: int, standing: int) -> None:
    """Bet or pass while there is no bet; then call, raise or drop."""
    at = f"Seat {action.seat}"
    if action.did in (Did.ANTE, Did.DRAW):
        raise BadReport(f"{at} cannot {action.did} during a betting round.")
    if action.did is Did.BET and standing:
        raise BadReport(f"{at} cannot bet: there is a bet already. Report a raise.")
    if action.did in (Did.CALL, Did.RAISE) and not standing:
        raise BadReport(f"{at} cannot {action.did}: there is no bet yet.")
    if action.did is Did.PASS and owes:
        raise BadReport(f"{at} cannot pass: there is a bet of {dollars(owes)} to call, raise or drop.")
    if action.did is Did.CALL and action.amount != owes:
        raise BadReport(f"{at} must put in {dollars(owes)} to call, not {dollars(action.amount)}.")
    if action.did in (Did.PASS, Did.DROP) and action.amount:
        raise BadReport(f"{at} cannot put in money to {action.did}.")
    if action.did in (Did.BET, Did.RAISE) and not 0 < action.amount - owes <= order.raise_maximum:
        most = dollars(order.raise_maximum)
        raised = dollars(action.amount - owes) if action.amount >= owes else "less than the call"
        raise BadReport(f"{at} may {action.did} at most {most} and more than nothing; {raised} is reported.")
    if action.cards:
        raise BadReport(f"{at} cannot draw cards during a betting round.")


def _draws(table: Table, players: int) -> None:
    left = POKER[table.order.game].deck.size - HAND * players
    for seat in table.active:
        action = table.take(seat)
        if action.did is not Did.DRAW or action.amount:
            raise BadReport(f"Seat {seat} must say how many cards to draw (0 to {HAND}) after the first round.")
        if not 0 <= action.cards <= HAND:
            raise BadReport(f"Seat {seat} may draw 0 to {HAND} cards, not {action.cards}.")
        table.drawn += action.cards
    if table.drawn > left:
        raise BadReport(f"{table.drawn} cards are drawn, but only {left} are left in the deck.")


def _shown(order: DrawPokerOrder | LowBallOrder, game: Game, table: Table) -> dict[int, Rank]:
    """The ranks of the hands shown. The called player must show, and only players still in can."""
    hands = {player.seat: player.shown for player in game.players if player.shown is not None}
    poker = POKER[order.game]
    for seat in hands:
        if seat not in table.active:
            raise BadReport(f"Seat {seat} dropped out and cannot show a hand.")
    check_dealt(poker.deck, [(f"seat {seat}", cards, HAND) for seat, cards in hands.items()])
    must_show = table.called if table.called in table.active else table.active[0]
    if len(table.active) > 1 and must_show not in hands:
        raise BadReport(f"Seat {must_show} has been called and must show. Report the five cards.")
    return {seat: poker.rank(cards, joker=order.joker) for seat, cards in hands.items()}


def _winners(table: Table, ranks: dict[int, Rank]) -> list[int]:
    """The best of the hands shown: who can beat them must show, so who does not show cannot."""
    if len(table.active) == 1:
        return table.active
    best = max(ranks.values())
    return [seat for seat in table.active if ranks.get(seat) == best]
