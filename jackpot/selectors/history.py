"""The pots over time, read out of the ledger: every balance that was, and what moved it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from accounting.ledger.accounts import POTS, AccountName, Kind
from accounting.models import Transfer
from jackpot.models import PolicyVersion, Posting, Progressive

# What is marked in the chart; a close is a day like any other and is only a step of the line.
MARKED = (
    Kind.SEED,
    Kind.RESEED,
    Kind.HIT,
    Kind.PROMOTION,
    Kind.CAP_CHECK,
    Kind.PAYOUT_VOIDED,
    Kind.CORRECTION,
    Kind.REMOVAL,
)


@dataclass(frozen=True)
class Moment:
    """How the pots stood after one entry."""

    at: datetime
    primary: int
    backup1: int
    backup2: int
    number: int
    kind: str
    explanation: str
    change: int  # of the primary

    @property
    def marked(self) -> bool:
        return self.kind in MARKED


def pots_over_time(progressive: Progressive, since: datetime | None = None) -> list[Moment]:
    """Every entry that touched a pot, oldest first, with the pots as they stood after it. One statement."""
    accounts = Q(from_account__fund=progressive.fund_id, from_account__name__in=POTS) | Q(
        to_account__fund=progressive.fund_id, to_account__name__in=POTS
    )
    moved = Transfer.objects.filter(accounts)
    if since:
        moved = moved.filter(entry__recorded_at__gte=since)
    rows: Iterable[Any] = moved.order_by("entry_id", "position").values(
        "entry_id",
        "entry__number",
        "entry__recorded_at",
        "entry__kind",
        "entry__explanation",
        "amount",
        "from_account__fund_id",
        "from_account__name",
        "from_balance",
        "to_account__fund_id",
        "to_account__name",
        "to_balance",
    )
    return _moments(list(rows), progressive.fund_id)


def _moments(rows: list[dict[str, Any]], fund: int) -> list[Moment]:
    pots = _stood_before(rows, fund)
    moments: list[Moment] = []
    primary_before = pots[AccountName.PRIMARY]
    for place, row in enumerate(rows):
        pots |= {name: after for name, _, after in _sides(row, fund)}
        if place + 1 < len(rows) and rows[place + 1]["entry_id"] == row["entry_id"]:
            continue
        primary = pots[AccountName.PRIMARY]
        moments.append(
            Moment(
                at=row["entry__recorded_at"],
                primary=primary,
                backup1=pots[AccountName.BACKUP1],
                backup2=pots[AccountName.BACKUP2],
                number=row["entry__number"],
                kind=row["entry__kind"],
                explanation=row["entry__explanation"],
                change=primary - primary_before,
            )
        )
        primary_before = primary
    return moments


def _stood_before(rows: Iterable[dict[str, Any]], fund: int) -> dict[str, int]:
    """The pots before the first row: each pot's first balance, less the move that made it."""
    pots: dict[str, int] = {}
    for row in rows:
        for name, change, after in _sides(row, fund):
            pots.setdefault(name, after - change)
    return dict.fromkeys(POTS, 0) | pots


def _sides(row: dict[str, Any], fund: int) -> list[tuple[str, int, int]]:
    """The pots of this fund that a transfer touched: name, change, balance after."""
    sides = (
        (row["from_account__fund_id"], row["from_account__name"], -row["amount"], row["from_balance"]),
        (row["to_account__fund_id"], row["to_account__name"], row["amount"], row["to_balance"]),
    )
    return [(name, change, after) for of, name, change, after in sides if of == fund and name in POTS]


def postings_of(progressive: Progressive) -> QuerySet[Posting]:
    """Every change of the posted amount, newest first (WAC 230-15-685)."""
    return progressive.postings.select_related("entry").order_by("-number")


def policies_of(progressive: Progressive) -> QuerySet[PolicyVersion]:
    """Every policy that was staged, newest first."""
    return progressive.policies.select_related("staged_by", "approved_by").order_by("-number")
