from django.db import models

from tables import clock
from tables.models.tables import Table


class Terminal(models.Model):
    """A device that reports for one table."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="terminals")
    name = models.CharField(max_length=60)
    enrolled_at = models.DateTimeField(default=clock.now)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"terminal {self.name}"

    @property
    def cardroom_id(self) -> int:
        return self.table.cardroom_id
