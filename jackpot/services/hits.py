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
class Winner:
    """A winning spot, its hand ranked by the game."""

    spot: WinningSpot
    cards: str
    category: str

    @property
    def from_tray(self) -> bool:
        return self.category in TRAY_HANDS

    def amount(self, shares: rules.Split) -> int:
        """What this hand is paid, in cents."""
        if self.from_tray:
            return TRAY_HANDS[self.category][1]
        return shares.cincos if self.category == "cincos" else shares.royal


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
    shares = split_between(posted, winners)
    _write_slips(hit, winners, shares, books, by)
    if shares.remaining != posted or shares.won_whole:
        _settle_pots(hit, books, won_whole=shares.won_whole, by=by)
    _open_cases(hit, dealt_day, by)
    return hit


def _same_hit(known: HitEvent, table: Table, reported: list[dict[str, object]]) -> HitEvent:
    if known.table_id != table.pk or known.spots != reported:
        raise Invalid("This key was used for another hit. Report a new hit with a new key.")
    return known


def winners_of(progressive: Progressive, spots: Sequence[WinningSpot]) -> list[Winner]:
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
        winners.append(Winner(spot, " ".join(rank.cards), category))
    return winners


def _require_playable(progressive: Progressive, table: Table, dealt_at: datetime, key: str) -> None:
    if not key.strip():
        raise Invalid("A hit needs a key that its reporter makes, so that it is recorded once.")
    if dealt_at > clock.now():
        raise Invalid("The hand was dealt in the future. Check the time.", errors={"dealt_at": ["Not yet."]})
    if table not in tables_of(progressive.fund, gaming_day(progressive.cardroom, dealt_at)):
        raise Refused(f"{table} was not on {progressive} when the hand was dealt.")


def split_between(posted: int, winners: Sequence[Winner]) -> rules.Split:
    held = [winner.category for winner in winners]
    counted = {field: held.count(category) for category, field in JACKPOT_HANDS.items()}
    counted |= {field: held.count(category) for category, (field, _) in TRAY_HANDS.items()}
    try:
        return rules.split(posted=posted, hits=rules.Hits(**counted))
    except ValueError as problem:
        raise Invalid(str(problem)) from problem


def _write_slips(hit: HitEvent, winners: Sequence[Winner], shares: rules.Split, books: Books, by: Actor) -> None:
    """One slip each: jackpot shares leave the primary for `pending` together, tray awards are advanced by the house."""
    numbers = take_numbers(books.cardroom, "payout", len(winners))
    pot = books.balance("primary")
    locked = _lock_shares(hit, [winner for winner in winners if not winner.from_tray], shares, books, by)
    for number, winner in zip(numbers, winners, strict=True):
        amount = winner.amount(shares)
        taken = 0 if winner.from_tray else amount
        entry = locked.get(winner) or _advance_tray(hit, number, winner, amount, books, by)
        Payout.objects.create(
            cardroom_id=hit.progressive.cardroom_id,
            number=number,
            progressive=hit.progressive,
            hit=hit,
            gaming_day=hit.gaming_day,
            spot=winner.spot.spot,
            patron=winner.spot.patron,
            cards=winner.cards,
            category=winner.category,
            share=_share_in_words(winner, winners),
            amount=amount,
            pot_before=pot,
            pot_after=pot - taken,
            source=Payout.Source.TRAY if winner.from_tray else Payout.Source.JACKPOT,
            state=PayoutState.RECORDED if winner.from_tray else PayoutState.LOCKED,
            entry=entry,
        )
        pot -= taken


def _lock_shares(
    hit: HitEvent, winners: Sequence[Winner], shares: rules.Split, books: Books, by: Actor
) -> dict[Winner, Entry]:
    """All shares of the hit in one entry, which is each winner's."""
    if not winners:
        return {}
    named = ", ".join(winner.category for winner in winners)
    before = books.balance("primary")
    entry = books.post(
        kind=Kind.HIT,
        gaming_day=hit.gaming_day,
        by=by,
        explanation=f"{named} at {hit.table}",
        document=hit.document,
        moves=[Move("primary", "pending", winner.amount(shares), Reason.WON) for winner in winners],
        event_at=hit.dealt_at,
    )
    record_posting(hit.progressive, before, books.balance("primary"), reason=f"won: {named}", entry=entry)
    return dict.fromkeys(winners, entry)


def _advance_tray(hit: HitEvent, number: int, winner: Winner, award: int, books: Books, by: Actor) -> Entry:
    return books.post(
        kind=Kind.TRAY_PAYOUT,
        gaming_day=hit.gaming_day,
        by=by,
        explanation=f"{winner.category} at {hit.table}, paid from the tray",
        document=f"payout/{number:06d}",
        moves=[Move("tray_advance", "players", award)],
        event_at=hit.dealt_at,
    )


def _share_in_words(winner: Winner, winners: Sequence[Winner]) -> str:
    categories = [each.category for each in winners]
    royals = categories.count("royal flush")
    if winner.from_tray:
        return "fixed award"
    if winner.category == "cincos":
        return "the rest after 25 % for the royals" if royals else "100 %"
    return f"25 % split between {royals}" if "cincos" in categories and royals > 1 else "25 %"


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
