"""Exports: ask for one, see how far it is, download it. The list asks again by itself while something is under way."""

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
from accounting.selectors.exports import exporters_for, exports_of, require_may_download
from accounting.services.exports import cancel_export, request_export, retry_export
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

    def __init__(self, data: object, offered: list[Exporter]) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        endings = sorted({ending for each in offered for ending in each.formats})
        self.fields["exporter"].choices = [(each.name, each.title) for each in offered]  # type: ignore[attr-defined]
        self.fields["format"].choices = [("", _("the usual file")), *((each, each) for each in endings)]  # type: ignore[attr-defined]


@page(*READERS)
def exports(request: StaffRequest) -> HttpResponse:
    """What was asked for, newest first, and asking for more."""
    form = RequestForm(request.POST or None, exporters_for(request.user))
    attempt = Attempt(form)
    if request.method == "POST" and form.is_valid():
        with attempt:
            asked = request_export(cardroom=request.cardroom, by=request.user, **_entered(form))
            messages.success(request, _("Export %(number)06d is under way.") % {"number": asked.number})
            return redirect("exports")
    leaf = leaf_through(request, exports_of(request.cardroom), size=15)
    context = {
        "leaf": leaf,
        "under_way": any(export.state in UNDER_WAY for export in leaf.rows),
        "offered": exporters_for(request.user),
        "form": form,
        "attempt": attempt,
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


def _found(request: StaffRequest, number: int) -> Export:
    found = exports_of(request.cardroom).filter(number=number).first()
    if not found:
        raise NotThere(_("There is no such export in your cardroom."))
    return found


ACTIONS: dict[str, Callable[..., Export]] = {"cancel": cancel_export, "retry": retry_export}
