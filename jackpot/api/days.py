"""Gaming days: what each still needs, and its close."""

from dataclasses import asdict
from datetime import date
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounting.models import GamingDay
from accounting.selectors.counts import require_may_look
from accounting.selectors.gaming_days import closed_through, current_day
from jackpot.models import IN_PLAY, Close, Progressive
from jackpot.selectors import missing_for_close
from jackpot.services.closing import close_day, preview_close
from tables.api.fields import Day, Flag, Moment, Money, Shown, Text
from tables.api.schema import described
from tables.api.views import Api
from tables.duties import Role
from tables.money import as_amount
from tables.refusals import Invalid, NotThere

CLOSERS = frozenset({Role.FLOOR_MANAGER, Role.ACCOUNTANT, Role.GENERAL_MANAGER, Role.AUDITOR})
LATEST_DAYS = 31


class DayOfProgressive(Shown):
    progressive = Text()
    closed = Flag()
    missing = serializers.ListField(child=Text(), help_text="what the close still waits for, a sentence each")


class DayShown(Shown):
    date = Day()
    starts_at = Moment(allow_null=True)
    ends_at = Moment(allow_null=True)
    progressives = DayOfProgressive(many=True)


class Days(Api):
    @described("The last 31 gaming days, over all progressives", responses=DayShown(many=True))
    def get(self, request: Request) -> Response:
        cardroom = Api.by(request).cardroom
        days = GamingDay.objects.filter(cardroom=cardroom).order_by("-date")[:LATEST_DAYS]
        return Response([_day(request, day.date, day) for day in days])


class OneDay(Api):
    @described("What a gaming day still needs, over all progressives", responses=DayShown)
    def get(self, request: Request, day: date) -> Response:
        cardroom: Any = Api.by(request).cardroom
        if day > current_day(cardroom):
            raise NotThere(f"{day} has not begun.")
        return Response(_day(request, day, GamingDay.objects.filter(cardroom=cardroom, date=day).first()))


def _in_play(request: Request) -> Any:
    rows = Progressive.objects.filter(cardroom=Api.by(request).cardroom_id, state__in=IN_PLAY)
    return rows.select_related("fund__cardroom", "cardroom")


def _day(request: Request, day: date, opened: GamingDay | None) -> dict[str, Any]:
    return {
        "date": day.isoformat(),
        "starts_at": Moment().to_representation(opened.starts_at) if opened else None,
        "ends_at": Moment().to_representation(opened.ends_at) if opened else None,
        "progressives": [_of_progressive(row, day) for row in _in_play(request) if row.first_day <= day],
    }


def _of_progressive(row: Progressive, day: date) -> dict[str, Any]:
    closed = closed_through(row.fund)
    is_closed = closed is not None and day <= closed
    return {
        "progressive": row.code,
        "closed": is_closed,
        "missing": [] if is_closed else missing_for_close(row, day),
    }


class PotsShown(Shown):
    primary = Money()
    backup1 = Money()
    backup2 = Money()
    seed_owed = Money()
    carryover = Money()
    unallocated = Money()


class CloseStep(Shown):
    rule = Text(help_text="its place in the end-of-day rules")
    name = Text()
    amount = Money()


class CloseShown(Shown):
    progressive = Text()
    gaming_day = Day()
    closed = Flag(help_text="false: a preview, nothing was changed")
    closed_at = Moment(allow_null=True)
    drop = Money()
    tray = Money()
    before = PotsShown()
    after = PotsShown()
    steps = CloseStep(many=True, help_text="every step, also one that moves nothing")
    missing = serializers.ListField(child=Text())


DRY_RUN = OpenApiParameter("dry_run", str, enum=["0", "1"], description="1: only show what the close would do")


class CloseDay(Api):
    readers = writers = CLOSERS

    @described("Preview or close a gaming day", parameters=[DRY_RUN], request=None, responses=CloseShown)
    def post(self, request: Request, code: str, day: date) -> Response:
        require_may_look(Api.by(request))
        row = get_object_or_404(Progressive.objects.filter(cardroom=Api.by(request).cardroom_id), code=code)
        dry_run = request.query_params.get("dry_run", "0")
        if dry_run not in ("0", "1"):
            raise Invalid("dry_run is 1 to preview or 0 to close.", errors={"dry_run": ["Use 0 or 1."]})
        if dry_run == "1":
            return Response(_previewed(row, preview_close(progressive=row, day=day, by=self.by(request))))
        return Response(_closed(close_day(progressive=row, day=day, by=self.by(request))))


def _pots(balances: dict[str, int]) -> dict[str, str]:
    return {name: as_amount(cents) for name, cents in balances.items()}


def _steps(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**step, "amount": as_amount(step["amount"])} for step in steps]


def _previewed(row: Progressive, preview: Any) -> dict[str, Any]:
    return {
        "progressive": row.code,
        "gaming_day": preview.day.isoformat(),
        "closed": False,
        "closed_at": None,
        "drop": as_amount(preview.drop),
        "tray": as_amount(preview.tray),
        "before": _pots(asdict(preview.before)),
        "after": _pots(asdict(preview.result.balances)),
        "steps": _steps([asdict(step) for step in preview.result.steps]),
        "missing": preview.missing,
    }


def _closed(close: Close) -> dict[str, Any]:
    return {
        "progressive": close.progressive.code,
        "gaming_day": close.gaming_day.isoformat(),
        "closed": True,
        "closed_at": Moment().to_representation(close.closed_at),
        "drop": as_amount(close.drop),
        "tray": as_amount(close.tray),
        "before": _pots(close.before),
        "after": _pots(close.after),
        "steps": _steps(close.steps),
        "missing": [],
    }
