"""Finding progressives for the pages."""

from django.db.models import F, OuterRef, QuerySet, Subquery

from accounting.ledger.accounts import AccountName
from accounting.models import Account
from jackpot.models import Posting, Progressive
from tables.models import Cardroom
from tables.refusals import NotThere


def progressives_of(cardroom: Cardroom) -> QuerySet[Progressive]:
    """The cardroom's progressives, each with its pots (`primary`, `backup1`, `backup2`) and when it was last posted."""

    def pot(name: AccountName) -> Subquery:
        return Subquery(Account.objects.filter(fund=OuterRef("fund"), name=name).values("balance"))

    last = Posting.objects.filter(progressive=OuterRef("pk")).order_by("-number").values("at")[:1]
    return (
        Progressive.objects.filter(cardroom=cardroom)
        .select_related("fund", "cardroom")
        .annotate(
            primary=pot(AccountName.PRIMARY),
            backup1=pot(AccountName.BACKUP1),
            backup2=pot(AccountName.BACKUP2),
            posted_at=Subquery(last),
        )
        .order_by(F("first_day").asc(nulls_last=True), "code")
    )


def progressive_of(cardroom: Cardroom, code: str) -> Progressive:
    """One progressive of the cardroom."""
    found = Progressive.objects.select_related("fund__cardroom", "cardroom").filter(cardroom=cardroom, code=code)
    progressive = found.first()
    if not progressive:
        raise NotThere(f"There is no progressive {code} in your cardroom.")
    return progressive
