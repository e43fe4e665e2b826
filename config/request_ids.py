"""Every request has an id: in its log lines, in the tasks it queues, and in the answer's X-Request-ID.

A proxy or a terminal may bring its own, if it looks like one; otherwise the request gets a new one.
"""

import re
import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django_structlog.middlewares import RequestMiddleware

WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{8,64}")


def request_id_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def with_request_id(request: HttpRequest) -> HttpResponse:
        brought = request.META.get("HTTP_X_REQUEST_ID", "")
        request_id = brought if WELL_FORMED.fullmatch(brought) else str(uuid.uuid4())
        request.META["HTTP_X_REQUEST_ID"] = request_id  # where django_structlog looks for it
        response = get_response(request)
        response["X-Request-ID"] = request_id
        return response

    return with_request_id


class RequestLines(RequestMiddleware):
    """The log line of a request, without its query: there may be a patron's name in it."""

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        return f"{request.method} {request.path}"
