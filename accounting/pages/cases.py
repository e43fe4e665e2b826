"""Exceptions: what is open and by when, its history, and what someone can do about it."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.models import Case
from accounting.models.cases import EXPLAINERS, REVIEWERS, CaseState
from accounting.selectors.cases import case_history, cases_of, could_explain
from accounting.services import cases as services
from tables import clock
from tables.duties import Role, may
from tables.models import Table
from tables.pages import Attempt, StaffRequest, leaf_through, page
from tables.pages.fields import CentsField
from tables.refusals import NotThere

READERS = (*EXPLAINERS, Role.SURVEILLANCE, Role.AUDITOR)


class NoticedForm(forms.Form):
    """When it was seen, on the cardroom's clock: the rule's clock runs from then."""

    noticed_at = forms.DateTimeField(
        label=gettext_lazy("Noticed at"),
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    what_happened = forms.CharField(
        label=gettext_lazy("What happened"), max_length=400, widget=forms.Textarea({"rows": 3})
    )

    def __init__(self, request: StaffRequest, did: str) -> None:
        asked = request.POST if request.POST.get("do") == did else None
        super().__init__(asked, initial={"noticed_at": clock.now()}, auto_id=f"{did}-%s")


class MalfunctionForm(NoticedForm):
    equipment = forms.CharField(label=gettext_lazy("Equipment"), max_length=60)
    field_order = ("equipment",)


class OpenerForm(NoticedForm):
    table = forms.ModelChoiceField(
        label=gettext_lazy("Table"), queryset=Table.objects.none(), empty_label=gettext_lazy("choose")
    )
    amount = CentsField(label=gettext_lazy("Wrong by, $"))
    pattern = forms.BooleanField(label=gettext_lazy("It is part of a pattern"), required=False)
    field_order = ("table", "amount", "pattern")

    def __init__(self, request: StaffRequest, did: str) -> None:
        super().__init__(request, did)
        self.fields["table"].queryset = Table.objects.filter(cardroom=request.cardroom)  # type: ignore[attr-defined]


@page(*READERS)
def cases(request: StaffRequest) -> HttpResponse:
    """Open exceptions first to come due, or all of them."""
    every, did = request.GET.get("show") == "all", request.POST.get("do", "")
    malfunction, opener = MalfunctionForm(request, "malfunction"), OpenerForm(request, "opener")
    attempt = Attempt({"malfunction": malfunction, "opener": opener}.get(did))
    if attempt.form is not None and attempt.form.is_valid():
        with attempt:
            opened = _report(request, did, attempt.form.cleaned_data)
            messages.success(request, _("It is kept, and the clock runs. The WSGC has to be told."))
            return redirect("case", number=opened.number)
    context = {
        "leaf": leaf_through(request, cases_of(request.cardroom, resolved=every)),
        "every": every,
        "malfunction": malfunction,
        "opener": opener,
        "attempt": attempt,
        "may_report": may(request.user, services.report_opener_error),
    }
    return render(request, "accounting/cases/list.html", context, status=attempt.status)


def _report(request: StaffRequest, did: str, entered: dict[str, Any]) -> Case:
    if did == "malfunction":
        return services.report_malfunction(cardroom=request.cardroom, by=request.user, **entered)
    return services.report_opener_error(by=request.user, **entered)


@page(*READERS)
def case(request: StaffRequest, number: int) -> HttpResponse:
    """One exception: what happened, what was said, what is to be done."""
    found = Case.objects.select_related("cardroom", "owner", "author_employee", "author_terminal")
    one = found.filter(cardroom=request.cardroom, number=number).first()
    if not one:
        raise NotThere(_("There is no such exception in your cardroom."))
    attempt, did = Attempt(), request.POST.get("do", "")
    if request.method == "POST" and did in ACTIONS:
        with attempt:
            messages.success(request, ACTIONS[did](one, request))
            return redirect("case", number=number)
    roles = request.user.role_names()
    context = {
        "case": one,
        "events": case_history(one),
        "attempt": attempt,
        "text": request.POST.get("text", ""),
        "open": one.state != CaseState.RESOLVED,
        "may_explain": bool(roles & set(EXPLAINERS)),
        "may_review": bool(roles & set(REVIEWERS)),
        "owners": could_explain(one) if roles & set(REVIEWERS) else [],
    }
    return render(request, "accounting/cases/case.html", context, status=attempt.status)


def _explain(one: Case, request: StaffRequest) -> str:
    services.explain_case(case=one, text=request.POST.get("text", ""), by=request.user)
    return _("Explained. Someone else reviews it.")


def _comment(one: Case, request: StaffRequest) -> str:
    services.comment_case(case=one, text=request.POST.get("text", ""), by=request.user)
    return _("Your comment is kept.")


def _tell(one: Case, request: StaffRequest) -> str:
    services.tell_commission(case=one, told_at=clock.now(), reference=request.POST.get("text", ""), by=request.user)
    return _("It is recorded that the WSGC was told.")


def _resolve(one: Case, request: StaffRequest) -> str:
    services.resolve_case(case=one, text=request.POST.get("text", ""), by=request.user)
    return _("Resolved.")


def _assign(one: Case, request: StaffRequest) -> str:
    name, _sep, role = request.POST.get("owner", "").partition("/")
    chosen = next((owner for owner in could_explain(one) if (str(owner.person.pk), owner.role) == (name, role)), None)
    if not chosen:
        raise NotThere(_("Say who it is given to: choose a name."))
    services.assign_case(case=one, owner=chosen.person, role=chosen.role, by=request.user)
    return _("It is with %(name)s now.") % {"name": chosen.person}


ACTIONS: dict[str, Callable[[Case, StaffRequest], str]] = {
    "explain": _explain,
    "comment": _comment,
    "tell": _tell,
    "resolve": _resolve,
    "assign": _assign,
}
