"""Recording a hit: all winning hands of one dealt hand, in one transaction.

    the games decide the hands - rules.split - shares locked - promotion, cap check, reseed - the new amount posted

Everything is settled on the primary pot as it stands under the lock. Whoever comes second, a second later, shares what
is left. A report that comes twice with the same key is one hit.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
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
from jackpot.services.pots import balances_of, lock_progressive, post_cap_excess, record_posting
from tables import clock
from tables.duties import Actor, Device, Role, allowed
from tables.games import GAMES
from tables.models import Table, Terminal, author_of
from tables.refusals import Invalid, Refused

# The hands that win, with the field of `rules.Hits` that counts them and the fixed award of those the tray pays.
JACKPOT_HANDS = {"cincos": "cincos", "royal flush": "royals"}
TRAY_HANDS = {
    "straight flush": ("straight_flushes", rules.STRAIGHT_FLUSH_AWARD),
    "quads": ("quads", rules.QUADS_AWARD),
    "flush": ("flushes", rules.FLUSH_AWARD),
}


@dataclass(frozen=True)
class WinningSpot:
    """A spot whose progressive wager won: its number, its cards, and who sat there if that is known."""

    spot: int
    cards: str
    patron: str = ""


@dataclass(frozen=True)
class _Winner:
    spot: WinningSpot
    cards: str
    category: str


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
    winners = _winners(progressive, spots)
    _require_playable(progressive, table, dealt_at, key)

    books = open_books(progressive.fund)
    posted = books.balance("primary")
    dealt_day = gaming_day(progressive.cardroom, dealt_at)
    last = progressive.hits.aggregate(last=Max("number", default=0))["last"]
    hit = HitEvent.objects.create(
        progressive=progressive,
        number=last + 1,
        table=table,
        source=HitEvent.Source.TERMINAL if isinstance(by, Terminal) else HitEvent.Source.PAPER,
        dealt_at=dealt_at,
        recorded_at=clock.now(),
        gaming_day=open_day_for(progressive, dealt_day),
        posted_when_dealt=posted_at(progressive, dealt_at) if posted_when_dealt is None else posted_when_dealt,
        posted=posted,
        key=key,
        spots=reported,
        **author_of(by),
    )
    shares = _split(posted, winners)
    _write_slips(hit, winners, shares, books, by)
    if shares.remaining != posted or shares.won_whole:
        _settle_pots(hit, books, won_whole=shares.won_whole, by=by)
    _open_cases(hit, dealt_day, by)
    return hit


def _same_hit(known: HitEvent, table: Table, reported: list[dict[str, object]]) -> HitEvent:
    if known.table_id != table.pk or known.spots != reported:
        raise Invalid("This key was used for another hit. Report a new hit with a new key.")
    return known


def _winners(progressive: Progressive, spots: Sequence[WinningSpot]) -> list[_Winner]:
    """What each spot holds, by the games; a hand that cannot be, or does not win, is refused."""
    if not spots:
        raise Invalid("Report at least one winning spot.")
    if len({spot.spot for spot in spots}) != len(spots):
        raise Invalid("A spot is reported twice. Report each winning spot once.")
    seen: set[str] = set()
    winners = []
    for spot in spots:
        try:
            rank = GAMES[progressive.game].rank(spot.cards)
        except ValueError as problem:
            raise Invalid(f"Spot {spot.spot}: {problem}", errors={f"spot {spot.spot}": [str(problem)]}) from problem
        twice = seen & set(rank.cards)
        if twice:
            raise Invalid(f"{' '.join(sorted(twice))} is reported at two spots. Check the cards.")
        seen.update(rank.cards)
        category = str(rank.category)
        if category not in JACKPOT_HANDS and category not in TRAY_HANDS:
            raise Invalid(f"Spot {spot.spot} holds {rank}, which the progressive does not pay. Leave it out.")
        winners.append(_Winner(spot, " ".join(rank.cards), category))
    return winners


def _require_playable(progressive: Progressive, table: Table, dealt_at: datetime, key: str) -> None:
    if not key.strip():
        raise Invalid("A hit needs a key that its reporter makes, so that it is recorded once.")
    if dealt_at > clock.now():
        raise Invalid("The hand was dealt in the future. Check the time.", errors={"dealt_at": ["Not yet."]})
    if table not in tables_of(progressive.fund, gaming_day(progressive.cardroom, dealt_at)):
        raise Refused(f"{table} was not on {progressive} when the hand was dealt.")


def _split(posted: int, winners: Sequence[_Winner]) -> rules.Split:
    held = [winner.category for winner in winners]
    counted = {field: held.count(category) for category, field in JACKPOT_HANDS.items()}
    counted |= {field: held.count(category) for category, (field, _) in TRAY_HANDS.items()}
    try:
        return rules.split(posted=posted, hits=rules.Hits(**counted))
    except ValueError as problem:
        raise Invalid(str(problem)) from problem


def _write_slips(hit: HitEvent, winners: Sequence[_Winner], shares: rules.Split, books: Books, by: Actor) -> None:
    """One slip each: jackpot shares leave the primary for `pending` together, tray awards are advanced by the house."""
    numbers = dict(zip(winners, take_numbers(books.cardroom, "payout", len(winners)), strict=True))
    from_jackpot = [winner for winner in winners if winner.category in JACKPOT_HANDS]
    amounts = {winner: _share(winner, shares, from_jackpot) for winner in from_jackpot}
    if from_jackpot:
        pot = books.balance("primary")
        entry = books.post(
            kind=Kind.HIT,
            gaming_day=hit.gaming_day,
            by=by,
            explanation=f"{_named(from_jackpot)} at {hit.table}",
            document=hit.document,
            moves=[Move("primary", "pending", amount, Reason.WON) for amount, _ in amounts.values()],
            event_at=hit.dealt_at,
        )
        record_posting(
            hit.progressive, pot, books.balance("primary"), reason=f"won: {_named(from_jackpot)}", entry=entry
        )
        for winner in from_jackpot:
            amount, share = amounts[winner]
            _slip(hit, numbers[winner], winner, amount, share, pot, pot - amount, entry).save(force_insert=True)
            pot -= amount
    pot = books.balance("primary")
    for winner in winners:
        if winner in amounts:
            continue
        award = TRAY_HANDS[winner.category][1]
        entry = books.post(
            kind=Kind.TRAY_PAYOUT,
            gaming_day=hit.gaming_day,
            by=by,
            explanation=f"{_named([winner])} at {hit.table}, paid from the tray",
            document=f"payout/{numbers[winner]:06d}",
            moves=[Move("tray_advance", "players", award)],
            event_at=hit.dealt_at,
        )
        _slip(hit, numbers[winner], winner, award, "fixed award", pot, pot, entry).save(force_insert=True)


def _slip(
    hit: HitEvent, number: int, winner: _Winner, amount: int, share: str, before: int, after: int, entry: Entry
) -> Payout:
    tray = winner.category in TRAY_HANDS
    return Payout(
        cardroom_id=hit.progressive.cardroom_id,
        number=number,
        progressive=hit.progressive,
        hit=hit,
        gaming_day=hit.gaming_day,
        spot=winner.spot.spot,
        patron=winner.spot.patron,
        cards=winner.cards,
        category=winner.category,
        share=share,
        amount=amount,
        pot_before=before,
        pot_after=after,
        source=Payout.Source.TRAY if tray else Payout.Source.JACKPOT,
        state=PayoutState.RECORDED if tray else PayoutState.LOCKED,
        entry=entry,
    )


def _share(winner: _Winner, shares: rules.Split, from_jackpot: Sequence[_Winner]) -> tuple[int, str]:
    """What a jackpot hand gets, in cents and in words."""
    categories = [each.category for each in from_jackpot]
    royals = categories.count("royal flush")
    if winner.category == "cincos":
        return shares.cincos, "the rest after 25 % for the royals" if royals else "100 %"
    split_25 = "cincos" in categories and royals > 1
    return shares.royal, f"25 % split between {royals}" if split_25 else "25 %"


def _named(winners: Sequence[_Winner]) -> str:
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
        _move_primary(hit, books, Kind.PROMOTION, "the backups move up", moves, today, by)
    post_cap_excess(
        progressive, books, after.returned_from_backup1, after.returned_from_backup2, by=by, document=hit.document
    )
    if after.seeded:
        moves = [Move("seed", "primary", after.seeded), Move("house", "cage", after.seeded)]
        _move_primary(hit, books, Kind.RESEED, "the house seeds the jackpot again", moves, today, by)


def _move_primary(
    hit: HitEvent, books: Books, kind: Kind, what: str, moves: list[Move], today: date, by: Actor
) -> None:
    before = books.balance("primary")
    entry = books.post(
        kind=kind, gaming_day=today, by=by, explanation=f"After {hit}: {what}", document=hit.document, moves=moves
    )
    record_posting(hit.progressive, before, books.balance("primary"), reason=str(kind), entry=entry)


def _open_cases(hit: HitEvent, dealt_day: date, by: Actor) -> None:
    """What the accountant has to look at. The price does not change."""
    if hit.posted_when_dealt != hit.posted:
        open_case(
            cardroom=hit.progressive.cardroom,
            kind=CaseKind.POSTED_DIFFERS,
            subject=hit.document,
            sentence=f"{hit} was settled on {hit.posted} cents; {hit.posted_when_dealt} were posted when it was dealt.",
            gaming_day=hit.gaming_day,
            by=by,
            key=f"posted-differs/{hit.document}",
        )
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
