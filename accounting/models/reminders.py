"""Reminders: what a gaming day still waits for, said to the floor once it has waited for some hours."""

from django.db import models
from django.db.models import Q

from accounting.ledger.guards import AnyGuard, append_only
from accounting.models.ledger import Fund
from tables.models import Authored


class Reminder(Authored):
    """The reminder of one gaming day of one fund. It stands until the day is closed."""

    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, related_name="reminders")
    gaming_day = models.DateField()
    sentence = models.CharField(max_length=500)
    at = models.DateTimeField()

    class Meta(Authored.Meta):
        abstract = False
        ordering = ["fund_id", "gaming_day"]
        constraints = [
            *Authored.Meta.constraints,
            models.UniqueConstraint(name="reminder_once_per_day", fields=["fund", "gaming_day"]),
            models.CheckConstraint(name="reminder_says_what", condition=~Q(sentence="")),
        ]

    def __str__(self) -> str:
        return f"reminder of {self.fund}, {self.gaming_day}"


REMINDER_GUARDS: list[AnyGuard] = append_only("accounting_reminder")
