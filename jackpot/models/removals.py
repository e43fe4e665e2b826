"""Removing a progressive from play: announced, every cent disposed of, approved by two people, retired."""

from django.db import models
from django.db.models import Q

from accounting.ledger.guards import AnyGuard, Guard, append_only, frozen, steps
from accounting.models import Entry
from jackpot.models.progressives import Progressive
from tables.models import Employee


class Removal(models.Model):
    """The removal of one progressive (WAC 230-15-710)."""

    class State(models.TextChoices):
        ANNOUNCED = "announced"
        PLANNED = "planned"
        COMPLETED = "completed"

    progressive = models.OneToOneField(Progressive, on_delete=models.PROTECT, related_name="removal")
    last_day = models.DateField()
    notice = models.CharField(max_length=400)  # as posted at the tables
    announced_by = models.ForeignKey(Employee, on_delete=models.PROTECT, related_name="+")
    announced_at = models.DateTimeField()
    approval_reference = models.CharField(max_length=80, blank=True)  # of the WSGC
    planned_by = models.ForeignKey(Employee, on_delete=models.PROTECT, null=True, related_name="+")
    state = models.CharField(max_length=10, choices=State, default=State.ANNOUNCED)
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, null=True, related_name="removal")

    class Meta:
        constraints = [
            models.CheckConstraint(name="removal_has_notice", condition=~Q(notice="")),
            models.CheckConstraint(
                name="removal_planned_with_approval",
                condition=Q(state="announced") | ~Q(approval_reference="") & Q(planned_by__isnull=False),
            ),
            models.CheckConstraint(
                name="removal_completed_is_posted", condition=~Q(state="completed") | Q(entry__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"removal of {self.progressive}"


class Disposition(models.Model):
    """Where some cents of one pot go."""

    class Pot(models.TextChoices):
        PRIMARY = "primary"
        BACKUP1 = "backup1"
        BACKUP2 = "backup2"
        UNALLOCATED = "unallocated"

    class Kind(models.TextChoices):
        PROGRESSIVE = "another progressive"
        EVENT = "players in a named event"
        APPROVED = "as the WSGC approved"

    removal = models.ForeignKey(Removal, on_delete=models.PROTECT, related_name="dispositions")
    pot = models.CharField(max_length=12, choices=Pot)
    kind = models.CharField(max_length=30, choices=Kind)
    amount = models.PositiveBigIntegerField()
    to_progressive = models.ForeignKey(Progressive, on_delete=models.PROTECT, null=True, related_name="+")
    description = models.CharField(max_length=200)

    class Meta:
        ordering = ["removal_id", "pk"]
        constraints = [
            models.CheckConstraint(name="disposition_moves_money", condition=Q(amount__gt=0)),
            models.CheckConstraint(name="disposition_is_described", condition=~Q(description="")),
            models.CheckConstraint(
                name="disposition_names_progressive",
                condition=Q(kind="another progressive", to_progressive__isnull=False)
                | ~Q(kind="another progressive") & Q(to_progressive__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.amount} cents of {self.pot}: {self.description}"


class RemovalApproval(models.Model):
    """One of the two approvals of a planned removal."""

    removal = models.ForeignKey(Removal, on_delete=models.PROTECT, related_name="approvals")
    by = models.ForeignKey(Employee, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["removal_id", "pk"]
        constraints = [models.UniqueConstraint(name="removal_approved_by_different_people", fields=["removal", "by"])]

    def __str__(self) -> str:
        return f"{self.by} approved {self.removal}"


REMOVAL_GUARDS: list[AnyGuard] = [
    *frozen("jackpot_removal", ["id", "progressive_id", "last_day", "notice", "announced_by_id", "announced_at"]),
    *steps("jackpot_removal", "state", {("announced", "planned"), ("planned", "completed")}, start="announced"),
    Guard(
        "jackpot_removal_stays_completed",
        "jackpot_removal",
        "UPDATE",
        "OLD.state = 'completed'",
        "A completed removal never changes.",
    ),
    Guard(
        "jackpot_removal_needs_two_approvals",
        "jackpot_removal",
        "UPDATE",
        "NEW.state = 'completed' AND (SELECT COUNT(*) FROM jackpot_removalapproval a WHERE a.removal_id = NEW.id) < 2",
        "A removal needs the approval of two people.",
    ),
    Guard(
        "jackpot_progressive_retires_empty",
        "jackpot_progressive",
        "UPDATE",
        "NEW.state = 'retired' AND EXISTS (SELECT 1 FROM accounting_account a WHERE a.fund_id = NEW.fund_id "
        "AND a.balance <> 0 AND a.name NOT IN ('players', 'fee', 'boxes', 'house', 'winners'))",
        "A progressive is retired when every cent of it has been disposed of.",
    ),
    *append_only("jackpot_disposition"),
    *append_only("jackpot_removalapproval"),
]
