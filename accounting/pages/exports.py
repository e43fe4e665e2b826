"""Exports: ask for one, see how far it is, download it. The list asks again by itself while something is under way.

The public keys that packages are checked with are shown here too: an auditor takes them from the cardroom, not from the
package.
"""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import FileResponse, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.exports.exporters import READERS, Exporter
from accounting.models import Export, ExportState
from accounting.selectors.exports import exporters_for, exports_of, require_may_download, signing_keys_of
from accounting.services.exports import (
    cancel_export,
    replace_signing_key,
    request_export,
    request_unmasked_export,
    retry_export,
)
from accounting.services.scheduled_exports import PACKAGE
from tables.duties import may
from tables.pages import Attempt, StaffRequest, leaf_through, page
from tables.pages.fields import DayField
from tables.refusals import NotThere, Refused

UNDER_WAY = (ExportState.QUEUED, ExportState.RUNNING)


class RequestForm(forms.Form):
    """What is wanted. The days may be left open: then it is everything."""

    exporter = forms.ChoiceField(label=gettext_lazy("What"))
    first_day = DayField(label=gettext_lazy("From gaming day"), required=False)
    last_day = DayField(label=gettext_lazy("To gaming day"), required=False)
    format = forms.ChoiceField(label=gettext_lazy("As"), required=False)
    as_of = forms.DateTimeField(
        label=gettext_lazy("As known at"),
        help_text=gettext_lazy("Left out: now."),
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        required=False,
    )
    reason = forms.CharField(
        label=gettext_lazy("Tax identity numbers in full, because"),
        help_text=gettext_lazy("Left out: masked. The reason stays in the list of exports."),
        max_length=500,
        required=False,
    )

    def __init__(self, data: object, offered: list[Exporter], *, unmasked: bool) -> None:
        super().__init__(data, initial={"exporter": PACKAGE})  # type: ignore[arg-type]
        if not unmasked:
            del self.fields["reason"]
        endings = sorted({ending for each in offered for ending in each.formats})
        self.fields["exporter"].choices = [(each.name, each.title) for each in offered]  # type: ignore[attr-defined]
        self.fields["format"].choices = [("", _("the usual file")), *((each, each) for each in endings)]  # type: ignore[attr-defined]


@page(*READERS)
def exports(request: StaffRequest) -> HttpResponse:
    """What was asked for, newest first, asking for more, and the keys to check it with."""
    if request.POST.get("do") == "replace key":
        replace_signing_key(cardroom=request.cardroom, by=request.user)
        messages.success(request, _("Packages are signed with a new key from now on. Give it to those who check."))
        return redirect("exports")
    unmasked = may(request.user, request_unmasked_export)
    form = RequestForm(request.POST or None, exporters_for(request.user), unmasked=unmasked)
    attempt = Attempt(form)
    if request.method == "POST" and form.is_valid():
        with attempt:
            asked = _ask(request, _entered(form))
            messages.success(request, _("Export %(number)06d is under way.") % {"number": asked.number})
            return redirect("exports")
    leaf = leaf_through(request, exports_of(request.cardroom), size=15)
    context = {
        "leaf": leaf,
        "under_way": any(export.state in UNDER_WAY for export in leaf.rows),
        "offered": exporters_for(request.user),
        "form": form,
        "attempt": attempt,
        "keys": signing_keys_of(request.cardroom),
        "may_replace_key": may(request.user, replace_signing_key),
    }
    return render(request, "accounting/exports/exports.html", context, status=attempt.status)


@page(*READERS)
def export(request: StaffRequest, number: int) -> HttpResponse:
    """Cancel one that is under way, or try one again that failed; refusals are shown as a page."""
    found, act = _found(request, number), ACTIONS.get(request.POST.get("do", ""))
    if act:
        act(export=found, by=request.user)
        messages.success(request, _("Done."))
    return redirect("exports")


@page(*READERS)
def download(request: StaffRequest, number: int) -> HttpResponse:
    """The finished file, as it was written."""
    found = _found(request, number)
    require_may_download(found, request.user)
    if found.state != ExportState.DONE:
        raise Refused(_("This export is not finished. Wait until it is done."))
    name = str(found.file.name).rsplit("/", 1)[-1]
    answer: HttpResponseBase = FileResponse(found.file.open("rb"), as_attachment=True, filename=name)
    return answer  # type: ignore[return-value]


def _entered(form: RequestForm) -> dict[str, Any]:
    return {name: value for name, value in form.cleaned_data.items() if value}


def _ask(request: StaffRequest, entered: dict[str, Any]) -> Export:
    """Masked, unless a reason was given."""
    if "reason" in entered:
        return request_unmasked_export(cardroom=request.cardroom, by=request.user, **entered)
    return request_export(cardroom=request.cardroom, by=request.user, **entered)


def _found(request: StaffRequest, number: int) -> Export:
    found = exports_of(request.cardroom).filter(number=number).first()
    if not found:
        raise NotThere(_("There is no such export in your cardroom."))
    return found


ACTIONS: dict[str, Callable[..., Export]] = {"cancel": cancel_export, "retry": retry_export}
