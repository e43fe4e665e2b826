"""What the meters say of a metered progressive (progressive.md, "Third-party meters").

Where the posted amount would stand if the days that are not closed were closed by the wagers that the terminals have
reported. It is shown and not posted: winners are paid of what is posted, and the count of the boxes has the last word.
"""

from datetime import date, timedelta

from django.db.models import Sum

from accounting.gaming_days import ends_at, starts_at
from accounting.selectors.counts import missing_counts
from accounting.selectors.gaming_days import current_day, tables_of
from jackpot import rules
from jackpot.models import IN_PLAY, PayoutState, PolicyVersion, Progressive
from jackpot.selectors import drop_on, next_day_to_close, policy_on, tray_slips_on
from jackpot.selectors.pots import balances_now
from tables import clock
from tables.models import WagerReport

WAGER = 100  # the $1 side wager


def estimate_of(progressive: Progressive, policy_today: PolicyVersion) -> int | None:
    """Cents that the primary would stand at by the meters; None if today's policy goes by the count alone."""
    if progressive.state not in IN_PLAY or policy_today.accrual != PolicyVersion.Accrual.METERED:
        return None
    today = current_day(progressive.cardroom)
    balances, day = balances_now(progressive), next_day_to_close(progressive)
    while day <= today:
        policy = policy_on(progressive, day).elections
        drop, tray = _drop(progressive, day), _tray(progressive, day)
        balances = rules.close(balances, drop=drop, tray=tray, policy=policy).balances
        day += timedelta(days=1)
    return balances.primary


def _drop(progressive: Progressive, day: date) -> int:
    """By the count once the day's boxes are counted, by the meters until then."""
    cardroom = progressive.cardroom
    if clock.now() >= ends_at(cardroom, day) and not missing_counts(progressive.fund, day):
        return drop_on(progressive, day)
    reports = WagerReport.objects.filter(
        table__in=tables_of(progressive.fund, day), at__gt=starts_at(cardroom, day), at__lte=ends_at(cardroom, day)
    )
    made: int = reports.aggregate(made=Sum("made", default=0))["made"]
    return made * WAGER


def _tray(progressive: Progressive, day: date) -> int:
    """Paid out of the tray, approved yet or not."""
    paid = tray_slips_on(progressive, day).exclude(state=PayoutState.VOIDED)
    cents: int = paid.aggregate(cents=Sum("amount", default=0))["cents"]
    return cents
