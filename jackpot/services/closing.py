"""Closing a gaming day: the drop, the tray slips and the policy go through `rules.close`, and the books follow.

`preview_close` shows the same figures and what is still missing, and changes nothing.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import date

from django.db import transaction

from accounting.ledger.accounts import Kind, Reason
from accounting.ledger.books import Books, Move, open_books
from accounting.services.gaming_days import mark_closed
from accounting.words import Said
from jackpot import rules
from jackpot.models import IN_PLAY, Close, PolicyVersion, Progressive
from jackpot.selectors import days_to_close, drop_on, missing_for_close, policy_on, tray_on
from jackpot.services.pots import balances_of, lock_progressive, out_of_custody, post_to_primary
from tables.duties import Actor, Job, Role, allowed
from tables.models import author_of
from tables.refusals import Refused


@dataclass(frozen=True)
class Preview:
    """What a close would do now, and what it still waits for."""

    day: date
    policy: PolicyVersion
    drop: int
    tray: int
    before: rules.Balances
    result: rules.DayClose
    missing: list[Said]


@allowed(Role.FLOOR_MANAGER, Role.ACCOUNTANT, Role.GENERAL_MANAGER, Role.AUDITOR, Job)
@transaction.atomic
def preview_close(*, progressive: Progressive, day: date, by: Actor) -> Preview:
    """The close of that day as it would come out now."""
    progressive = lock_progressive(progressive, by, *IN_PLAY)
    return _work_out(progressive, day, open_books(progressive.fund))


@allowed(Role.ACCOUNTANT, Role.GENERAL_MANAGER, Job)
@transaction.atomic
def close_day(*, progressive: Progressive, day: date, by: Actor) -> Close:
    """Close the day, once, in order, when nothing is missing."""
    progressive = lock_progressive(progressive, by, *IN_PLAY)
    books = open_books(progressive.fund)
    preview = _work_out(progressive, day, books)
    if preview.missing:
        raise Refused(f"{day} cannot be closed yet: {' '.join(preview.missing)}", errors={"day": preview.missing})
    return _close(progressive, books, preview, by)


@allowed(Job)
@transaction.atomic
def close_next_day(*, progressive: Progressive, by: Job) -> Close | None:
    """Close the oldest day that is over, if nothing is missing. None: there is nothing to close, or it has to wait.

    The day is looked up under the lock, so whoever calls twice, or at once with another, closes each day once.
    """
    progressive = lock_progressive(progressive, by)
    days = days_to_close(progressive) if progressive.state in IN_PLAY else []
    if not days:
        return None
    books = open_books(progressive.fund)
    preview = _work_out(progressive, days[0], books)
    return None if preview.missing else _close(progressive, books, preview, by)


def _close(progressive: Progressive, books: Books, preview: Preview, by: Actor) -> Close:
    day = preview.day
    entry = post_to_primary(
        progressive,
        books,
        kind=Kind.CLOSE,
        gaming_day=day,
        by=by,
        explanation=f"{progressive}: gaming day {day} closed",
        document=f"close/{day}/{progressive.code}",
        moves=[*_whose(preview.result), *_where(books, preview.result)],
        posting=f"end of gaming day {day}",
    )
    mark_closed(fund=progressive.fund, gaming_day=day, entry=entry)
    return Close.objects.create(
        progressive=progressive,
        gaming_day=day,
        closed_at=entry.recorded_at,
        policy=preview.policy,
        drop=preview.drop,
        tray=preview.tray,
        before=asdict(preview.before),
        after=asdict(preview.result.balances),
        steps=[asdict(step) for step in preview.result.steps],
        entry=entry,
        **author_of(by),
    )


def _work_out(progressive: Progressive, day: date, books: Books) -> Preview:
    policy = policy_on(progressive, day)
    before, drop, tray = balances_of(books), drop_on(progressive, day), tray_on(progressive, day)
    return Preview(
        day=day,
        policy=policy,
        drop=drop,
        tray=tray,
        before=before,
        result=rules.close(before, drop=drop, tray=tray, policy=policy.elections),
        missing=missing_for_close(progressive, day),
    )


def _whose(day: rules.DayClose) -> Iterator[Move]:
    """Whose money the drop becomes. What was held in `unallocated` is placed before the day's own money."""
    yield Move("drop", "tray_advance", day.tray_reimbursed)
    yield Move("backup2", "tray_advance", day.shortage_from_backup2, Reason.SHORTAGE_COVERED)
    yield Move("backup1", "tray_advance", day.shortage_from_backup1, Reason.SHORTAGE_COVERED)
    yield Move("carryover", "tray_advance", day.shortage_carried)
    yield Move("drop", "carryover", day.carryover_repaid)
    yield Move("drop", "fee", day.fee)
    yield Move("drop", "seed", day.seed_recovered)
    held = day.from_unallocated
    placed = day.allocation
    for pot, amount in (
        ("primary", placed.to_primary),
        ("backup1", placed.to_backup1),
        ("backup2", placed.to_backup2),
    ):
        from_held = min(held, amount)
        held -= from_held
        yield Move("unallocated", pot, from_held)
        yield Move("drop", pot, amount - from_held)
    yield Move("drop", "unallocated", day.to_unallocated)


def _where(books: Books, day: rules.DayClose) -> list[Move]:
    """The house takes its part out of the fund's cash."""
    taken = day.tray_reimbursed + day.carryover_repaid + day.fee + day.seed_recovered + day.shortage_from_backups
    return out_of_custody(books, taken, "house")
