"""Where the fund's money is: at the bank, on its way there, and whether it covers what is owed to players."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Max, Q, QuerySet, Sum

from accounting.clocks import Clock, ClockRule, clock_rule
from accounting.gaming_days import gaming_day
from accounting.ledger.accounts import OWED, AccountName
from accounting.models.bank import (
    BankAccount,
    BankReconciliation,
    Deposit,
    FundingCheck,
    StatementBalance,
    StopGame,
)
from accounting.models.ledger import Account, Fund, Transfer
from tables import clock
from tables.models import Cardroom


@dataclass(frozen=True)
class Funding:
    """Bank and cage against what is owed to players, in cents."""

    bank: int
    cage: int
    owed: int
    statement: StatementBalance | None

    @property
    def short(self) -> int:
        return max(0, self.owed - self.bank - self.cage)

    @property
    def basis(self) -> str:
        """Whose word the bank's figure is."""
        if self.statement is None:
            return "The bank's figure is the books': no statement has been entered yet."
        return f"The bank's figure is its {self.statement}, with what the books have moved since."


@dataclass(frozen=True)
class DepositClock:
    """How long the oldest money in the cage may still stay there."""

    undeposited: int
    oldest_day: date | None
    due_day: date | None
    days_left: int | None

    @property
    def late(self) -> bool:
        return self.days_left is not None and self.days_left < 0


def bank_account(fund: Fund) -> BankAccount | None:
    """The account in use."""
    return fund.bank_accounts.last()


def newest_statement(fund: Fund) -> StatementBalance | None:
    """The latest statement balance, corrected ones left out."""
    return StatementBalance.objects.filter(fund=fund, correction=None).order_by("as_of").last()


def funding(fund: Fund) -> Funding:
    """How the fund stands now. With a statement, the bank's word stands in place of the books' (books.md)."""
    balances = dict(fund.accounts.values_list("name", "balance"))
    statement = newest_statement(fund)
    bank = balances[AccountName.BANK]
    if statement:
        bank = statement.adjusted + _moved_after(fund, statement.as_of)
    owed = sum(balances[name] for name in OWED)
    return Funding(bank=bank, cage=balances[AccountName.CAGE], owed=owed, statement=statement)


def book_bank_at(fund: Fund, day: date) -> int:
    """What the books had in the bank at the end of the calendar date `day`."""
    return fund.accounts.get(name=AccountName.BANK).balance - _moved_after(fund, day)


def funding_history(fund: Fund) -> QuerySet[FundingCheck]:
    """Every check that was recorded, newest first."""
    return fund.funding_checks.select_related("statement", "author_employee").order_by("-pk")


def stopped(fund: Fund) -> StopGame | None:
    """The stop that is in force, if the game is stopped."""
    return fund.stops.filter(lifted_at=None).first()


def release_log(fund: Fund) -> QuerySet[StopGame]:
    """Every stop of the game and how it was lifted, newest first."""
    return fund.stops.select_related("check_found", "lifted_by").order_by("-pk")


def deposit_clock(fund: Fund) -> DepositClock:
    """Accrued money goes to the bank within a week of its gaming day (WAC 230-15-455)."""
    cage = fund.accounts.get(name=AccountName.CAGE)
    oldest = oldest_day_held(_came_in_by_day(cage), cage.balance)
    if oldest is None:
        return DepositClock(undeposited=cage.balance, oldest_day=None, due_day=None, days_left=None)
    due = oldest + rule_of(Clock.DEPOSIT, oldest).limit
    today = gaming_day(fund.cardroom, clock.now())
    return DepositClock(undeposited=cage.balance, oldest_day=oldest, due_day=due, days_left=(due - today).days)


def oldest_day_held(came_in: Sequence[tuple[date, int]], held: int) -> date | None:
    """Of money listed by day in the order it came in, the oldest day that is still held: first in, first out.

    >>> oldest_day_held([(date(2026, 11, 1), 500), (date(2026, 11, 2), 300), (date(2026, 11, 3), 200)], 400)
    datetime.date(2026, 11, 2)
    """
    # What is still there is the newest `held` cents that came in.
    days = []
    for day, cents in reversed(came_in):
        if held > 0 and cents > 0:
            days.append(day)
            held -= cents
    return min(days, default=None)


def deposits_made(fund: Fund, first: date, last: date) -> int:
    """Cents deposited from one calendar date to another, both included."""
    starts, ends = _midnight(fund.cardroom, first), _midnight(fund.cardroom, last + timedelta(days=1))
    made = Deposit.objects.filter(fund=fund, voided_at=None, made_at__gte=starts, made_at__lt=ends)
    return _cents(made)


def unexplained(reconciliation: BankReconciliation) -> int:
    """What is left between the statement and the books after all lines, in cents."""
    return reconciliation.book_balance - reconciliation.statement_balance - _cents(reconciliation.lines.all())


def last_day_of(month: date) -> date:
    """The last date of the month that `month` falls in."""
    return (month.replace(day=1) + timedelta(days=31)).replace(day=1) - timedelta(days=1)


def months_to_reconcile(fund: Fund) -> list[tuple[date, date]]:
    """Past months since the first deposit that nobody has signed for, each with its due day (WAC 230-06-070)."""
    first = Deposit.objects.filter(fund=fund).order_by("made_at").first()
    if first is None:
        return []
    signed = set(fund.reconciliations.filter(state=BankReconciliation.State.SIGNED).values_list("month", flat=True))
    month, today = local_date(fund.cardroom, first.made_at).replace(day=1), local_date(fund.cardroom, clock.now())
    waiting = []
    while (ends := last_day_of(month)) < today:
        if month not in signed:
            waiting.append((month, ends + rule_of(Clock.MONTHLY_RECORDS, ends).limit))
        month = ends + timedelta(days=1)
    return waiting


def rule_of(name: Clock, day: date) -> ClockRule:
    """The clock rule of a day, where there must be one."""
    rule = clock_rule(name, day)
    if rule is None:
        raise LookupError(f"No rule about {name} was in force on {day}.")
    return rule


def _came_in_by_day(cage: Account) -> list[tuple[date, int]]:
    """What each gaming day brought into the cage, less what that day took out again other than to the bank, in order.

    Netted by day because a close gives the house its tray payouts out of that day's own drop, not out of older money.
    A voided deposit comes back from the bank as if it had never left, so it is left out on both ways.
    """
    inward, outward = Q(to_account=cage), Q(from_account=cage)
    counted_in, counted_out = (
        inward & ~Q(from_account__name=AccountName.BANK),
        outward & ~Q(to_account__name=AccountName.BANK),
    )
    days = (
        Transfer.objects.filter(inward | outward)
        .values("entry__gaming_day")
        .annotate(
            came=Sum("amount", filter=counted_in, default=0),
            went=Sum("amount", filter=counted_out, default=0),
            # A count that comes in late makes its whole day come in late: the clock is never slower for it.
            last_in=Max("entry", filter=counted_in),
        )
        .order_by("last_in")
    )
    return [(day["entry__gaming_day"], day["came"] - day["went"]) for day in days]


def _moved_after(fund: Fund, day: date) -> int:
    """What the books moved into the bank, less out of it, after the end of the calendar date `day`."""
    after = Transfer.objects.filter(entry__event_at__gte=_midnight(fund.cardroom, day + timedelta(days=1)))
    into = after.filter(to_account__fund=fund, to_account__name=AccountName.BANK)
    out = after.filter(from_account__fund=fund, from_account__name=AccountName.BANK)
    return _cents(into) - _cents(out)


def _cents(rows: QuerySet[Any]) -> int:
    return int(rows.aggregate(cents=Sum("amount", default=0))["cents"])


def _midnight(cardroom: Cardroom, day: date) -> datetime:
    """Banks know calendar dates, not gaming days: the moment at which `day` begins where the cardroom is."""
    return datetime.combine(day, time(0), ZoneInfo(cardroom.time_zone))


def local_date(cardroom: Cardroom, moment: datetime) -> date:
    """The calendar date of `moment` where the cardroom is."""
    return moment.astimezone(ZoneInfo(cardroom.time_zone)).date()
