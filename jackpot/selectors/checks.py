"""Which checks an amount asks for, with all thresholds of a day read at once."""

from collections.abc import Collection, Iterable
from datetime import date

from jackpot.models import Payout, PayoutCheck, PayoutState, Threshold

Check = Threshold.Check
TO_VERIFY = (Check.HAND_AND_DECK, Check.CAMERAS)
# Asked for by the amount alone; the currency report also looks at what the person was paid before.
BY_AMOUNT = (*TO_VERIFY, Check.PAID_BY_CHECK, Check.W2G, Check.WITHHOLDING)


def thresholds_on(day: date) -> list[Threshold]:
    """The figure of every check that is in force on that day, in the order in which the checks are made."""
    in_force: dict[str, Threshold] = {}
    for threshold in Threshold.objects.filter(effective_from__lte=day).order_by("effective_from"):
        in_force[threshold.check_name] = threshold
    return [in_force[check] for check in Check.values if check in in_force]


def checks_by_amount(cents: int, thresholds: Iterable[Threshold]) -> list[Threshold]:
    """What a jackpot payout of so many cents needs before it is paid, whoever the winner is."""
    return [each for each in thresholds if each.check_name in BY_AMOUNT and each.is_reached_by(cents)]


def needs_tax_form(payout: Payout, day: date) -> bool:
    """Whether a slip that is paid on that day is reported on a W-2G, and so asks for a tax identity number."""
    if payout.source != Payout.Source.JACKPOT or payout.state == PayoutState.VOIDED:
        return False
    return any(each.check_name == Check.W2G for each in checks_by_amount(payout.amount, thresholds_on(day)))


def checks_left(payout: Payout, made: Iterable[PayoutCheck], day: date, also: Collection[str] = ()) -> list[Threshold]:
    """What is still to be ticked off in the slip's present state, and what a refusal has named in `also`.

    In cash over $10,000 to one person it is the currency report too, which only the payment itself can tell.
    """
    if payout.source != Payout.Source.JACKPOT or payout.state not in (PayoutState.LOCKED, PayoutState.VERIFIED):
        return []
    verifying = payout.state == PayoutState.LOCKED
    thresholds = thresholds_on(payout.gaming_day if verifying else day)
    due = {each.check_name for each in checks_by_amount(payout.amount, thresholds)}
    due = {name for name in due if (name in TO_VERIFY) == verifying} | set(also)
    done = {check.check_name for check in made}
    return [each for each in thresholds if each.check_name in due - done]
