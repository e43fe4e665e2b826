"""Corrections: the moves that put an entry or a count right are proposed by one and approved or declined by another."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounting.ledger.accounts import Reason
from accounting.ledger.books import Move
from accounting.models import Count, Entry
from accounting.pages.ledger import READERS
from accounting.selectors.counts import require_may_look
from accounting.selectors.ledger import entry_of
from accounting.templatetags.documents import ACCOUNTS
from jackpot.models import Correction, Progressive
from jackpot.pages.policies import MANAGERS
from jackpot.selectors.corrections import correction_of, corrections_of, counted_in_books
from jackpot.services import corrections as services
from tables.pages import Attempt, StaffRequest, leaf_through, page
from tables.pages.fields import CentsField
from tables.refusals import NotThere

EXTRA_MOVES = 4
EXPLANATION = gettext_lazy("What was wrong, and how is it known?")


class MoveForm(forms.Form):
    """One move. A line without an amount is left out."""

    source = forms.ChoiceField(label=gettext_lazy("From"), choices=ACCOUNTS.items())
    target = forms.ChoiceField(label=gettext_lazy("To"), choices=ACCOUNTS.items())
    amount = CentsField(label=gettext_lazy("Amount, $"), required=False)
    reason = forms.ChoiceField(
        label=gettext_lazy("Reason, if it leaves a pot"),
        choices=[("", "—"), *((reason, gettext_lazy(reason)) for reason in services.REASONS)],
        required=False,
    )

    def move(self) -> Move:
        entered = self.cleaned_data
        reason = Reason(entered["reason"]) if entered["reason"] else None
        return Move(entered["source"], entered["target"], entered["amount"] or 0, reason)


Moves = forms.formset_factory(MoveForm, extra=EXTRA_MOVES, max_num=20, absolute_max=20)


class ExplanationForm(forms.Form):
    explanation = forms.CharField(label=EXPLANATION, max_length=400)


class CountForm(forms.Form):
    total = CentsField(label=gettext_lazy("What was really in the box, $"))
    explanation = forms.CharField(label=EXPLANATION, max_length=400)


class DeclineForm(forms.Form):
    why = forms.CharField(label=gettext_lazy("Why is it not made?"), max_length=400)


@page(*READERS)
def corrections(request: StaffRequest) -> HttpResponse:
    leaf = leaf_through(request, corrections_of(request.cardroom))
    return render(request, "jackpot/corrections/list.html", {"leaf": leaf})


@page(*READERS)
def correction(request: StaffRequest, pk: int) -> HttpResponse:
    return _shown(request, pk, Attempt())


def _shown(request: StaffRequest, pk: int, attempt: Attempt) -> HttpResponse:
    """What is to move and why, and who decides."""
    found = correction_of(request.cardroom, pk)
    decided = bool(found.entry_id or found.declined_by_id)
    may_decide = not decided and bool(request.user.role_names() & set(MANAGERS))
    context = {
        "correction": found,
        "moves": services.moves_of(found),
        "may_decide": may_decide,
        "mine": found.proposed_by_id == request.user.pk,
        "form": attempt.form or DeclineForm(),
        "attempt": attempt,
    }
    return render(request, "jackpot/corrections/correction.html", context, status=attempt.status)


@page(*MANAGERS)
@require_POST
def approve(request: StaffRequest, pk: int) -> HttpResponse:
    """Let the money move; a refusal is shown with the correction."""
    attempt = Attempt()
    with attempt:
        approved = services.approve_correction(correction=correction_of(request.cardroom, pk), by=request.user)
    if not attempt.done:
        return _shown(request, pk, attempt)
    said = _("The correction is posted as entry %(number)d.")
    messages.success(request, said % {"number": approved.entry.number})  # type: ignore[union-attr]
    return redirect("correction", pk)


@page(*MANAGERS)
@require_POST
def decline(request: StaffRequest, pk: int) -> HttpResponse:
    """Decide that it is not made."""
    form = DeclineForm(request.POST)
    attempt = Attempt(form)
    if form.is_valid():
        with attempt:
            found = correction_of(request.cardroom, pk)
            services.decline_correction(correction=found, why=form.cleaned_data["why"], by=request.user)
    if not attempt.done:
        return _shown(request, pk, attempt)
    messages.success(request, _("The correction is declined. Nothing was moved."))
    return redirect("correction", pk)


@page(*MANAGERS)
def propose(request: StaffRequest, number: int) -> HttpResponse:
    """Begins with the moves that take the entry back; the right ones are added below them."""
    entry = entry_of(request.cardroom, number)
    progressive = _progressive_of(entry)
    form = ExplanationForm(request.POST or None)
    moves = Moves(request.POST or None, initial=[_line(move) for move in services.reversal_of(entry)])
    attempt = Attempt(form)
    if request.method == "POST" and form.is_valid() and moves.is_valid():
        with attempt:
            proposed = services.propose_correction(
                progressive=progressive,
                corrects=entry,
                moves=[line.move() for line in moves if line.cleaned_data],
                explanation=form.cleaned_data["explanation"],
                by=request.user,
            )
        if attempt.done:
            return _proposed(request, proposed)
    context = {"entry": entry, "progressive": progressive, "form": form, "moves": moves, "attempt": attempt}
    status = 422 if request.method == "POST" and not moves.is_valid() else attempt.status
    return render(request, "jackpot/corrections/propose.html", context, status=status)


@page(*MANAGERS)
def correct_count(request: StaffRequest, number: int) -> HttpResponse:
    """A locked count: what was really in the box."""
    require_may_look(request.user)
    count = Count.objects.filter(cardroom=request.cardroom, number=number, entry__isnull=False).first()
    if count is None:
        raise NotThere(f"There is no locked count {number} of a progressive's box. An open count is recounted.")
    form = CountForm(request.POST or None, initial={"total": counted_in_books(count)})
    attempt = Attempt(form)
    if request.method == "POST" and form.is_valid():
        with attempt:
            proposed = services.correct_count(count=count, by=request.user, **form.cleaned_data)
        if attempt.done:
            return _proposed(request, proposed)
    context = {"count": count, "form": form, "attempt": attempt}
    return render(request, "jackpot/corrections/count.html", context, status=attempt.status)


def _proposed(request: StaffRequest, proposed: Correction) -> HttpResponse:
    messages.success(request, _("The correction is proposed. Nothing moves until someone else has approved it."))
    return redirect("correction", proposed.pk)


def _progressive_of(entry: Entry) -> Progressive:
    """The progressive whose money the entry moved."""
    found = Progressive.objects.filter(fund__accounts__transfers_out__entry=entry).distinct().first()
    if found is None:
        raise NotThere(f"Entry {entry.number} moved no money of a progressive: there is nothing to put right.")
    return found


def _line(move: Move) -> dict[str, Any]:
    return {"source": move.source, "target": move.target, "amount": move.amount, "reason": move.reason or ""}
