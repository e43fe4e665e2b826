"""The end of a gaming day: what is missing, the close as it would come out, the close, and the day's reconciliation."""

from dataclasses import fields
from datetime import date
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounting.selectors.counts import day_state, require_may_look
from accounting.templatetags.documents import account_name
from accounting.words import Said
from jackpot.models import Close, Payout, Progressive
from jackpot.pages.waterfall import waterfall
from jackpot.rules import Balances, Step
from jackpot.selectors import days as selectors
from jackpot.selectors import missing_for_close
from jackpot.selectors.reconciliation import reconciliation
from jackpot.services import closing
from tables.duties import Role
from tables.pages import Attempt, StaffRequest, address, leaf_through, page
from tables.refusals import NotThere

READERS = (Role.FLOOR_MANAGER, Role.ACCOUNTANT, Role.GENERAL_MANAGER, Role.AUDITOR)
CLOSERS = (Role.ACCOUNTANT, Role.GENERAL_MANAGER)
POTS = {
    "primary": gettext_lazy("primary"),
    "backup1": gettext_lazy("backup 1"),
    "backup2": gettext_lazy("backup 2"),
    "unallocated": gettext_lazy("held"),
    "seed_owed": gettext_lazy("seed owed"),
    "carryover": gettext_lazy("carryover owed"),
}


@page(*READERS)
def days(request: StaffRequest) -> HttpResponse:
    """What has to be closed next, and every day that is closed."""
    require_may_look(request.user)
    context = {
        "waiting": selectors.days_to_close(request.cardroom),
        "leaf": leaf_through(request, selectors.closed_days(request.cardroom)),
    }
    return render(request, "jackpot/days.html", context)


@page(*READERS)
def day(request: StaffRequest, on: date) -> HttpResponse:
    """One gaming day over all progressives: the boxes, and what each progressive still needs."""
    require_may_look(request.user)
    state = day_state(request.cardroom, on)
    needs = [
        {"progressive": one, "closed": selectors.is_closed(one, on), "missing": _led(missing_for_close(one, on))}
        for one in selectors.progressives_in_play(request.cardroom)
        if one.first_day and one.first_day <= on
    ]
    return render(request, "jackpot/day.html", {"on": on, "state": state, "needs": needs})


@page(*READERS)
def close(request: StaffRequest, on: date, code: str) -> HttpResponse:
    """The close of one progressive's day: as it would come out now, or as it came out."""
    return _show(request, _progressive(request, code), on, Attempt())


@require_POST
@page(*READERS)
def close_now(request: StaffRequest, on: date, code: str) -> HttpResponse:
    progressive, attempt = _progressive(request, code), Attempt()
    with attempt:
        closing.close_day(progressive=progressive, day=on, by=request.user)
    if not attempt.done:
        return _show(request, progressive, on, attempt)
    messages.success(request, _("The day is closed. Print the posting cards and post the new amount at the tables."))
    return redirect("close", on=on, code=code)


def _show(request: StaffRequest, progressive: Progressive, on: date, attempt: Attempt) -> HttpResponse:
    closed = selectors.close_of(progressive, on)
    context = _as_closed(closed) if closed else _as_it_would_be(request, progressive, on)
    context |= {
        "progressive": progressive,
        "on": on,
        "attempt": attempt,
        "may_close": bool(request.user.role_names() & set(CLOSERS)),
        "boxes": selectors.counted_boxes(progressive, on),
        "postings": selectors.postings_of(progressive, on),
        "day": _reconciled(progressive, on),
    }
    return render(request, "jackpot/close.html", context, status=attempt.status)


def _as_closed(closed: Close) -> dict[str, Any]:
    steps = [Step(**step) for step in closed.steps]
    return {
        "closed": closed,
        "drop": closed.drop,
        "tray": closed.tray,
        "posted": closed.after["primary"],
        "waterfall": waterfall(drop=closed.drop, tray=closed.tray, steps=steps, policy=closed.policy),
        "balances": _balances(Balances(**closed.before), Balances(**closed.after)),
    }


def _as_it_would_be(request: StaffRequest, progressive: Progressive, on: date) -> dict[str, Any]:
    preview = closing.preview_close(progressive=progressive, day=on, by=request.user)
    return {
        "closed": None,
        "drop": preview.drop,
        "tray": preview.tray,
        "posted": preview.result.balances.primary,
        "waterfall": waterfall(drop=preview.drop, tray=preview.tray, steps=preview.result.steps, policy=preview.policy),
        "balances": _balances(preview.before, preview.result.balances),
        "missing": _led(preview.missing),
    }


def _reconciled(progressive: Progressive, on: date) -> dict[str, Any]:
    day = reconciliation(progressive, on)
    return {
        "whole": day,
        "tray_slips": [slip for slip in day.slips if slip.source == Payout.Source.TRAY],
        "jackpot_slips": [slip for slip in day.slips if slip.source == Payout.Source.JACKPOT],
        # An account that nothing ever reached says nothing.
        "proof": [(account_name(line.account), line) for line in day.proof if line.opening or line.came or line.went],
    }


def _balances(before: Balances, after: Balances) -> list[tuple[Any, int, int, int]]:
    """Name, before, change, after."""
    named = [(POTS[field.name], getattr(before, field.name), getattr(after, field.name)) for field in fields(Balances)]
    return [(name, was, now - was, now) for name, was, now in named]


def _led(missing: list[Said]) -> list[tuple[Said, str, str]]:
    """Every sentence with the address and the verb of what to do about it."""
    return [(said, *_where(said.document)) for said in missing]


def _where(document: str) -> tuple[str, str]:
    kind, _slash, number = document.partition("/")
    match kind:
        case "count":
            return address("count", int(number)), _("Count")
        case "box" | "table":
            return address("counts"), _("Count room")
        case "payout":
            return address("payout", int(number)), _("Approve")
        case "day":
            return address("day", date.fromisoformat(number)), _("Go to that day")
        case _:
            return "", ""


def _progressive(request: StaffRequest, code: str) -> Progressive:
    require_may_look(request.user)  # its close begins with the drop
    rows = Progressive.objects.filter(cardroom=request.cardroom, code=code)
    progressive = rows.select_related("cardroom", "fund__cardroom").first()
    if not progressive:
        raise NotThere(_("There is no such progressive in your cardroom."))
    return progressive
