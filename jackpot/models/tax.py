"""Tax identity numbers of winners: encrypted at rest, shown masked, and every look at one in full is written down."""

from django.db import models
from django.db.models import Q

from accounting.ledger.guards import AnyGuard, append_only
from jackpot.models.payouts import Payout
from tables.models import Employee


class TaxIdentity(models.Model):
    """The number that goes on a winner's W-2G. A wrong one is corrected by a new row: the newest counts."""

    payout = models.ForeignKey(Payout, on_delete=models.PROTECT, related_name="tax_identities")
    sealed = models.BinaryField()  # see tables/sealing.py
    last4 = models.CharField("last four digits", max_length=4)
    recorded_by = models.ForeignKey(Employee, on_delete=models.PROTECT, related_name="+")
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "tax identities"

    def __str__(self) -> str:
        return f"***-**-{self.last4}"


class TaxDisclosure(models.Model):
    """Someone saw a number in full, and said why. Exports that show them have their reason in `Export`."""

    identity = models.ForeignKey(TaxIdentity, on_delete=models.PROTECT, related_name="disclosures")
    reason = models.CharField(max_length=300)
    by = models.ForeignKey(Employee, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.CheckConstraint(name="disclosure_has_reason", condition=~Q(reason=""))]

    def __str__(self) -> str:
        return f"{self.by} saw {self.identity}: {self.reason}"


TAX_GUARDS: list[AnyGuard] = [*append_only("jackpot_taxidentity"), *append_only("jackpot_taxdisclosure")]
