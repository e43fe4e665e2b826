"""Drop boxes, who had them in hand, and what the terminals say went in.

A box never changes; where it is follows from its custody events, which are only ever added. The order of events
(placed, pulled, received, emptied, placed again) is held by the service and by the database (accounting/guards.py).
"""

from django.db import models
from django.db.models import F, Q

from tables.models.authors import Authored
from tables.models.cardrooms import Cardroom
from tables.models.people import Employee
from tables.models.tables import Table


class DropBox(models.Model):
    """A box with two locks and a permanent number that matches its table, and shift if there are several a day.

    A labelled emergency box has no table of its own and may stand in at any (WAC 230-15-090).
    """

    class Kind(models.TextChoices):
        TABLE = "table"
        # The second box of a table, for the $1 wagers (seeds 001, Gran Progressive).
        PROGRESSIVE = "progressive"

    cardroom = models.ForeignKey(Cardroom, on_delete=models.PROTECT, related_name="boxes")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=Kind)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, null=True, blank=True, related_name="boxes")
    shift = models.CharField(max_length=20, blank=True)
    emergency = models.BooleanField(default=False)
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "drop boxes"
        ordering = ["cardroom_id", "kind", "number"]
        constraints = [
            models.UniqueConstraint(name="box_number_once_per_kind", fields=["cardroom", "kind", "number"]),
            models.UniqueConstraint(
                name="box_once_per_table_and_shift",
                fields=["table", "kind", "shift"],
                condition=Q(table__isnull=False, retired_at__isnull=True),
            ),
            models.CheckConstraint(name="box_kind_is_known", condition=Q(kind__in=["table", "progressive"])),
            models.CheckConstraint(name="box_number_from_one", condition=Q(number__gte=1)),
            models.CheckConstraint(
                name="box_has_table_unless_emergency",
                condition=Q(emergency=True, table__isnull=True, shift="") | Q(emergency=False, table__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{'emergency ' if self.emergency else ''}box {self.number}"


class CustodyEvent(Authored):
    """One step of a box on its way from the table to the count room and back."""

    class Kind(models.TextChoices):
        PLACED = "placed"
        PULLED = "pulled"
        RECEIVED = "received"
        EMPTIED = "emptied"

    box = models.ForeignKey(DropBox, on_delete=models.PROTECT, related_name="custody")
    # 1, 2, 3 ... of this box; two people recording at once cannot both be next.
    position = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    table = models.ForeignKey(Table, on_delete=models.PROTECT, null=True, related_name="custody")
    # Of a pull: since when the box had stood on the table.
    placed_at = models.DateTimeField(null=True)
    # A box is moved by one security and one gambling employee, surveillance told (WAC 230-15-590).
    security = models.ForeignKey(Employee, on_delete=models.PROTECT, null=True, related_name="+")
    gambling = models.ForeignKey(Employee, on_delete=models.PROTECT, null=True, related_name="+")
    surveillance = models.ForeignKey(Employee, on_delete=models.PROTECT, null=True, related_name="+")
    surveillance_told_at = models.DateTimeField(null=True)
    # The second person or the camera that saw the box empty.
    shown_to = models.CharField(max_length=120, blank=True)

    class Meta(Authored.Meta):
        abstract = False
        ordering = ["box_id", "position"]
        indexes = [models.Index(name="custody_by_table", fields=["table", "at"])]
        constraints = [
            *Authored.Meta.constraints,
            models.UniqueConstraint(name="custody_position_once_per_box", fields=["box", "position"]),
            models.CheckConstraint(
                name="custody_kind_is_known", condition=Q(kind__in=["placed", "pulled", "received", "emptied"])
            ),
            models.CheckConstraint(
                name="box_is_placed_and_pulled_at_a_table",
                condition=Q(kind__in=["placed", "pulled"], table__isnull=False)
                | Q(kind__in=["received", "emptied"], table__isnull=True),
            ),
            models.CheckConstraint(
                name="box_is_pulled_by_two_and_told",
                condition=~Q(kind="pulled")
                | Q(security__isnull=False, gambling__isnull=False, surveillance__isnull=False)
                & Q(surveillance_told_at__isnull=False, placed_at__isnull=False)
                & ~Q(security=F("gambling")),
            ),
            models.CheckConstraint(
                name="emptied_box_is_shown", condition=Q(kind="emptied") & ~Q(shown_to="") | ~Q(kind="emptied")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.box} {self.kind}"


class WagerReport(Authored):
    """How many $1 progressive wagers were made and won at a table since the report before. Only settled ones count."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="wager_reports")
    made = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    # The moment up to which this report counts, on the terminal; `recorded_at` is when it came in.
    at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    key = models.CharField(max_length=80)

    class Meta(Authored.Meta):
        abstract = False
        ordering = ["table_id", "at"]
        indexes = [models.Index(name="wagers_by_table", fields=["table", "at"])]
        constraints = [
            *Authored.Meta.constraints,
            models.UniqueConstraint(name="wager_report_once", fields=["table", "key"]),
            models.CheckConstraint(name="wagers_won_were_made", condition=Q(won__lte=F("made"))),
            models.CheckConstraint(name="wager_report_has_key", condition=~Q(key="")),
        ]

    def __str__(self) -> str:
        return f"{self.made} wagers, {self.won} won"
