"""Slips: the list, one slip with its checks to tick off, verifying, paying, voiding, printing."""

from collections.abc import Callable
from dataclasses import dataclass

import segno
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounting.selectors.gaming_days import current_day
from jackpot import slips
from jackpot.models import Payout, PayoutState, Threshold
from jackpot.pages import tax
from jackpot.pages.hits import MAY_SEE
from jackpot.selectors.checks import checks_left, needs_tax_form
from jackpot.selectors.payouts import payout_of, payouts_of
from jackpot.services import payouts as services
from jackpot.services.slips import print_slip
from jackpot.services.tax import record_tax_identity
from tables.duties import DUTIES, may
from tables.pages import Attempt, StaffRequest, leaf_through, page
from tables.refusals import NotThere

PRINTERS = DUTIES["jackpot.services.slips.print_slip"]
Action = Callable[[StaffRequest, Payout], str]


@dataclass(frozen=True)
class CheckToMake:
    """A check on the list: its threshold, and what was noted so far."""

    threshold: Threshold
    field: str
    note: str


@page(*MAY_SEE)
def payouts(request: StaffRequest) -> HttpResponse:
    """Slips, newest first; those that wait for someone unless more is asked for."""
    state = request.GET.get("state", "")
    state = state if state in {"all", *PayoutState.values} else ""
    found = payouts_of(request.cardroom, state="" if state == "all" else state, waiting=not state)
    context = {"leaf": leaf_through(request, found), "state": state, "states": PayoutState.values}
    return render(request, "jackpot/payouts/list.html", context)


@page(*MAY_SEE)
def payout(request: StaffRequest, number: int) -> HttpResponse:
    """One slip, and what is to be done with it next."""
    slip = payout_of(request.cardroom, number)
    attempt = Attempt()
    if request.method == "POST":
        act = ACTIONS.get(request.POST.get("do", ""))
        if act is None:
            raise NotThere(_("There is no such step. Open the slip again."))
        with attempt:
            messages.success(request, act(request, slip))
            return redirect("payout", number=number)
    return render(request, "jackpot/payouts/payout.html", _shown(request, slip, attempt), status=attempt.status)


@page(*MAY_SEE)
@require_POST
def print_copy(request: StaffRequest, number: int) -> HttpResponse:
    """One more printed copy, counted: the PDF, or a page for the browser to print. Asked again, it is a reprint."""
    slip = payout_of(request.cardroom, number)
    printed = print_slip(payout=slip, by=request.user)
    printed.payout = slip
    address = request.build_absolute_uri(reverse("payout", args=[number]))
    sheet = slips.sheet_of(printed, address=address)
    if request.POST.get("as") == "page":
        code = segno.make(address, error="m", micro=False)
        qr = code.svg_inline(border=0, scale=3, svgclass="qr", lineclass="", omitsize=True)
        return render(request, "jackpot/payouts/slip.html", {"sheet": sheet, "qr": qr})
    answer = HttpResponse(slips.draw(sheet), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="slip-{sheet.number}.pdf"'
    answer["Cache-Control"] = "no-store"
    return answer


def _shown(request: StaffRequest, slip: Payout, attempt: Attempt) -> dict[str, object]:
    made = list(slip.checks.select_related("made_by", "threshold"))
    named = set(attempt.refused.errors) if attempt.refused else set()
    today = current_day(request.cardroom)
    due = checks_left(slip, made, today, also=named)
    return {
        "slip": slip,
        "made": made,
        "due": [CheckToMake(each, _field(each), request.POST.get(_field(each), "")) for each in due],
        "prints": slip.prints.count(),
        "attempt": attempt,
        "did": request.POST.get("do", ""),
        "methods": Payout.Method.values,
        "sources": ("cage", "bank"),
        "entered": request.POST,
        "tax_identity": slip.tax_identities.last(),
        "needs_tax_form": needs_tax_form(slip, today),
        "may_record_tax": may(request.user, record_tax_identity),
        "may_open_tax": bool(request.user.role_names() & {*tax.READERS}),
        "may_print": bool(request.user.role_names() & PRINTERS),
    }


def _field(threshold: Threshold) -> str:
    return f"check-{Threshold.Check(threshold.check_name).name.lower()}"


def _notes(request: StaffRequest) -> dict[str, str]:
    """What was noted of each check, by its name."""
    return {check.value: request.POST.get(f"check-{check.name.lower()}", "") for check in Threshold.Check}


def _verify(request: StaffRequest, slip: Payout) -> str:
    services.verify_payout(payout=slip, by=request.user, checks=_notes(request))
    return _("The hand is verified. The slip can be paid.")


def _pay(request: StaffRequest, slip: Payout) -> str:
    services.pay_payout(
        payout=slip,
        paid_from=request.POST.get("paid_from", ""),
        method=request.POST.get("method", ""),
        patron=request.POST.get("patron", ""),
        checks=_notes(request),
        by=request.user,
    )
    return _("Paid. Print the slip and have it signed.")


def _approve(request: StaffRequest, slip: Payout) -> str:
    services.approve_tray_slip(payout=slip, by=request.user)
    return _("The tray slip is approved and counts at the close of its day.")


def _void(request: StaffRequest, slip: Payout) -> str:
    void = services.void_tray_slip if slip.source == Payout.Source.TRAY else services.void_payout
    void(payout=slip, reason=request.POST.get("reason", ""), by=request.user)
    return _("Voided. The slip stays, with its reason.")


ACTIONS: dict[str, Action] = {"verify": _verify, "pay": _pay, "approve": _approve, "void": _void}
