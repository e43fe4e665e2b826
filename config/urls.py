from django.contrib import admin
from django.contrib.auth import views as auth
from django.urls import path

from config import operators
from tables import views as tables

urlpatterns = [
    path("", tables.today, name="today"),
    path("login/", auth.LoginView.as_view(redirect_authenticated_user=True), name="login"),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
    path("admin/", admin.site.urls),
    path("api/v1/health/", operators.health, name="health"),
    path("api/v1/ready/", operators.ready, name="ready"),
    path("api/v1/metrics/", operators.metrics, name="metrics"),
]
