"""The bank: deposits with their clock, and whether the players' money is all there."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.models import Deposit, Fund
from accounting.models.bank import BOOKKEEPERS
from accounting.pages.funds import choose_fund
from accounting.selectors import bank
from accounting.selectors.gaming_days import current_day
from accounting.selectors.ledger import entries_of
from accounting.services import bank as services
from accounting.services.funding import check_funding, lift_stop
from tables.duties import Role
from tables.pages import Attempt, StaffRequest, leaf_through, page
from tables.pages.fields import CentsField, DayField
from tables.refusals import NotThere

READERS = (*BOOKKEEPERS, Role.AUDITOR)


class DepositForm(forms.Form):
    amount = CentsField(label=gettext_lazy("Amount, $"))
    from_day = DayField(label=gettext_lazy("From gaming day"))
    to_day = DayField(label=gettext_lazy("To gaming day"))
    receipt = forms.CharField(label=gettext_lazy("Receipt of the bank"), max_length=80)


class AccountForm(forms.Form):
    label = forms.CharField(label=gettext_lazy("Bank and name of the account"), max_length=80)
    last4 = forms.CharField(
        label=gettext_lazy("Last four digits"),
        max_length=4,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
    )


class StatementForm(forms.Form):
    as_of = DayField(label=gettext_lazy("At the end of"))
    balance = CentsField(label=gettext_lazy("Balance, $"), min_value=None)
    in_transit = CentsField(label=gettext_lazy("Deposited, not yet on the statement, $"), initial=0)
    outstanding = CentsField(label=gettext_lazy("Paid, not yet cashed, $"), initial=0)
    reference = forms.CharField(label=gettext_lazy("Reference of the statement"), max_length=120)


@page(*READERS)
def deposits(request: StaffRequest) -> HttpResponse:
    """What was deposited, what still has to be, and by when."""
    choice = choose_fund(request)
    fund = choice.chosen
    if not fund:
        return render(request, "accounting/bank/none.html")
    clock = bank.deposit_clock(fund)
    day = current_day(request.cardroom)
    form = DepositForm(
        request.POST or None, initial={"amount": clock.undeposited, "from_day": clock.oldest_day or day, "to_day": day}
    )
    attempt = Attempt(form)
    if request.method == "POST" and form.is_valid():
        with attempt:
            made = services.make_deposit(fund=fund, by=request.user, **form.cleaned_data)
        if attempt.done:
            messages.success(request, _("Deposit %(number)06d is recorded.") % {"number": made.number})
            return redirect(f"{reverse('deposits')}?fund={fund.code}")
    rows = Deposit.objects.filter(fund=fund).select_related("account", "made_by").order_by("-number")
    context = {
        "choice": choice,
        "fund": fund,
        "clock": clock,
        "account": bank.bank_account(fund),
        "form": form,
        "attempt": attempt,
        "leaf": leaf_through(request, rows),
        "may_book": _may_book(request),
    }
    return render(request, "accounting/bank/deposits.html", context, status=attempt.status)


@page(*READERS)
def deposit(request: StaffRequest, number: int) -> HttpResponse:
    """One deposit; it can be voided, with a reason, by someone else."""
    rows = Deposit.objects.select_related("fund", "account", "made_by", "voided_by", "cardroom")
    found = rows.filter(cardroom=request.cardroom, number=number).first()
    if not found:
        raise NotThere(_("There is no such deposit in your cardroom."))
    attempt = Attempt()
    if request.method == "POST":
        with attempt:
            services.void_deposit(deposit=found, reason=request.POST.get("reason", ""), by=request.user)
        if attempt.done:
            messages.success(request, _("Voided. The money is back in the cage."))
            return redirect("deposit", number=number)
    context = {
        "deposit": found,
        "entries": entries_of(request.cardroom, f"deposit/{number}"),
        "attempt": attempt,
        "reason": request.POST.get("reason", ""),
        "may_book": _may_book(request),
    }
    return render(request, "accounting/bank/deposit.html", context, status=attempt.status)


@page(*READERS)
def funding(request: StaffRequest) -> HttpResponse:
    """Bank and cage against what is owed to players; statements, checks, stops and how they were lifted."""
    choice = choose_fund(request)
    fund = choice.chosen
    if not fund:
        return render(request, "accounting/bank/none.html")
    statement, account = StatementForm(), AccountForm()
    attempt, did = Attempt(), request.POST.get("do", "")
    if request.method == "POST" and did in FUNDING:
        statement = StatementForm(request.POST) if did == "statement" else statement
        account = AccountForm(request.POST) if did == "account" else account
        attempt = Attempt({"statement": statement, "account": account}.get(did))
        if attempt.form is None or attempt.form.is_valid():
            with attempt:
                said = FUNDING[did](request, fund, attempt.form.cleaned_data if attempt.form else {})
            if attempt.done:
                messages.success(request, said)
                return redirect(f"{reverse('funding')}?fund={fund.code}")
    context = {
        "choice": choice,
        "fund": fund,
        "stands": bank.funding(fund),
        "stopped": bank.stopped(fund),
        "account_in_use": bank.bank_account(fund),
        "releases": bank.release_log(fund)[:5],
        "statement": statement,
        "account": account,
        "attempt": attempt,
        "did": did,
        "leaf": leaf_through(request, bank.funding_history(fund), size=10),
        "may_book": _may_book(request),
        "may_lift": Role.GENERAL_MANAGER in request.user.role_names(),
    }
    return render(request, "accounting/bank/funding.html", context, status=attempt.status)


def _enter_statement(request: StaffRequest, fund: Fund, entered: dict[str, Any]) -> str:
    services.enter_statement(fund=fund, by=request.user, **entered)
    return _("The statement is entered and the funding was checked on it.")


def _name_account(request: StaffRequest, fund: Fund, entered: dict[str, Any]) -> str:
    services.name_bank_account(fund=fund, by=request.user, **entered)
    return _("From now on this account is the one in use.")


def _check(request: StaffRequest, fund: Fund, _entered: dict[str, Any]) -> str:
    check = check_funding(fund=fund, by=request.user)
    return _("Checked: the money falls short, the game is stopped.") if check.short else _("Checked: it is all there.")


def _lift(request: StaffRequest, fund: Fund, _entered: dict[str, Any]) -> str:
    stop = bank.stopped(fund)
    if stop is None:
        raise NotThere(_("The game is not stopped."))
    lift_stop(stop=stop, reason=request.POST.get("reason", ""), by=request.user)
    return _("The game goes on.")


FUNDING: dict[str, Callable[[StaffRequest, Fund, dict[str, Any]], str]] = {
    "statement": _enter_statement,
    "account": _name_account,
    "check": _check,
    "lift": _lift,
}


def _may_book(request: StaffRequest) -> bool:
    return bool(request.user.role_names() & set(BOOKKEEPERS))
