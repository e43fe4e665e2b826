"""/admin/: people and cardrooms can be put right there; everything else can only be read.

What services write, services change: whoever edited it here would go around their rules and their record.
"""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model
from django.http import HttpRequest

from tables import models


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """A list to look through. Nothing is added, changed or deleted."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def show(*kinds: type[Model]) -> None:
    """Let administrators look through these."""
    for kind in kinds:
        admin.site.register(kind, ReadOnlyAdmin)


@admin.register(models.Cardroom)
class CardroomAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("name", "code", "licensee", "licence_number", "time_zone", "cut_over_hour")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(models.Employee)
class EmployeeAdmin(UserAdmin):  # type: ignore[type-arg]
    list_display = ("name", "username", "department", "cardroom", "is_active")
    list_filter = ("department", "is_active")
    search_fields = ("name", "username", "employee_number")
    ordering = ("name",)
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        ("Person", {"fields": ("name", "employee_number", "licence_number", "department", "cardroom", "on_duty")}),
        ("Roles", {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
    )
    add_fieldsets = (
        (None, {"fields": ("username", "name", "employee_number", "department", "cardroom", "password1", "password2")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


show(
    models.Table,
    models.TableOrder,
    models.TableLimit,
    models.WagerLimit,
    models.DropBox,
    models.CustodyEvent,
    models.WagerReport,
    models.Terminal,
)
