"""Who may open a page.

    @page(Role.FLOOR_MANAGER, Role.COUNT_TEAM)
    def counts(request: StaffRequest) -> HttpResponse: ...

Strangers are sent to the sign-in, other roles are told whom to ask, and a refusal that the view did not show at a form
becomes a page of its own. Inside the view all times are those of the cardroom.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from tables.duties import Role
from tables.models import Cardroom, Employee
from tables.refusals import NotAllowed, Refused

EVERYONE = tuple(Role)


class StaffRequest(HttpRequest):
    """A request by an employee of a cardroom."""

    user: Employee
    cardroom: Cardroom


StaffView = Callable[..., HttpResponse]


def page(*roles: Role) -> Callable[[StaffView], StaffView]:
    """Let only these roles open the page; without roles, everyone who is signed in and belongs to a cardroom."""

    def guard(view: StaffView) -> StaffView:
        @wraps(view)
        def guarded(request: HttpRequest, **named: Any) -> HttpResponse:
            if not request.user.is_authenticated:
                return _to_sign_in(request)
            staff = cast("StaffRequest", request)
            try:
                staff.cardroom = _cardroom_of(staff.user, roles or EVERYONE)
                with timezone.override(ZoneInfo(staff.cardroom.time_zone)):
                    return view(staff, **named)
            except Refused as refused:
                return render(request, "refused.html", {"refused": refused}, status=refused.status)

        guarded.roles = roles or EVERYONE  # type: ignore[attr-defined]  # for the matrix, docs/pages-by-role.md
        return guarded

    return guard


def go(request: HttpRequest, where: str, **named: Any) -> HttpResponse:
    """Lead on to another page; what a script asked for answers where the whole page has to go."""
    url = resolve_url(where, **named)
    return HttpResponseClientRedirect(url) if request.headers.get("HX-Request") else HttpResponseRedirect(url)


def address(name: str, *args: Any) -> str:
    """Where a page is, by its name; nothing if this installation has no such page."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""


def _to_sign_in(request: HttpRequest) -> HttpResponse:
    """And after it back to where they were; a form that the end of the session stopped was sent from another page."""
    where = request.get_full_path() if request.method == "GET" else urlsplit(request.headers.get("Referer", "")).path
    return go(request, redirect_to_login(where or reverse("today")).url)


def _cardroom_of(employee: Employee, roles: tuple[Role, ...]) -> Cardroom:
    if not employee.cardroom:
        raise NotAllowed(_("You belong to no cardroom. Work in the set-up, or ask to be added to a cardroom."))
    if not employee.role_names() & set(roles):
        others = ", ".join(str(role) for role in roles)
        raise NotAllowed(_("This page is for others. If you need it, ask one of these: %(roles)s.") % {"roles": others})
    return employee.cardroom
