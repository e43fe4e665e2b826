"""How the pots of a progressive stand, and when they will reach a level at the present pace."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Avg

from accounting.ledger.accounts import AccountName
from jackpot import rules
from jackpot.models import Close, Progressive
from jackpot.selectors import next_day_to_close, policy_on
from tables.refusals import Refused

PACE_DAYS = 28  # four weeks: every weekday counts the same
LEVELS = (500_000, 2_000_000)  # $5,000 and $20,000: where backups begin, and where their cap is lifted


@dataclass(frozen=True)
class Outlook:
    """When a level is reached if every day brings what the last ones brought and nobody hits it."""

    level: int
    day: date | None
    reached: bool


@dataclass(frozen=True)
class Pace:
    """The average day, and where it leads."""

    days: int
    drop: int
    tray: int
    outlooks: tuple[Outlook, ...]


def accounts_now(progressive: Progressive) -> dict[str, int]:
    """Cents on every account of the progressive's fund."""
    return dict(progressive.fund.accounts.values_list("name", "balance"))


def balances_now(progressive: Progressive) -> rules.Balances:
    """The pots as the rules see them, read without a lock."""
    return as_balances(accounts_now(progressive))


def as_balances(accounts: dict[str, int]) -> rules.Balances:
    return rules.Balances(
        primary=accounts[AccountName.PRIMARY],
        backup1=accounts[AccountName.BACKUP1],
        backup2=accounts[AccountName.BACKUP2],
        seed_owed=-accounts[AccountName.SEED],
        carryover=-accounts[AccountName.CARRYOVER],
        unallocated=accounts[AccountName.UNALLOCATED],
    )


def pace(progressive: Progressive, balances: rules.Balances) -> Pace | None:
    """The coming days played through the rules of the close, with the average drop and tray of the last ones."""
    newest = (
        Close.objects.filter(progressive=progressive).order_by("-gaming_day").values_list("pk", flat=True)[:PACE_DAYS]
    )
    average = Close.objects.filter(pk__in=list(newest)).aggregate(drop=Avg("drop"), tray=Avg("tray"))
    if average["drop"] is None:
        return None
    try:
        first = next_day_to_close(progressive)
        policy = policy_on(progressive, first).elections
    except Refused:
        return None
    drop, tray = round(average["drop"]), round(average["tray"])
    days = rules.days_until(LEVELS, balances, drop=drop, tray=tray, policy=policy)
    return Pace(len(newest), drop, tray, tuple(_outlooks(balances, days, first)))


def _outlooks(balances: rules.Balances, days: Sequence[int | None], first: date) -> list[Outlook]:
    """Closing `first` is day one; what it brings is posted on the day after."""
    return [
        Outlook(level, first + timedelta(days=many) if many else None, reached=balances.primary >= level)
        for level, many in zip(LEVELS, days, strict=True)
    ]
