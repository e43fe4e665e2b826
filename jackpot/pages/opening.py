"""A new progressive: drafted by one person, its approvals recorded, opened and seeded by another."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jackpot.models import Approval, ProgressiveState
from jackpot.pages.policies import MANAGERS, PolicyForm
from jackpot.rules import Policy
from jackpot.selectors.progressives import progressive_of
from jackpot.services import progressives as services
from tables.models import Table
from tables.pages import Attempt, StaffRequest, page
from tables.pages.fields import CentsField, DayField


class DraftForm(PolicyForm):
    """A name, a code, and the first policy."""

    effective_from = None  # type: ignore[assignment]
    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    code = forms.SlugField(
        label=gettext_lazy("Code"), help_text=gettext_lazy("Short, for addresses and terminals, such as gran-a.")
    )


class ApprovalForm(forms.Form):
    kind = forms.ChoiceField(label=gettext_lazy("What was approved"), choices=[(k, k) for k in Approval.Kind.values])
    reference = forms.CharField(label=gettext_lazy("Reference"), max_length=80)
    approved_on = DayField(label=gettext_lazy("Approved on"))


class OpenForm(forms.Form):
    tables = forms.ModelMultipleChoiceField(
        label=gettext_lazy("Tables"), queryset=Table.objects.none(), widget=forms.CheckboxSelectMultiple()
    )
    seed = CentsField(label=gettext_lazy("Seed, $"), initial=50_000)


@page(*MANAGERS)
def draft(request: StaffRequest) -> HttpResponse:
    """Name it and elect its first policy. Nothing is seeded or posted yet."""
    usual = Policy()
    initial = {name: getattr(usual, name) for name in PolicyForm.base_fields if hasattr(usual, name)}
    form = DraftForm(request.POST or None, initial=initial)
    attempt = Attempt(form)
    if request.method == "POST" and form.is_valid():
        with attempt:
            entered = form.cleaned_data
            drafted = services.draft_progressive(
                cardroom=request.cardroom,
                code=entered.pop("code"),
                name=entered.pop("name"),
                accrual=entered["accrual"],
                policy=form.elections(),
                by=request.user,
            )
            messages.success(request, _("Drafted. Record what the WSGC approved, then someone else opens it."))
            return redirect("open-progressive", code=drafted.code)
    context = {"form": form, "attempt": attempt}
    return render(request, "jackpot/progressives/draft.html", context, status=attempt.status)


@page(*MANAGERS)
def opening(request: StaffRequest, code: str) -> HttpResponse:
    """Record approvals; choose the tables and the seed, and open it."""
    progressive = progressive_of(request.cardroom, code)
    did = request.POST.get("do", "")
    approval = ApprovalForm(request.POST if did == "approval" else None)
    form = OpenForm(request.POST if did == "open" else None)
    form.fields["tables"].queryset = request.cardroom.tables.all()  # type: ignore[attr-defined]
    sent = approval if did == "approval" else form
    attempt = Attempt(sent)
    if sent.is_bound and sent.is_valid():
        with attempt:
            if did == "approval":
                services.record_approval(progressive=progressive, by=request.user, **approval.cleaned_data)
                messages.success(request, _("The approval is recorded."))
                return redirect("open-progressive", code=code)
            entered = form.cleaned_data
            services.open_progressive(
                progressive=progressive, tables=list(entered["tables"]), seed=entered["seed"], by=request.user
            )
            messages.success(request, _("Opened, seeded and posted. It is played for from now on."))
            return redirect("progressive", code=code)
    context = {
        "progressive": progressive,
        "drafted": progressive.state == ProgressiveState.DRAFT,
        "approvals": progressive.approvals.all(),
        "approval": approval,
        "form": form,
        "attempt": attempt,
        "did": did,
    }
    return render(request, "jackpot/progressives/opening.html", context, status=attempt.status)
