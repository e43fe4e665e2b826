"""Set-up of the counts: how many count together, when a count has to be explained, and the lines of the count sheet."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.models import CountRules, Denomination
from accounting.selectors.counts import rules_of
from accounting.services.count_sheets import add_denomination, retire_denomination
from accounting.services.counts import set_count_rules
from tables.duties import may
from tables.pages import Attempt, StaffRequest, page
from tables.pages.fields import CentsField
from tables.pages.setup import READERS

LONGEST = 240  # hours


class RulesForm(forms.Form):
    """WAC 230-15-610: the team goes by last year's receipts."""

    tier = forms.ChoiceField(
        label=gettext_lazy("Last year's gross receipts"),
        choices=[(tier.value, gettext_lazy(tier.label)) for tier in CountRules.Tier],
    )
    currency_counter = forms.BooleanField(
        label=gettext_lazy("A currency counter is used"),
        help_text=gettext_lazy("From $5 to $15 million two members are then enough, else three."),
        required=False,
    )
    variance_threshold = CentsField(
        label=gettext_lazy("Difference from the terminals' figure that has to be explained, above $"),
        max_value=1_000_000,
    )
    reminder_hours = forms.IntegerField(
        label=gettext_lazy("Hours after the end of the day: a reminder"), min_value=0, max_value=LONGEST
    )
    exception_hours = forms.IntegerField(
        label=gettext_lazy("Hours after the end of the day: an exception"), min_value=0, max_value=LONGEST
    )
    early_change_hours = forms.IntegerField(
        label=gettext_lazy("Hours before the cut-over from which a placed box is the next day's"),
        min_value=0,
        max_value=12,
    )


class LineForm(forms.Form):
    label = forms.CharField(label=gettext_lazy("Name on the sheet"), max_length=20)
    value = CentsField(label=gettext_lazy("Worth, $"))
    kind = forms.ChoiceField(
        label=gettext_lazy("What it is"), choices=[(kind.value, gettext_lazy(kind.value)) for kind in Denomination.Kind]
    )


@page(*READERS)
def count_rules(request: StaffRequest) -> HttpResponse:
    """What the counts of this cardroom need."""
    stands, did = rules_of(request.cardroom), request.POST.get("do", "")
    initial = {name: getattr(stands, name) for name in RulesForm.base_fields}
    rules = RulesForm(request.POST if did == "rules" else None, initial=initial)
    line = LineForm(request.POST if did == "add" else None)
    attempt = Attempt({"rules": rules, "add": line}.get(did))
    if request.method == "POST" and did in ACTIONS and (attempt.form is None or attempt.form.is_valid()):
        with attempt:
            messages.success(request, ACTIONS[did](request, attempt.form.cleaned_data if attempt.form else {}))
            return redirect("count-rules")
    context = {
        "set": stands.pk is not None,
        "stands": stands,
        "rules": rules,
        "line": line,
        "sheet": Denomination.objects.filter(cardroom=request.cardroom).order_by("retired", "pk"),
        "attempt": attempt,
        "may": may(request.user, set_count_rules),
    }
    return render(request, "accounting/count_rules.html", context, status=attempt.status)


def _set(request: StaffRequest, entered: dict[str, Any]) -> str:
    set_count_rules(cardroom=request.cardroom, by=request.user, **entered)
    return _("Counts go by these rules from now on.")


def _add(request: StaffRequest, entered: dict[str, Any]) -> str:
    added = add_denomination(cardroom=request.cardroom, by=request.user, **entered)
    return _("%(line)s is on the count sheet.") % {"line": added}


def _retire(request: StaffRequest, _entered: dict[str, Any]) -> str:
    gone = retire_denomination(cardroom=request.cardroom, label=request.POST.get("label", ""), by=request.user)
    return _("%(line)s is no longer on the count sheet.") % {"line": gone}


ACTIONS: dict[str, Callable[[StaffRequest, dict[str, Any]], str]] = {"rules": _set, "add": _add, "retire": _retire}
