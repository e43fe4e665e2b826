"""A day on the demo's floor: wagers reported by the terminals, hits recorded, slips approved, verified and paid."""

from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial

from jackpot.demo import hands, office, script
from jackpot.demo.agenda import Action
from jackpot.demo.room import TABLES_OF, Room
from jackpot.models import HitEvent, Payout
from jackpot.selectors import checks_to_pay, checks_to_verify
from jackpot.services import hits, payouts
from tables import clock
from tables.services import boxes

OPENS, EVENING, SHUTS = 10.0, 20.0, 28.0  # local hours; 28 is four in the morning
USUAL_WAGERS = 300
BUSY = {4: 1.5, 5: 1.7, 6: 1.1}  # Friday, Saturday, Sunday
PATRONS = ("M. Alvarez", "T. Nguyen", "R. Kowalski", "J. Whitehorse", "L. Fontaine", "P. Osei", "K. Lund", "D. Ramos")
CASH_LIMIT = 500_000


@dataclass(frozen=True)
class Dealt:
    """A hand with winners: when it was dealt, when it is reported, and what each winning spot held."""

    at: datetime
    reported_at: datetime
    table: int
    hands: tuple[str, ...]
    void: str = ""


@dataclass(frozen=True)
class Dropped:
    """Dollars that the terminals say went into a table's box: by the evening, and after it."""

    by_evening: int
    later: int

    @property
    def total(self) -> int:
        return self.by_evening + self.later


def plan(room: Room, day: date, act: int) -> dict[int, Dropped]:
    """Put the day's hands and reports on the agenda; what will be in each table's box."""
    wagers = {table: _wagers(room, day, act, table) for table in room.tables}
    dealt = _dealt(room, day, act, wagers)
    for hand in dealt:
        room.agenda.at(hand.reported_at, partial(_record, room, hand))
    won = Counter(hand.table for hand in dealt for _ in hand.hands)
    dropped = {}
    for table, made in wagers.items():
        by_evening = made // 2
        later = made - by_evening
        returned = min(won[table], later)
        room.agenda.at(room.moment(day, EVENING), partial(_report, room, table, by_evening, 0))
        room.agenda.at(room.moment(day, SHUTS), partial(_report, room, table, later, returned))
        dropped[table] = Dropped(by_evening, later - returned)
    return dropped


def _wagers(room: Room, day: date, act: int, table: int) -> int:
    """How many $1 wagers are made at the table."""
    usual = USUAL_WAGERS * BUSY.get(day.weekday(), 0.9)
    made = max(60, round(room.rng.gauss(usual, usual / 6)))
    if script.CLOSED_TABLES.get(act) == table:
        return 0
    return made // 5 if _is_short(act, table) else made


def _is_short(act: int, table: int) -> bool:
    return table in TABLES_OF.get(script.SHORT_DAYS.get(act, ""), ())


def _dealt(room: Room, day: date, act: int, wagers: dict[int, int]) -> list[Dealt]:
    """Every winning hand of the day: drawn by its chance, and what the script has."""
    dealt = []
    for table, made in wagers.items():
        held = hands.tray_hands(room.rng, made)
        if _is_short(act, table):
            held += [hands.quads(room.rng) for _ in range(2)]
        for hand in held:
            at = room.moment(day, room.rng.uniform(OPENS + 0.5, SHUTS - 0.2))
            dealt.append(Dealt(at, at + timedelta(minutes=2), table, (hand,)))
    for jackpot in script.JACKPOTS.get(act, ()):
        at = room.moment(day, jackpot.hour)
        reported_at = at + timedelta(hours=jackpot.reported_after, minutes=1)
        dealt.append(Dealt(at, reported_at, jackpot.table, jackpot.hands, jackpot.void))
    return dealt


def _report(room: Room, table: int, made: int, won: int) -> None:
    boxes.report_wagers(
        table=room.tables[table], made=made, won=won, key=f"{clock.now():%Y%m%d%H}", by=room.terminals[table]
    )


def _record(room: Room, dealt: Dealt) -> None:
    """The terminal reports the hit; tray slips are then approved, jackpot slips verified and paid, or voided."""
    hit = record(room, dealt)
    for slip in hit.payouts.select_related("cardroom", "progressive__cardroom", "hit"):
        if slip.source == Payout.Source.TRAY:
            _in(room, 10, partial(payouts.approve_tray_slip, payout=slip, by=room.staff.flor))
        elif dealt.void:
            _in(room, 50, partial(payouts.void_payout, payout=slip, reason=dealt.void, by=room.staff.gia))
        else:
            _in(room, 20, partial(verify, room, slip))
            _in(room, 45, partial(_pay, room, slip))


def _in(room: Room, minutes: int, action: Action) -> None:
    room.agenda.at(clock.now() + timedelta(minutes=minutes), action)


def record(room: Room, dealt: Dealt) -> HitEvent:
    """The terminal reports a hand's winners."""
    spots = [hits.WinningSpot(spot, cards) for spot, cards in enumerate(dealt.hands, start=1)]
    return hits.record_hit(
        progressive=room.progressive_of(dealt.table),
        table=room.tables[dealt.table],
        spots=spots,
        dealt_at=dealt.at,
        key=f"T{dealt.table}-{dealt.at:%Y%m%d%H%M}-{dealt.hands[0].replace(' ', '')}",
        by=room.terminals[dealt.table],
    )


def verify(room: Room, slip: Payout) -> None:
    noted = {each.check_name: "Seen on camera 4; deck sealed in bag 7." for each in checks_to_verify(slip)}
    payouts.verify_payout(payout=slip, by=room.staff.vera, checks=noted)


def _pay(room: Room, slip: Payout) -> None:
    """Small prizes in cash, large ones by check; if neither cage nor bank has enough, the cage goes there first."""
    by_check = slip.amount > CASH_LIMIT
    held = dict(slip.progressive.fund.accounts.values_list("name", "balance"))
    wanted, other = ("bank", "cage") if by_check else ("cage", "bank")
    if max(held[wanted], held[other]) < slip.amount:
        office.deposit(room, slip.gaming_day)
        wanted = "bank"
    patron = room.rng.choice(PATRONS)
    due = checks_to_pay(slip, in_cash=not by_check, patron=patron, day=slip.gaming_day)
    payouts.pay_payout(
        payout=slip,
        paid_from=other if held[other] >= slip.amount > held[wanted] else wanted,
        method=Payout.Method.CHECK if by_check else Payout.Method.CASH,
        patron=patron,
        checks={each.check_name: f"Done for {slip}." for each in due},
        by=room.staff.abe,
    )
