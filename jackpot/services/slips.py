"""Printing a slip. Every copy is counted before it is drawn, so a second one can never pass for the first."""

from django.db import transaction
from django.db.models import Max

from jackpot.models import Payout, SlipPrint
from tables import clock
from tables.duties import Role, allowed, require_same_cardroom
from tables.models import Employee


@allowed(Role.FLOOR_MANAGER, Role.VERIFIER, Role.ACCOUNTANT, Role.GENERAL_MANAGER)
@transaction.atomic
def print_slip(*, payout: Payout, by: Employee) -> SlipPrint:
    """Count one more printed copy of the slip."""
    require_same_cardroom(by, payout.cardroom)
    Payout.objects.select_for_update().get(pk=payout.pk)
    last = payout.prints.aggregate(last=Max("number", default=0))["last"]
    return SlipPrint.objects.create(payout=payout, number=last + 1, printed_by=by, printed_at=clock.now())
