"""Taking a progressive out of play: announced, planned to the cent, approved by two others, completed for good."""

from typing import Any

from django import forms
from django.contrib import messages
from django.forms import BaseFormSet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jackpot.models import Disposition, Progressive, ProgressiveState, Removal
from jackpot.pages.hits import MAY_SEE
from jackpot.selectors.pots import accounts_now
from jackpot.selectors.progressives import progressive_of
from jackpot.services import removal as services
from tables.pages import Attempt, StaffRequest, page
from tables.pages.fields import CentsField, DayField

EXTRA_LINES = 3


class AnnouncementForm(forms.Form):
    last_day = DayField(label=gettext_lazy("Last gaming day in play"))
    notice = forms.CharField(label=gettext_lazy("Notice, as posted at the tables"), max_length=400)


class ReferenceForm(forms.Form):
    approval_reference = forms.CharField(label=gettext_lazy("Reference of the WSGC's approval"), max_length=80)


class DispositionForm(forms.Form):
    """Where some of one pot goes. A line without an amount is left out."""

    pot = forms.ChoiceField(label=gettext_lazy("Pot"), choices=[(pot, pot) for pot in Disposition.Pot.values])
    amount = CentsField(label=gettext_lazy("Amount, $"), required=False)
    kind = forms.ChoiceField(label=gettext_lazy("Goes to"), choices=[(k, k) for k in Disposition.Kind.values])
    to_progressive = forms.ModelChoiceField(
        label=gettext_lazy("Which progressive"), queryset=Progressive.objects.none(), required=False, empty_label="—"
    )
    description = forms.CharField(label=gettext_lazy("Described"), max_length=200, required=False)

    def __init__(self, *args: Any, others: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["to_progressive"].queryset = others  # type: ignore[attr-defined]

    def plan(self) -> services.Plan:
        return services.Plan(**self.cleaned_data)


Dispositions = forms.formset_factory(DispositionForm, extra=EXTRA_LINES, max_num=20, absolute_max=20)


@page(*MAY_SEE)
def removal(request: StaffRequest, code: str) -> HttpResponse:
    """Where the removal stands, and the one thing that comes next."""
    progressive = progressive_of(request.cardroom, code)
    found = (
        Removal.objects.filter(progressive=progressive).select_related("announced_by", "planned_by", "entry").first()
    )
    did = request.POST.get("do", "")
    announcement = AnnouncementForm(request.POST if did == "announce" else None)
    reference = ReferenceForm(request.POST if did == "plan" else None)
    lines = _lines(request, progressive, sent=did == "plan")
    attempt = Attempt({"announce": announcement, "plan": reference}.get(did))
    if request.method == "POST" and (attempt.form is None or attempt.form.is_valid()):
        if did != "plan" or lines.is_valid():
            with attempt:
                _take_step(request, progressive, found, did, attempt.form, lines)
        if attempt.done:
            return redirect("removal", code=code)
    context = {
        "progressive": progressive,
        "removal": found,
        "approvals": list(found.approvals.select_related("by")) if found else [],
        "dispositions": list(found.dispositions.select_related("to_progressive")) if found else [],
        "announcement": announcement,
        "reference": reference,
        "lines": lines,
        "attempt": attempt,
        "may_announce": progressive.state == ProgressiveState.OPEN,
    }
    unread = request.method == "POST" and did == "plan" and not lines.is_valid()
    return render(request, "jackpot/progressives/removal.html", context, status=422 if unread else attempt.status)


def _take_step(
    request: StaffRequest,
    progressive: Progressive,
    found: Removal | None,
    did: str,
    form: forms.BaseForm | None,
    lines: "BaseFormSet[DispositionForm]",
) -> None:
    """The services say who may do what, and when."""
    if did == "announce" and form:
        services.announce_removal(progressive=progressive, by=request.user, **form.cleaned_data)
        messages.success(request, _("Announced. Post the notice at the tables."))
    elif did == "plan" and form and found:
        plans = [line.plan() for line in lines if line.cleaned_data.get("amount")]
        services.plan_removal(removal=found, plans=plans, by=request.user, **form.cleaned_data)
        messages.success(request, _("Planned. Two people who neither announced nor planned it approve it."))
    elif did == "approve" and found:
        services.approve_removal(removal=found, by=request.user)
        messages.success(request, _("Approved."))
    elif did == "complete" and found:
        services.complete_removal(removal=found, by=request.user)
        messages.success(request, _("%(name)s is out of play.") % {"name": progressive})


def _lines(request: StaffRequest, progressive: Progressive, *, sent: bool) -> "BaseFormSet[DispositionForm]":
    """A line for each pot that holds something, and some more to divide it."""
    pots = accounts_now(progressive)
    initial = [{"pot": pot, "amount": pots[pot]} for pot in Disposition.Pot.values if pots[pot]]
    others = Progressive.objects.filter(cardroom=request.cardroom, state=ProgressiveState.OPEN).exclude(
        pk=progressive.pk
    )
    return Dispositions(request.POST if sent else None, initial=initial, form_kwargs={"others": others})
