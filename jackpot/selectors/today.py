"""The state of the house at a glance: what is posted, how far the gaming day is, whether the funds are covered."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import OuterRef, QuerySet, Subquery, Sum

from accounting.gaming_days import ends_at, starts_at
from accounting.ledger.accounts import AccountName
from accounting.models import Account, StopGame
from accounting.selectors.bank import DepositClock, Funding, deposit_clock, funding
from accounting.selectors.counts import boxes_of_day
from accounting.selectors.gaming_days import current_day
from accounting.selectors.reminders import standing_reminders
from jackpot.models import Correction, Payout, PayoutState, PolicyVersion, Posting, Progressive
from jackpot.selectors.days import OpenDay, days_to_close
from tables import clock
from tables.models import Cardroom, Employee, WagerReport

SHOWN = (AccountName.PRIMARY, AccountName.BACKUP1, AccountName.BACKUP2, AccountName.PENDING)


@dataclass(frozen=True)
class Glance:
    """What several parts of the page need, read once."""

    cardroom: Cardroom
    open_days: list[OpenDay]  # one for every progressive in play
    deposits: list[tuple[Progressive, DepositClock]]
    reminded: set[tuple[int, date]]  # days of funds that have waited so long that a reminder stands

    @property
    def progressives(self) -> list[Progressive]:
        return [one.progressive for one in self.open_days]

    @property
    def day(self) -> date:
        """The gaming day that the house works on: the oldest that some progressive has not closed, else today's."""
        return min((one.day for one in self.open_days), default=current_day(self.cardroom))


@dataclass(frozen=True)
class Jackpot:
    """One progressive as it is posted."""

    progressive: Progressive
    amount: int
    backup1: int
    backup2: int
    pending: int
    posted_at: datetime | None
    stopped: bool  # the $1 wager is not taken: the fund is short


@dataclass(frozen=True)
class DayStrip:
    """The gaming day that the house works on, step by step."""

    day: date
    over: bool
    wagers: int | None  # None until every box is counted: nobody counts towards the terminals' figure
    tables: int
    pulled: int
    counted: int
    progressives: int
    closed: int
    deposit: DepositClock | None  # the most urgent one


@dataclass(frozen=True)
class Gauge:
    """What is owed to players beside what is there to pay it."""

    progressive: Progressive
    funding: Funding

    @property
    def covered(self) -> int:
        """Per cent of what is owed, at most 100."""
        there = self.funding.bank + self.funding.cage
        return 100 if there >= self.funding.owed else max(0, 100 * there // self.funding.owed)


def glance(cardroom: Cardroom) -> Glance:
    open_days = days_to_close(cardroom)
    deposits = [(one.progressive, deposit_clock(one.progressive.fund)) for one in open_days]
    reminded = set(standing_reminders(cardroom).values_list("fund", "gaming_day"))
    return Glance(cardroom, open_days, deposits, reminded)


def jackpots(progressives: list[Progressive]) -> list[Jackpot]:
    funds = [one.fund_id for one in progressives]
    accounts = Account.objects.filter(fund__in=funds, name__in=SHOWN)
    balances = {(fund, name): cents for fund, name, cents in accounts.values_list("fund_id", "name", "balance")}
    newest = Posting.objects.filter(progressive=OuterRef("pk")).order_by("-number").values("at")[:1]
    stopped = set(StopGame.objects.filter(fund__in=funds, lifted_at=None).values_list("fund", flat=True))
    posted = dict(Progressive.objects.filter(fund__in=funds).values_list("pk", Subquery(newest)))
    return [
        Jackpot(
            progressive=one,
            amount=balances[one.fund_id, AccountName.PRIMARY],
            backup1=balances[one.fund_id, AccountName.BACKUP1],
            backup2=balances[one.fund_id, AccountName.BACKUP2],
            pending=balances[one.fund_id, AccountName.PENDING],
            posted_at=posted[one.pk],
            stopped=one.fund_id in stopped,
        )
        for one in progressives
    ]


def day_strip(seen: Glance) -> DayStrip:
    cardroom, day = seen.cardroom, seen.day
    boxes = boxes_of_day(cardroom, day)
    of_the_day = [one for one in seen.open_days if one.progressive.first_day and one.progressive.first_day <= day]
    all_counted = bool(boxes) and all(box.counted >= max(1, box.pulled) for box in boxes)
    clocks = [due for _one, due in seen.deposits if due.days_left is not None]
    return DayStrip(
        day=day,
        over=clock.now() >= ends_at(cardroom, day),
        wagers=_wagers_on(cardroom, day) if all_counted else None,
        tables=len(boxes),
        pulled=sum(1 for box in boxes if box.pulled),
        counted=sum(1 for box in boxes if box.counted),
        progressives=len(of_the_day),
        closed=sum(1 for one in of_the_day if one.day > day),
        deposit=min(clocks, key=lambda due: due.days_left or 0, default=None),
    )


def _wagers_on(cardroom: Cardroom, day: date) -> int:
    made = WagerReport.objects.filter(
        table__cardroom=cardroom, at__gt=starts_at(cardroom, day), at__lte=ends_at(cardroom, day)
    )
    wagers: int = made.aggregate(made=Sum("made", default=0))["made"]
    return wagers


def gauges(progressives: list[Progressive]) -> list[Gauge]:
    return [Gauge(one, funding(one.fund)) for one in progressives]


def open_slips(cardroom: Cardroom) -> QuerySet[Payout]:
    """Slips on which somebody still has to act, oldest first."""
    unfinished = (PayoutState.LOCKED, PayoutState.VERIFIED, PayoutState.RECORDED)
    return (
        Payout.objects.filter(cardroom=cardroom, state__in=unfinished).select_related("hit__table").order_by("number")
    )


def policies_to_approve(employee: Employee) -> QuerySet[PolicyVersion]:
    """Staged by someone else and not yet approved; the first of a progressive is approved by opening it."""
    staged = PolicyVersion.objects.filter(
        progressive__cardroom=employee.cardroom_id, approved_by=None, effective_from__isnull=False
    )
    return staged.exclude(staged_by=employee).select_related("progressive", "staged_by")


def corrections_to_approve(employee: Employee) -> QuerySet[Correction]:
    proposed = Correction.objects.filter(progressive__cardroom=employee.cardroom_id, approved_by=None, declined_by=None)
    return proposed.exclude(proposed_by=employee).select_related("progressive", "proposed_by", "corrects")
