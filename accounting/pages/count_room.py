"""The custody board, and the steps of a box from the table to the count room and back."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounting.models import Count
from accounting.selectors.count_room import count_room
from accounting.selectors.counts import require_may_look
from accounting.services import counts
from accounting.words import capitalised
from tables.duties import Role
from tables.models import DropBox, Employee, Table
from tables.pages import Attempt, StaffRequest, leaf_through, page
from tables.refusals import NotThere, Refused
from tables.sentences import in_words
from tables.services import boxes

MOVERS = (Role.FLOOR_MANAGER, Role.COUNT_TEAM)
Department = Employee.Department


class PersonField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """One employee of a cardroom, of one department if it is said."""

    def __init__(self, *, department: str = "", **more: Any) -> None:
        self.department = department
        super().__init__(queryset=Employee.objects.none(), empty_label=gettext_lazy("choose"), **more)

    def choose_from(self, request: StaffRequest) -> None:
        people = Employee.objects.filter(cardroom=request.cardroom, is_active=True).order_by("name")
        self.queryset = people.filter(department=self.department) if self.department else people


class PullForm(forms.Form):
    """WAC 230-15-590: one security and one gambling employee, surveillance told."""

    security = PersonField(label=gettext_lazy("Security"), department=Department.SECURITY)
    gambling = PersonField(label=gettext_lazy("Gambling"), department=Department.GAMBLING)
    surveillance = PersonField(label=gettext_lazy("Told at surveillance"), department=Department.SURVEILLANCE)


class EmptyForm(forms.Form):
    witness = PersonField(label=gettext_lazy("Shown to"), required=False)
    camera = forms.CharField(label=gettext_lazy("or to the camera"), required=False, max_length=120)


class PlaceForm(forms.Form):
    """Only an emergency box needs to be told where it goes."""

    table = forms.ModelChoiceField(
        label=gettext_lazy("Table"), queryset=Table.objects.none(), empty_label=gettext_lazy("choose")
    )


@page()
def board(request: StaffRequest) -> HttpResponse:
    """Where every box is, and the button that takes it on."""
    may_move = bool(request.user.role_names() & set(MOVERS))
    return render(request, "accounting/count_room.html", {"room": count_room(request.cardroom), "may_move": may_move})


@page()
def history(request: StaffRequest) -> HttpResponse:
    """All counts, newest first."""
    require_may_look(request.user)
    rows = Count.objects.filter(cardroom=request.cardroom).select_related("box", "table", "fund").order_by("-number")
    return render(request, "accounting/counts.html", {"leaf": leaf_through(request, rows)})


@require_POST
@page(*MOVERS, Role.VERIFIER)
def receive(request: StaffRequest, pk: int) -> HttpResponse:
    box = _box(request, pk)
    try:
        boxes.receive_box(box=box, by=request.user)
    except Refused as refused:
        messages.error(request, in_words(refused.sentence))
    else:
        messages.success(request, _("%(box)s is in the count room.") % {"box": capitalised(box)})
    return redirect("counts")


@require_POST
@page(*MOVERS)
def begin(request: StaffRequest, pk: int) -> HttpResponse:
    """Open the box's count and go to it."""
    box = _box(request, pk)
    try:
        count = counts.open_count(box=box, by=request.user)
    except Refused as refused:
        messages.error(request, in_words(refused.sentence))
        return redirect("counts")
    return redirect("count", number=count.number)


@page(*MOVERS)
def pull(request: StaffRequest, pk: int) -> HttpResponse:
    box, form = _box(request, pk), PullForm(request.POST or None)
    for name in form.fields:
        form.fields[name].choose_from(request)  # type: ignore[attr-defined]
    attempt = Attempt(form)
    if request.method == "POST" and form.is_valid():
        with attempt:
            boxes.pull_box(box=box, by=request.user, **form.cleaned_data)
    said = _("%(box)s is pulled. Take it to the count room and receive it there.")
    return _answer(request, box, attempt, _("Pull"), said)


@page(*MOVERS)
def empty(request: StaffRequest, pk: int) -> HttpResponse:
    box, form = _box(request, pk), EmptyForm(request.POST or None)
    form.fields["witness"].choose_from(request)  # type: ignore[attr-defined]
    attempt = Attempt(form)
    if request.method == "POST" and form.is_valid():
        with attempt:
            boxes.empty_box(box=box, by=request.user, **form.cleaned_data)
    said = _("%(box)s was shown empty. It can go back to its table.")
    return _answer(request, box, attempt, _("Show empty"), said)


@page(*MOVERS)
def place(request: StaffRequest, pk: int) -> HttpResponse:
    box = _box(request, pk)
    form = PlaceForm(request.POST or None, initial={"table": box.table_id})
    tables = Table.objects.filter(cardroom=request.cardroom)
    form.fields["table"].queryset = tables.filter(pk=box.table_id) if box.table_id else tables  # type: ignore[attr-defined]
    attempt = Attempt(form)
    if request.method == "POST" and form.is_valid():
        with attempt:
            boxes.place_box(box=box, by=request.user, **form.cleaned_data)
    return _answer(request, box, attempt, _("Place"), _("%(box)s stands on its table."))


def _answer(request: StaffRequest, box: DropBox, attempt: Attempt, verb: str, said: str) -> HttpResponse:
    if attempt.done:
        messages.success(request, said % {"box": capitalised(box)})
        return redirect("counts")
    context = {"box": box, "form": attempt.form, "attempt": attempt, "verb": verb}
    return render(request, "accounting/custody.html", context, status=attempt.status)


def _box(request: StaffRequest, pk: int) -> DropBox:
    box = DropBox.objects.filter(cardroom=request.cardroom, pk=pk).select_related("cardroom", "table").first()
    if not box:
        raise NotThere(_("There is no such box in your cardroom."))
    return box
