"""Gaming days, which tables feed a fund on which days, and which days of a fund are closed."""

from django.db import models
from django.db.models import F, Q

from accounting.models.ledger import Entry, Fund
from tables.models import Authored, Cardroom, Table


class GamingDay(Authored):
    """One business day of a cardroom, named by the local date on which it starts.

    The moments are kept as they were when the day was opened, so that a later change of the cut-over moves no old day.
    """

    cardroom = models.ForeignKey(Cardroom, on_delete=models.PROTECT, related_name="gaming_days")
    date = models.DateField()
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    opened_at = models.DateTimeField()

    class Meta(Authored.Meta):
        abstract = False
        ordering = ["cardroom_id", "date"]
        constraints = [
            *Authored.Meta.constraints,
            models.UniqueConstraint(name="gaming_day_once_per_cardroom", fields=["cardroom", "date"]),
            models.CheckConstraint(name="gaming_day_ends_after_it_starts", condition=Q(ends_at__gt=F("starts_at"))),
        ]

    def __str__(self) -> str:
        return f"gaming day {self.date}"


class FundTable(models.Model):
    """The gaming days on which a table's progressive box belongs to a fund."""

    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, related_name="fund_tables")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="fund_tables")
    from_day = models.DateField()
    to_day = models.DateField(null=True)  # the last day; none as long as it stays

    class Meta:
        ordering = ["table_id", "from_day"]
        constraints = [
            models.UniqueConstraint(name="table_on_one_fund", fields=["table"], condition=Q(to_day__isnull=True)),
            models.CheckConstraint(
                name="table_leaves_after_it_came", condition=Q(to_day__isnull=True) | Q(to_day__gte=F("from_day"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} on {self.fund}"


class ClosedDay(models.Model):
    """A gaming day of a fund that was closed: no count is added to it any more."""

    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, related_name="closed_days")
    gaming_day = models.DateField()
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="closed_day")

    class Meta:
        ordering = ["fund_id", "gaming_day"]
        constraints = [models.UniqueConstraint(name="day_closed_once_per_fund", fields=["fund", "gaming_day"])]

    def __str__(self) -> str:
        return f"{self.fund} {self.gaming_day}"
