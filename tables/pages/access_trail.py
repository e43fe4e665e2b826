"""The audit trail of access, for those who look after it: who got in, who was refused, who was given which rights."""

from django import forms
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from tables.duties import Role
from tables.models import Cardroom, Employee
from tables.pages import StaffRequest, leaf_through, page
from tables.pages.fields import DayField
from tables.selectors.access import access_events
from tables.selectors.setup import people_of

READERS = (Role.GENERAL_MANAGER, Role.ADMINISTRATOR, Role.AUDITOR, Role.SURVEILLANCE)


class FilterForm(forms.Form):
    """What is looked for. Everything may be left open."""

    person = forms.ModelChoiceField(
        queryset=Employee.objects.none(), label=_("Person"), required=False, empty_label=_("everyone")
    )
    first = DayField(label=_("From day"), required=False)
    last = DayField(label=_("To day"), required=False)

    def __init__(self, data: QueryDict, cardroom: Cardroom) -> None:
        super().__init__(data)
        self.fields["person"].queryset = people_of(cardroom)  # type: ignore[attr-defined]


@page(*READERS)
def access(request: StaffRequest) -> HttpResponse:
    """Newest first; the days are those of the cardroom's own time."""
    form = FilterForm(request.GET, request.cardroom)
    wanted = form.cleaned_data if form.is_valid() else {}
    found = access_events(request.cardroom, **wanted)
    return render(request, "tables/setup_access.html", {"form": form, "leaf": leaf_through(request, found)})
