"""Until when each class of record is kept, and the legal holds that keep it longer."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.dates import MONTHS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.models import LegalHold
from accounting.retention import RecordClass
from accounting.selectors.retention import books_of, schedule
from accounting.services import retention
from tables.duties import may
from tables.pages import Attempt, StaffRequest, page
from tables.pages.setup import READERS
from tables.refusals import NotThere


class HoldForm(forms.Form):
    record_class = forms.ChoiceField(
        label=gettext_lazy("What is kept"),
        required=False,
        choices=[("", gettext_lazy("everything")), *((one, gettext_lazy(one)) for one in RecordClass)],
    )
    reason = forms.CharField(label=gettext_lazy("Why"), max_length=500)


class YearForm(forms.Form):
    month = forms.TypedChoiceField(
        label=gettext_lazy("Last month of the fiscal year"), coerce=int, choices=list(MONTHS.items())
    )


@page(*READERS)
def kept(request: StaffRequest) -> HttpResponse:
    """The dates, the holds, and placing or lifting one."""
    did = request.POST.get("do", "")
    hold = HoldForm(request.POST if did == "place" else None)
    initial = {"month": books_of(request.cardroom).fiscal_year_end_month}
    year = YearForm(request.POST if did == "year" else None, initial=initial)
    attempt = Attempt({"place": hold, "year": year}.get(did))
    if request.method == "POST" and did in ACTIONS and (attempt.form is None or attempt.form.is_valid()):
        with attempt:
            messages.success(request, ACTIONS[did](request, attempt.form.cleaned_data if attempt.form else {}))
            return redirect("retention")
    context = {
        "rows": schedule(request.cardroom),
        "holds": request.cardroom.legal_holds.select_related("placed_by", "lifted_by").order_by("-pk"),
        "hold": hold,
        "year": year,
        "attempt": attempt,
        "may_place": may(request.user, retention.place_hold),
        "may_lift": may(request.user, retention.lift_hold),
    }
    return render(request, "accounting/retention.html", context, status=attempt.status)


def _place(request: StaffRequest, entered: dict[str, Any]) -> str:
    record_class = RecordClass(entered["record_class"]) if entered["record_class"] else None
    retention.place_hold(
        cardroom=request.cardroom, reason=entered["reason"], record_class=record_class, by=request.user
    )
    return _("The hold stands. Nothing that it covers is removed until it is lifted.")


def _lift(request: StaffRequest, _entered: dict[str, Any]) -> str:
    asked = request.POST.get("hold", "")
    holds = LegalHold.objects.filter(cardroom=request.cardroom)
    found = holds.filter(pk=asked).first() if asked.isascii() and asked.isdecimal() else None
    if not found:
        raise NotThere(_("There is no such hold in your cardroom."))
    retention.lift_hold(hold=found, reason=request.POST.get("reason", ""), by=request.user)
    return _("Lifted. What it covered goes by its dates again.")


def _year(request: StaffRequest, entered: dict[str, Any]) -> str:
    retention.set_fiscal_year_end(cardroom=request.cardroom, by=request.user, **entered)
    return _("The dates go by this fiscal year.")


ACTIONS: dict[str, Callable[[StaffRequest, dict[str, Any]], str]] = {"place": _place, "lift": _lift, "year": _year}
