"""Hits: what was dealt, in the strict order in which it was recorded."""

from django.db import models
from django.db.models import Q

from accounting.ledger.guards import AnyGuard, Guard, append_only
from jackpot.models.progressives import Progressive
from tables.models import Authored, Table


class HitEvent(Authored):
    """All winning hands of one dealt hand. Written once; its slips are in `Payout`."""

    class Source(models.TextChoices):
        TERMINAL = "terminal"
        PAPER = "paper report"

    progressive = models.ForeignKey(Progressive, on_delete=models.PROTECT, related_name="hits")
    number = models.PositiveIntegerField()  # the order of hits on this progressive
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="hits")
    source = models.CharField(max_length=12, choices=Source)
    dealt_at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    gaming_day = models.DateField()
    posted_when_dealt = models.PositiveBigIntegerField()
    posted = models.PositiveBigIntegerField()  # what the shares were taken of
    key = models.CharField(max_length=120)  # made by whoever reports: the same hit reported twice is one
    spots = models.JSONField()  # as reported: spot, cards, patron

    class Meta(Authored.Meta):
        abstract = False
        ordering = ["progressive_id", "number"]
        constraints = [
            *Authored.Meta.constraints,
            models.UniqueConstraint(name="hit_number_once_per_progressive", fields=["progressive", "number"]),
            models.UniqueConstraint(name="hit_key_once_per_progressive", fields=["progressive", "key"]),
            models.CheckConstraint(name="hit_has_key", condition=~Q(key="")),
            models.CheckConstraint(name="hit_source_is_known", condition=Q(source__in=["terminal", "paper report"])),
        ]

    def __str__(self) -> str:
        return f"hit {self.number} of {self.progressive}"

    @property
    def document(self) -> str:
        return f"hit/{self.progressive.code}/{self.number}"


HIT_GUARDS: list[AnyGuard] = [
    *append_only("jackpot_hitevent"),
    Guard(
        "jackpot_hit_is_next",
        "jackpot_hitevent",
        "INSERT",
        "NEW.number <> 1 + (SELECT COALESCE(MAX(h.number), 0) FROM jackpot_hitevent h "
        "WHERE h.progressive_id = NEW.progressive_id)",
        "Hits are numbered in the order in which they are recorded.",
    ),
]
