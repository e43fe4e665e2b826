"""What was posted at the tables, and why it changed."""

from django.db import models
from django.db.models import F, Q

from accounting.ledger.guards import AnyGuard, append_only
from accounting.models import Entry
from jackpot.models.progressives import Progressive


class Posting(models.Model):
    """One change of the posted amount (WAC 230-15-685: an explanation of every increase and decrease is kept)."""

    progressive = models.ForeignKey(Progressive, on_delete=models.PROTECT, related_name="postings")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    before = models.PositiveBigIntegerField()
    after = models.PositiveBigIntegerField()
    reason = models.CharField(max_length=200)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="postings")
    tables = models.JSONField()  # codes of the tables at which it was posted

    class Meta:
        ordering = ["progressive_id", "number"]
        constraints = [
            models.UniqueConstraint(name="posting_number_once_per_progressive", fields=["progressive", "number"]),
            models.CheckConstraint(name="posting_is_a_change", condition=~Q(before=F("after"))),
        ]

    def __str__(self) -> str:
        return f"{self.reason}: {self.before} to {self.after} cents"


POSTING_GUARDS: list[AnyGuard] = append_only("jackpot_posting")
