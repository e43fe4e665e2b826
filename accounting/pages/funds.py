"""Which progressive's money a page is about: `?fund=`, the first one if nothing is asked."""

from dataclasses import dataclass

from accounting.models import Fund
from tables.pages import StaffRequest
from tables.refusals import NotThere


@dataclass(frozen=True)
class FundChoice:
    """The funds of the cardroom and the one that is looked at."""

    funds: list[Fund]
    chosen: Fund | None


def choose_fund(request: StaffRequest) -> FundChoice:
    """One statement, whatever is asked."""
    funds = list(Fund.objects.filter(cardroom=request.cardroom).select_related("cardroom").order_by("code"))
    code = request.GET.get("fund", "")
    chosen = next((fund for fund in funds if fund.code == code), None)
    return FundChoice(funds, chosen or (funds[0] if funds else None))


def fund_of(request: StaffRequest, code: str) -> Fund:
    """The fund that a form is about."""
    fund = Fund.objects.filter(cardroom=request.cardroom, code=code).select_related("cardroom").first()
    if not fund:
        raise NotThere("There is no such progressive in your cardroom.")
    return fund
