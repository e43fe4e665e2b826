"""What may be wagered at a table, now and as announced."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from tables import clock
from tables.api.fields import Moment, Money, Shown, Text, Whole
from tables.api.schema import described
from tables.api.views import Api
from tables.games.limits import Limit
from tables.models import Endpoint, Table, TableLimit
from tables.selectors.limits import limits_of
from tables.selectors.orders import order_of


class LimitShown(Shown):
    kind = Text()
    amount = Money(allow_null=True)
    count = Whole(allow_null=True)
    source = Text()  # type: ignore[assignment]
    effective = Text(help_text="the day from which it holds")


class PostedLimit(Shown):
    kind = Text()
    amount = Money()
    effective_at = Moment()
    announced_at = Moment()


class LimitsShown(Shown):
    table = Text()
    game = Text(allow_null=True, help_text="what the table is ordered with")
    at = Moment()
    in_force = LimitShown(many=True)
    posted = PostedLimit(allow_null=True)
    announced = PostedLimit(many=True)


class Limits(Api):
    endpoint = Endpoint.LIMITS

    @described("Limits in force and announced", responses=LimitsShown)
    def get(self, request: Request, table: str) -> Response:
        row = get_object_or_404(
            Table.objects.select_related("cardroom"), code=table, cardroom=self.by(request).cardroom_id
        )
        now = clock.now()
        ordered, limits = order_of(row, now), limits_of(row, now)
        return Response(
            {
                "table": row.code,
                "game": ordered.game if ordered else None,
                "at": Moment().to_representation(now),
                "in_force": [_shown(limit) for limit in limits.allowed.values()],
                "posted": _posted(limits.posted) if limits.posted else None,
                "announced": [_posted(limit) for limit in limits.announced],
            }
        )


def _shown(limit: Limit) -> dict[str, Any]:
    return LimitShown(
        {
            "kind": limit.kind,
            "amount": limit.amount,
            "count": limit.count,
            "source": limit.source,
            "effective": limit.effective.isoformat(),
        }
    ).data


def _posted(limit: TableLimit) -> dict[str, Any]:
    return PostedLimit(limit).data
