"""Browsing the ledger: transfers newest first, page by page, with the running balance of an account.

Pages are cut by the transfers' own ids (`before` and `after`), so page 1,000 costs what page 1 does.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from accounting.ledger.accounts import AccountName, Kind
from accounting.models import Account, Entry, Fund, Transfer
from tables.models import Cardroom
from tables.refusals import Invalid, NotThere

PAGE = 50


@dataclass(frozen=True)
class LedgerFilter:
    """What someone looks for. Everything may be left out."""

    fund: str = ""
    account: str = ""
    kind: str = ""
    first: date | None = None
    last: date | None = None
    document: str = ""

    def __post_init__(self) -> None:
        if self.account and self.account not in set(AccountName):
            raise Invalid(f"There is no account {self.account}. Choose one of the list.")
        if self.kind and self.kind not in set(Kind):
            raise Invalid(f"There is no kind of entry {self.kind}. Choose one of the list.")
        if self.first and self.last and self.first > self.last:
            raise Invalid("The first day comes after the last. Turn them round.")


@dataclass(frozen=True)
class Row:
    """One transfer; `change` and `balance` are those of the account looked at, if one is."""

    transfer: Transfer
    change: int | None
    balance: int | None


@dataclass(frozen=True)
class LedgerPage:
    """Transfers, newest first, and where the next and the previous page begin."""

    rows: list[Row]
    account: Account | None
    older: int | None
    newer: int | None


def browse(
    cardroom: Cardroom, wanted: LedgerFilter, *, before: int | None = None, after: int | None = None
) -> LedgerPage:
    """One page of what is wanted: the newest, or what comes before or after a transfer. Two statements."""
    account = _account(cardroom, wanted)
    found = _wanted(cardroom, wanted, account)
    if after is not None:
        rows = list(found.filter(pk__gt=after).order_by("pk")[: PAGE + 1])
        more, rows = len(rows) > PAGE, rows[:PAGE][::-1]
        older, newer = bool(rows), more
    else:
        rows = list((found.filter(pk__lt=before) if before is not None else found).order_by("-pk")[: PAGE + 1])
        older, newer, rows = len(rows) > PAGE, before is not None and bool(rows), rows[:PAGE]
    return LedgerPage(
        rows=[_row(transfer, account) for transfer in rows],
        account=account,
        older=rows[-1].pk if older else None,
        newer=rows[0].pk if newer else None,
    )


def entry_of(cardroom: Cardroom, number: int) -> Entry:
    """One entry with its transfers and what it corrects."""
    entries = Entry.objects.select_related(
        "author_employee", "author_terminal", "corrects", "locked_count"
    ).prefetch_related("transfers__from_account__fund", "transfers__to_account__fund", "corrected_by")
    entry = entries.filter(cardroom=cardroom, number=number).first()
    if not entry:
        raise NotThere(f"There is no entry {number} in your books.")
    return entry


def entries_of(cardroom: Cardroom, document: str) -> QuerySet[Entry]:
    """What a document did to the books, in order."""
    return Entry.objects.filter(cardroom=cardroom, document=document).order_by("number")


def trial_balance(fund: Fund) -> Mapping[str, int]:
    """Every account of a fund and what stands on it."""
    return dict(fund.accounts.order_by("pk").values_list("name", "balance"))


def _account(cardroom: Cardroom, wanted: LedgerFilter) -> Account | None:
    """The account whose running balance is asked for: that of one fund, or of the only one there is."""
    if not wanted.account:
        return None
    of_fund = {"fund__code": wanted.fund} if wanted.fund else {}
    found = list(
        Account.objects.filter(fund__cardroom=cardroom, name=wanted.account, **of_fund).select_related("fund")[:2]
    )
    return found[0] if len(found) == 1 else None


def _wanted(cardroom: Cardroom, wanted: LedgerFilter, account: Account | None) -> QuerySet[Transfer]:
    found = Transfer.objects.filter(entry__cardroom=cardroom).select_related(
        "entry__author_employee", "entry__author_terminal", "from_account__fund", "to_account__fund"
    )
    if account:
        found = found.filter(Q(from_account=account) | Q(to_account=account))
    elif wanted.account:
        found = found.filter(Q(from_account__name=wanted.account) | Q(to_account__name=wanted.account))
    if wanted.fund and not account:
        found = found.filter(Q(from_account__fund__code=wanted.fund) | Q(to_account__fund__code=wanted.fund))
    if wanted.kind:
        found = found.filter(entry__kind=wanted.kind)
    if wanted.first:
        found = found.filter(entry__gaming_day__gte=wanted.first)
    if wanted.last:
        found = found.filter(entry__gaming_day__lte=wanted.last)
    if wanted.document:
        found = found.filter(entry__document=wanted.document)
    return found.defer("entry__canonical")


def _row(transfer: Transfer, account: Account | None) -> Row:
    if account is None:
        return Row(transfer, None, None)
    if transfer.from_account_id == account.pk:
        return Row(transfer, -transfer.amount, transfer.from_balance)
    return Row(transfer, transfer.amount, transfer.to_balance)
