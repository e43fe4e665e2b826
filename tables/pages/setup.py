"""Set-up: the cardroom, its limits, its people."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables import second_factor
from tables.duties import Role
from tables.games.limits import Kind
from tables.games.orders import ORDERS
from tables.models import Employee
from tables.pages import Attempt, StaffRequest, leaf_through, page
from tables.pages.access_trail import READERS as ACCESS_READERS
from tables.pages.fields import CentsField, DayField
from tables.selectors.setup import employee_of, jurisdiction_rows, people_of
from tables.services.cardrooms import change_cardroom
from tables.services.limits import record_limit
from tables.services.people import give_roles, hire_employee, let_go, reset_second_factor

HEADS = (Role.GENERAL_MANAGER, Role.ADMINISTRATOR)
READERS = (*HEADS, Role.FLOOR_MANAGER, Role.ACCOUNTANT, Role.AUDITOR)
LOOK_AT_PEOPLE = (*HEADS, Role.AUDITOR)


class CardroomForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    licensee = forms.CharField(label=gettext_lazy("Licensee"), max_length=120)
    licence_number = forms.CharField(label=gettext_lazy("Licence"), max_length=40)
    time_zone = forms.CharField(
        label=gettext_lazy("Time zone"), help_text=gettext_lazy("Such as America/Los_Angeles."), max_length=64
    )
    cut_over_hour = forms.IntegerField(
        label=gettext_lazy("Hour of the cut-over"),
        help_text=gettext_lazy("The local hour at which one gaming day ends and the next begins, 0 to 23."),
    )


class LimitForm(forms.Form):
    kind = forms.ChoiceField(label=gettext_lazy("Limit of"), choices=[(kind, kind) for kind in Kind])
    game = forms.ChoiceField(
        label=gettext_lazy("Game"),
        required=False,
        choices=[("", gettext_lazy("every game")), *((game, game) for game in ORDERS)],
    )
    amount = CentsField(label=gettext_lazy("Amount, $"), required=False)
    count = forms.IntegerField(label=gettext_lazy("Number"), required=False, min_value=0)
    source = forms.CharField(
        label=gettext_lazy("Reference of the rule"),
        help_text=gettext_lazy("A WAC section, a council's resolution."),
        max_length=120,
    )
    effective = DayField(label=gettext_lazy("In force from"))


class RolesForm(forms.Form):
    roles = forms.MultipleChoiceField(
        label=gettext_lazy("Roles"),
        required=False,
        choices=[(role, role) for role in Role],
        widget=forms.CheckboxSelectMultiple(),
    )


class HireForm(RolesForm):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    username = forms.CharField(
        label=gettext_lazy("Name to sign in with"), max_length=60, widget=forms.TextInput({"autocapitalize": "none"})
    )
    employee_number = forms.CharField(label=gettext_lazy("Employee number"), max_length=20)
    licence_number = forms.CharField(label=gettext_lazy("Gambling licence"), max_length=40, required=False)
    department = forms.ChoiceField(
        label=gettext_lazy("Department"), choices=[(each, each) for each in Employee.Department.values]
    )
    field_order = ("name", "username", "employee_number", "licence_number", "department", "roles")


@page(*READERS)
def setup(request: StaffRequest) -> HttpResponse:
    """Where everything that is set up can be found."""
    context = {
        "heads": _is_one_of(request, HEADS),
        "sees_people": _is_one_of(request, LOOK_AT_PEOPLE),
        "reads_access": _is_one_of(request, ACCESS_READERS),
    }
    return render(request, "tables/setup.html", context)


@page(*HEADS)
def cardroom(request: StaffRequest) -> HttpResponse:
    """The cardroom's own facts."""
    initial = {name: getattr(request.cardroom, name) for name in CardroomForm.base_fields}
    form = CardroomForm(request.POST or None, initial=initial)
    attempt = Attempt(form)
    if request.method == "POST" and form.is_valid():
        with attempt:
            change_cardroom(cardroom=request.cardroom, by=request.user, **form.cleaned_data)
            messages.success(request, _("Changed. Days that have begun keep the hours they had."))
            return redirect("setup")
    return render(request, "tables/setup_cardroom.html", {"form": form, "attempt": attempt}, status=attempt.status)


@page(*READERS)
def limits(request: StaffRequest) -> HttpResponse:
    """What the jurisdiction allows, with its source and date; a new rule is a new line."""
    form = LimitForm(request.POST or None)
    attempt = Attempt(form)
    if request.method == "POST" and form.is_valid():
        with attempt:
            record_limit(cardroom=request.cardroom, by=request.user, **form.cleaned_data)
            messages.success(request, _("Recorded. It holds from its day on; older lines stay."))
            return redirect("limits")
    context = {
        "leaf": leaf_through(request, jurisdiction_rows(request.cardroom)),
        "form": form,
        "attempt": attempt,
        "may": _is_one_of(request, HEADS),
    }
    return render(request, "tables/setup_limits.html", context, status=attempt.status)


@page(*LOOK_AT_PEOPLE)
def people(request: StaffRequest) -> HttpResponse:
    """Everyone of the cardroom, and hiring someone new."""
    form = HireForm(request.POST or None)
    attempt, hired = Attempt(form), None
    if request.method == "POST" and form.is_valid():
        with attempt:
            # Shown on this one page and kept nowhere: a redirect would have to keep it.
            hired = hire_employee(cardroom=request.cardroom, by=request.user, **form.cleaned_data)
            form = HireForm(None)
    context = {
        "leaf": leaf_through(request, people_of(request.cardroom)),
        "form": form,
        "attempt": attempt,
        "hired": hired,
        "may": _is_one_of(request, HEADS),
    }
    answer = render(request, "tables/setup_people.html", context, status=attempt.status)
    answer["Cache-Control"] = "no-store"
    return answer


@page(*LOOK_AT_PEOPLE)
def person(request: StaffRequest, pk: int) -> HttpResponse:
    """One employee: the roles they act in, a lost second factor, and letting them go."""
    employee = employee_of(request.cardroom, pk)
    form = RolesForm(request.POST or None, initial={"roles": sorted(employee.role_names())})
    attempt = Attempt(form)
    if request.method == "POST" and form.is_valid():
        with attempt:
            if request.POST.get("do") == "let go":
                let_go(employee=employee, by=request.user)
                messages.success(request, _("They can no longer sign in. What they did stays under their name."))
            elif request.POST.get("do") == "reset":
                reset_second_factor(employee=employee, by=request.user)
                messages.success(request, _("They set up a new second factor when they next sign in."))
            else:
                give_roles(employee=employee, roles=form.cleaned_data["roles"], by=request.user)
                messages.success(request, _("From now on they act in these roles."))
            return redirect("person", pk=pk)
    context = {
        "employee": employee,
        "form": form,
        "attempt": attempt,
        "second_factor": second_factor.has_one(employee),
        "second_factor_missing": second_factor.is_missing(employee),
        "may": _is_one_of(request, HEADS),
    }
    return render(request, "tables/setup_person.html", context, status=attempt.status)


def _is_one_of(request: StaffRequest, roles: tuple[Role, ...]) -> bool:
    return bool(request.user.role_names() & set(roles))
