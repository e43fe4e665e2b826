"""Finding hits and slips for the pages."""

from collections.abc import Sequence

from django.db.models import Q, QuerySet

from accounting.models import FundTable
from accounting.selectors.gaming_days import current_day
from jackpot.models import IN_PLAY, HitEvent, Payout, PayoutState
from tables.models import Cardroom, Employee
from tables.refusals import NotThere

# What somebody still has to do something about.
WAITING = (PayoutState.LOCKED, PayoutState.VERIFIED, PayoutState.RECORDED)


def tables_in_play(cardroom: Cardroom) -> Sequence[FundTable]:
    """The tables at which a hit can happen now, each with its progressive (`fund.progressive`)."""
    today = current_day(cardroom)
    on = FundTable.objects.filter(
        fund__cardroom=cardroom, fund__progressive__state__in=IN_PLAY, from_day__lte=today
    ).exclude(to_day__lt=today)
    return list(on.select_related("table", "fund__progressive__cardroom", "fund__cardroom").order_by("table__number"))


def payouts_of(cardroom: Cardroom, *, state: str = "", waiting: bool = False) -> QuerySet[Payout]:
    """Slips, newest first: all, those in one state, or those that wait for someone."""
    slips = Payout.objects.filter(cardroom=cardroom).select_related("progressive", "hit__table").order_by("-number")
    if waiting:
        return slips.filter(state__in=WAITING)
    return slips.filter(state=state) if state else slips


def waits_for_another(slip: Payout, employee: Employee) -> bool:
    """Whether the slip's next step has to be somebody else's (jackpot/services/payouts.py says why)."""
    recorder = slip.hit.author_employee_id
    if slip.state == PayoutState.VERIFIED:
        return recorder is None and slip.verified_by_id == employee.pk
    return recorder == employee.pk


def payout_of(cardroom: Cardroom, number: int) -> Payout:
    """One slip with everything its page shows."""
    slips = Payout.objects.select_related(
        "cardroom",
        "progressive__fund",
        "progressive__cardroom",
        "hit__table",
        "hit__author_employee",
        "hit__author_terminal",
        "entry",
        "final_entry",
        "verified_by",
        "paid_by",
        "voided_by",
    ).defer("entry__canonical", "final_entry__canonical")
    slip = slips.filter(cardroom=cardroom, number=number).first()
    if not slip:
        raise NotThere(f"There is no slip {number:06d} in your cardroom.")
    return slip


def hit_of(cardroom: Cardroom, code: str, number: int) -> HitEvent:
    """One hit with its slips."""
    hits = HitEvent.objects.select_related(
        "progressive", "table", "author_employee", "author_terminal"
    ).prefetch_related("payouts")
    wanted = Q(progressive__cardroom=cardroom, progressive__code=code, number=number)
    hit = hits.filter(wanted).first()
    if not hit:
        raise NotThere("There is no such hit in your cardroom.")
    return hit
