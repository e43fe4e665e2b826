"""The tax identity number behind a slip: written down once for its W-2G, and shown in full only to who says why."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from jackpot.models import Payout, TaxDisclosure
from jackpot.selectors.payouts import payout_of
from jackpot.services.tax import record_tax_identity, show_tax_identity
from tables.duties import Role, may
from tables.pages import Attempt, StaffRequest, page

READERS = (Role.FLOOR_MANAGER, Role.ACCOUNTANT, Role.GENERAL_MANAGER, Role.AUDITOR)


@page(*READERS)
def tax_identity(request: StaffRequest, number: int) -> HttpResponse:
    """One slip's number, masked; what is entered goes in sealed and is never sent back into the form."""
    slip = payout_of(request.cardroom, number)
    attempt, in_full = Attempt(), ""
    if request.method == "POST" and request.POST.get("do") == "show":
        with attempt:
            in_full = show_tax_identity(payout=slip, reason=request.POST.get("reason", ""), by=request.user)
    elif request.method == "POST":
        with attempt:
            record_tax_identity(payout=slip, number=request.POST.get("number", ""), by=request.user)
            messages.success(request, _("The tax identity number is kept with the slip, encrypted."))
            return redirect("tax-identity", number=number)
    context = _shown(slip) | {
        "attempt": attempt,
        "did": request.POST.get("do", ""),
        "reason": request.POST.get("reason", ""),
        "in_full": in_full,
        "may_record": may(request.user, record_tax_identity),
        "may_see_in_full": may(request.user, show_tax_identity),
    }
    return render(request, "jackpot/payouts/tax.html", context, status=attempt.status)


def _shown(slip: Payout) -> dict[str, object]:
    looks = TaxDisclosure.objects.filter(identity__payout=slip).select_related("by", "identity").order_by("-pk")
    return {"slip": slip, "identities": list(slip.tax_identities.select_related("recorded_by")), "looks": looks}
