"""Removing a progressive from play: announced, closed for the last time, every cent disposed of, retired.

announce - final counts and closes - plan (dispositions, WSGC reference) - two approvals - complete
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain

from django.db import transaction

from accounting.ledger.accounts import Kind, Reason
from accounting.ledger.books import Books, Move, open_books
from accounting.selectors.gaming_days import closed_through, current_day, tables_of
from accounting.services.funds import take_table_off_fund
from jackpot.models import Disposition, Progressive, ProgressiveState, Removal, RemovalApproval
from jackpot.services.pots import lock_progressive, locked_progressives, record_posting, require_state
from tables import clock
from tables.duties import Job, Role, allowed
from tables.models import Employee
from tables.refusals import Invalid, NotAllowed, Refused

APPROVERS = 2
# What has to be settled before: nothing counted and undistributed, no slip unpaid, no tray award unclosed.
SETTLED = ("drop", "pending", "tray_advance")


@dataclass(frozen=True)
class Plan:
    """Where some cents of one pot go: to another progressive, to players in a named event, or as the WSGC approved."""

    pot: str
    kind: str
    amount: int
    description: str
    to_progressive: Progressive | None = None


@allowed(Role.GENERAL_MANAGER)
@transaction.atomic
def announce_removal(*, progressive: Progressive, last_day: date, notice: str, by: Employee) -> Removal:
    """Say, with a notice at the tables, which gaming day is the last on which the progressive is played."""
    progressive = lock_progressive(progressive, by, ProgressiveState.OPEN)
    if not notice.strip():
        raise Invalid("Give the notice as it is posted at the tables.", errors={"notice": ["Give the notice."]})
    if last_day < current_day(progressive.cardroom):
        raise Refused(f"{last_day} is over. Name today or a later day as the last.")
    for table in tables_of(progressive.fund, last_day):
        take_table_off_fund(fund=progressive.fund, table=table, last_day=last_day, by=Job("announce removal"))
    progressive.state = ProgressiveState.REMOVAL_ANNOUNCED
    progressive.save(update_fields=["state"])
    return Removal.objects.create(
        progressive=progressive, last_day=last_day, notice=notice.strip(), announced_by=by, announced_at=clock.now()
    )


@allowed(Role.GENERAL_MANAGER, Role.ACCOUNTANT)
@transaction.atomic
def plan_removal(*, removal: Removal, plans: Sequence[Plan], approval_reference: str, by: Employee) -> Removal:
    """After the final close: a disposition for every cent of every pot, and the WSGC's reference."""
    progressive, removal = _lock(removal, Removal.State.ANNOUNCED, by)
    closed = closed_through(progressive.fund)
    if not closed or closed < removal.last_day:
        raise Refused(f"{progressive} is not closed through {removal.last_day}. Count and close its last days first.")
    if not approval_reference.strip():
        raise Invalid("Give the reference of the WSGC's approval.", errors={"approval_reference": ["Give it."]})
    books = open_books(progressive.fund)
    _require_settled(books)
    for plan in plans:
        _require_sound(progressive, plan)
    _require_every_cent(books, [(plan.pot, plan.amount) for plan in plans])
    Disposition.objects.bulk_create(
        Disposition(
            removal=removal,
            pot=plan.pot,
            kind=plan.kind,
            amount=plan.amount,
            to_progressive=plan.to_progressive,
            description=plan.description,
        )
        for plan in plans
    )
    removal.state, removal.planned_by = Removal.State.PLANNED, by
    removal.approval_reference = approval_reference.strip()
    removal.save(update_fields=["state", "planned_by", "approval_reference"])
    return removal


@allowed(Role.GENERAL_MANAGER, Role.ACCOUNTANT)
@transaction.atomic
def approve_removal(*, removal: Removal, by: Employee) -> RemovalApproval:
    """One of two approvals, by people who neither announced nor planned it."""
    _, removal = _lock(removal, Removal.State.PLANNED, by)
    if by.pk in (removal.announced_by_id, removal.planned_by_id):
        raise NotAllowed(f"{by} announced or planned this removal. Others approve it.")
    if removal.approvals.filter(by=by).exists():
        raise NotAllowed(f"{by} has approved this removal. Someone else approves it too.")
    return RemovalApproval.objects.create(removal=removal, by=by, at=clock.now())


@allowed(Role.GENERAL_MANAGER)
@transaction.atomic
def complete_removal(*, removal: Removal, by: Employee) -> Removal:
    """Dispose of every cent, write off what the house never recovered, retire the progressive for good."""
    progressive, removal = _lock(removal, Removal.State.PLANNED, by)
    if removal.approvals.count() < APPROVERS:
        raise Refused("A removal needs the approval of two people.")
    dispositions = list(removal.dispositions.select_related("to_progressive__fund"))
    receivers = _lock_receivers(dispositions)
    books = open_books(progressive.fund, *(receiver.fund for receiver in receivers))
    _require_settled(books)
    _require_every_cent(books, [(each.pot, each.amount) for each in dispositions])
    before = {fund.pk: books.balance("primary", fund) for fund in books.funds}
    entry = books.post(
        kind=Kind.REMOVAL,
        gaming_day=current_day(progressive.cardroom),
        by=by,
        explanation=f"{progressive} removed from play, WSGC approval {removal.approval_reference}",
        document=f"removal/{progressive.code}",
        moves=[*_disposed(progressive, books, dispositions), *_written_off(progressive, books)],
    )
    for each in (progressive, *receivers):
        was, is_now = before[each.fund_id], books.balance("primary", each.fund)
        record_posting(each, was, is_now, reason=f"removal of {progressive}", entry=entry)
    removal.state, removal.entry = Removal.State.COMPLETED, entry
    removal.save(update_fields=["state", "entry"])
    progressive.state = ProgressiveState.RETIRED
    progressive.save(update_fields=["state"])
    return removal


def _lock(removal: Removal, state: str, by: Employee) -> tuple[Progressive, Removal]:
    progressive = lock_progressive(removal.progressive, by, ProgressiveState.REMOVAL_ANNOUNCED)
    locked = Removal.objects.select_for_update().get(pk=removal.pk)
    if locked.state != state:
        raise Refused(f"The removal of {progressive} is {locked.state}, and has to be {state} for that.")
    return progressive, locked


def _lock_receivers(dispositions: Sequence[Disposition]) -> list[Progressive]:
    ids = {each.to_progressive_id for each in dispositions if each.to_progressive_id}
    receivers = list(locked_progressives().filter(pk__in=ids).order_by("pk"))
    for receiver in receivers:
        require_state(receiver, [ProgressiveState.OPEN])
    return receivers


def _require_sound(progressive: Progressive, plan: Plan) -> None:
    if plan.pot not in Disposition.Pot.values or plan.kind not in Disposition.Kind.values or plan.amount <= 0:
        raise Invalid("A disposition names a pot, what becomes of it, and an amount above zero.")
    if not plan.description.strip():
        raise Invalid("Describe each disposition: the event, the progressive, or what the WSGC approved.")
    to = plan.to_progressive
    if (plan.kind == Disposition.Kind.PROGRESSIVE) != (to is not None):
        raise Invalid("Name the other progressive where the money goes to one, and only there.")
    if to and (to.cardroom_id != progressive.cardroom_id or to.pk == progressive.pk):
        raise Invalid("Money goes to another progressive of the same cardroom.")
    if to:
        require_state(to, [ProgressiveState.OPEN])


def _require_settled(books: Books) -> None:
    left = [name for name in SETTLED if books.balance(name)]
    if left:
        raise Refused(f"There is money in {', '.join(left)}. Pay or void the slips and close the days first.")


def _require_every_cent(books: Books, planned: Sequence[tuple[str, int]]) -> None:
    for pot in Disposition.Pot.values:
        amount = sum(cents for name, cents in planned if name == pot)
        if amount != books.balance(pot):
            raise Refused(
                f"{pot} holds {books.balance(pot)} cents and {amount} are disposed of. Account for every cent."
            )


def _disposed(progressive: Progressive, books: Books, dispositions: Sequence[Disposition]) -> list[Move]:
    """Pots to another primary, or through `pending` to the players; the cash goes the same way, cage before bank.

    What goes to another progressive comes into its cage, to be deposited there under its own name.
    """
    whose, where = [], []
    cage = books.balance("cage", progressive.fund)
    for each in dispositions:
        to = each.to_progressive
        from_cage = min(cage, each.amount)
        cage -= from_cage
        amounts = (("cage", from_cage), ("bank", each.amount - from_cage))
        if to:
            whose.append([Move(each.pot, "primary", each.amount, Reason.REMOVAL, progressive.fund, to.fund)])
            where.append([Move(name, "cage", cents, None, progressive.fund, to.fund) for name, cents in amounts])
        else:
            whose.append(
                [
                    Move(each.pot, "pending", each.amount, Reason.REMOVAL),
                    Move("pending", "players", each.amount),
                ]
            )
            where.append([Move(name, "winners", cents) for name, cents in amounts])
    return list(chain(*whose, *where))


def _written_off(progressive: Progressive, books: Books) -> list[Move]:
    """What the house put in and never recovered."""
    return [Move("players", name, -books.balance(name, progressive.fund)) for name in ("seed", "carryover")]
