"""What Django itself refuses, or what failed: a problem document for machines, Django's own page for people."""

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
    return defaults.server_error(request)
