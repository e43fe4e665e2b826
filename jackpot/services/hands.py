"""A dealt hand, as a table reports it: checked, settled, its progressive hits priced and locked, in one transaction.

    order of the table when it was dealt - the games settle - limits - the hand is kept - hits - the accountant's cases

Terminals may be offline for days. A hand is settled as its table was ordered and limited when it was dealt; one from a
gaming day that is closed is kept, changes nothing of that day, and becomes a case.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q

from accounting.gaming_days import gaming_day
from accounting.models import CaseKind, ClosedDay
from accounting.selectors.gaming_days import current_day
from accounting.services.cases import open_case
from jackpot.models import HitEvent, Payout, Progressive
from jackpot.services.hits import WinningSpot, record_hit
from tables import clock
from tables.duties import Actor, Device, Role, allowed, require_same_cardroom
from tables.games.plain import write
from tables.games.results import BetResult, Outcome, Place, Settlement, SpotResult
from tables.games.settlement import read_report, settle
from tables.games.settlement.misdeals import Misdeal
from tables.games.settlement.spanish_poker import PROGRESSIVE_WAGER, Bet
from tables.models import Hand, Table, TableOrder, author_of
from tables.refusals import Invalid, NotThere, Refused
from tables.selectors.limits import violations_in
from tables.selectors.orders import order_of

# Clocks of terminals are never quite right.
CLOCK_TOLERANCE = timedelta(minutes=2)
# A terminal keeps what it could not send for two weeks; older hands are a matter of paper and a person.
OLDEST = timedelta(days=14)


@dataclass(frozen=True)
class SettledHand:
    """The hand as it was kept, what became of every bet, and the slips of its progressive hits by spot."""

    hand: Hand
    settlement: Settlement
    hit: HitEvent | None
    slips: Mapping[int, Payout]


@allowed(Device, Role.FLOOR_MANAGER)
@transaction.atomic
def report_hand(
    *,
    table: Table,
    game: str,
    report: Mapping[str, Any],
    dealt_at: datetime,
    by: Actor,
    posted_when_dealt: int | None = None,
) -> SettledHand:
    """Settle every bet of one hand, or record a misdeal. `report` is plain data, in cents (tables.games.settlement)."""
    ordered, dealt_at = _order_when_dealt(table, dealt_at, by)
    if ordered.game != game:
        raise Invalid(f"{table} was ordered with {ordered.game} when the hand was dealt, not with {game}.")
    try:
        read = read_report(game, report)
        settlement = settle(ordered.order, read)
    except ValueError as problem:
        raise Invalid(str(problem)) from problem
    if violations := violations_in(ordered, read, dealt_at):
        raise Invalid(str(violations[0]), errors={"limits": [str(violation) for violation in violations]})
    extent = Hand.Extent.MISDEAL if isinstance(read, Misdeal) else Hand.Extent.EVERY_BET
    hand = _keep(table, ordered, extent, dict(report), settlement, dealt_at, by)
    cards = {spot["spot"]: spot.get("cards", "") for spot in report.get("spots", ())}
    patrons = {spot.spot: spot.patron or "" for spot in settlement.spots}
    winners = [WinningSpot(hit.spot, cards[hit.spot], patrons[hit.spot]) for hit in settlement.hits]
    return _price(hand, settlement, winners, posted_when_dealt, by)


@allowed(Device, Role.FLOOR_MANAGER)
@transaction.atomic
def report_winners(
    *,
    table: Table,
    winners: Sequence[WinningSpot],
    dealt_at: datetime,
    by: Actor,
    posted_when_dealt: int | None = None,
) -> SettledHand:
    """Only the winning progressive hands, of a table that does not report every hand."""
    ordered, dealt_at = _order_when_dealt(table, dealt_at, by)
    if not ordered.progressive:
        raise Refused(f"{table} was not ordered with the Gran Progressive when the hand was dealt.")
    won = BetResult(Bet.GRAN_PROGRESSIVE, Outcome.PROGRESSIVE_HIT, PROGRESSIVE_WAGER, place=Place.JACKPOT)
    spots = tuple(SpotResult(winner.spot, (won,), patron=winner.patron or None) for winner in winners)
    settlement = Settlement(ordered.game, spots, note="winning progressive hands only")
    reported = {"winners": [{"spot": w.spot, "cards": w.cards, "patron": w.patron} for w in winners]}
    hand = _keep(table, ordered, Hand.Extent.WINNERS, reported, settlement, dealt_at, by)
    return _price(hand, settlement, winners, posted_when_dealt, by)


def _order_when_dealt(table: Table, dealt_at: datetime, by: Actor) -> tuple[TableOrder, datetime]:
    """What the table was ordered with, and the moment, which a clock that runs ahead does not put into the future."""
    require_same_cardroom(by, table.cardroom)
    if getattr(by, "table_id", table.pk) != table.pk:
        raise NotThere("This terminal reports for another table.")
    now = clock.now()
    if dealt_at > now + CLOCK_TOLERANCE:
        raise Invalid("The hand was dealt in the future. Check the clock.", errors={"dealt_at": ["Not yet."]})
    if dealt_at < now - OLDEST:
        raise Invalid(
            f"The hand was dealt more than {OLDEST.days} days ago. Hand in a paper report to the floor manager.",
            errors={"dealt_at": ["Too long ago."]},
        )
    dealt_at = min(dealt_at, now)
    ordered = order_of(table, dealt_at)
    if ordered is None:
        raise Refused(f"{table} was not ordered with any game when the hand was dealt. Order the table first.")
    return ordered, dealt_at


def _keep(
    table: Table,
    ordered: TableOrder,
    extent: Hand.Extent,
    report: Any,
    settlement: Settlement,
    dealt_at: datetime,
    by: Actor,
) -> Hand:
    return Hand.objects.create(
        table=table,
        game=ordered.game,
        extent=extent,
        dealt_at=dealt_at,
        recorded_at=clock.now(),
        gaming_day=gaming_day(table.cardroom, dealt_at),
        report=report,
        settlement=write(settlement),
        **author_of(by),
    )


def _price(
    hand: Hand, settlement: Settlement, winners: Sequence[WinningSpot], posted_when_dealt: int | None, by: Actor
) -> SettledHand:
    """Let the jackpot price the hits; a late hand becomes a case."""
    if not winners:
        _question_late_hand(hand, by)
        return SettledHand(hand, settlement, None, {})
    progressive = progressive_of(hand.table, hand.gaming_day)
    if progressive is None:
        raise Refused(f"{hand.table} was on no progressive when the hand was dealt. Put it on one first.")
    hit = record_hit(
        progressive=progressive,
        table=hand.table,
        spots=winners,
        dealt_at=hand.dealt_at,
        key=hand.document,
        by=by,
        posted_when_dealt=posted_when_dealt,
    )
    slips = {slip.spot: slip for slip in hit.payouts.all()}
    spots = tuple(_priced(spot, slips) for spot in settlement.spots)
    return SettledHand(hand, replace(settlement, spots=spots), hit, slips)


def _priced(spot: SpotResult, slips: Mapping[int, Payout]) -> SpotResult:
    """The spot with its slip's amount as the prize of the progressive bet."""
    slip = slips.get(spot.spot)
    if slip is None:
        return spot
    from_tray = slip.source == Payout.Source.TRAY
    outcome, place = (Outcome.PAID, Place.TRAY) if from_tray else (Outcome.PROGRESSIVE_HIT, Place.JACKPOT)
    bets = tuple(
        replace(bet, outcome=outcome, prize=slip.amount, place=place, why=f"{slip.category}, {slip.share}")
        if bet.bet == Bet.GRAN_PROGRESSIVE
        else bet
        for bet in spot.bets
    )
    return replace(spot, bets=bets)


def progressive_of(table: Table, day: date) -> Progressive | None:
    """The progressive that the table is on, on that gaming day."""
    on = Q(fund__fund_tables__table=table, fund__fund_tables__from_day__lte=day)
    still = Q(fund__fund_tables__to_day__isnull=True) | Q(fund__fund_tables__to_day__gte=day)
    return Progressive.objects.filter(on & still).select_related("cardroom", "fund").first()


def _question_late_hand(hand: Hand, by: Actor) -> None:
    """A hit from a closed day brings its own case (jackpot.services.hits); any other late hand gets one here."""
    if hand.gaming_day >= current_day(hand.table.cardroom):
        return
    on = Q(fund__fund_tables__table=hand.table_id, fund__fund_tables__from_day__lte=hand.gaming_day)
    still = Q(fund__fund_tables__to_day__isnull=True) | Q(fund__fund_tables__to_day__gte=hand.gaming_day)
    if not ClosedDay.objects.filter(on & still, gaming_day__gte=hand.gaming_day).exists():
        return
    open_case(
        cardroom=hand.table.cardroom,
        kind=CaseKind.LATE_HAND,
        subject=hand.document,
        sentence=f"{hand.table}: {hand} was dealt on {hand.gaming_day}, which is closed and stays as it is.",
        gaming_day=gaming_day(hand.table.cardroom, clock.now()),
        by=by,
        key=f"late-hand/{hand.document}",
    )
