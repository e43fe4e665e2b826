"""Every copy of a slip that was printed: the second and later ones are marked as reprints."""

from django.db import models
from django.db.models import Q

from accounting.ledger.guards import AnyGuard, Guard, append_only
from jackpot.models.payouts import Payout
from tables.models import Employee


class SlipPrint(models.Model):
    """One printed copy of a slip, in order: 1 is the original (WAC 230-15-520: slips are not repeated unseen)."""

    payout = models.ForeignKey(Payout, on_delete=models.PROTECT, related_name="prints")
    number = models.PositiveIntegerField()
    printed_by = models.ForeignKey(Employee, on_delete=models.PROTECT, related_name="+")
    printed_at = models.DateTimeField()

    class Meta:
        ordering = ["payout_id", "number"]
        constraints = [
            models.UniqueConstraint(name="slip_print_number_once", fields=["payout", "number"]),
            models.CheckConstraint(name="slip_print_from_one", condition=Q(number__gte=1)),
        ]

    def __str__(self) -> str:
        return f"print {self.number} of {self.payout}"

    @property
    def reprint(self) -> int:
        """Which reprint this is; 0 for the original."""
        return self.number - 1


PRINT_GUARDS: list[AnyGuard] = [
    *append_only("jackpot_slipprint"),
    Guard(
        "jackpot_slip_print_is_next",
        "jackpot_slipprint",
        "INSERT",
        "NEW.number <> 1 + (SELECT COALESCE(MAX(p.number), 0) FROM jackpot_slipprint p "
        "WHERE p.payout_id = NEW.payout_id)",
        "Prints of a slip are numbered in order.",
    ),
]
