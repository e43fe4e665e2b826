"""Wager limits as records: what a jurisdiction allows, what is posted at a table, and who may not bet at all.

The rules that read them are in `tables.games.limits`. A limit is never edited; a new figure is a new row with its own
source and date.
"""

from django.db import models
from django.db.models import F, Q

from tables.games.limits import WAGERING_LIMITS, Barred, Kind, Limit
from tables.games.orders import ORDERS
from tables.models.authors import Authored
from tables.models.cardrooms import Cardroom
from tables.models.people import Employee
from tables.models.tables import Table

KINDS = [str(kind) for kind in Kind]
WITH_AMOUNT = [str(kind) for kind in Kind if "amount" in kind.needs]
WITH_COUNT = [str(kind) for kind in Kind if "count" in kind.needs]
POSTED = [str(kind) for kind in WAGERING_LIMITS]
# Who is barred by name. An employee is barred by being on duty, which the employee's own record says.
LISTED = [str(Barred.OWNER), str(Barred.OPERATOR), str(Barred.SHILL)]


class WagerLimit(Authored):
    """A limit of a jurisdiction, from a day on. Of two for the same day the one recorded last holds."""

    jurisdiction = models.SlugField()
    kind = models.CharField(max_length=60, choices=[(kind, kind) for kind in KINDS])
    game = models.SlugField(blank=True, help_text="empty: every game")
    amount = models.PositiveBigIntegerField(null=True, blank=True, help_text="cents")
    count = models.PositiveIntegerField(null=True, blank=True)
    source = models.CharField(max_length=120)
    effective = models.DateField()
    recorded_at = models.DateTimeField()

    class Meta(Authored.Meta):
        abstract = False
        ordering = ["jurisdiction", "kind", "effective", "id"]
        indexes = [models.Index(name="limits_by_jurisdiction", fields=["jurisdiction", "effective"])]
        constraints = [
            *Authored.Meta.constraints,
            models.CheckConstraint(name="limit_kind_is_known", condition=Q(kind__in=KINDS)),
            models.CheckConstraint(name="limit_game_is_known", condition=Q(game__in=["", *ORDERS])),
            models.CheckConstraint(name="limit_has_source", condition=~Q(source="")),
            models.CheckConstraint(
                name="limit_has_amount_if_needed",
                condition=Q(kind__in=WITH_AMOUNT, amount__isnull=False)
                | ~Q(kind__in=WITH_AMOUNT) & Q(amount__isnull=True),
            ),
            models.CheckConstraint(
                name="limit_has_count_if_needed",
                condition=Q(kind__in=WITH_COUNT, count__isnull=False) | ~Q(kind__in=WITH_COUNT) & Q(count__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} in {self.jurisdiction} from {self.effective}"

    @property
    def limit(self) -> Limit:
        """The limit as the rules take it."""
        return Limit(
            self.jurisdiction, Kind(self.kind), self.source, self.effective, self.amount, self.count, self.game
        )


class TableLimit(models.Model):
    """The most that may be wagered at one table, as posted there: announced, then in force from a moment on."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="limits")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=60, choices=[(kind, kind) for kind in POSTED])
    amount = models.PositiveBigIntegerField(help_text="cents")
    effective_at = models.DateTimeField()
    announced_by = models.ForeignKey(Employee, on_delete=models.PROTECT, related_name="+")
    announced_at = models.DateTimeField()

    class Meta:
        ordering = ["table_id", "number"]
        indexes = [models.Index(name="posted_by_moment", fields=["table", "effective_at", "number"])]
        constraints = [
            models.UniqueConstraint(name="posted_number_once_per_table", fields=["table", "number"]),
            models.CheckConstraint(name="posted_kind_is_known", condition=Q(kind__in=POSTED)),
            models.CheckConstraint(name="posted_amount_above_zero", condition=Q(amount__gt=0)),
            models.CheckConstraint(name="posted_is_not_backdated", condition=Q(effective_at__gte=F("announced_at"))),
        ]

    def __str__(self) -> str:
        return f"limit {self.number} of {self.table}"

    @property
    def limit(self) -> Limit:
        """The limit as the rules take it."""
        source = f"posted at {self.table}"
        return Limit(self.table.cardroom.jurisdiction, Kind(self.kind), source, self.effective_at.date(), self.amount)


class BarredPatron(models.Model):
    """Someone who may not bet in a cardroom: an owner, an operator or a shill, as the hands name the patron."""

    cardroom = models.ForeignKey(Cardroom, on_delete=models.PROTECT, related_name="barred_patrons")
    patron = models.CharField(max_length=120)
    why = models.CharField(max_length=30, choices=[(why, why) for why in LISTED])
    barred_by = models.ForeignKey(Employee, on_delete=models.PROTECT, related_name="+")
    barred_at = models.DateTimeField()
    lifted_by = models.ForeignKey(Employee, on_delete=models.PROTECT, null=True, related_name="+")
    lifted_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["cardroom_id", "patron"]
        constraints = [
            models.UniqueConstraint(
                name="patron_barred_once", fields=["cardroom", "patron"], condition=Q(lifted_at__isnull=True)
            ),
            models.CheckConstraint(name="barred_for_a_known_reason", condition=Q(why__in=LISTED)),
            models.CheckConstraint(
                name="bar_is_lifted_by_someone",
                condition=Q(lifted_at__isnull=True, lifted_by__isnull=True)
                | Q(lifted_at__isnull=False, lifted_by__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.patron}, {self.why}"
