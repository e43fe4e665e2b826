"""Closed gaming days, with every figure that went in and every step that came out."""

from django.db import models

from accounting.ledger.guards import AnyGuard, append_only
from accounting.models import Entry
from jackpot.models.policies import PolicyVersion
from jackpot.models.progressives import Progressive
from tables.models import Authored


class Close(Authored):
    """The close of one gaming day of one progressive. `before` and `after` are balances, `steps` what moved."""

    progressive = models.ForeignKey(Progressive, on_delete=models.PROTECT, related_name="closes")
    gaming_day = models.DateField()
    closed_at = models.DateTimeField()
    policy = models.ForeignKey(PolicyVersion, on_delete=models.PROTECT, related_name="closes")
    drop = models.PositiveBigIntegerField()
    tray = models.PositiveBigIntegerField()
    before = models.JSONField()
    after = models.JSONField()
    steps = models.JSONField()
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="close")

    class Meta(Authored.Meta):
        abstract = False
        ordering = ["progressive_id", "gaming_day"]
        constraints = [
            *Authored.Meta.constraints,
            models.UniqueConstraint(name="close_once_per_day", fields=["progressive", "gaming_day"]),
        ]

    def __str__(self) -> str:
        return f"close of {self.progressive}, {self.gaming_day}"


CLOSE_GUARDS: list[AnyGuard] = append_only("jackpot_close")
