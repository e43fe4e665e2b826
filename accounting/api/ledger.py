"""The entries of the books, by cursor."""

from typing import Any

import django_filters
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounting.ledger.accounts import AccountName, Kind
from accounting.models import Entry
from accounting.selectors.counts import require_may_look
from tables.api.fields import Day, Moment, Money, Shown, Text, Whole
from tables.api.schema import described
from tables.api.views import Api, Listing
from tables.duties import Role


class TransferShown(Shown):
    from_account = Text(source="from_account.name")
    to_account = Text(source="to_account.name")
    fund = Text(source="from_account.fund.code")
    amount = Money()
    reason = Text(allow_blank=True)
    from_balance = Money()
    to_balance = Money()


class EntryShown(Shown):
    number = Whole()
    kind = Text()
    gaming_day = Day()
    event_at = Moment()
    recorded_at = Moment()
    explanation = Text()
    document = Text()
    author = Text()
    corrects = serializers.SerializerMethodField()
    digest = Text()
    transfers = TransferShown(many=True)

    def get_corrects(self, entry: Entry) -> int | None:
        return entry.corrects.number if entry.corrects else None


class EntryFilter(django_filters.FilterSet):
    day = django_filters.DateFilter(field_name="gaming_day")
    from_day = django_filters.DateFilter(field_name="gaming_day", lookup_expr="gte")
    to_day = django_filters.DateFilter(field_name="gaming_day", lookup_expr="lte")
    kind = django_filters.ChoiceFilter(choices=[(kind.value, kind.value) for kind in Kind])
    account = django_filters.ChoiceFilter(choices=[(name.value, name.value) for name in AccountName], method="touching")
    fund = django_filters.CharFilter(field_name="transfers__from_account__fund__code", max_length=50, distinct=True)

    class Meta:
        model = Entry
        fields: tuple[str, ...] = ()

    def touching(self, entries: Any, _name: str, account: str) -> Any:
        """Entries that moved money on this account."""
        out, into = {"transfers__from_account__name": account}, {"transfers__to_account__name": account}
        return (entries.filter(**out) | entries.filter(**into)).distinct()


class Entries(Listing):
    queryset = Entry.objects.select_related("author_employee", "author_terminal", "corrects").prefetch_related(
        "transfers__from_account__fund", "transfers__to_account"
    )
    readers = writers = frozenset({Role.ACCOUNTANT, Role.GENERAL_MANAGER, Role.AUDITOR, Role.SURVEILLANCE})
    serializer_class = EntryShown
    filterset_class = EntryFilter

    @described("Entries of the books, newest first")
    def get(self, request: Request) -> Response:
        require_may_look(Api.by(request))
        return self.list(request)
