"""Corrections: proposed by one, approved or declined by another, posted as entries that point at the wrong one."""

from django.db import models
from django.db.models import F, Q

from accounting.ledger.guards import AnyGuard, Guard, frozen
from accounting.models import Entry
from jackpot.models.progressives import Progressive
from tables.models import Employee


class Correction(models.Model):
    """The moves that put an entry right. Nothing moves before someone else has approved them."""

    progressive = models.ForeignKey(Progressive, on_delete=models.PROTECT, related_name="corrections")
    corrects = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    explanation = models.CharField(max_length=400)
    moves = models.JSONField()  # source, target, amount, reason
    proposed_by = models.ForeignKey(Employee, on_delete=models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField()
    approved_by = models.ForeignKey(Employee, on_delete=models.PROTECT, null=True, related_name="+")
    approved_at = models.DateTimeField(null=True)
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, null=True, related_name="correction")
    declined_by = models.ForeignKey(Employee, on_delete=models.PROTECT, null=True, related_name="+")
    declined_at = models.DateTimeField(null=True)
    why_declined = models.CharField(max_length=400, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(name="correction_is_explained", condition=~Q(explanation="")),
            models.CheckConstraint(
                name="correction_approved_by_another",
                condition=Q(approved_by__isnull=True, approved_at__isnull=True, entry__isnull=True)
                | Q(approved_at__isnull=False, entry__isnull=False) & ~Q(approved_by=F("proposed_by")),
            ),
            models.CheckConstraint(
                name="correction_declined_with_reason",
                condition=Q(declined_by__isnull=True, declined_at__isnull=True, why_declined="")
                | Q(declined_by__isnull=False, declined_at__isnull=False, approved_by__isnull=True)
                & ~Q(why_declined=""),
            ),
        ]

    def __str__(self) -> str:
        return f"correction {self.pk} of {self.corrects}"


CORRECTION_GUARDS: list[AnyGuard] = [
    *frozen(
        "jackpot_correction",
        ["id", "progressive_id", "corrects_id", "explanation", "moves", "proposed_by_id", "proposed_at"],
    ),
    Guard(
        "jackpot_correction_starts_unapproved",
        "jackpot_correction",
        "INSERT",
        "NEW.approved_by_id IS NOT NULL OR NEW.declined_by_id IS NOT NULL",
        "A correction is proposed first and approved by someone else.",
    ),
    Guard(
        "jackpot_correction_posted_once",
        "jackpot_correction",
        "UPDATE",
        "OLD.entry_id IS NOT NULL",
        "A correction is approved and posted once.",
    ),
    Guard(
        "jackpot_correction_declined_for_good",
        "jackpot_correction",
        "UPDATE",
        "OLD.declined_by_id IS NOT NULL",
        "A correction that was declined stays so. Propose another.",
    ),
]
