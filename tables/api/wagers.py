"""How many progressive wagers a table has seen."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from tables.api.fields import Moment, Shown, Strict, Text, Whole
from tables.api.idempotency import answer_once, key_of, key_to_keep
from tables.api.schema import KEY, REPLAYED, described
from tables.api.views import Api
from tables.duties import Role
from tables.models import Endpoint, Table, Terminal
from tables.services.boxes import report_wagers


class Wagers(Strict):
    made = Whole(help_text="$1 progressive wagers settled since the last report")
    won = Whole(help_text="those of them that won")
    at = Moment(required=False, help_text="the moment up to which this counts; left out: now")


class WagersReported(Shown):
    table = Text()
    made = Whole()
    won = Whole()
    at = Moment()


class WagerReports(Api):
    endpoint = Endpoint.WAGERS
    readers = writers = frozenset({Role.FLOOR_MANAGER})

    @described(
        "Report progressive wagers made and won",
        parameters=[KEY, REPLAYED],
        request=Wagers,
        responses={201: WagersReported},
    )
    def post(self, request: Request, table: str) -> HttpResponse:
        asked = self.read(Wagers, request)
        by, key = self.by(request), key_of(request)
        row = get_object_or_404(Table.objects.select_related("cardroom"), code=table, cardroom=by.cardroom_id)
        prefix = f"{by.pk}:" if isinstance(by, Terminal) else ""

        def work() -> object:
            report = report_wagers(table=row, key=key_to_keep(prefix + key), by=by, **asked)
            return WagersReported({"table": row.code, "made": report.made, "won": report.won, "at": report.at}).data

        return answer_once(request, work)
