"""The site behind /admin/, which is the installation's own: it shows the records of all cardrooms at once."""

from collections.abc import Iterable
from typing import Any

from django.contrib.admin import AdminSite, ModelAdmin
from django.db.models import Model
from django.db.models.base import ModelBase
from django.http import HttpRequest

from tables.models import Cardroom, Employee
from tables.selectors.duties import ROOMS


class InstallationSite(AdminSite):
    """Open to administrators who belong to no cardroom; to a cardroom's own while it is the only one."""

    site_header = site_title = "Bote"

    def has_permission(self, request: HttpRequest) -> bool:
        person = request.user
        if not (isinstance(person, Employee) and super().has_permission(request)):
            return False
        return person.cardroom_id is None or not Cardroom.objects.exclude(pk=person.cardroom_id).exists()

    def register(
        self,
        model_or_iterable: type[Model] | Iterable[type[Model]],
        admin_class: "type[ModelAdmin[Any]] | None" = None,
        **options: Any,
    ) -> None:
        """Only what our own apps show. A library's pages would let roles, schedules or second factors be edited."""
        models = [model_or_iterable] if isinstance(model_or_iterable, ModelBase) else list(model_or_iterable)
        super().register([model for model in models if model._meta.app_label in ROOMS], admin_class, **options)
