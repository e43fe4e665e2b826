from django.contrib import admin
from django.contrib.auth import views as auth
from django.urls import include, path
from django.views.i18n import set_language

from config import operators

urlpatterns = [
    path("", include("jackpot.urls")),
    path("", include("accounting.urls")),
    path("", include("tables.urls")),
    path("login/", auth.LoginView.as_view(redirect_authenticated_user=True), name="login"),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
    path("language/", set_language, name="set_language"),
    path("admin/", admin.site.urls),
    path("api/v1/health/", operators.health, name="health"),
    path("api/v1/ready/", operators.ready, name="ready"),
    path("api/v1/metrics/", operators.metrics, name="metrics"),
]
