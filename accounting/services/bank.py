"""Deposits, and what the bank says the account holds."""

from datetime import date, datetime

from django.db import transaction

from accounting.clocks import Clock
from accounting.gaming_days import gaming_day
from accounting.ledger.accounts import Kind
from accounting.ledger.books import Move, open_books
from accounting.ledger.numbers import take_number
from accounting.models.bank import BOOKKEEPERS, BankAccount, Deposit, StatementBalance
from accounting.models.cases import Case, CaseKind
from accounting.models.ledger import Fund
from accounting.selectors import bank
from accounting.services.cases import open_case
from accounting.services.funding import check_funding
from accounting.words import capitalised, written
from tables import clock
from tables.duties import Actor, Job, allowed, require_same_cardroom
from tables.models import Employee
from tables.money import dollars
from tables.refusals import Invalid, NotAllowed, NotThere, Refused


@allowed(*BOOKKEEPERS)
@transaction.atomic
def name_bank_account(*, fund: Fund, label: str, last4: str, by: Employee) -> BankAccount:
    """Say which account the fund is kept in from now on; only the last four digits of its number are kept."""
    require_same_cardroom(by, fund.cardroom)
    if not (len(last4) == 4 and last4.isascii() and last4.isdecimal()):
        raise Invalid("Give the last four digits of the account's number.", errors={"last4": ["Four digits."]})
    return BankAccount.objects.create(
        fund=fund, label=written(label, "label", most=80), last4=last4, named_by=by, named_at=clock.now()
    )


@allowed(*BOOKKEEPERS)
@transaction.atomic
def make_deposit(
    *,
    fund: Fund,
    amount: int,
    from_day: date,
    to_day: date,
    receipt: str,
    by: Employee,
    made_at: datetime | None = None,
) -> Deposit:
    """Record what was taken from the cage to the bank, for which gaming days, with the bank's receipt."""
    require_same_cardroom(by, fund.cardroom)
    made_at, receipt = made_at or clock.now(), written(receipt, "receipt", most=80)
    today = gaming_day(fund.cardroom, clock.now())
    if amount <= 0:
        raise Invalid("A deposit is more than nothing.", errors={"amount": ["Enter what the receipt says."]})
    if not from_day <= to_day <= today or made_at > clock.now():
        raise Invalid("The days run from the first to the last, and none is still to come.")
    books = open_books(fund)
    account = _account_in_use(fund)
    if amount > books.balance("cage"):
        raise Refused(f"The cage holds {dollars(books.balance('cage'))} of {fund}, less than {dollars(amount)}.")
    if known := Deposit.objects.filter(fund=fund, receipt=receipt, voided_at=None).first():
        raise Refused(f"Receipt {receipt} is already recorded as {known}.")
    number = take_number(fund.cardroom, "deposit")
    entry = books.post(
        kind=Kind.DEPOSIT,
        gaming_day=today,
        by=by,
        explanation=f"Deposit for {from_day} to {to_day}, receipt {receipt}",
        document=f"deposit/{number}",
        moves=[Move("cage", "bank", amount)],
        event_at=made_at,
    )
    return Deposit.objects.create(
        cardroom=fund.cardroom,
        number=number,
        fund=fund,
        account=account,
        amount=amount,
        from_day=from_day,
        to_day=to_day,
        receipt=receipt,
        made_by=by,
        made_at=made_at,
        entry=entry,
    )


@allowed(*BOOKKEEPERS)
@transaction.atomic
def void_deposit(*, deposit: Deposit, reason: str, by: Employee) -> Deposit:
    """Take back a deposit that was recorded wrongly; someone other than its maker approves that."""
    require_same_cardroom(by, deposit.cardroom)
    deposit = (
        Deposit.objects.select_for_update(of=("self",)).select_related("fund__cardroom", "entry").get(pk=deposit.pk)
    )
    reason = written(reason, "reason")
    if deposit.voided_at is not None:
        raise Refused(f"{capitalised(deposit)} is already voided.")
    if deposit.made_by_id == by.pk:
        raise NotAllowed(f"{by} recorded {deposit}. Someone else voids it.")
    open_books(deposit.fund).post(
        kind=Kind.CORRECTION,
        gaming_day=gaming_day(deposit.cardroom, clock.now()),
        by=by,
        explanation=f"{capitalised(deposit)} voided: {reason}"[:500],
        document=f"deposit/{deposit.number}",
        moves=[Move("bank", "cage", deposit.amount)],
        corrects=deposit.entry,
    )
    deposit.voided_by, deposit.voided_at, deposit.void_reason = by, clock.now(), reason
    deposit.save(update_fields=["voided_by", "voided_at", "void_reason"])
    return deposit


@allowed(*BOOKKEEPERS, Job)
@transaction.atomic
def watch_deposits(*, fund: Fund, by: Actor) -> Case | None:
    """Open a case when money has stayed in the cage for longer than a week; once for its oldest day."""
    require_same_cardroom(by, fund.cardroom)
    open_books(fund)
    stands = bank.deposit_clock(fund)
    if not stands.late:
        return None
    return open_case(
        cardroom=fund.cardroom,
        kind=CaseKind.LATE_DEPOSIT,
        subject=f"fund/{fund.code}",
        sentence=f"{dollars(stands.undeposited)} of {fund} is in the cage since gaming day {stands.oldest_day}; "
        f"it had to be deposited by {stands.due_day}.",
        gaming_day=gaming_day(fund.cardroom, clock.now()),
        by=by,
        key=f"late-deposit/{fund.code}/{stands.oldest_day}",
    )


@allowed(*BOOKKEEPERS)
@transaction.atomic
def enter_statement(
    *,
    fund: Fund,
    as_of: date,
    balance: int,
    reference: str,
    by: Employee,
    in_transit: int = 0,
    outstanding: int = 0,
    corrects: StatementBalance | None = None,
) -> StatementBalance:
    """Record what the bank says the account held at the end of `as_of`, and check the funding on it at once."""
    require_same_cardroom(by, fund.cardroom)
    account = _account_in_use(fund)
    _check_statement(fund, as_of, in_transit, outstanding)
    _check_correction(fund, as_of, corrects)
    statement = StatementBalance.objects.create(
        fund=fund,
        account=account,
        as_of=as_of,
        balance=balance,
        in_transit=in_transit,
        outstanding=outstanding,
        reference=written(reference, "reference", most=120),
        entered_by=by,
        entered_at=clock.now(),
        corrects=corrects,
    )
    check_funding(fund=fund, by=by)
    return statement


def _check_statement(fund: Fund, as_of: date, in_transit: int, outstanding: int) -> None:
    if as_of >= bank.local_date(fund.cardroom, clock.now()):
        raise Invalid("That date is not over yet.", errors={"as_of": ["Give the balance at the end of a past date."]})
    if in_transit < 0 or outstanding < 0:
        raise Invalid("What is in transit or not yet cashed is never below zero.")
    # A deposit is on its way for days, not weeks; this must not become a way to talk a shortage away.
    week = bank.rule_of(Clock.DEPOSIT, as_of).limit
    on_its_way = bank.deposits_made(fund, as_of - week, as_of)
    if in_transit > on_its_way:
        raise Refused(
            f"Only {dollars(on_its_way)} was deposited in the week up to {as_of}; {dollars(in_transit)} cannot be in "
            "transit. Record the deposit first."
        )


def _check_correction(fund: Fund, as_of: date, corrects: StatementBalance | None) -> None:
    known = StatementBalance.objects.filter(fund=fund, as_of=as_of, correction=None).first()
    if corrects is None and known:
        raise Refused(f"There is already a {known}. If it is wrong, enter a correction of it.")
    if corrects is not None and corrects.fund_id != fund.pk:
        raise NotThere("There is no such statement of this fund.")
    if corrects is not None and corrects != known:
        raise Refused("A correction is of the newest balance of the same date. Look that one up and correct it.")


def _account_in_use(fund: Fund) -> BankAccount:
    account = bank.bank_account(fund)
    if account is None:
        raise Refused(f"{fund} has no bank account yet. Name its account first.")
    return account
