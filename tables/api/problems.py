"""Every error as an RFC 9457 problem document: what kind, what happened, what to do next, and under which request id.

Refusals of the services bring their own sentences. What REST framework and Django refuse on their own gets one here,
down to a path that does not exist and a mistake of ours.
"""

import math
import sqlite3
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import structlog
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions, views
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tables.refusals import Refused

log = structlog.get_logger(__name__)

CONTENT_TYPE = "application/problem+json"
TITLES = {
    400: "This cannot be read",
    401: "Who is asking?",
    403: "Not allowed",
    404: "Not found",
    405: "This cannot be done here",
    406: "There is no such form of the answer",
    409: "Not possible now",
    413: "Too large",
    415: "Send JSON",
    422: "Check what was entered",
    429: "Too many calls",
    500: "A mistake of ours",
    503: "Try again soon",
}
SENTENCES = {
    401: "Send a token that is in force: Authorization: Bearer <token>.",
    404: "There is nothing at this address that you may see.",
    415: "The body must be JSON: Content-Type: application/json.",
    406: "Answers are JSON: Accept: application/json.",
    500: "The request failed and nothing was changed. Try again; if it stays, tell us the request id.",
    503: "The database cannot be reached or is busy, and nothing was changed. Send the same again.",
}
NO_ROOM = (
    "The disk of the database is full or broken, and nothing was changed. Tell the operator, and send the same again."
)
COME_AGAIN = 2  # seconds, while the database is away


def document(
    request: HttpRequest | Request, status: int, detail: str, *, kind: str = "", errors: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The document itself. `type` is a stable name: programs may compare it."""
    problem: dict[str, Any] = {
        "type": f"urn:bote:problem:{kind or HTTPStatus(status).phrase.lower().replace(' ', '-')}",
        "title": TITLES.get(status, HTTPStatus(status).phrase),
        "status": status,
        "detail": detail,
        "request_id": request.META.get("HTTP_X_REQUEST_ID", ""),
    }
    if errors:
        problem["errors"] = errors
    return problem


def explain(error: Exception, request: HttpRequest | Request) -> dict[str, Any] | None:
    """The problem document of an error, or None for a mistake of ours."""
    if isinstance(error, Refused):
        return document(request, error.status, error.sentence, errors=error.errors)
    if isinstance(error, Http404):
        return document(request, 404, SENTENCES[404])
    if isinstance(error, PermissionDenied):
        return document(request, 403, str(error) or "You may not do this.")
    if isinstance(error, exceptions.ValidationError):
        return document(request, 422, "Some fields are not right; see `errors`.", errors=by_field(error.detail))
    if isinstance(error, exceptions.APIException):
        sentence = SENTENCES.get(error.status_code) if _is_generic(error) else None
        return document(request, error.status_code, sentence or str(error.detail), kind=getattr(error, "kind", ""))
    if isinstance(error, OperationalError):
        return document(request, 503, unavailable(error))
    return None


def unavailable(error: OperationalError) -> str:
    """What to say when the database could not do it: it is gone, it is busy, or its disk takes no more."""
    cause = error.__cause__
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF  # the rest says in which part of the work
    return NO_ROOM if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR) or _is_full(cause) else SENTENCES[503]


def _is_full(cause: BaseException | None) -> bool:
    return getattr(cause, "sqlstate", None) == "53100"  # PostgreSQL: disk_full


def _is_generic(error: exceptions.APIException) -> bool:
    return isinstance(error, exceptions.NotAuthenticated | exceptions.UnsupportedMediaType | exceptions.NotAcceptable)


def by_field(detail: Any, place: str = "") -> dict[str, list[str]]:
    """Nested errors as one flat list of places: {"spots.0.bets.ante": ["..."]}; positions count from 0, as in JSON."""
    if isinstance(detail, Mapping):
        found: dict[str, list[str]] = {}
        for name, inner in detail.items():
            below = place if name == "non_field_errors" else f"{place}.{name}" if place else str(name)
            found |= by_field(inner, below)
        return found
    if isinstance(detail, list) and any(isinstance(item, Mapping | list) for item in detail):
        found = {}
        for position, item in enumerate(detail):
            found |= by_field(item, f"{place}.{position}" if place else str(position)) if item else {}
        return found
    lines = detail if isinstance(detail, list) else [detail]
    return {place or "body": [str(line) for line in lines]}


def handle(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """REST framework's hook: the answer for an error in a view."""
    problem = explain(error, context["request"])
    if problem is None:
        return None  # a mistake of ours: Django logs it and `server_error` answers
    views.set_rollback()
    context["request"].accepted_renderer = JSONRenderer()  # whatever else the view can speak: the schema's is YAML
    context["request"].accepted_media_type = JSONRenderer.media_type
    headers = {}
    if isinstance(error, OperationalError):
        log.error("database_unavailable", error=str(error))
        headers["Retry-After"] = str(COME_AGAIN)
    if isinstance(error, exceptions.APIException):
        if getattr(error, "auth_header", None):
            headers["WWW-Authenticate"] = error.auth_header  # type: ignore[attr-defined]
        if (seconds := getattr(error, "wait", None)) is not None:
            headers["Retry-After"] = str(math.ceil(seconds))
    return Response(problem, status=problem["status"], headers=headers, content_type=CONTENT_TYPE)


def _plain(request: HttpRequest, status: int, detail: str) -> JsonResponse:
    return JsonResponse(document(request, status, detail), status=status, content_type=CONTENT_TYPE)


def is_for_machines(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


@csrf_exempt  # or a POST to nowhere would be told of a cookie that machines do not have
def nothing_here(request: HttpRequest, *_: object, **__: object) -> JsonResponse:
    """Any address below /api/ that no endpoint has."""
    return _plain(request, 404, SENTENCES[404])


def bad_request(request: HttpRequest) -> JsonResponse:
    return _plain(request, 400, "The request cannot be read. Check its address, headers and form.")


def server_error(request: HttpRequest) -> JsonResponse:
    return _plain(request, 500, SENTENCES[500])
