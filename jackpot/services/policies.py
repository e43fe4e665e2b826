"""Policies: staged by one person, approved by another, from a coming gaming day on."""

from datetime import date

from django.db import transaction
from django.db.models import Max

from accounting.selectors.gaming_days import current_day
from jackpot import rules
from jackpot.models import ELECTIONS, IN_PLAY, Approval, PolicyVersion, Progressive
from jackpot.selectors import posted_amount
from jackpot.services.pots import lock_progressive
from tables import clock
from tables.duties import Role, allowed
from tables.models import Employee
from tables.refusals import Invalid, NotAllowed, Refused


@allowed(Role.GENERAL_MANAGER, Role.ACCOUNTANT)
@transaction.atomic
def stage_policy(
    *,
    progressive: Progressive,
    policy: rules.Policy,
    effective_from: date,
    by: Employee,
    accrual: str = PolicyVersion.Accrual.COUNTED,
) -> PolicyVersion:
    """Write down new elections for a coming gaming day. They hold once someone else has approved them."""
    progressive = lock_progressive(progressive, by, *IN_PLAY)
    _require_coming(progressive, effective_from)
    _require_maximum_above_posted(progressive, policy)
    return new_version(progressive, policy, accrual=accrual, effective_from=effective_from, by=by)


@allowed(Role.GENERAL_MANAGER, Role.ACCOUNTANT)
@transaction.atomic
def approve_policy(*, policy: PolicyVersion, by: Employee) -> PolicyVersion:
    """Let the elections hold from their day on, if that has not begun."""
    progressive = lock_progressive(policy.progressive, by, *IN_PLAY)
    policy = PolicyVersion.objects.select_for_update().get(pk=policy.pk)
    if policy.effective_from is None:
        raise Refused("The first policy is approved by opening the progressive.")
    _require_coming(progressive, policy.effective_from)
    _require_maximum_above_posted(progressive, policy.elections)
    return approve_version(policy, policy.effective_from, by=by)


def new_version(
    progressive: Progressive, policy: rules.Policy, *, accrual: str, effective_from: date | None, by: Employee
) -> PolicyVersion:
    """Part of staging, under the progressive's lock."""
    if accrual not in PolicyVersion.Accrual.values:
        raise Invalid(f"{accrual} is no accrual. Use counted or metered.")
    last = progressive.policies.aggregate(last=Max("number", default=0))["last"]
    return PolicyVersion.objects.create(
        progressive=progressive,
        number=last + 1,
        effective_from=effective_from,
        accrual=accrual,
        staged_by=by,
        staged_at=clock.now(),
        **{name: getattr(policy, name) for name in ELECTIONS},
    )


def approve_version(policy: PolicyVersion, effective_from: date, *, by: Employee) -> PolicyVersion:
    """Part of approving or opening, under the progressive's lock."""
    if policy.approved_by_id:
        raise Refused(f"{policy} is approved already.")
    if policy.staged_by_id == by.pk:
        raise NotAllowed(f"{by} staged this policy. It is approved by someone else.")
    require_approvals(policy)
    policy.effective_from = effective_from
    policy.approved_by = by
    policy.approved_at = clock.now()
    policy.save(update_fields=["effective_from", "approved_by", "approved_at"])
    return policy


def require_approvals(policy: PolicyVersion) -> None:
    """What the policy elects has to be approved by the WSGC first."""
    needed = {
        Approval.Kind.ACCOUNTING: True,
        Approval.Kind.HOUSE_RULES: policy.backups or policy.shortage == "backup",
        Approval.Kind.FEE: policy.fee_bps > 0,
        Approval.Kind.THIRD_PARTY: policy.accrual == PolicyVersion.Accrual.METERED,
    }
    held = set(policy.progressive.approvals.values_list("kind", flat=True))
    lacking = [str(kind) for kind, is_needed in needed.items() if is_needed and kind not in held]
    if lacking:
        raise Refused(
            f"The WSGC's approval is not recorded for: {', '.join(lacking)}. Record its reference and date first.",
            errors={"approvals": lacking},
        )


def _require_coming(progressive: Progressive, day: date) -> None:
    """Never retroactive, and no change while the day is in play."""
    if day <= current_day(progressive.cardroom):
        raise Refused(f"Gaming day {day} has begun. A policy takes effect on a later day.")


def _require_maximum_above_posted(progressive: Progressive, policy: rules.Policy) -> None:
    posted = posted_amount(progressive)
    if policy.maximum is not None and policy.maximum < posted:
        raise Refused("A maximum is never below the amount posted when it is set (WAC 230-15-685). Set a higher one.")
