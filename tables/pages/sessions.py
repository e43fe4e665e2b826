"""What stands before every page: sessions end on tablets that lie about, and some people need a second factor first.

Both are middleware, not part of `@page`, because they hold for /admin/ and for calls of the API as well.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, JsonResponse

from tables import clock, second_factor
from tables.api import problems
from tables.models import AccessEvent, Employee
from tables.pages.access import go
from tables.signing_in import keep

Answer = Callable[[HttpRequest], HttpResponse]

# What someone who must set up a second factor can reach until they have: setting it up, and leaving.
WITHOUT_SECOND_FACTOR = {
    "mfa_activate_totp",
    "account_reauthenticate",
    "logout",
    "account_logout",
    "set_language",
}
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


class SecondFactorFirst:
    """Lead those who must have a second factor, and have none, to the page that sets it up, wherever they go."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: Any, _args: Any, _named: Any) -> HttpResponse | None:
        if not isinstance(request.user, Employee) or not second_factor.is_missing(request.user):
            return None
        match = request.resolver_match
        if match and match.url_name in WITHOUT_SECOND_FACTOR:
            return None
        if request.path.startswith("/api/"):
            problem = problems.document(request, 403, "Set up your second factor first: open /account/ in a browser.")
            return JsonResponse(problem, status=403, content_type=problems.CONTENT_TYPE)
        return go(request, "mfa_activate_totp")
