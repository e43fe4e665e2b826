"""Progressives and the approvals they rest on. Which tables are on one is in `accounting.FundTable`, by gaming day."""

from django.db import models
from django.db.models import Q

from accounting.ledger.guards import AnyGuard, Guard, append_only, frozen, steps
from accounting.models import Fund
from tables.models import Cardroom, Employee


class ProgressiveState(models.TextChoices):
    DRAFT = "draft"
    OPEN = "open"
    REMOVAL_ANNOUNCED = "removal announced"
    RETIRED = "retired"


# In these the wager is taken, hits are recorded and days are closed.
IN_PLAY = (ProgressiveState.OPEN, ProgressiveState.REMOVAL_ANNOUNCED)


class Progressive(models.Model):
    """One jackpot of one cardroom, on one or more tables. Its row is the lock of everything that changes its pots."""

    cardroom = models.ForeignKey(Cardroom, on_delete=models.PROTECT, related_name="progressives")
    code = models.SlugField(unique=True)
    name = models.CharField(max_length=120)
    game = models.SlugField(default="spanish-poker")
    fund = models.OneToOneField(Fund, on_delete=models.PROTECT, related_name="progressive")
    state = models.CharField(max_length=20, choices=ProgressiveState, default=ProgressiveState.DRAFT)
    # The gaming day on which it was seeded and posted: the first one to be closed.
    first_day = models.DateField(null=True)
    seed = models.PositiveBigIntegerField(null=True)  # what it was opened with

    class Meta:
        ordering = ["code"]
        constraints = [
            models.CheckConstraint(name="progressive_state_is_known", condition=Q(state__in=ProgressiveState.values)),
            models.CheckConstraint(
                name="progressive_in_play_has_first_day",
                condition=Q(state="draft") | Q(first_day__isnull=False, seed__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Approval(models.Model):
    """What the WSGC approved, under which reference, and when."""

    class Kind(models.TextChoices):
        ACCOUNTING = "accounting process"
        HOUSE_RULES = "house rules for backups and shortages"
        THIRD_PARTY = "third-party system"
        FEE = "fee"

    progressive = models.ForeignKey(Progressive, on_delete=models.PROTECT, related_name="approvals")
    kind = models.CharField(max_length=40, choices=Kind)
    reference = models.CharField(max_length=80)
    approved_on = models.DateField()
    # The demo's approvals are invented, and say so wherever they are shown.
    made_up = models.BooleanField(default=False)
    recorded_by = models.ForeignKey(Employee, on_delete=models.PROTECT, related_name="+")
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ["progressive_id", "pk"]
        constraints = [
            models.CheckConstraint(name="approval_has_reference", condition=~Q(reference="")),
            models.CheckConstraint(
                name="approval_kind_is_known",
                condition=Q(
                    kind__in=[
                        "accounting process",
                        "house rules for backups and shortages",
                        "third-party system",
                        "fee",
                    ]
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.reference}" + (" (made up)" if self.made_up else "")


PROGRESSIVE_GUARDS: list[AnyGuard] = [
    *frozen("jackpot_progressive", ["id", "cardroom_id", "code", "game", "fund_id"]),
    *steps(
        "jackpot_progressive",
        "state",
        {("draft", "open"), ("open", "removal announced"), ("removal announced", "retired")},
        start="draft",
    ),
    Guard(
        "jackpot_progressive_opened_once",
        "jackpot_progressive",
        "UPDATE",
        "OLD.first_day IS NOT NULL AND "
        "(NEW.first_day IS DISTINCT FROM OLD.first_day OR NEW.seed IS DISTINCT FROM OLD.seed)",
        "When a progressive was opened, and with which seed, never changes.",
    ),
    *append_only("jackpot_approval"),
]
