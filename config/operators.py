"""What operators and their machines ask: is it alive, can it work, what are its figures."""

from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_prometheus.exports import ExportToDjangoView

from tables import readiness


@never_cache
@require_safe
def health(_request: HttpRequest) -> JsonResponse:
    """This process answers; it asks nothing of anyone else."""
    return JsonResponse({"alive": True})


@never_cache
@require_safe
def ready(_request: HttpRequest) -> JsonResponse:
    """Every part and how it is; 503 while one of them is down."""
    parts = readiness.report()
    all_well = all(part["ok"] for part in parts.values())
    return JsonResponse(
        {"ready": all_well, "parts": parts}, status=HTTPStatus.OK if all_well else HTTPStatus.SERVICE_UNAVAILABLE
    )


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Prometheus' figures, for the holder of METRICS_TOKEN."""
    if settings.METRICS_TOKEN:
        if not constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}"):
            return HttpResponse("Send METRICS_TOKEN as a bearer token.\n", status=401, content_type="text/plain")
    elif settings.HTTPS:
        return HttpResponse("Set METRICS_TOKEN to open the metrics.\n", status=403, content_type="text/plain")
    answer: HttpResponse = ExportToDjangoView(request)
    return answer
