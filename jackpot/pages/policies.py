"""Policies of a progressive: their history, staging a new one, approving what someone else has staged."""

from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounting.selectors.gaming_days import current_day
from jackpot import rules
from jackpot.models import PolicyVersion, Progressive
from jackpot.pages.hits import MAY_SEE
from jackpot.selectors.history import policies_of
from jackpot.selectors.policies import policy_in_force, policy_of
from jackpot.selectors.progressives import progressive_of
from jackpot.services.policies import approve_policy, stage_policy
from tables.duties import Role
from tables.pages import Attempt, StaffRequest, page
from tables.pages.fields import CentsField
from tables.refusals import Invalid

MANAGERS = (Role.GENERAL_MANAGER, Role.ACCOUNTANT)
SEED_RECOVERIES = (
    ("full", gettext_lazy("full: all that is left goes to the house until the seed is recovered")),
    ("portion", gettext_lazy("portion: a part of what is left")),
    ("none", gettext_lazy("none: the seed is not taken back")),
)
SHORTAGES = (
    ("carryover", gettext_lazy("carryover: owed to the house out of later drops")),
    ("backup", gettext_lazy("backup: taken from backup 2, then backup 1")),
)


class PercentField(forms.DecimalField):
    """Basis points, entered as per cent."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=100, decimal_places=2, **options)

    def prepare_value(self, value: Any) -> Any:
        return Decimal(value) / 100 if isinstance(value, int) else value

    def clean(self, value: Any) -> Any:
        return int(super().clean(value) * 100)


class PolicyForm(forms.Form):
    """The house elections. Rates are per cent, amounts dollars."""

    effective_from = forms.DateField(
        label=gettext_lazy("In force from gaming day"),
        widget=forms.DateInput({"type": "date"}),
        help_text=gettext_lazy("A day that has not begun. Days before it stay as they are."),
    )
    fee_bps = PercentField(label=gettext_lazy("Administrative fee, %"))
    fee_max_bps = PercentField(label=gettext_lazy("Highest fee that the WSGC allows, %"))
    seed_recovery = forms.ChoiceField(label=gettext_lazy("Seed recovery"), choices=SEED_RECOVERIES)
    seed_portion_bps = PercentField(label=gettext_lazy("Portion for the seed, %"))
    shortage = forms.ChoiceField(label=gettext_lazy("A shortage goes to"), choices=SHORTAGES)
    backups = forms.BooleanField(label=gettext_lazy("Backups are filled"), required=False)
    backup_share_bps = PercentField(label=gettext_lazy("Share meant for the backups, %"))
    backup_threshold = CentsField(label=gettext_lazy("The primary is filled first up to, $"))
    backup_cap = CentsField(label=gettext_lazy("Each backup is filled up to, $"))
    cap_lift = CentsField(label=gettext_lazy("The cap is lifted at a primary of, $"))
    seed_minimum = CentsField(label=gettext_lazy("The house seeds up to, $"))
    maximum = CentsField(
        label=gettext_lazy("Maximum jackpot, $"), required=False, help_text=gettext_lazy("Left empty: none.")
    )
    accrual = forms.ChoiceField(
        label=gettext_lazy("The jackpot grows"),
        choices=[
            ("counted", gettext_lazy("counted: by the count at the end of the day")),
            ("metered", gettext_lazy("metered: by the terminals, trued up by the count")),
        ],
    )

    def elections(self) -> rules.Policy:
        """What was elected, as the rules take it; they refuse what cannot be."""
        chosen = {name: value for name, value in self.cleaned_data.items() if name not in ("effective_from", "accrual")}
        try:
            return rules.Policy(**chosen)
        except ValueError as problem:
            raise Invalid(str(problem)) from problem


@page(*MAY_SEE)
def policies(request: StaffRequest, code: str) -> HttpResponse:
    """Every policy there was, what changed with it, and what waits for approval."""
    progressive = progressive_of(request.cardroom, code)
    versions = list(policies_of(progressive))
    return render(
        request,
        "jackpot/progressives/policies.html",
        {
            "progressive": progressive,
            "versions": [(version, _changes(versions, version)) for version in versions],
            "in_force": policy_in_force(progressive, current_day(request.cardroom)),
            "approvals": progressive.approvals.select_related("recorded_by"),
            "may_change": bool(request.user.role_names() & set(MANAGERS)),
        },
    )


@page(*MANAGERS)
def stage(request: StaffRequest, code: str) -> HttpResponse:
    """New elections for a coming day, beginning from those in force."""
    progressive = progressive_of(request.cardroom, code)
    form = PolicyForm(request.POST or None, initial=_initial(progressive, request))
    attempt = Attempt(form)
    if request.method == "POST" and form.is_valid():
        with attempt:
            staged = stage_policy(
                progressive=progressive,
                policy=form.elections(),
                effective_from=form.cleaned_data["effective_from"],
                accrual=form.cleaned_data["accrual"],
                by=request.user,
            )
        if attempt.done:
            said = _("Policy %(number)d is staged. Someone else has to approve it before its day begins.")
            messages.success(request, said % {"number": staged.number})
            return redirect("policies", code=code)
    context = {"progressive": progressive, "form": form, "attempt": attempt}
    return render(request, "jackpot/progressives/stage.html", context, status=attempt.status)


@page(*MANAGERS)
@require_POST
def approve(request: StaffRequest, code: str, number: int) -> HttpResponse:
    """Let a staged policy hold; a refusal is shown as a page."""
    policy = policy_of(progressive_of(request.cardroom, code), number)
    approved = approve_policy(policy=policy, by=request.user)
    said = _("Policy %(number)d is approved and holds from gaming day %(day)s.")
    messages.success(request, said % {"number": approved.number, "day": approved.effective_from})
    return redirect("policies", code=code)


def _initial(progressive: Progressive, request: StaffRequest) -> dict[str, Any]:
    in_force = policy_in_force(progressive, current_day(request.cardroom)) or progressive.policies.last()
    return {name: getattr(in_force, name) for name in PolicyForm.base_fields if name != "effective_from"}


def _changes(versions: list[PolicyVersion], version: PolicyVersion) -> list[tuple[str, str, str]]:
    """What differs from the version before: label, before, now."""
    before = next((other for other in versions if other.number == version.number - 1), None)
    return [
        (str(field.label), _said(getattr(before, name)) if before else "", _said(getattr(version, name)))
        for name, field in PolicyForm.base_fields.items()
        if name != "effective_from" and (before is None or getattr(before, name) != getattr(version, name))
    ]


def _said(value: Any) -> str:
    """An election as people read it."""
    if value is None:
        return _("none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int):
        return f"{value / 100:,.2f}"
    return _(str(value))
