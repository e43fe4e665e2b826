"""The month's reconciliation: prepared by one, each difference explained, signed by another outside the count."""

from datetime import date

from django.db import transaction
from django.db.models import Sum

from accounting.ledger.books import open_books
from accounting.models.bank import BOOKKEEPERS, BankReconciliation, ReconciliationLine, StatementBalance
from accounting.models.ledger import Fund
from accounting.selectors import bank
from accounting.selectors.counts import count_members
from accounting.words import written
from tables import clock
from tables.duties import allowed, require_same_cardroom
from tables.models import Employee
from tables.money import dollars
from tables.refusals import Invalid, NotAllowed, Refused


@allowed(*BOOKKEEPERS)
@transaction.atomic
def prepare_reconciliation(*, fund: Fund, month: date, by: Employee) -> BankReconciliation:
    """Put the month's statement beside the books. Before it is signed this can be done again, with the same lines."""
    require_same_cardroom(by, fund.cardroom)
    month = month.replace(day=1)
    found = BankReconciliation.objects.select_for_update().filter(fund=fund, month=month).first()
    if found and found.state == BankReconciliation.State.SIGNED:
        raise Refused(f"The {found} is signed and stays as it is.")
    open_books(fund)
    statement, book_balance = _month_end(fund, month)
    return BankReconciliation.objects.update_or_create(
        fund=fund,
        month=month,
        defaults={
            "statement": statement,
            "statement_balance": statement.balance,
            "book_balance": book_balance,
            "prepared_by": by,
            "prepared_at": clock.now(),
        },
    )[0]


@allowed(*BOOKKEEPERS)
@transaction.atomic
def explain_difference(
    *,
    reconciliation: BankReconciliation,
    kind: ReconciliationLine.Kind,
    amount: int,
    document: str,
    explanation: str,
    by: Employee,
) -> ReconciliationLine:
    """Add a line: what has to be added to the statement (or, below zero, taken off) to arrive at the books, and why.

    Lines stay; a wrong one is taken back by its opposite.
    """
    reconciliation = _unsigned(reconciliation, by)
    if amount == 0:
        raise Invalid("A difference of nothing needs no line.", errors={"amount": ["Enter the difference."]})
    return ReconciliationLine.objects.create(
        reconciliation=reconciliation,
        kind=kind,
        amount=amount,
        document=written(document, "document", most=80),
        explanation=written(explanation, "explanation"),
        written_by=by,
        written_at=clock.now(),
    )


@allowed(*BOOKKEEPERS)
@transaction.atomic
def sign_reconciliation(*, reconciliation: BankReconciliation, by: Employee) -> BankReconciliation:
    """Someone who neither prepared it nor counted that month puts their name to it."""
    reconciliation = _unsigned(reconciliation, by)
    _check_independent(reconciliation, by)
    open_books(reconciliation.fund)
    _check_agrees(reconciliation)
    reconciliation.state = BankReconciliation.State.SIGNED
    reconciliation.signed_by, reconciliation.signed_at = by, clock.now()
    reconciliation.save(update_fields=["state", "signed_by", "signed_at"])
    return reconciliation


def _check_independent(reconciliation: BankReconciliation, by: Employee) -> None:
    """WAC 230-15-430, and "What follows" 7: a sign-off by someone outside the count."""
    entered_it = reconciliation.statement.entered_by_id == by.pk
    if entered_it or reconciliation.prepared_by_id == by.pk or reconciliation.lines.filter(written_by=by).exists():
        raise NotAllowed(f"{by} has prepared the {reconciliation}. Someone else signs it.")
    month = reconciliation.month
    if by.pk in count_members(reconciliation.fund.cardroom, month, bank.last_day_of(month)):
        raise NotAllowed(f"{by} was in the count in {month:%B %Y}. Someone outside the count signs.")


def _check_agrees(reconciliation: BankReconciliation) -> None:
    statement, book_balance = _month_end(reconciliation.fund, reconciliation.month)
    if (statement.pk, book_balance) != (reconciliation.statement_id, reconciliation.book_balance):
        raise Refused(f"Statement or books have changed since the {reconciliation} was prepared. Prepare it again.")
    if left := bank.unexplained(reconciliation):
        raise Refused(f"{dollars(left)} between statement and books is not explained. Add a line for it.")
    said = dict.fromkeys(ReconciliationLine.Kind.values, 0) | dict(
        reconciliation.lines.order_by().values_list("kind").annotate(Sum("amount"))
    )
    lines = (said[ReconciliationLine.Kind.IN_TRANSIT], -said[ReconciliationLine.Kind.OUTSTANDING])
    if lines != (statement.in_transit, statement.outstanding):
        raise Refused(
            f"The {statement} was entered with {dollars(statement.in_transit)} in transit and "
            f"{dollars(statement.outstanding)} not yet cashed; the lines say {dollars(lines[0])} and "
            f"{dollars(lines[1])}. Add the missing lines, or correct the statement."
        )


def _month_end(fund: Fund, month: date) -> tuple[StatementBalance, int]:
    """The bank's and the books' balance at the end of the month's last day."""
    last_day = bank.last_day_of(month)
    statement = StatementBalance.objects.filter(fund=fund, as_of=last_day, correction=None).first()
    if statement is None:
        raise Refused(f"Enter the bank's balance of {fund} as of {last_day} first.")
    return statement, bank.book_bank_at(fund, last_day)


def _unsigned(reconciliation: BankReconciliation, by: Employee) -> BankReconciliation:
    require_same_cardroom(by, reconciliation.fund.cardroom)
    locked = BankReconciliation.objects.select_for_update(of=("self",)).select_related("fund__cardroom")
    reconciliation = locked.get(pk=reconciliation.pk)
    if reconciliation.state == BankReconciliation.State.SIGNED:
        raise Refused(f"The {reconciliation} is signed and stays as it is.")
    return reconciliation
