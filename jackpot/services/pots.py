"""What the services share when they touch the pots: the lock, the balances, the posting of a new amount."""

from collections.abc import Collection
from typing import Any

from django.db.models import Max, QuerySet

from accounting.ledger.accounts import Kind, Reason
from accounting.ledger.books import Books, Move
from accounting.models import Entry
from accounting.selectors.gaming_days import current_day, tables_of
from jackpot import rules
from jackpot.models import Posting, Progressive, ProgressiveState
from jackpot.selectors import policy_on
from tables.duties import Actor, require_same_cardroom
from tables.refusals import Refused


def lock_progressive(progressive: Progressive, by: Actor, *states: ProgressiveState) -> Progressive:
    """The progressive, locked until the commit and in one of `states`. Always taken before the books."""
    require_same_cardroom(by, progressive.cardroom)
    locked = locked_progressives().get(pk=progressive.pk)
    require_state(locked, states)
    return locked


def locked_progressives() -> QuerySet[Progressive]:
    """Progressives locked against other writers, with what the services need of them at hand."""
    rows = Progressive.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("cardroom", "fund__cardroom")


def require_state(progressive: Progressive, states: Collection[ProgressiveState]) -> None:
    if states and progressive.state not in states:
        raise Refused(f"{progressive} is {progressive.state}: that is not possible any more, or not yet.")


def balances_of(books: Books) -> rules.Balances:
    """The accounts as the rules see them. What is owed to the house stands below zero in the books."""
    return rules.Balances(
        primary=books.balance("primary"),
        backup1=books.balance("backup1"),
        backup2=books.balance("backup2"),
        seed_owed=-books.balance("seed"),
        carryover=-books.balance("carryover"),
        unallocated=books.balance("unallocated"),
    )


def out_of_custody(books: Books, amount: int, target: str) -> list[Move]:
    """Cents that leave the fund's cash: out of the cage, and out of the bank what the cage does not hold."""
    from_cage = min(amount, books.balance("cage"))
    return [Move("cage", target, from_cage), Move("bank", target, amount - from_cage)]


def post_to_primary(progressive: Progressive, books: Books, *, posting: str, **entry: Any) -> Entry:
    """Post an entry that may change the primary; if it does, the new amount is posted at the tables with its reason."""
    before = books.balance("primary")
    posted = books.post(**entry)
    record_posting(progressive, before, books.balance("primary"), reason=posting, entry=posted)
    return posted


def record_posting(progressive: Progressive, before: int, after: int, *, reason: str, entry: Entry) -> None:
    """Write down that the posted amount changed, at which tables, and why."""
    if before == after:
        return
    last = Posting.objects.filter(progressive=progressive).aggregate(last=Max("number", default=0))["last"]
    Posting.objects.create(
        progressive=progressive,
        number=last + 1,
        at=entry.recorded_at,
        before=before,
        after=after,
        reason=reason,
        entry=entry,
        tables=[table.code for table in tables_of(progressive.fund, current_day(progressive.cardroom))],
    )


def check_caps(progressive: Progressive, books: Books, *, by: Actor, document: str) -> None:
    """The cap check, due after every decrease of the primary."""
    today = current_day(progressive.cardroom)
    checked = rules.cap_check(balances_of(books), policy_on(progressive, today).elections)
    post_cap_excess(progressive, books, checked.from_backup1, checked.from_backup2, by=by, document=document)


def post_cap_excess(
    progressive: Progressive, books: Books, from_backup1: int, from_backup2: int, *, by: Actor, document: str
) -> None:
    """Give back to the primary what the cap check found."""
    if not from_backup1 + from_backup2:
        return
    post_to_primary(
        progressive,
        books,
        kind=Kind.CAP_CHECK,
        gaming_day=current_day(progressive.cardroom),
        by=by,
        explanation="Backups above their cap give the excess back to the primary",
        document=document,
        moves=[
            Move("backup1", "primary", from_backup1, Reason.CAP_EXCESS),
            Move("backup2", "primary", from_backup2, Reason.CAP_EXCESS),
        ],
        posting="cap excess returned",
    )
