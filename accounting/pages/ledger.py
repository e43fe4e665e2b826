"""The ledger browser: find any transfer, see the running balance, go on to the entry and its source document."""

from django import forms
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.ledger.accounts import WHERE, AccountName, Kind
from accounting.models import Fund
from accounting.selectors import ledger as selectors
from accounting.selectors.counts import require_may_look
from accounting.templatetags.documents import account_name
from tables.duties import Role
from tables.pages import StaffRequest, page

READERS = (Role.ACCOUNTANT, Role.GENERAL_MANAGER, Role.AUDITOR, Role.FLOOR_MANAGER, Role.SURVEILLANCE)


class FilterForm(forms.Form):
    """What is looked for. Everything may be left open."""

    fund = forms.ChoiceField(label=_("Progressive"), required=False)
    account = forms.ChoiceField(label=_("Account"), required=False)
    kind = forms.ChoiceField(label=_("Kind of entry"), required=False)
    first = forms.DateField(label=_("From gaming day"), required=False, widget=forms.DateInput({"type": "date"}))
    last = forms.DateField(label=_("To gaming day"), required=False, widget=forms.DateInput({"type": "date"}))
    document = forms.CharField(required=False, widget=forms.HiddenInput())

    def __init__(self, data: QueryDict, funds: list[Fund]) -> None:
        super().__init__(data)
        self.fields["fund"].choices = [("", _("all")), *((fund.code, fund.name) for fund in funds)]  # type: ignore[attr-defined]
        self.fields["account"].choices = [("", _("all")), *((name, account_name(name)) for name in AccountName)]  # type: ignore[attr-defined]
        self.fields["kind"].choices = [("", _("all")), *((kind, gettext(kind)) for kind in Kind)]  # type: ignore[attr-defined]

    def wanted(self) -> selectors.LedgerFilter:
        """What can be read of the form; a field that cannot be read is as good as open."""
        found = self.cleaned_data if self.is_valid() else getattr(self, "cleaned_data", {})
        return selectors.LedgerFilter(**{name: value for name, value in found.items() if value})


@page(*READERS)
def ledger(request: StaffRequest) -> HttpResponse:
    """Transfers, newest first, fifty to a page."""
    require_may_look(request.user)
    funds = list(Fund.objects.filter(cardroom=request.cardroom).order_by("code"))
    form = FilterForm(request.GET, funds)
    found = selectors.browse(
        request.cardroom, form.wanted(), before=_id(request.GET, "before"), after=_id(request.GET, "after")
    )
    context = {
        "form": form,
        "found": found,
        "older": _link(request.GET, before=found.older),
        "newer": _link(request.GET, after=found.newer),
        "several": len(funds) > 1,
    }
    return render(request, "accounting/ledger/ledger.html", context)


@page(*READERS)
def entry(request: StaffRequest, number: int) -> HttpResponse:
    """One entry: why, by whom, what moved, from which document, and its place in the chain."""
    require_may_look(request.user)
    found = selectors.entry_of(request.cardroom, number)
    may_correct = bool(request.user.role_names() & {Role.ACCOUNTANT, Role.GENERAL_MANAGER})
    context = {"entry": found, "where": WHERE, "may_correct": may_correct}
    return render(request, "accounting/ledger/entry.html", context)


def _id(query: QueryDict, name: str) -> int | None:
    asked = query.get(name, "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 19 else None


def _link(query: QueryDict, **place: int | None) -> str:
    """The same question, at another place of the ledger."""
    if not any(place.values()):
        return ""
    linked = query.copy()
    for name in ("before", "after"):
        linked.pop(name, None)
    for name, value in place.items():
        linked[name] = str(value)
    return f"?{linked.urlencode()}"
