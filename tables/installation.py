"""The site behind /admin/, which is the installation's own: it shows the records of all cardrooms at once.

It has no door of its own: people sign in, sign out and change their password where everyone does, with their second
factor and a row in the audit trail.
"""

from collections.abc import Iterable
from typing import Any

from django.contrib.admin import AdminSite, ModelAdmin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.db.models.base import ModelBase
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from tables.models import Cardroom, Employee
from tables.pages.account import sign_out
from tables.selectors.duties import ROOMS


class InstallationSite(AdminSite):
    """Open to administrators who belong to no cardroom; to a cardroom's own while it is the only one."""

    site_header = site_title = "Bote"

    def has_permission(self, request: HttpRequest) -> bool:
        person = request.user
        if not (isinstance(person, Employee) and super().has_permission(request)):
            return False
        return person.cardroom_id is None or not Cardroom.objects.exclude(pk=person.cardroom_id).exists()

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:  # noqa: ARG002 - Django's
        if self.has_permission(request):
            return redirect("admin:index")
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(request.GET.get("next") or reverse("admin:index"))

    def logout(self, request: HttpRequest, extra_context: Any = None) -> Any:  # noqa: ARG002 - Django's
        return sign_out(request)

    def password_change(self, _request: HttpRequest, _extra_context: Any = None) -> Any:
        return redirect("change-password")

    def register(
        self,
        model_or_iterable: type[Model] | Iterable[type[Model]],
        admin_class: "type[ModelAdmin[Any]] | None" = None,
        **options: Any,
    ) -> None:
        """Only what our own apps show. A library's pages would let roles, schedules or second factors be edited."""
        models = [model_or_iterable] if isinstance(model_or_iterable, ModelBase) else list(model_or_iterable)
        super().register([model for model in models if model._meta.app_label in ROOMS], admin_class, **options)
