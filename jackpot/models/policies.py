"""The house elections of a progressive, version by version."""

from django.db import models
from django.db.models import F, Q

from accounting.ledger.guards import AnyGuard, Guard, frozen
from jackpot import rules
from jackpot.models.progressives import Progressive
from tables.models import Employee

ELECTIONS = (
    "fee_bps",
    "fee_max_bps",
    "seed_recovery",
    "seed_portion_bps",
    "shortage",
    "backups",
    "backup_share_bps",
    "backup_threshold",
    "backup_cap",
    "cap_lift",
    "seed_minimum",
    "maximum",
)


class PolicyVersion(models.Model):
    """One set of elections, staged by one person, approved by another, in force from a gaming day on."""

    class Accrual(models.TextChoices):
        COUNTED = "counted"
        METERED = "metered"

    progressive = models.ForeignKey(Progressive, on_delete=models.PROTECT, related_name="policies")
    number = models.PositiveIntegerField()
    # None only for the first version, which is in force from the day the progressive opens.
    effective_from = models.DateField(null=True)
    accrual = models.CharField(max_length=8, choices=Accrual, default=Accrual.COUNTED)
    fee_bps = models.PositiveIntegerField()
    fee_max_bps = models.PositiveIntegerField()
    seed_recovery = models.CharField(max_length=8)
    seed_portion_bps = models.PositiveIntegerField()
    shortage = models.CharField(max_length=10)
    backups = models.BooleanField()
    backup_share_bps = models.PositiveIntegerField()
    backup_threshold = models.PositiveBigIntegerField()
    backup_cap = models.PositiveBigIntegerField()
    cap_lift = models.PositiveBigIntegerField()
    seed_minimum = models.PositiveBigIntegerField()
    maximum = models.PositiveBigIntegerField(null=True)
    staged_by = models.ForeignKey(Employee, on_delete=models.PROTECT, related_name="+")
    staged_at = models.DateTimeField()
    approved_by = models.ForeignKey(Employee, on_delete=models.PROTECT, null=True, related_name="+")
    approved_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["progressive_id", "number"]
        constraints = [
            models.UniqueConstraint(name="policy_number_once_per_progressive", fields=["progressive", "number"]),
            models.CheckConstraint(
                name="policy_approved_by_another",
                condition=Q(approved_by__isnull=True, approved_at__isnull=True)
                | Q(approved_at__isnull=False) & ~Q(approved_by=F("staged_by")),
            ),
            models.CheckConstraint(name="policy_fee_within_maximum", condition=Q(fee_bps__lte=F("fee_max_bps"))),
            models.CheckConstraint(name="policy_seed_at_least_500", condition=Q(seed_minimum__gte=rules.LEAST_SEED)),
            models.CheckConstraint(name="policy_accrual_is_known", condition=Q(accrual__in=["counted", "metered"])),
        ]

    def __str__(self) -> str:
        return f"policy {self.number} of {self.progressive}"

    @property
    def elections(self) -> rules.Policy:
        """The elections as the rules take them."""
        return rules.Policy(**{name: getattr(self, name) for name in ELECTIONS})


POLICY_GUARDS: list[AnyGuard] = [
    *frozen(
        "jackpot_policyversion",
        ["id", "progressive_id", "number", "accrual", *ELECTIONS, "staged_by_id", "staged_at"],
    ),
    Guard(
        "jackpot_policy_stays_approved",
        "jackpot_policyversion",
        "UPDATE",
        "OLD.approved_by_id IS NOT NULL AND (NEW.approved_by_id IS DISTINCT FROM OLD.approved_by_id "
        "OR NEW.approved_at IS DISTINCT FROM OLD.approved_at "
        "OR NEW.effective_from IS DISTINCT FROM OLD.effective_from)",
        "An approved policy never changes. Stage a new one.",
    ),
    Guard(
        "jackpot_policy_starts_staged",
        "jackpot_policyversion",
        "INSERT",
        "NEW.approved_by_id IS NOT NULL",
        "A policy is staged first and approved by someone else.",
    ),
    Guard(
        "jackpot_policy_is_never_retroactive",
        "jackpot_policyversion",
        "UPDATE",
        "NEW.approved_by_id IS NOT NULL AND OLD.approved_by_id IS NULL AND (NEW.effective_from IS NULL OR EXISTS "
        "(SELECT 1 FROM jackpot_close c WHERE c.progressive_id = NEW.progressive_id "
        "AND c.gaming_day >= NEW.effective_from))",
        "A policy takes effect on a gaming day that is not closed.",
    ),
]
