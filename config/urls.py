from django.contrib import admin
from django.urls import include, path, re_path
from django.views.i18n import set_language
from drf_spectacular.views import SpectacularAPIView

from config import operators
from tables.api import problems
from tables.api.docs import api_docs

urlpatterns = [
    path("", include("jackpot.urls")),
    path("", include("accounting.urls")),
    path("", include("tables.urls")),
    path("language/", set_language, name="set_language"),
    path("admin/", admin.site.urls),
    path("api/v1/health/", operators.health, name="health"),
    path("api/v1/ready/", operators.ready, name="ready"),
    path("api/v1/metrics/", operators.metrics, name="metrics"),
    path("api/v1/", include("tables.api.urls")),
    path("api/v1/", include("accounting.api.urls")),
    path("api/v1/", include("jackpot.api.urls")),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", api_docs, name="api-docs"),
    re_path("^api/", problems.nothing_here),
]

handler400 = "config.errors.bad_request"
handler500 = "config.errors.server_error"
