"""The month's bank reconciliation: prepare, explain each difference, have it signed by someone outside the count."""

from datetime import date

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.models import Fund
from accounting.models.bank import BOOKKEEPERS, BankReconciliation, ReconciliationLine
from accounting.pages.bank import READERS
from accounting.pages.funds import choose_fund, fund_of
from accounting.selectors import bank
from accounting.services import reconciliation as services
from tables.pages import Attempt, StaffRequest, leaf_through, page
from tables.pages.fields import CentsField
from tables.refusals import NotThere

DONE = ("prepare", "explain", "sign")


class LineForm(forms.Form):
    kind = forms.ChoiceField(
        label=gettext_lazy("What it is"),
        choices=[
            ("in transit", gettext_lazy("deposit in transit")),
            ("outstanding", gettext_lazy("payment not yet cashed")),
            ("other", gettext_lazy("other difference")),
        ],
    )
    amount = CentsField(
        label=gettext_lazy("Added to the statement, $"),
        min_value=None,
        help_text=gettext_lazy("Below zero if it is taken off, such as a check not yet cashed."),
    )
    document = forms.CharField(label=gettext_lazy("Document"), max_length=80)
    explanation = forms.CharField(label=gettext_lazy("Explanation"), max_length=500)


@page(*READERS)
def reconciliations(request: StaffRequest) -> HttpResponse:
    """Months that wait, and those that are prepared or signed."""
    choice = choose_fund(request)
    fund = choice.chosen
    if not fund:
        return render(request, "accounting/bank/none.html")
    rows = fund.reconciliations.select_related("prepared_by", "signed_by").order_by("-month")
    context = {
        "choice": choice,
        "fund": fund,
        "waiting": bank.months_to_reconcile(fund),
        "leaf": leaf_through(request, rows),
    }
    return render(request, "accounting/bank/reconciliations.html", context)


@page(*READERS)
def reconciliation(request: StaffRequest, code: str, month: str) -> HttpResponse:
    """One month: the statement, every line, the books, and what is left."""
    fund = fund_of(request, code)
    first = _month(month)
    found = _found(fund.pk, first)
    form = LineForm(request.POST if request.POST.get("do") == "explain" else None)
    attempt = Attempt(form if form.is_bound else None)
    if request.POST.get("do") in DONE and (not form.is_bound or form.is_valid()):
        with attempt:
            messages.success(request, _do(request, fund, first, found, form))
            return redirect("reconciliation", code=code, month=month)
    context = {
        "fund": fund,
        "month": first,
        "last_day": bank.last_day_of(first),
        "reconciliation": found,
        "lines": found.lines.select_related("written_by") if found else [],
        "left": bank.unexplained(found) if found else None,
        "form": form,
        "attempt": attempt,
        "may_book": bool(request.user.role_names() & set(BOOKKEEPERS)),
    }
    return render(request, "accounting/bank/reconciliation.html", context, status=attempt.status)


def _month(text: str) -> date:
    try:
        return date.fromisoformat(f"{text}-01")
    except ValueError as problem:
        raise NotThere(_("There is no such month.")) from problem


def _found(fund: int, month: date) -> BankReconciliation | None:
    rows = BankReconciliation.objects.select_related("statement", "prepared_by", "signed_by", "fund__cardroom")
    return rows.filter(fund=fund, month=month).first()


def _do(request: StaffRequest, fund: Fund, month: date, found: BankReconciliation | None, form: LineForm) -> str:
    """The step that was asked for, and what to say after it."""
    asked = request.POST.get("do", "")
    if asked == "prepare":
        services.prepare_reconciliation(fund=fund, month=month, by=request.user)
        return _("Prepared. Explain what is left between the statement and the books.")
    if found is None:
        raise NotThere(_("Prepare the month first."))
    if asked == "sign":
        services.sign_reconciliation(reconciliation=found, by=request.user)
        return _("Signed. The month stays as it is.")
    kind = ReconciliationLine.Kind(form.cleaned_data.pop("kind"))
    services.explain_difference(reconciliation=found, kind=kind, by=request.user, **form.cleaned_data)
    return _("The line is written.")
