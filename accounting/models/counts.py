"""Counts of drop boxes: the cardroom's rules and denominations, the passes, the signatures.

A count belongs to one pull of one box and to no other. Its passes, lines, recounts and signatures are only added; the
count itself goes from step to step and, once locked, never changes again (accounting/guards.py).
"""

from django.db import models
from django.db.models import Q

from accounting.models.ledger import Entry, Fund
from tables.models import Cardroom, CustodyEvent, DropBox, Employee, Table


class CountRules(models.Model):
    """What a cardroom's own size and house rules ask of its counts."""

    class Tier(models.TextChoices):
        """Last year's gross receipts (WAC 230-15-610)."""

        UNDER_5M = "under 5M", "under $5 million"
        TO_15M = "to 15M", "$5 to $15 million"
        ABOVE_OR_NEW = "above or new", "above $15 million, or a new cardroom"

    cardroom = models.OneToOneField(Cardroom, on_delete=models.PROTECT, related_name="count_rules")
    tier = models.CharField(max_length=12, choices=Tier, default=Tier.ABOVE_OR_NEW)
    currency_counter = models.BooleanField(default=False)
    # A count that differs from the terminals' figure by more than this, in cents, has to be explained.
    variance_threshold = models.PositiveIntegerField(default=2_000)
    reminder_hours = models.PositiveSmallIntegerField(default=4)
    exception_hours = models.PositiveSmallIntegerField(default=12)
    # A box placed at most so long before the cut-over is the next day's, put out early.
    early_change_hours = models.PositiveSmallIntegerField(default=4)

    class Meta:
        verbose_name_plural = "count rules"
        constraints = [
            models.CheckConstraint(
                name="count_tier_is_known", condition=Q(tier__in=["under 5M", "to 15M", "above or new"])
            )
        ]

    def __str__(self) -> str:
        return f"count rules of {self.cardroom}"

    @property
    def team_size(self) -> int:
        """How many members a count team has, the verifier not among them (WAC 230-15-610)."""
        two = self.tier == self.Tier.UNDER_5M or (self.tier == self.Tier.TO_15M and self.currency_counter)
        return 2 if two else 3


class Denomination(models.Model):
    """One line of the cardroom's count sheet. Coins are counted as an amount: so many pieces of one cent."""

    class Kind(models.TextChoices):
        CHIP = "chip"
        BILL = "bill"
        COIN = "coin"

    cardroom = models.ForeignKey(Cardroom, on_delete=models.PROTECT, related_name="denominations")
    label = models.CharField(max_length=20)
    value = models.PositiveIntegerField()
    kind = models.CharField(max_length=4, choices=Kind)
    retired = models.BooleanField(default=False)

    class Meta:
        ordering = ["cardroom_id", "pk"]
        constraints = [
            models.UniqueConstraint(name="denomination_once_per_cardroom", fields=["cardroom", "label"]),
            models.CheckConstraint(name="denomination_has_value", condition=Q(value__gte=1)),
            models.CheckConstraint(name="coins_are_an_amount", condition=~Q(kind="coin") | Q(value=1)),
            models.CheckConstraint(name="denomination_kind_is_known", condition=Q(kind__in=["chip", "bill", "coin"])),
        ]

    def __str__(self) -> str:
        return self.label


class CountState(models.TextChoices):
    OPENED = "opened", "waits for pass A"
    HALF = "half", "waits for pass B"
    DIFFERENT = "different", "waits for a recount"
    AGREED = "agreed", "waits for the verifier"
    VERIFIED = "verified", "waits for signatures"
    LOCKED = "locked", "locked"


class Count(models.Model):
    """The count of one pulled box, for one gaming day."""

    cardroom = models.ForeignKey(Cardroom, on_delete=models.PROTECT, related_name="counts")
    number = models.PositiveIntegerField()
    pull = models.OneToOneField(CustodyEvent, on_delete=models.PROTECT, related_name="count")
    box = models.ForeignKey(DropBox, on_delete=models.PROTECT, related_name="counts")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="counts")
    # None for the box of the table's other wagers, which are not the jackpot's money.
    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, null=True, related_name="counts")
    gaming_day = models.DateField()
    opened_by = models.ForeignKey(Employee, on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=CountState, default=CountState.OPENED)
    attempt = models.PositiveSmallIntegerField(default=1)
    total = models.PositiveBigIntegerField(null=True)
    locked_at = models.DateTimeField(null=True)
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, null=True, related_name="locked_count")

    class Meta:
        ordering = ["cardroom_id", "number"]
        indexes = [models.Index(name="count_by_fund_and_day", fields=["fund", "gaming_day"])]
        constraints = [
            models.UniqueConstraint(name="count_number_once_per_cardroom", fields=["cardroom", "number"]),
            models.CheckConstraint(name="count_state_is_known", condition=Q(state__in=CountState.values)),
            models.CheckConstraint(
                name="count_has_a_total_once_locked",
                condition=Q(state="locked", total__isnull=False, locked_at__isnull=False)
                | ~Q(state="locked") & Q(total__isnull=True, locked_at__isnull=True, entry__isnull=True),
            ),
            models.CheckConstraint(
                name="locked_count_of_a_fund_is_posted",
                condition=~Q(state="locked") | Q(fund__isnull=True) | Q(entry__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"count {self.number:06d}"


class CountPass(models.Model):
    """What one person found in the box, alone: pass A, pass B, or the verifier's."""

    class Letter(models.TextChoices):
        A = "A", "pass A"
        B = "B", "pass B"
        VERIFIER = "V", "verifier"

    count = models.ForeignKey(Count, on_delete=models.PROTECT, related_name="passes")
    attempt = models.PositiveSmallIntegerField()
    letter = models.CharField(max_length=1, choices=Letter)
    by = models.ForeignKey(Employee, on_delete=models.PROTECT, related_name="count_passes")
    # The box was empty: said, not left blank.
    nil = models.BooleanField()
    total = models.PositiveBigIntegerField()
    key = models.CharField(max_length=80)
    at = models.DateTimeField()

    class Meta:
        ordering = ["count_id", "attempt", "pk"]
        verbose_name_plural = "count passes"
        constraints = [
            models.UniqueConstraint(name="pass_once_per_attempt", fields=["count", "attempt", "letter"]),
            models.UniqueConstraint(name="pass_by_different_people", fields=["count", "attempt", "by"]),
            models.UniqueConstraint(name="pass_key_once", fields=["count", "by", "key"]),
            models.CheckConstraint(name="pass_letter_is_known", condition=Q(letter__in=["A", "B", "V"])),
            models.CheckConstraint(name="pass_has_key", condition=~Q(key="")),
            models.CheckConstraint(
                name="nil_pass_is_empty", condition=Q(nil=True, total=0) | Q(nil=False, total__gt=0)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_letter_display()} of {self.count}"

    def quantities(self) -> dict[str, int]:
        """Pieces by denomination, those not found left out."""
        return {line.denomination.label: line.quantity for line in self.lines.all()}


class CountLine(models.Model):
    """How many pieces of one denomination a pass found."""

    count_pass = models.ForeignKey(CountPass, on_delete=models.PROTECT, related_name="lines")
    denomination = models.ForeignKey(Denomination, on_delete=models.PROTECT, related_name="+")
    quantity = models.PositiveIntegerField()

    class Meta:
        ordering = ["count_pass_id", "denomination_id"]
        constraints = [
            models.UniqueConstraint(name="denomination_once_per_pass", fields=["count_pass", "denomination"]),
            models.CheckConstraint(name="line_counts_something", condition=Q(quantity__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.quantity} x {self.denomination}"


class Recount(models.Model):
    """Why a count began again."""

    count = models.ForeignKey(Count, on_delete=models.PROTECT, related_name="recounts")
    attempt = models.PositiveSmallIntegerField()  # the one that begins with it
    reason = models.CharField(max_length=500)
    by = models.ForeignKey(Employee, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["count_id", "attempt"]
        constraints = [
            models.UniqueConstraint(name="recount_once_per_attempt", fields=["count", "attempt"]),
            models.CheckConstraint(name="recount_has_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"recount {self.attempt} of {self.count}"


class CountSignature(models.Model):
    """A member's own sign-off of one attempt, given with PIN or password."""

    count = models.ForeignKey(Count, on_delete=models.PROTECT, related_name="signatures")
    attempt = models.PositiveSmallIntegerField()
    by = models.ForeignKey(Employee, on_delete=models.PROTECT, related_name="count_signatures")
    at = models.DateTimeField()

    class Meta:
        ordering = ["count_id", "attempt", "pk"]
        constraints = [
            models.UniqueConstraint(name="signature_once_per_attempt", fields=["count", "attempt", "by"]),
        ]

    def __str__(self) -> str:
        return f"{self.by} on {self.count}"
