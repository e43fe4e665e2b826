"""The day's reconciliation: from the opening amounts to those posted, every cent by its document, and the proof.

Every entry belongs to a gaming day, so a day is what its own entries moved: opening plus that is closing. A hand of
the next day may be recorded before the close is; the proof shows it in a column of its own, and what is then left
must be, account by account, what the close itself wrote down.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet, Sum

from accounting.ledger.accounts import HELD, OWED, POTS, AccountName
from accounting.models import Account, Transfer
from accounting.selectors.counts import drop_by_table
from jackpot.models import Close, Payout, PayoutState, Progressive
from jackpot.rules import Step
from jackpot.selectors import drop_on
from tables.models import Table

# What the close writes down, by the account it is found in.
AT_CLOSE = {
    AccountName.PRIMARY: "primary",
    AccountName.BACKUP1: "backup1",
    AccountName.BACKUP2: "backup2",
    AccountName.UNALLOCATED: "unallocated",
    AccountName.SEED: "seed_owed",
    AccountName.CARRYOVER: "carryover",
}


@dataclass(frozen=True)
class ProofLine:
    """One account over the day, in cents: opening + came - went = closing."""

    account: AccountName
    opening: int
    came: int
    went: int
    later: int  # moved by entries of later days that were recorded before the close
    at_close: int | None  # what the close wrote down; None where it writes nothing down, or is not there yet

    @property
    def closing(self) -> int:
        return self.opening + self.came - self.went

    @property
    def agrees(self) -> bool:
        return self.at_close is None or self.closing + self.later == self.at_close


@dataclass(frozen=True)
class TableDay:
    """One table's part of the day, and what its line of the master games report is adjusted by (ADR 0030)."""

    table: Table
    drop: int
    tray: int
    fee: int

    @property
    def adjustment(self) -> int:
        """Cents to add to the table's win, so that of the progressive only the fee is left in it."""
        return self.fee - self.drop + self.tray


@dataclass(frozen=True)
class Reconciliation:
    """One gaming day of one progressive, closed or not, as an accountant follows it with a pencil."""

    progressive: Progressive
    day: date
    close: Close | None
    drop_booked: int  # the drop that is closed: what was counted, and what corrections made of it
    tables: list[TableDay]
    steps: list[Step]
    slips: list[Payout]
    proof: list[ProofLine]

    @property
    def drop(self) -> int:
        """What was counted, in cents."""
        return sum(line.drop for line in self.tables)

    @property
    def drop_corrected(self) -> int:
        """What corrections and late voids brought to the day's drop, or, negative, took from it."""
        return self.drop_booked - self.drop

    @property
    def opening(self) -> dict[str, int]:
        return {line.account: line.opening for line in self.proof}

    @property
    def closing(self) -> dict[str, int]:
        return {line.account: line.closing for line in self.proof}

    @property
    def posted(self) -> int | None:
        """The amount posted for the next day."""
        return self.close.after["primary"] if self.close else None

    @property
    def held(self) -> int:
        return sum(self.closing[name] for name in HELD)

    @property
    def owed(self) -> int:
        return sum(self.closing[name] for name in OWED)

    @property
    def adjustment(self) -> int:
        """The adjustment of the master games report over all tables."""
        return sum(line.adjustment for line in self.tables)

    @property
    def agrees(self) -> bool:
        """Every account stands where the close left it, and cage and bank hold what is owed."""
        return self.held == self.owed and all(line.agrees for line in self.proof)


def reconciliation(progressive: Progressive, day: date) -> Reconciliation:
    """The day as it stands now; of a closed day, as it will always stand."""
    close = Close.objects.filter(progressive=progressive, gaming_day=day).select_related("entry", "policy").first()
    slips = list(slips_of(progressive, day))
    return Reconciliation(
        progressive=progressive,
        day=day,
        close=close,
        drop_booked=close.drop if close else drop_on(progressive, day),
        tables=table_days(progressive, day, close, slips),
        steps=[Step(**step) for step in close.steps] if close else [],
        slips=slips,
        proof=_proof(progressive, day, close),
    )


def slips_of(progressive: Progressive, day: date) -> QuerySet[Payout]:
    """Every slip of the day's hits, in the order of their numbers."""
    slips = Payout.objects.filter(progressive=progressive, gaming_day=day)
    return slips.select_related("hit__table", "cardroom", "final_entry").order_by("number")


def table_days(progressive: Progressive, day: date, close: Close | None, slips: Iterable[Payout]) -> list[TableDay]:
    """The day table by table; `slips` are those of `slips_of`."""
    tray: Counter[int] = Counter()
    for slip in slips:
        if slip.source == Payout.Source.TRAY and _counts(slip, close):
            tray[slip.hit.table_id] += slip.amount
    drops = drop_by_table(progressive.fund, day)
    fee = next((step["amount"] for step in close.steps if step["rule"] == "4"), 0) if close else 0
    fees = _in_parts(fee, drops)
    return [TableDay(table, drop, tray[table.pk], fees[table]) for table, drop in drops.items()]


def _counts(slip: Payout, close: Close | None) -> bool:
    """Approved; a slip that was voided after the close had been reimbursed by it."""
    voided_later = close and slip.final_entry and slip.final_entry.number > close.entry.number
    return slip.state == PayoutState.APPROVED or bool(voided_later)


def _in_parts(cents: int, weights: Mapping[Table, int]) -> dict[Table, int]:
    """Cents divided by weight, to the cent: what the floors leave goes to the largest remainders."""
    whole = sum(weights.values())
    if not whole:
        return dict.fromkeys(weights, 0)
    parts = {table: cents * weight // whole for table, weight in weights.items()}
    by_remainder = sorted(weights, key=lambda table: (-(cents * weights[table] % whole), table.number))
    for table in by_remainder[: cents - sum(parts.values())]:
        parts[table] += 1
    return parts


def _proof(progressive: Progressive, day: date, close: Close | None) -> list[ProofLine]:
    accounts = Account.objects.filter(fund=progressive.fund_id).order_by("pk")
    fund = progressive.fund_id
    of_day, since = _moved(fund, Q(entry__gaming_day=day)), _moved(fund, Q(entry__gaming_day__gte=day))
    before_close = Q(entry__gaming_day__gt=day, entry__number__lt=close.entry.number) if close else Q(pk__in=[])
    early = _moved(fund, before_close)
    lines = []
    for account in accounts:
        name = AccountName(account.name)
        came, went = of_day[name]
        opening = account.balance - since[name][0] + since[name][1]
        lines.append(ProofLine(name, opening, came, went, early[name][0] - early[name][1], _written_down(name, close)))
    return lines


def _written_down(name: AccountName, close: Close | None) -> int | None:
    if close is None or name not in AT_CLOSE:
        return None
    cents: int = close.after[AT_CLOSE[name]]
    return cents if name in (*POTS, AccountName.UNALLOCATED) else -cents


def _moved(fund_id: int, of: Q) -> dict[AccountName, tuple[int, int]]:
    """What came into and went out of each account of the fund by those entries."""
    moved = Transfer.objects.filter(of)
    came = dict(_sums(moved, fund_id, "to_account"))
    went = dict(_sums(moved, fund_id, "from_account"))
    return {name: (came.get(name, 0), went.get(name, 0)) for name in AccountName}


def _sums(moved: QuerySet[Transfer], fund_id: int, side: str) -> QuerySet[Transfer, tuple[str, int]]:
    of_fund = moved.filter(**{f"{side}__fund": fund_id})
    return of_fund.order_by().values_list(f"{side}__name").annotate(Sum("amount"))
