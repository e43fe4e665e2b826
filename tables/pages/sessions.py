"""What stands before every page: sessions end on tablets that lie about, and some people have to do something first.

They choose a password that nobody else knows, and set up a second factor if their role needs one. What people are
refused is kept. All of it is middleware, not part of `@page`, because it holds for /admin/ and for calls too.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, JsonResponse

from tables import clock, second_factor
from tables.api import problems
from tables.models import AccessEvent, Employee
from tables.pages.access import go
from tables.signing_in import PASSWORD_GIVEN, keep

Answer = Callable[[HttpRequest], HttpResponse]

# What someone who must set up a second factor can reach until they have: setting it up, and leaving.
WITHOUT_SECOND_FACTOR = {
    "mfa_activate_totp",
    "account_reauthenticate",
    "logout",
    "account_logout",
    "set_language",
}
# And who must choose a password of their own first.
WITH_A_GIVEN_PASSWORD = {"change-password", "account_change_password", "logout", "account_logout", "set_language"}
# The session remembers to the minute when its person was last here, so that not every page writes it.
MINUTE = 60


def session_limits(get_response: Answer) -> Answer:
    """End a session that was left alone for too long, or has lasted longer than a shift."""

    def answer(request: HttpRequest) -> HttpResponse:
        if isinstance(request.user, Employee):
            _end_if_over(request, request.user)
        return get_response(request)

    return answer


def _end_if_over(request: HttpRequest, employee: Employee) -> None:
    if "seen" not in request.session:
        return  # begun before there were limits: it ends with SESSION_COOKIE_AGE
    now = int(clock.now().timestamp())
    if now - request.session["seen"] > settings.SESSION_IDLE_MINUTES * MINUTE:
        why = f"left alone for {settings.SESSION_IDLE_MINUTES} minutes"
    elif now - request.session["began"] > settings.SESSION_HOURS * 60 * MINUTE:
        why = f"signed in for {settings.SESSION_HOURS} hours"
    else:
        if now - request.session["seen"] >= MINUTE:
            request.session["seen"] = now
        return
    keep(request, AccessEvent.Kind.SIGNED_OUT, employee, detail=why)
    logout(request)


class OwnPasswordFirst:
    """Lead those whose password a colleague has given them to the page that changes it, wherever they go.

    Whoever hired them, or set a new one in /admin/, knows it: until then, what is done in their name says nothing.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: Any, _args: Any, _named: Any) -> HttpResponse | None:
        if not isinstance(request.user, Employee) or not request.session.get(PASSWORD_GIVEN):
            return None
        if _is_one_of(request, WITH_A_GIVEN_PASSWORD):
            return None
        return _lead(request, "change-password", "Choose a password of your own first: open /account/ in a browser.")


class SecondFactorFirst:
    """Lead those who must have a second factor, and have none, to the page that sets it up, wherever they go."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: Any, _args: Any, _named: Any) -> HttpResponse | None:
        if not isinstance(request.user, Employee) or not second_factor.is_missing(request.user):
            return None
        if request.session.get(PASSWORD_GIVEN) or _is_one_of(request, WITHOUT_SECOND_FACTOR):
            return None  # one thing first: OwnPasswordFirst has led them to it
        return _lead(request, "mfa_activate_totp", "Set up your second factor first: open /account/ in a browser.")


def refusals_kept(get_response: Answer) -> Answer:
    """Keep what people were refused: a trail that shows only what worked hides who tried."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code == HTTPStatus.FORBIDDEN and isinstance(request.user, Employee):
            # The address without its query, in which there may be a patron's name.
            keep(request, AccessEvent.Kind.ACTION_REFUSED, request.user, detail=f"{request.method} {request.path}")
        return response

    return answer


def _is_one_of(request: HttpRequest, names: set[str]) -> bool:
    return bool(request.resolver_match and request.resolver_match.url_name in names)


def _lead(request: HttpRequest, where: str, sentence: str) -> HttpResponse:
    """People to the page, programs to the sentence that says which."""
    if problems.is_for_machines(request):
        problem = problems.document(request, 403, sentence)
        return JsonResponse(problem, status=403, content_type=problems.CONTENT_TYPE)
    return go(request, where)
