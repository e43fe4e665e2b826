"""The demo's accountant and general manager: deposits, statements, reconciliations, corrections, cases, policies."""

from collections.abc import Iterator
from datetime import date, timedelta
from functools import partial

from accounting.models import Case, CaseKind, CaseState, Count, Fund, ReconciliationLine
from accounting.selectors.bank import book_bank_at, deposits_made
from accounting.services import bank, cases, funding, reconciliation
from jackpot import rules
from jackpot.demo import script
from jackpot.demo.room import JOB, Room
from jackpot.models import Payout
from jackpot.services import corrections, payouts, policies
from tables import clock

MONDAY, THURSDAY = 0, 3
MORNING = 33.0  # local hour: nine o'clock after the night
STATEMENT_DAY = 4  # of the next month
EXPLANATIONS = {
    CaseKind.VARIANCE: "The camera shows players' chips changed at the table without the terminal being told.",
    CaseKind.LATE_DEPOSIT: "The driver was ill and nobody stood in. The deposit was made this morning.",
    CaseKind.MALFUNCTION: "The terminal froze after a power dip; its reports were entered after a restart.",
    CaseKind.POSTED_DIFFERS: "The table was offline when the hand was dealt; the other table's royal came first.",
}


def plan(room: Room, day: date, act: int) -> None:
    """Put the morning after `day` on the agenda."""
    room.agenda.at(room.moment(day, MORNING), partial(_morning, room, day, act))
    room.agenda.at(room.moment(day, MORNING + 2), partial(_settle_cases, room))


def _morning(room: Room, day: date, act: int) -> None:
    for fund in funds(room):
        funding.check_funding(fund=fund, by=JOB)
        bank.watch_deposits(fund=fund, by=JOB)
    if day.weekday() in (MONDAY, THURSDAY) and act not in script.DEPOSITS_FORGOTTEN:
        deposit(room, day)
    if (day + timedelta(days=1)).day == STATEMENT_DAY:
        reconcile(room, day.replace(day=1) - timedelta(days=1))
    _put_right(room, day, act)
    if act in script.NEW_POLICIES:
        _elect_fee(room, day)


def funds(room: Room) -> Iterator[Fund]:
    for progressive in room.progressives.values():
        yield progressive.fund


def deposit(room: Room, day: date) -> None:
    """All of the cage goes to the bank, for the days since the last deposit."""
    for fund in funds(room):
        held = fund.accounts.get(name="cage").balance
        if held:
            last = fund.deposits.order_by("to_day").last()
            bank.make_deposit(
                fund=fund,
                amount=held,
                from_day=min(day, last.to_day + timedelta(days=1)) if last else room.first_day,
                to_day=day,
                receipt=f"CBB {clock.now():%y%m%d%H%M}-{fund.code[-1].upper()}",
                by=room.staff.abe,
            )


def reconcile(room: Room, month_end: date, *, sign: bool = True) -> None:
    """The bank's word at the end of the month; a deposit of the last day is still on its way."""
    for fund in funds(room):
        in_books = book_bank_at(fund, month_end)
        in_transit = min(in_books, deposits_made(fund, month_end, month_end))
        if not fund.deposits.exists():
            continue
        bank.enter_statement(
            fund=fund,
            as_of=month_end,
            balance=in_books - in_transit,
            in_transit=in_transit,
            reference=f"Statement {month_end:%Y-%m}",
            by=room.staff.abe,
        )
        prepared = reconciliation.prepare_reconciliation(fund=fund, month=month_end, by=room.staff.abe)
        if in_transit:
            reconciliation.explain_difference(
                reconciliation=prepared,
                kind=ReconciliationLine.Kind.IN_TRANSIT,
                amount=in_transit,
                document=f"deposit/{fund.deposits.latest('number').number}",
                explanation="Deposited on the last day of the month, credited by the bank on the next.",
                by=room.staff.abe,
            )
        if sign:
            reconciliation.sign_reconciliation(reconciliation=prepared, by=room.staff.gia)


def _put_right(room: Room, day: date, act: int) -> None:
    """What the script says was found wrong after the close."""
    staff = room.staff
    if act in script.CORRECTIONS:
        table, cents = script.CORRECTIONS[act]
        count = Count.objects.filter(table=room.tables[table], gaming_day=day).latest("number")
        proposed = corrections.correct_count(
            count=count,
            total=(count.total or 0) + cents,
            explanation="Chips found under the rail of the count table belonged to another box.",
            by=staff.abe,
        )
        corrections.approve_correction(correction=proposed, by=staff.gia)
    if act in script.VOIDED_TRAY_SLIPS:
        slip = Payout.objects.filter(source=Payout.Source.TRAY, gaming_day=day, state="approved").first()
        if slip:
            payouts.void_tray_slip(payout=slip, reason="The hand was a straight; the camera shows it.", by=staff.gia)
    if act in script.MALFUNCTIONS:
        cases.report_malfunction(
            cardroom=room.cardroom,
            equipment=f"terminal T{script.MALFUNCTIONS[act]}",
            what_happened="The terminal froze for twenty minutes and showed an old amount.",
            noticed_at=clock.now() - timedelta(hours=3),
            by=staff.flor,
        )


def _elect_fee(room: Room, day: date) -> None:
    """A new policy for a coming day: staged by the accountant, approved by the general manager."""
    staged = policies.stage_policy(
        progressive=room.progressives["gran-a"],
        policy=rules.Policy(fee_bps=300, fee_max_bps=500),
        effective_from=day + timedelta(days=3),
        by=room.staff.abe,
    )
    policies.approve_policy(policy=staged, by=room.staff.gia)


def _settle_cases(room: Room) -> None:
    """Explained by the one who knows, reviewed by another; the WSGC told where a rule asks for it."""
    for case in Case.objects.filter(cardroom=room.cardroom, state=CaseState.OPEN):
        explain(room, case)
        if case.tell_commission:
            cases.tell_commission(case=case, told_at=clock.now(), reference="made-up call 12", by=room.staff.gia)
        cases.resolve_case(case=case, text="Seen on the recording; agreed.", by=room.staff.gia)


def explain(room: Room, case: Case) -> None:
    by = room.staff.abe if case.owner_role == "accountant" else room.staff.flor
    cases.explain_case(case=case, text=EXPLANATIONS.get(CaseKind(case.kind), "Seen and put right."), by=by)
