"""The ledger: entries, their transfers, and how every account stood before and after them."""

from collections.abc import Iterator

from django.db.models import Q, QuerySet

from accounting.exports.columns import account, author, balance, day, moment, money, number, text
from accounting.exports.datasets import AUTHOR_KEY, DataSet, Row, register
from accounting.exports.scope import Scope
from accounting.models import Account, Entry, Transfer


@register
class Entries(DataSet):
    name = "entries"
    title = "Ledger entries"
    description = "Every entry of the books in order: what happened, when, by whom, from which document."
    columns = (
        number("number"),
        text("kind"),
        day("gaming_day"),
        moment("event_at"),
        moment("recorded_at"),
        text("explanation"),
        text("document"),
        text("author", "author_key"),
        author("author_name"),
        number("corrects", "corrects__number"),
        text("digest"),
    )

    def query(self, scope: Scope) -> QuerySet[Entry]:
        entries = Entry.objects.filter(cardroom=scope.cardroom, number__range=scope.entries)
        return entries.annotate(author_key=AUTHOR_KEY).order_by("number")


@register
class Transfers(DataSet):
    name = "transfers"
    title = "Ledger transfers"
    description = "The cents that each entry moved from one account to another, and how both stood after it."
    columns = (
        number("entry", "entry__number"),
        number("position"),
        day("gaming_day", "entry__gaming_day"),
        account("from", "from_account_id"),
        account("to", "to_account_id"),
        money("amount"),
        text("reason"),
        balance("from_balance"),
        number("from_version"),
        balance("to_balance"),
        number("to_version"),
    )

    def query(self, scope: Scope) -> QuerySet[Transfer]:
        return Transfer.objects.filter(**scope.posted()).order_by("entry__number", "position")


@register
class Accounts(DataSet):
    name = "accounts"
    title = "Accounts and balances"
    description = "Every account, with its balance before the first and after the last entry of this export."
    columns = (
        text("fund"),
        text("account"),
        balance("opening"),
        number("opening_version"),
        balance("closing"),
        number("closing_version"),
    )

    def rows(self, scope: Scope) -> Iterator[Row]:
        first, last = scope.entries
        accounts = Account.objects.filter(fund__cardroom=scope.cardroom).select_related("fund")
        for one in accounts.order_by("pk"):
            yield (one.fund.code, one.name, *_after(one, first - 1), *_after(one, last))


def _after(account: Account, entry: int) -> tuple[int, int]:
    """Balance and version once the entry of that number was posted."""
    until = Q(entry__cardroom=account.fund.cardroom_id, entry__number__lte=entry)
    out = account.transfers_out.filter(until).order_by("-from_version").values_list("from_version", "from_balance")
    into = account.transfers_in.filter(until).order_by("-to_version").values_list("to_version", "to_balance")
    version, cents = max(out.first() or (0, 0), into.first() or (0, 0))
    return cents, version
