"""What is asked about a progressive: what is posted, which policy holds, what a day needs, which checks are due."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from django.db.models import Exists, Max, OuterRef, Q, QuerySet, Sum

from accounting.gaming_days import ends_at
from accounting.ledger.accounts import AccountName, Kind
from accounting.models import Account, ClosedDay, Entry, Transfer
from accounting.selectors.counts import missing_counts
from accounting.selectors.gaming_days import closed_through, current_day
from accounting.words import Said
from jackpot.models import (
    IN_PLAY,
    HitEvent,
    Payout,
    PayoutState,
    PolicyVersion,
    Progressive,
    Removal,
    Threshold,
)
from tables import clock
from tables.models import Cardroom
from tables.refusals import Refused

Check = Threshold.Check
LAST_HITS = 25  # regulation.md, worth copying from New York


def posted_amount(progressive: Progressive) -> int:
    """Cents in the primary pot now."""
    return Account.objects.get(fund=progressive.fund_id, name=AccountName.PRIMARY).balance


def posted_at(progressive: Progressive, moment: datetime) -> int:
    """Cents that were posted at that moment; nothing before the first posting."""
    last = progressive.postings.filter(at__lte=moment).order_by("-number").first()
    return last.after if last else 0


def last_hits(progressive: Progressive) -> QuerySet[HitEvent]:
    return progressive.hits.select_related("table").prefetch_related("payouts").order_by("-number")[:LAST_HITS]


def policy_on(progressive: Progressive, day: date) -> PolicyVersion:
    """The approved policy in force on that gaming day: the latest to take effect, and of those the last staged."""
    approved = progressive.policies.filter(approved_by__isnull=False, effective_from__lte=day)
    policy = approved.order_by("-effective_from", "-number").first()
    if not policy:
        raise Refused(f"{progressive} has no approved policy for {day}. Stage one and have it approved.")
    return policy


def next_day_to_close(progressive: Progressive) -> date:
    """Days are closed strictly in order, from the day the progressive opened."""
    closed = closed_through(progressive.fund)
    if closed:
        return closed + timedelta(days=1)
    if not progressive.first_day:
        raise Refused(f"{progressive} is not open yet: there is no day to close.")
    return progressive.first_day


def open_day_for(progressive: Progressive, day: date) -> date:
    """`day`, or the present gaming day if that one is closed: nothing is added to a closed day.

    The day after the last closed one, if the clock was set back and says that it is still a closed day.
    """
    closed = closed_through(progressive.fund)
    if closed is None or day > closed:
        return day
    return max(current_day(progressive.cardroom), closed + timedelta(days=1))


def drop_on(progressive: Progressive, day: date) -> int:
    """The drop of that day as the books have it: counts, and what corrections and late voids brought to the day."""
    drop = Account.objects.get(fund=progressive.fund_id, name=AccountName.DROP)
    of_day = Transfer.objects.filter(entry__cardroom=progressive.cardroom_id, entry__gaming_day=day)
    moved = of_day.exclude(entry__kind=Kind.CLOSE).aggregate(
        came=Sum("amount", filter=Q(to_account=drop), default=0),
        went=Sum("amount", filter=Q(from_account=drop), default=0),
    )
    cents: int = moved["came"] - moved["went"]
    return cents


def tray_slips_on(progressive: Progressive, day: date) -> QuerySet[Payout]:
    return progressive.payouts.filter(source=Payout.Source.TRAY, gaming_day=day)


def tray_on(progressive: Progressive, day: date) -> int:
    """The day's tray payouts: slips approved, not voided."""
    approved = tray_slips_on(progressive, day).filter(state=PayoutState.APPROVED)
    cents: int = approved.aggregate(cents=Sum("amount", default=0))["cents"]
    return cents


def missing_for_close(progressive: Progressive, day: date) -> list[Said]:
    """What the day still needs before it can be closed, one sentence each. Pending jackpot payouts hold up nothing."""
    missing = []
    due = next_day_to_close(progressive)
    if day < due:
        return [Said(f"{day} is closed. What was wrong with it is put right by a correction today.", f"day/{day}")]
    if day > due:
        missing.append(Said(f"{due} comes first: close it before {day}.", f"day/{due}"))
    if clock.now() < ends_at(progressive.cardroom, day):
        missing.append(Said(f"Gaming day {day} is not over yet.", ""))
    return missing + unapproved_slips(progressive, day) + missing_counts(progressive.fund, day)


def unapproved_slips(progressive: Progressive, day: date) -> list[Said]:
    """The day's tray slips that nobody has approved yet, one sentence each."""
    waiting = tray_slips_on(progressive, day).filter(state=PayoutState.RECORDED)
    return [Said(f"Tray {slip} is not approved yet.", slip.document) for slip in waiting]


def progressives_to_close(cardroom: Cardroom) -> QuerySet[Progressive]:
    """Progressives in play whose last gaming day that is over has not been closed."""
    yesterday = current_day(cardroom) - timedelta(days=1)
    closed = ClosedDay.objects.filter(fund=OuterRef("fund"), gaming_day=yesterday)
    waiting = Progressive.objects.filter(
        ~Exists(closed), cardroom=cardroom, state__in=IN_PLAY, first_day__lte=yesterday
    )
    return waiting.order_by("code")


def days_to_close(progressive: Progressive) -> list[date]:
    """The days that are over and not closed, in the order in which they are closed; none after its last with money."""
    day = next_day_to_close(progressive)
    removal = Removal.objects.filter(progressive=progressive).first()
    last = _last_with_drop(progressive, removal.last_day) if removal else date.max
    days = []
    while clock.now() >= ends_at(progressive.cardroom, day) and day <= last:
        days.append(day)
        day += timedelta(days=1)
    return days


def _last_with_drop(progressive: Progressive, last_day: date) -> date:
    """The last day in play, or a later one to which a correction or a late void brought a drop."""
    came = Entry.objects.filter(
        transfers__to_account__fund=progressive.fund_id,
        transfers__to_account__name=AccountName.DROP,
        gaming_day__gt=last_day,
    )
    last: date = came.aggregate(last=Max("gaming_day", default=last_day))["last"]
    return last


def threshold_on(check: Check, day: date) -> Threshold | None:
    """The figure in force on that day."""
    return Threshold.objects.filter(check_name=check, effective_from__lte=day).order_by("-effective_from").first()


def checks_to_verify(payout: Payout) -> list[Threshold]:
    """What has to be checked before the slip counts as verified."""
    return _reached([Check.HAND_AND_DECK, Check.CAMERAS], payout.amount, payout.gaming_day)


def checks_to_pay(payout: Payout, *, in_cash: bool, patron: str, day: date) -> list[Threshold]:
    """What has to be done before the slip is paid on that day (the tax forms go by the year of payment)."""
    due = _reached([Check.PAID_BY_CHECK, Check.W2G, Check.WITHHOLDING], payout.amount, day)
    if in_cash:
        due += _reached([Check.CTR], payout.amount + cash_paid_to(patron, payout, day), day)
    return due


def cash_paid_to(patron: str, payout: Payout, day: date) -> int:
    """Cash that this person was paid before on that gaming day, tray awards included (31 CFR 1021.311)."""
    if not patron:
        return 0
    others = Payout.objects.filter(cardroom=payout.cardroom_id, patron=patron).exclude(pk=payout.pk)
    paid = Entry.objects.filter(kind=Kind.PAYOUT_PAID, gaming_day=day).values("pk")
    cash = Q(method=Payout.Method.CASH, state=PayoutState.PAID, final_entry__in=paid)
    tray = Q(source=Payout.Source.TRAY, gaming_day=day) & ~Q(state=PayoutState.VOIDED)
    cents: int = others.filter(cash | tray).aggregate(cents=Sum("amount", default=0))["cents"]
    return cents


def _reached(checks: Iterable[Check], cents: int, day: date) -> list[Threshold]:
    known = (threshold_on(check, day) for check in checks)
    return [threshold for threshold in known if threshold and threshold.is_reached_by(cents)]
