"""Exceptions: what is open and by when, its history, and what someone can do about it."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounting.models import Case
from accounting.models.cases import EXPLAINERS, REVIEWERS, CaseState
from accounting.selectors.cases import case_history, cases_of
from accounting.services import cases as services
from tables import clock
from tables.duties import Role
from tables.pages import Attempt, StaffRequest, leaf_through, page
from tables.refusals import NotThere

READERS = (*EXPLAINERS, Role.SURVEILLANCE, Role.AUDITOR)


@page(*READERS)
def cases(request: StaffRequest) -> HttpResponse:
    """Open exceptions first to come due, or all of them."""
    every = request.GET.get("show") == "all"
    context = {"leaf": leaf_through(request, cases_of(request.cardroom, resolved=every)), "every": every}
    return render(request, "accounting/cases/list.html", context)


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


ACTIONS: dict[str, Callable[[Case, StaffRequest], str]] = {
    "explain": _explain,
    "comment": _comment,
    "tell": _tell,
    "resolve": _resolve,
}
