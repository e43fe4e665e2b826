"""A progressive over time: the chart and its table, what was posted and why, what is owed, and where it leads."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import date as formatted
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.gaming_days import starts_at
from accounting.selectors.gaming_days import current_day, tables_of
from jackpot.charts.pots import PotChart, pot_chart
from jackpot.models import PolicyVersion, Progressive
from jackpot.pages.hits import MAY_SEE
from jackpot.pages.policies import MANAGERS
from jackpot.selectors import policy_on, pots
from jackpot.selectors.estimates import estimate_of
from jackpot.selectors.history import policies_of, postings_of, pots_over_time
from jackpot.selectors.progressives import progressive_of, progressives_of
from tables import clock
from tables.pages import StaffRequest, leaf_through, page

RANGES = {"30": (_("30 days"), timedelta(days=30)), "365": (_("1 year"), timedelta(days=365)), "all": (_("all"), None)}


@page(*MAY_SEE)
def progressives(request: StaffRequest) -> HttpResponse:
    """All progressives of the cardroom and what they stand at."""
    may_draft = bool(request.user.role_names() & set(MANAGERS))
    context = {"progressives": progressives_of(request.cardroom), "may_draft": may_draft}
    return render(request, "jackpot/progressives/list.html", context)


@page(*MAY_SEE)
def progressive(request: StaffRequest, code: str) -> HttpResponse:
    """One progressive: the important figure, the chart, the postings leaf by leaf."""
    found = progressive_of(request.cardroom, code)
    accounts = pots.accounts_now(found)
    balances = pots.as_balances(accounts)
    chosen = request.GET.get("range", "30")
    chosen = chosen if chosen in RANGES else "30"
    policies, today = list(policies_of(found)), current_day(request.cardroom)
    context = {
        "progressive": found,
        "accounts": accounts,
        "balances": balances,
        "estimate": estimate_of(found, policy_on(found, today)) if found.first_day else None,
        "tables": tables_of(found.fund, today),
        "pace": pots.pace(found, balances) if found.first_day else None,
        "chart": _chart(found, policies, RANGES[chosen][1]),
        "ranges": [(key, label) for key, (label, _length) in RANGES.items()],
        "range": chosen,
        "leaf": leaf_through(request, postings_of(found)),
        "staged": [policy for policy in policies if not policy.approved_by_id and policy.effective_from],
    }
    return render(request, "jackpot/progressives/progressive.html", context)


def _chart(progressive: Progressive, policies: list[PolicyVersion], length: timedelta | None) -> PotChart | None:
    now = clock.now()
    moments = pots_over_time(progressive, since=now - length if length else None)
    if not moments:
        return None
    return pot_chart(
        moments,
        first=moments[0].at,
        last=max(now, moments[-1].at + timedelta(hours=1)),
        zone=ZoneInfo(progressive.cardroom.time_zone),
        spell=lambda moment, with_year: formatted(moment, "j M Y" if with_year else "j M"),
        name=gettext,
        policies=[(_begins(policy), str(policy.number)) for policy in policies if policy.approved_by_id],
    )


def _begins(policy: PolicyVersion) -> datetime:
    """The moment from which an approved policy holds."""
    day = policy.effective_from
    return starts_at(policy.progressive.cardroom, day) if day else datetime.min.replace(tzinfo=UTC)
