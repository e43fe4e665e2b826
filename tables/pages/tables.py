"""Tables: what each deals, what is posted there, its boxes and its terminals."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables import clock
from tables.duties import Role
from tables.games.orders import ORDERS
from tables.models import DropBox, Table
from tables.models.terminals import Profile
from tables.pages import Attempt, StaffRequest, page
from tables.pages.fields import CentsField
from tables.pages.order_forms import LABELS, order_form
from tables.pages.setup import HEADS, READERS
from tables.refusals import NotThere
from tables.selectors.limits import limits_of
from tables.selectors.orders import order_of, orders_of
from tables.selectors.setup import open_enrolments, table_of, tables_of_cardroom, terminals_at
from tables.services import boxes
from tables.services.limits import announce_limit
from tables.services.orders import order_table
from tables.services.tables import register_table
from tables.services.terminals import invite_terminal, revoke_terminal

FLOOR = (Role.FLOOR_MANAGER, Role.GENERAL_MANAGER)


class TableForm(forms.Form):
    number = forms.IntegerField(label=gettext_lazy("Number"), min_value=1, max_value=999)
    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)
    code = forms.SlugField(
        label=gettext_lazy("Code"), help_text=gettext_lazy("Short, for addresses and terminals, such as spanish-7.")
    )


class PostedForm(forms.Form):
    amount = CentsField(label=gettext_lazy("New limit, $"))
    effective_at = forms.DateTimeField(
        label=gettext_lazy("In force from"),
        required=False,
        help_text=gettext_lazy("A change needs its notice; a table's first limit holds at once."),
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )


class BoxForm(forms.Form):
    number = forms.IntegerField(label=gettext_lazy("Number painted on it"), min_value=1)
    kind = forms.ChoiceField(
        label=gettext_lazy("For which wagers"),
        choices=[
            (DropBox.Kind.PROGRESSIVE, gettext_lazy("the progressive's")),
            (DropBox.Kind.TABLE, gettext_lazy("the table's")),
        ],
    )
    shift = forms.CharField(label=gettext_lazy("Shift, if there are several a day"), max_length=20, required=False)


class TerminalForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name, as it is labelled"), max_length=60)
    profile = forms.ChoiceField(
        label=gettext_lazy("What it is for"), choices=[(each.value, each.label) for each in Profile]
    )


@page(*READERS)
def tables(request: StaffRequest) -> HttpResponse:
    """All tables, and adding one."""
    form = TableForm(request.POST or None)
    attempt = Attempt(form)
    if request.method == "POST" and form.is_valid():
        with attempt:
            added = register_table(cardroom=request.cardroom, by=request.user, **form.cleaned_data)
            messages.success(request, _("The table is there. Order it with a game next."))
            return redirect("table", code=added.code)
    context = {
        "tables": tables_of_cardroom(request.cardroom, clock.now()),
        "form": form,
        "attempt": attempt,
        "may_add": bool(request.user.role_names() & set(HEADS)),
    }
    return render(request, "tables/tables.html", context, status=attempt.status)


@page(*READERS)
def table(request: StaffRequest, code: str) -> HttpResponse:
    """One table and everything on it."""
    found = table_of(request.cardroom, code)
    forms_of = {"limit": PostedForm(), "box": BoxForm(), "terminal": TerminalForm()}
    did, attempt, code_shown = request.POST.get("do", ""), Attempt(), ""
    if request.method == "POST" and did in ACTIONS:
        form_class, act = ACTIONS[did]
        form = form_class(request.POST)
        attempt = Attempt(form)
        if form.is_valid():
            with attempt:
                said, code_shown = act(request, found, form.cleaned_data)
                if not code_shown:
                    messages.success(request, said)
                    return redirect("table", code=code)
        if not code_shown:
            forms_of |= {did: form}
    now = clock.now()
    answer = render(
        request,
        "tables/table.html",
        {
            "table": found,
            "order": order_of(found, now),
            "orders": orders_of(found)[:10],
            "games": list(ORDERS),
            "labels": LABELS,
            "limits": limits_of(found, now),
            "boxes": found.boxes.order_by("kind", "number"),
            "terminals": terminals_at(found)[:20],
            "enrolments": open_enrolments(found, now),
            "forms": forms_of,
            "did": did,
            "attempt": attempt,
            "code_shown": code_shown,
            "may": bool(request.user.role_names() & set(FLOOR)),
        },
        status=attempt.status,
    )
    answer["Cache-Control"] = "no-store"
    return answer


@page(*FLOOR)
def order(request: StaffRequest, code: str, game: str) -> HttpResponse:
    """Order a table with a game: every election, beginning from what is in force."""
    found = table_of(request.cardroom, code)
    if game not in ORDERS:
        raise NotThere(_("There is no such game."))
    form = order_form(game, request.POST or None, order_of(found, clock.now()))
    attempt = Attempt(form)
    if request.method == "POST" and form.is_valid():
        with attempt:
            order_table(table=found, game=game, elections=form.cleaned_data, by=request.user)
            messages.success(request, _("Ordered. It holds from now on; the order before stays on record."))
            return redirect("table", code=code)
    context = {"table": found, "game": game, "form": form, "attempt": attempt}
    return render(request, "tables/order.html", context, status=attempt.status)


Done = tuple[str, str]  # what to say, and a code that is shown once


def _announce(request: StaffRequest, on: Table, entered: dict[str, Any]) -> Done:
    announce_limit(table=on, by=request.user, **entered)
    return _("The limit is announced. Post it at the table."), ""


def _register(request: StaffRequest, on: Table, entered: dict[str, Any]) -> Done:
    boxes.register_box(cardroom=request.cardroom, table=on, by=request.user, **entered)
    return _("The box is registered."), ""


def _invite(request: StaffRequest, on: Table, entered: dict[str, Any]) -> Done:
    _enrolment, code = invite_terminal(table=on, by=request.user, **entered)
    return "", code


def _revoke(request: StaffRequest, on: Table, entered: dict[str, Any]) -> Done:
    terminal = on.terminals.select_related("table__cardroom").filter(pk=entered["terminal"]).first()
    if not terminal:
        raise NotThere(_("There is no such terminal at this table."))
    revoke_terminal(terminal=terminal, by=request.user)
    return _("The terminal is shut out. What it has reported stays."), ""


class RevokeForm(forms.Form):
    terminal = forms.IntegerField()


ACTIONS: dict[str, tuple[type[forms.Form], Callable[[StaffRequest, Table, dict[str, Any]], Done]]] = {
    "limit": (PostedForm, _announce),
    "box": (BoxForm, _register),
    "terminal": (TerminalForm, _invite),
    "revoke": (RevokeForm, _revoke),
}
