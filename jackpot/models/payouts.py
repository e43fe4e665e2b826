"""Payout slips, the checks they need by their amount, and the dated thresholds that decide it.

jackpot slip   locked - verified - paid          tray slip   recorded - approved
                    \\_________\\_ voided                            \\_________\\_ voided
"""

from django.db import models
from django.db.models import F, Q
from num2words import num2words

from accounting.ledger.guards import AnyGuard, Guard, append_only, frozen, steps
from accounting.models import Entry
from jackpot.models.hits import HitEvent
from jackpot.models.progressives import Progressive
from tables.models import Cardroom, Employee


class PayoutState(models.TextChoices):
    LOCKED = "locked"
    VERIFIED = "verified"
    PAID = "paid"
    RECORDED = "recorded"
    APPROVED = "approved"
    VOIDED = "voided"


class Payout(models.Model):
    """One slip: what one winning spot is paid, from the jackpot or from the tray."""

    class Source(models.TextChoices):
        JACKPOT = "jackpot"
        TRAY = "tray"

    class Method(models.TextChoices):
        CASH = "cash"
        CHECK = "check"

    cardroom = models.ForeignKey(Cardroom, on_delete=models.PROTECT, related_name="payouts")
    number = models.PositiveBigIntegerField()
    progressive = models.ForeignKey(Progressive, on_delete=models.PROTECT, related_name="payouts")
    hit = models.ForeignKey(HitEvent, on_delete=models.PROTECT, related_name="payouts")
    gaming_day = models.DateField()
    spot = models.PositiveSmallIntegerField()
    patron = models.CharField(max_length=80, blank=True)
    cards = models.CharField(max_length=20)
    category = models.CharField(max_length=20)
    share = models.CharField(max_length=60)
    amount = models.PositiveBigIntegerField()
    pot_before = models.PositiveBigIntegerField()
    pot_after = models.PositiveBigIntegerField()
    source = models.CharField(max_length=8, choices=Source)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="payouts")
    state = models.CharField(max_length=8, choices=PayoutState)

    verified_by = models.ForeignKey(Employee, on_delete=models.PROTECT, null=True, related_name="+")
    verified_at = models.DateTimeField(null=True)
    paid_by = models.ForeignKey(Employee, on_delete=models.PROTECT, null=True, related_name="+")
    paid_at = models.DateTimeField(null=True)
    paid_from = models.CharField(max_length=4, blank=True)
    method = models.CharField(max_length=5, choices=Method, blank=True)
    voided_by = models.ForeignKey(Employee, on_delete=models.PROTECT, null=True, related_name="+")
    voided_at = models.DateTimeField(null=True)
    void_reason = models.CharField(max_length=300, blank=True)
    # What paid or voided it in the books.
    final_entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["cardroom_id", "number"]
        indexes = [models.Index(name="payout_by_day", fields=["progressive", "gaming_day"])]
        constraints = [
            models.UniqueConstraint(name="payout_number_once_per_cardroom", fields=["cardroom", "number"]),
            models.UniqueConstraint(name="payout_once_per_spot", fields=["hit", "spot"]),
            models.CheckConstraint(
                name="payout_state_fits_source",
                condition=Q(source="jackpot", state__in=["locked", "verified", "paid", "voided"])
                | Q(source="tray", state__in=["recorded", "approved", "voided"]),
            ),
            models.CheckConstraint(
                name="payout_paid_says_how",
                condition=~Q(state="paid")
                | Q(paid_by__isnull=False, paid_at__isnull=False, final_entry__isnull=False)
                & Q(paid_from__in=["cage", "bank"], method__in=["cash", "check"]),
            ),
            models.CheckConstraint(
                name="payout_verified_says_by_whom",
                condition=~Q(state__in=["verified", "approved", "paid"])
                | Q(verified_by__isnull=False, verified_at__isnull=False),
            ),
            models.CheckConstraint(
                name="payout_voided_says_why",
                condition=~Q(state="voided")
                | Q(voided_by__isnull=False, voided_at__isnull=False, final_entry__isnull=False) & ~Q(void_reason=""),
            ),
            models.CheckConstraint(name="payout_pot_goes_down", condition=Q(pot_after__lte=F("pot_before"))),
        ]

    def __str__(self) -> str:
        return f"slip {self.number:06d}"

    @property
    def document(self) -> str:
        return f"payout/{self.number:06d}"

    @property
    def amount_in_words(self) -> str:
        """As written on the slip: `two thousand, five hundred dollars and 00/100`."""
        dollars, cents = divmod(self.amount, 100)
        return f"{num2words(dollars)} dollars and {cents:02d}/100"


class Threshold(models.Model):
    """From which amount on a payout needs a check: a rule's figure, its source and its date, never a constant."""

    class Check(models.TextChoices):
        HAND_AND_DECK = "hand and deck verified"
        CAMERAS = "cameras verified"
        PAID_BY_CHECK = "paid by check within 24 hours"
        W2G = "W-2G filled in"
        WITHHOLDING = "tax withheld"
        CTR = "currency transaction report"

    check_name = models.CharField(max_length=40, choices=Check)
    amount = models.PositiveBigIntegerField()
    inclusive = models.BooleanField()  # "at least" the amount; otherwise "over" it
    effective_from = models.DateField()
    source = models.CharField(max_length=120)

    class Meta:
        ordering = ["check_name", "effective_from"]
        constraints = [models.UniqueConstraint(name="threshold_once_per_date", fields=["check_name", "effective_from"])]

    def __str__(self) -> str:
        return f"{self.check_name} {'from' if self.inclusive else 'over'} {self.amount} cents ({self.source})"

    def is_reached_by(self, cents: int) -> bool:
        return cents > self.amount or (self.inclusive and cents == self.amount)


class PayoutCheck(models.Model):
    """A required check that someone made, with what they noted (a form's number, a camera, a seal)."""

    payout = models.ForeignKey(Payout, on_delete=models.PROTECT, related_name="checks")
    check_name = models.CharField(max_length=40, choices=Threshold.Check)
    threshold = models.ForeignKey(Threshold, on_delete=models.PROTECT, related_name="+")
    note = models.CharField(max_length=200)
    made_by = models.ForeignKey(Employee, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["payout_id", "pk"]
        constraints = [
            models.UniqueConstraint(name="check_once_per_payout", fields=["payout", "check_name"]),
            models.CheckConstraint(name="check_is_noted", condition=~Q(note="")),
        ]

    def __str__(self) -> str:
        return f"{self.check_name}: {self.note}"


SLIP_STEPS = {
    ("locked", "verified"),
    ("verified", "paid"),
    ("locked", "voided"),
    ("verified", "voided"),
    ("recorded", "approved"),
    ("recorded", "voided"),
    ("approved", "voided"),
}
WRITTEN_ONCE = [
    *("id", "cardroom_id", "number", "progressive_id", "hit_id", "gaming_day", "spot", "cards", "category", "share"),
    *("amount", "pot_before", "pot_after", "source", "entry_id"),
]

PAYOUT_GUARDS: list[AnyGuard] = [
    *frozen("jackpot_payout", WRITTEN_ONCE),
    *steps("jackpot_payout", "state", SLIP_STEPS),
    Guard(
        "jackpot_payout_starts_unverified",
        "jackpot_payout",
        "INSERT",
        "NEW.state NOT IN ('locked', 'recorded')",
        "A new slip is locked or recorded, not yet verified.",
    ),
    # WAC 230-15-525: numbered without repeats or gaps.
    Guard(
        "jackpot_payout_is_next",
        "jackpot_payout",
        "INSERT",
        "NEW.number <> 1 + (SELECT COALESCE(MAX(p.number), 0) FROM jackpot_payout p "
        "WHERE p.cardroom_id = NEW.cardroom_id)",
        "Slips are numbered without gaps.",
    ),
    # WAC 230-15-430: nobody can both commit and conceal an error.
    Guard(
        "jackpot_payout_verified_by_another",
        "jackpot_payout",
        "UPDATE",
        "NEW.verified_by_id = (SELECT h.author_employee_id FROM jackpot_hitevent h WHERE h.id = NEW.hit_id)",
        "A slip is verified by someone other than the one who recorded the hit.",
    ),
    Guard(
        "jackpot_payout_stays_verified",
        "jackpot_payout",
        "UPDATE",
        "OLD.verified_by_id IS NOT NULL AND (NEW.verified_by_id IS DISTINCT FROM OLD.verified_by_id "
        "OR NEW.verified_at IS DISTINCT FROM OLD.verified_at)",
        "Who verified a slip, and when, never changes.",
    ),
    Guard(
        "jackpot_payout_stays_final",
        "jackpot_payout",
        "UPDATE",
        "OLD.state IN ('paid', 'voided')",
        "A paid or voided slip never changes. Record a correction instead.",
    ),
    *append_only("jackpot_payoutcheck"),
    *append_only("jackpot_threshold"),
]
