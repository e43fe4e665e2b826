"""The books in /admin/: to be read, never changed there."""

from typing import Any

from django.contrib import admin

from accounting import models
from tables.admin import ReadOnlyAdmin, show


@admin.register(models.Entry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ("number", "cardroom", "kind", "gaming_day", "explanation", "document")
    list_filter = ("cardroom", "kind")
    date_hierarchy = "gaming_day"
    exclude = ("canonical",)
    show_full_result_count = False


@admin.register(models.Transfer)
class TransferAdmin(ReadOnlyAdmin):
    list_display = ("entry", "from_account", "to_account", "amount", "reason")
    list_select_related = ("entry", "from_account__fund", "to_account__fund")
    show_full_result_count = False

    def get_queryset(self, request: Any) -> Any:
        return super().get_queryset(request).order_by("-pk")


show(
    models.Account,
    models.Fund,
    models.GamingDay,
    models.Count,
    models.Deposit,
    models.StatementBalance,
    models.FundingCheck,
    models.Case,
    models.JobRun,
)
