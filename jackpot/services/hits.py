"""Recording a hit: all winning hands of one dealt hand, in one transaction.

    the games decide the hands - rules.split - shares locked - promotion, cap check, reseed - the new amount posted

Everything is settled on the primary pot as it stands under the lock. Whoever comes second, a second later, shares what
is left. A report that comes twice with the same key is one hit. The work takes the same few statements for one winning
spot as for six.
"""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date, datetime

from django.db import transaction
from django.db.models import Max

from accounting.gaming_days import gaming_day
from accounting.ledger.accounts import Kind, Reason
from accounting.ledger.books import Books, Move, open_books
from accounting.ledger.numbers import take_numbers
from accounting.models import Entry
from accounting.models.cases import CaseKind
from accounting.selectors.gaming_days import current_day, tables_of
from accounting.services.cases import open_case
from jackpot import rules
from jackpot.models import IN_PLAY, HitEvent, Payout, PayoutState, Progressive
from jackpot.selectors import open_day_for, policy_on, posted_at
from jackpot.services.pots import balances_of, lock_progressive, post_cap_excess, post_to_primary
from jackpot.winners import Winner, WinningSpot, share_in_words, split_between, winners_of
from tables import clock
from tables.duties import Actor, Device, Role, allowed
from tables.games.limits import Wager
from tables.games.results import check_spots
from tables.games.settlement.spanish_poker import PROGRESSIVE_WAGER, Bet
from tables.models import Table, Terminal, author_of
from tables.money import dollars
from tables.refusals import Invalid, Refused
from tables.selectors.limits import violations_of
from tables.selectors.orders import order_of

__all__ = ["Winner", "WinningSpot", "record_hit", "share_in_words", "split_between", "winners_of"]


@allowed(Device, Role.FLOOR_MANAGER)
@transaction.atomic
def record_hit(
    *,
    progressive: Progressive,
    table: Table,
    spots: Sequence[WinningSpot],
    dealt_at: datetime,
    key: str,
    by: Actor,
    posted_when_dealt: int | None = None,
) -> HitEvent:
    """Lock the winners' shares, move the pots, post the new amount, and write the slips.

    `posted_when_dealt` is what the table's display showed; left out, it is what the postings say for that moment.
    """
    progressive = lock_progressive(progressive, by, *IN_PLAY)
    reported = [asdict(spot) for spot in spots]
    known = progressive.hits.filter(key=key).first()
    if known:
        return _same_hit(known, table, reported)
    winners = winners_of(progressive, spots)
    _require_playable(progressive, table, dealt_at, key)
    _require_rules_of_table(table, spots, dealt_at)

    books = open_books(progressive.fund)
    posted = books.balance("primary")
    last = progressive.hits.aggregate(last=Max("number", default=0))["last"]
    hit = HitEvent.objects.create(
        progressive=progressive,
        number=last + 1,
        table=table,
        source=HitEvent.Source.TERMINAL if isinstance(by, Terminal) else HitEvent.Source.PAPER,
        dealt_at=dealt_at,
        recorded_at=clock.now(),
        gaming_day=open_day_for(progressive, gaming_day(progressive.cardroom, dealt_at)),
        posted_when_dealt=posted_at(progressive, dealt_at) if posted_when_dealt is None else posted_when_dealt,
        posted=posted,
        key=key,
        spots=reported,
        **author_of(by),
    )
    shares = split_between(posted, winners)
    _write_slips(hit, winners, shares, books, by)
    if any(not winner.from_tray for winner in winners):
        _settle_pots(hit, books, won_whole=shares.won_whole, by=by)
        _question_posted_amount(hit, by)
    _question_late_hand(hit, by)
    return hit


def _same_hit(known: HitEvent, table: Table, reported: list[dict[str, object]]) -> HitEvent:
    if known.table_id != table.pk or known.spots != reported:
        raise Invalid("This key was used for another hit. Report a new hit with a new key.")
    return known


def _require_playable(progressive: Progressive, table: Table, dealt_at: datetime, key: str) -> None:
    if not key.strip():
        raise Invalid("A hit needs a key that its reporter makes, so that it is recorded once.")
    if dealt_at > clock.now():
        raise Invalid("The hand was dealt in the future. Check the time.", errors={"dealt_at": ["Not yet."]})
    if table not in tables_of(progressive.fund, gaming_day(progressive.cardroom, dealt_at)):
        raise Refused(f"{table} was not on {progressive} when the hand was dealt.")


def _require_rules_of_table(table: Table, spots: Sequence[WinningSpot], dealt_at: datetime) -> None:
    """A hit on paper is held to the table's order too: its spots, and who of the winners that are named may bet."""
    ordered = order_of(table, dealt_at)
    if ordered is None:
        return
    try:
        check_spots([at.spot for at in spots], most=ordered.order.spots)
    except ValueError as problem:
        raise Invalid(str(problem)) from problem
    made = [Wager(at.spot, Bet.GRAN_PROGRESSIVE, PROGRESSIVE_WAGER, patron=at.patron) for at in spots if at.patron]
    if made and (violations := violations_of(ordered, made, dealt_at)):
        raise Invalid(str(violations[0]), errors={"limits": [str(violation) for violation in violations]})


def _write_slips(hit: HitEvent, winners: Sequence[Winner], shares: rules.Split, books: Books, by: Actor) -> None:
    """One slip each: jackpot shares leave the primary for `pending`, tray awards are advanced by the house."""
    numbers = take_numbers(books.cardroom, "payout", len(winners))
    pot = books.balance("primary")
    locked = _lock_shares(hit, [winner for winner in winners if not winner.from_tray], shares, books, by)
    advanced = _advance_tray(hit, [winner for winner in winners if winner.from_tray], shares, books, by)
    slips = []
    for number, winner in zip(numbers, winners, strict=True):
        amount = winner.amount(shares)
        taken = 0 if winner.from_tray else amount
        slips.append(
            Payout(
                cardroom_id=hit.progressive.cardroom_id,
                number=number,
                progressive=hit.progressive,
                hit=hit,
                gaming_day=hit.gaming_day,
                spot=winner.spot.spot,
                patron=winner.spot.patron,
                cards=winner.cards,
                category=winner.category,
                share=share_in_words(winner, winners),
                amount=amount,
                pot_before=pot,
                pot_after=pot - taken,
                source=Payout.Source.TRAY if winner.from_tray else Payout.Source.JACKPOT,
                state=PayoutState.RECORDED if winner.from_tray else PayoutState.LOCKED,
                entry=advanced if winner.from_tray else locked,
            )
        )
        pot -= taken
    Payout.objects.bulk_create(slips)


def _lock_shares(
    hit: HitEvent, winners: Sequence[Winner], shares: rules.Split, books: Books, by: Actor
) -> Entry | None:
    """All shares of the hand in one entry."""
    if not winners:
        return None
    named = _named(winners)
    return post_to_primary(
        hit.progressive,
        books,
        kind=Kind.HIT,
        gaming_day=hit.gaming_day,
        by=by,
        explanation=f"{named} at {hit.table}",
        document=hit.document,
        moves=[Move("primary", "pending", winner.amount(shares), Reason.WON) for winner in winners],
        event_at=hit.dealt_at,
        posting=f"won: {named}",
    )


def _advance_tray(
    hit: HitEvent, winners: Sequence[Winner], shares: rules.Split, books: Books, by: Actor
) -> Entry | None:
    """All tray awards of the hand in one entry."""
    if not winners:
        return None
    return books.post(
        kind=Kind.TRAY_PAYOUT,
        gaming_day=hit.gaming_day,
        by=by,
        explanation=f"{_named(winners)} at {hit.table}, paid from the tray",
        document=hit.document,
        moves=[Move("tray_advance", "players", winner.amount(shares)) for winner in winners],
        event_at=hit.dealt_at,
    )


def _named(winners: Sequence[Winner]) -> str:
    return ", ".join(winner.category for winner in winners)


def _settle_pots(hit: HitEvent, books: Books, *, won_whole: bool, by: Actor) -> None:
    """Promotion, cap check, reseed: an entry and a posting for each that moves something."""
    progressive = hit.progressive
    today = current_day(progressive.cardroom)
    after = rules.after_hit(balances_of(books), won_whole, policy_on(progressive, today).elections)
    if after.promoted or after.moved_up:
        moves = [
            Move("backup1", "primary", after.promoted, Reason.PROMOTED),
            Move("backup2", "backup1", after.moved_up, Reason.PROMOTED),
        ]
        _follow_up(hit, books, Kind.PROMOTION, "the backups move up", moves, today, by)
    post_cap_excess(
        progressive, books, after.returned_from_backup1, after.returned_from_backup2, by=by, document=hit.document
    )
    if after.seeded:
        moves = [Move("seed", "primary", after.seeded), Move("house", "cage", after.seeded)]
        _follow_up(hit, books, Kind.RESEED, "the house seeds the jackpot again", moves, today, by)


def _follow_up(hit: HitEvent, books: Books, kind: Kind, what: str, moves: list[Move], today: date, by: Actor) -> None:
    post_to_primary(
        hit.progressive,
        books,
        kind=kind,
        gaming_day=today,
        by=by,
        explanation=f"After {hit}: {what}",
        document=hit.document,
        moves=moves,
        posting=str(kind),
    )


def _question_posted_amount(hit: HitEvent, by: Actor) -> None:
    """Another amount was posted when the hand was dealt. The price does not change; the accountant looks at it."""
    if hit.posted_when_dealt != hit.posted:
        open_case(
            cardroom=hit.progressive.cardroom,
            kind=CaseKind.POSTED_DIFFERS,
            subject=hit.document,
            sentence=f"{hit} was settled on {dollars(hit.posted)}; "
            f"{dollars(hit.posted_when_dealt)} was posted when it was dealt.",
            gaming_day=hit.gaming_day,
            by=by,
            key=f"posted-differs/{hit.document}",
        )


def _question_late_hand(hit: HitEvent, by: Actor) -> None:
    dealt_day = gaming_day(hit.progressive.cardroom, hit.dealt_at)
    if hit.gaming_day != dealt_day:
        open_case(
            cardroom=hit.progressive.cardroom,
            kind=CaseKind.LATE_HAND,
            subject=hit.document,
            sentence=f"{hit} was dealt on {dealt_day}, which is closed; it is booked on {hit.gaming_day}.",
            gaming_day=hit.gaming_day,
            by=by,
            key=f"late-hand/{hit.document}",
        )
