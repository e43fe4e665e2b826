"""/admin/: people and cardrooms can be put right there; everything else can only be read.

What services write, services change: whoever edited it here would go around their rules and their record. What is
changed of a person's rights here is a row of the audit trail, as it is from the set-up.
"""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tables import models, second_factor
from tables.refusals import NotAllowed, Refused
from tables.selectors.access import second_factor_reset_by
from tables.services.people import require_independent
from tables.services.terminals import revoke_tokens_of
from tables.signing_in import keep

Kind = models.AccessEvent.Kind
# Nobody gives these to themselves, here as little as in the set-up.
RIGHTS = ("is_active", "is_staff", "is_superuser", "groups", "department", "cardroom")


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


class EmployeeForm(UserChangeForm):  # type: ignore[type-arg]
    def clean(self) -> dict[str, Any]:
        entered: dict[str, Any] = super().clean() or self.cleaned_data
        if "groups" in entered and "department" in entered:
            try:
                require_independent(entered["department"], [group.name for group in entered["groups"]])
            except Refused as refused:
                raise ValidationError({"groups": refused.sentence}) from refused
        return entered


@admin.register(models.Employee)
class EmployeeAdmin(UserAdmin):  # type: ignore[type-arg]
    form = EmployeeForm
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

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return RIGHTS if obj and obj.pk == request.user.pk else ()

    def changeform_view(self, request: HttpRequest, object_id: str | None = None, *args: Any, **named: Any) -> Any:
        with transaction.atomic():
            before = _rights(object_id)
            answer = super().changeform_view(request, object_id, *args, **named)
            _keep_changes(request, before, _rights(object_id))
        return answer

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        keep(request, Kind.HIRED, obj, by=request.user, detail="in /admin/")
        return super().log_addition(request, obj, message)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:  # noqa: A002
        person = models.Employee.objects.filter(pk=id).first()
        # Who resets the one and sets the other could sign in as them: two people do that (tables/services/people.py).
        if person and second_factor.is_missing(person) and second_factor_reset_by(person) == request.user:
            refused = NotAllowed(f"You have reset the second factor of {person}. Someone else sets the password.")
            return render(request, "refused.html", {"refused": refused}, status=refused.status)
        with transaction.atomic():
            before = _rights(id)
            answer = super().user_change_password(request, id, form_url)
            _keep_changes(request, before, _rights(id))
        return answer

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def _rights(pk: str | None) -> dict[str, Any]:
    """What an employee may do, as /admin/ can change it."""
    employee = models.Employee.objects.filter(pk=pk).first() if pk else None
    if not employee:
        return {}
    return {
        "employee": employee,
        "password": employee.password,
        "roles": ", ".join(sorted(employee.role_names())) or "no role",
        "active": employee.is_active,
        "staff": employee.is_staff,
        "superuser": employee.is_superuser,
        "department": employee.department,
        "cardroom": str(employee.cardroom or "none"),
    }


def _keep_changes(request: HttpRequest, before: dict[str, Any], after: dict[str, Any]) -> None:
    changed = {name for name in before if before[name] != after.get(name)}
    if changed & {"password", "active", "cardroom"}:
        revoke_tokens_of(after["employee"])
    if "password" in changed:
        keep(request, Kind.PASSWORD_CHANGED, after["employee"], by=request.user, detail="in /admin/")
    rights = sorted(changed - {"password"})
    if rights:
        detail = "; ".join(f"{name}: {before[name]} -> {after[name]}" for name in rights)
        keep(request, Kind.RIGHTS_CHANGED, after["employee"], by=request.user, detail=f"in /admin/: {detail}")


show(
    models.AccessEvent,
    models.Table,
    models.TableOrder,
    models.TableLimit,
    models.WagerLimit,
    models.DropBox,
    models.CustodyEvent,
    models.WagerReport,
    models.Terminal,
)
