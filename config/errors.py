"""What Django itself refuses, or what failed: a problem document for machines, a page (tables/templates) for people."""

import sys

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.views import defaults

from tables.api import problems


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if problems.is_for_machines(request):
        return problems.bad_request(request)
    return defaults.bad_request(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    if problems.is_for_machines(request):
        return problems.server_error(request)
    if isinstance(error := sys.exception(), OperationalError):
        # Our pages look into the database to say who is signed in, so this one is plain text.
        headers = {"Retry-After": str(problems.COME_AGAIN)}
        return HttpResponse(f"{problems.unavailable(error)}\n", "text/plain; charset=utf-8", 503, headers=headers)
    return defaults.server_error(request)
