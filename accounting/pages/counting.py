"""One count: the sheet for a blind pass, what the passes found, the recount, the signatures, the locked count."""

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounting.models import Count, CountPass, CountState
from accounting.pages.sheets import Sheet, blank_sheet, read_sheet
from accounting.selectors import count_room
from accounting.selectors.counts import (
    compare,
    expected_drop,
    members_lacking,
    require_may_look,
    still_to_sign,
    visible_passes,
)
from accounting.services import counts
from tables.duties import Role
from tables.models import Employee
from tables.pages import Attempt, StaffRequest, go, page
from tables.refusals import NotThere, Refused
from tables.services.identity import person_at_tablet

TEAM = (Role.FLOOR_MANAGER, Role.COUNT_TEAM, Role.VERIFIER)
Letter = CountPass.Letter


@page()
def count(request: StaffRequest, number: int) -> HttpResponse:
    """How far the count is and what comes next; once it is locked, the count sheet to print."""
    return _show(request, _count(request, number))


@page(*TEAM)
def sheet(request: StaffRequest, number: int) -> HttpResponse:
    """A blank sheet for the next pass: nothing that others found is on it."""
    one = _count(request, number)
    if one.state not in count_room.NEXT_PASS:
        return redirect("count", number=number)
    return _show_sheet(request, one, blank_sheet(request.cardroom), Attempt())


@require_POST
@page(*TEAM)
def finish(request: StaffRequest, number: int) -> HttpResponse:
    """Take in a pass. The same sheet sent again, after a lost connection, is the same pass."""
    one, filled, attempt = _count(request, number), read_sheet(request.cardroom, request.POST), Attempt()
    if not filled.is_readable:
        return _show_sheet(request, one, filled, attempt, status=422)
    service = counts.verify_count if request.POST.get("letter") == Letter.VERIFIER else counts.record_pass
    with attempt:
        person = _person(request, "by", "credential")
        taken = service(count=one, quantities=filled.quantities, by=person, key=filled.key, nil=filled.nil)
    if not attempt.done:
        return _show_sheet(request, one, filled, attempt)
    messages.success(request, _("%(sheet)s by %(name)s is in.") % {"sheet": _name(taken.letter), "name": person})
    return go(request, "count", number=number)


@require_POST
@page(*TEAM)
def recount(request: StaffRequest, number: int) -> HttpResponse:
    one, attempt = _count(request, number), Attempt()
    with attempt:
        counts.begin_recount(count=one, reason=request.POST.get("reason", ""), by=request.user)
    if not attempt.done:
        return _show(request, one, attempt)
    messages.success(request, _("The box is counted again from the start. Pass A first."))
    return redirect("count", number=number)


@require_POST
@page(*TEAM)
def sign(request: StaffRequest, number: int) -> HttpResponse:
    """Each member signs with their own PIN on the same tablet."""
    one, attempt = _count(request, number), Attempt()
    with attempt:
        person = _employee(request, "by")
        signed = counts.sign_count(count=one, by=person, credential=request.POST.get("credential", ""))
    if not attempt.done:
        return _show(request, _count(request, number), attempt)
    if signed.state == CountState.LOCKED:
        messages.success(request, _("Everyone has signed. The count is locked and in the books."))
    else:
        messages.success(request, _("%(name)s has signed.") % {"name": person})
    return redirect("count", number=number)


def _show(request: StaffRequest, one: Count, attempt: Attempt | None = None) -> HttpResponse:
    passes = list(visible_passes(one, request.user))
    current = [found for found in passes if found.attempt == one.attempt]
    state = CountState(one.state)
    context = {
        "count": one,
        "attempt": attempt or Attempt(),
        "next_pass": _name(count_room.NEXT_PASS[state]) if state in count_room.NEXT_PASS else "",
        "in_count_room": bool(request.user.role_names() & set(TEAM)),
        "current": current,
        "earlier": [found for found in passes if found.attempt != one.attempt],
        "differences": compare(current),
        "recounts": one.recounts.select_related("by"),
        "signatures": one.signatures.filter(attempt=one.attempt).select_related("by"),
    }
    if state == CountState.VERIFIED:
        context |= {"to_sign": still_to_sign(one), "lacking": members_lacking(one)}
        context["others"] = count_room.other_members(one) if context["lacking"] else []
    if state == CountState.LOCKED:
        expected = expected_drop(one)
        context |= {"expected": expected, "variance": None if expected is None else (one.total or 0) - expected}
    return render(request, "accounting/count.html", context, status=(attempt or Attempt()).status)


def _show_sheet(
    request: StaffRequest, one: Count, filled: Sheet, attempt: Attempt, *, status: int = 200
) -> HttpResponse:
    if attempt.refused:
        filled.show(attempt.refused.errors)
    letter = count_room.NEXT_PASS.get(CountState(one.state), Letter.A)
    people = count_room.counters(one)
    chosen = request.POST.get("by") or str(request.user.pk)
    context = {
        "count": one,
        "sheet": filled,
        "attempt": attempt,
        "letter": letter,
        "pass_name": _name(letter),
        "people": people,
        "chosen": chosen if chosen in {str(person.pk) for person in people} else "",
    }
    return render(request, "accounting/sheet.html", context, status=attempt.status if attempt.refused else status)


def _name(letter: str) -> str:
    """The pass as people say it."""
    return {Letter.A: _("Pass A"), Letter.B: _("Pass B")}.get(Letter(letter), _("The verifier's count"))


def _person(request: StaffRequest, field: str, credential: str) -> Employee:
    """Who counted, on a tablet that somebody else may be signed in on."""
    return person_at_tablet(
        signed_in=request.user, person=_employee(request, field), credential=request.POST.get(credential, "")
    )


def _employee(request: StaffRequest, field: str) -> Employee:
    asked = request.POST.get(field, "")
    people = Employee.objects.filter(cardroom=request.cardroom)
    person = people.filter(pk=asked).first() if asked.isascii() and asked.isdigit() else None
    if not person:
        raise Refused(_("Say who it was: choose a name."))
    return person


def _count(request: StaffRequest, number: int) -> Count:
    require_may_look(request.user)
    numbered: QuerySet[Count] = Count.objects.filter(cardroom=request.cardroom, number=number)
    whole = numbered.select_related(
        "cardroom", "box", "table", "fund", "entry", "pull__security", "pull__gambling", "pull__surveillance"
    )
    one = whole.first()
    if not one:
        raise NotThere(_("There is no count with this number in your cardroom."))
    return one
