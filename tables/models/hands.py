"""Dealt hands as the tables reported them, and what became of every bet."""

from django.db import models
from django.db.models import Q

from tables.models.authors import Authored
from tables.models.tables import Table


class Hand(Authored):
    """One hand: written once. What the jackpot paid on it is in the hit with the key `hand/<id>`."""

    class Extent(models.TextChoices):
        EVERY_BET = "every bet"
        # Of a table that does not report every hand: the winning progressive hands alone.
        WINNERS = "winners only"
        MISDEAL = "misdeal"

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="hands")
    game = models.SlugField()
    extent = models.CharField(max_length=12, choices=Extent)
    dealt_at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    gaming_day = models.DateField()
    report = models.JSONField()  # as reported, in cents
    settlement = models.JSONField()  # as settled by the games, in cents

    class Meta(Authored.Meta):
        abstract = False
        ordering = ["pk"]
        indexes = [models.Index(name="hands_by_table", fields=["table", "dealt_at"])]
        constraints = [
            *Authored.Meta.constraints,
            models.CheckConstraint(
                name="hand_extent_is_known", condition=Q(extent__in=["every bet", "winners only", "misdeal"])
            ),
        ]

    def __str__(self) -> str:
        return f"hand {self.pk}"

    @property
    def document(self) -> str:
        return f"hand/{self.pk}"
