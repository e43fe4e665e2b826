"""What decides how long records are kept: the fiscal year, legal holds, and the log of what was removed."""

from django.db import models
from django.db.models import Q

from accounting.ledger.guards import AnyGuard, Guard, append_only, frozen
from accounting.retention import RecordClass
from tables.models import Authored, Cardroom, Employee

_CLASSES = [(record_class.value, record_class.value) for record_class in RecordClass]


class CardroomBooks(models.Model):
    """How a cardroom keeps its books."""

    cardroom = models.OneToOneField(Cardroom, on_delete=models.PROTECT, primary_key=True, related_name="+")
    fiscal_year_end_month = models.PositiveSmallIntegerField(default=12)

    class Meta:
        verbose_name_plural = "cardroom books"
        constraints = [
            models.CheckConstraint(
                name="fiscal_year_ends_in_a_month", condition=Q(fiscal_year_end_month__range=(1, 12))
            )
        ]

    def __str__(self) -> str:
        return f"books of {self.cardroom}"


class LegalHold(models.Model):
    """While it stands, nothing it covers is removed, whatever its date."""

    cardroom = models.ForeignKey(Cardroom, on_delete=models.PROTECT, related_name="legal_holds")
    # Empty: every class.
    record_class = models.CharField(max_length=40, choices=_CLASSES, blank=True)
    reason = models.CharField(max_length=500)
    placed_by = models.ForeignKey(Employee, on_delete=models.PROTECT, related_name="+")
    placed_at = models.DateTimeField()
    lifted_by = models.ForeignKey(Employee, on_delete=models.PROTECT, null=True, related_name="+")
    lifted_at = models.DateTimeField(null=True)
    lift_reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(name="hold_has_reason", condition=~Q(reason="")),
            models.CheckConstraint(
                name="hold_lift_is_complete",
                condition=Q(lifted_at__isnull=True, lifted_by__isnull=True, lift_reason="")
                | Q(lifted_at__isnull=False, lifted_by__isnull=False) & ~Q(lift_reason=""),
            ),
        ]

    def __str__(self) -> str:
        return f"legal hold on {self.record_class or 'everything'} of {self.cardroom}"


class Purge(Authored):
    """How many rows of a class were removed, and up to which day."""

    cardroom = models.ForeignKey(Cardroom, on_delete=models.PROTECT, null=True, related_name="purges")
    record_class = models.CharField(max_length=40, choices=_CLASSES)
    before = models.DateField()
    rows = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta(Authored.Meta):
        abstract = False
        ordering = ["pk"]
        constraints = [*Authored.Meta.constraints]

    def __str__(self) -> str:
        return f"{self.rows} {self.record_class} before {self.before}"


RETENTION_GUARDS: list[AnyGuard] = [
    *append_only("accounting_purge"),
    *frozen("accounting_legalhold", ["id", "cardroom_id", "record_class", "reason", "placed_by_id", "placed_at"]),
    Guard(
        "accounting_legalhold_lifted_once",
        "accounting_legalhold",
        "UPDATE",
        "OLD.lifted_at IS NOT NULL",
        "A hold that was lifted stays so. Place a new one.",
    ),
]
