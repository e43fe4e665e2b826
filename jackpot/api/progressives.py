"""The posted amount and what belongs to it, cheap to ask for again and again.

A board asks with `If-None-Match`. Whether anything changed is one query; only then the answer is built.
"""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounting.ledger.accounts import AccountName
from accounting.models import Account
from accounting.selectors.gaming_days import current_day, tables_of
from jackpot.models import HitEvent, Payout, PayoutState, Posting, Progressive
from jackpot.selectors import last_hits, policy_on
from jackpot.selectors.boards import progressives_of, version_of
from jackpot.selectors.estimates import estimate_of
from tables.api.fields import Choice, Flag, Moment, Money, Shown, Text, Whole
from tables.api.schema import described
from tables.api.views import Api
from tables.models import Endpoint, Terminal
from tables.money import as_amount

OPEN_SLIPS = (PayoutState.LOCKED, PayoutState.VERIFIED)


class PostedShown(Shown):
    code = Text()
    name = Text()
    state = Text()
    posted = Money(help_text="the primary pot")
    changed_at = Moment(allow_null=True)
    reason = Text(allow_blank=True, help_text="why it changed")
    stopped = Flag(help_text="the game is stopped because the fund is short")


class BackupShown(Shown):
    name = Text()
    amount = Money()


class PotLimits(Shown):
    maximum = Money(allow_null=True)
    seed_minimum = Money()
    backups = Flag()
    backup_cap = Money()
    cap_lift = Money()


class PendingShown(Shown):
    slips = Whole()
    amount = Money()


class HitSlip(Shown):
    number = Text()
    spot = Whole()
    category = Text()
    amount = Money()
    source = Choice(choices=Payout.Source.choices)  # type: ignore[assignment]


class HitShown(Shown):
    number = Whole()
    table = Text()
    dealt_at = Moment()
    recorded_at = Moment()
    posted = Money()
    slips = HitSlip(many=True)


class ProgressiveShown(PostedShown):
    estimate = Money(allow_null=True, help_text="where the meters see the primary by tonight; not posted, null without")
    tables = serializers.ListField(child=Text(), help_text="codes of the tables it is posted at")
    backups = BackupShown(many=True)
    limits = PotLimits()
    pending = PendingShown(help_text="locked for winners, not yet paid")
    last_hits = HitShown(many=True)


IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="the ETag of the last answer"
)
ETAG = OpenApiParameter(
    "ETag", str, OpenApiParameter.HEADER, response=[200, 304], description="for If-None-Match, when it is asked again"
)
UNCHANGED = OpenApiResponse(description="Nothing has changed since the answer with this ETag.")


class Progressives(Api):
    endpoint = Endpoint.PROGRESSIVES

    @described(
        "Every progressive and its posted amount",
        parameters=[IF_NONE_MATCH, ETAG],
        responses={200: PostedShown(many=True), 304: UNCHANGED},
    )
    def get(self, request: Request) -> Response:
        etag = f'"{version_of(**_seen_by(request))}"'
        if _has(request, etag):
            return _unchanged(etag)
        rows = list(progressives_of(**_seen_by(request)))
        pots = dict(
            Account.objects.filter(fund__in=[row.fund_id for row in rows], name=AccountName.PRIMARY).values_list(
                "fund", "balance"
            )
        )
        answer = [_posted(row, pots[row.fund_id], _last_posting(row)) for row in rows]
        return Response(answer, headers=_headers(etag))


class OneProgressive(Api):
    endpoint = Endpoint.PROGRESSIVES

    @described(
        "One progressive: posted amount, backups, limits, pending payouts, last 25 hits",
        parameters=[IF_NONE_MATCH, ETAG],
        responses={200: ProgressiveShown, 304: UNCHANGED},
    )
    def get(self, request: Request, code: str) -> Response:
        version = version_of(**_seen_by(request), code=code)
        if not version:
            raise Http404
        etag = f'"{version}"'
        if _has(request, etag):
            return _unchanged(etag)
        return Response(shown(progressives_of(**_seen_by(request)).get(code=code)), headers=_headers(etag))


def shown(row: Progressive) -> dict[str, Any]:
    pots = dict(Account.objects.filter(fund=row.fund_id).values_list("name", "balance"))
    today = current_day(row.cardroom)
    policy = policy_on(row, today)
    return {
        **_posted(row, pots[AccountName.PRIMARY], _last_posting(row)),
        "estimate": None if (cents := estimate_of(row, policy)) is None else as_amount(cents),
        "tables": [table.code for table in tables_of(row.fund, today)],
        "backups": [
            {"name": "backup 1", "amount": as_amount(pots[AccountName.BACKUP1])},
            {"name": "backup 2", "amount": as_amount(pots[AccountName.BACKUP2])},
        ],
        "limits": PotLimits(policy).data,
        "pending": {
            "slips": row.payouts.filter(state__in=OPEN_SLIPS).count(),
            "amount": as_amount(pots[AccountName.PENDING]),
        },
        "last_hits": [_hit(hit) for hit in last_hits(row)],
    }


def _seen_by(request: Request) -> dict[str, Any]:
    """A person sees what the cardroom has, a terminal what its table is on."""
    caller: Any = request.user
    if isinstance(caller, Terminal):
        return {"cardroom": caller.table.cardroom, "table": caller.table}
    if caller.cardroom is None:
        raise Http404
    return {"cardroom": caller.cardroom}


def _last_posting(row: Progressive) -> Posting | None:
    return row.postings.order_by("-number").first()


def _posted(row: Progressive, cents: int, posting: Posting | None) -> dict[str, Any]:
    return {
        "code": row.code,
        "name": row.name,
        "state": row.state,
        "posted": as_amount(cents),
        "changed_at": Moment().to_representation(posting.at) if posting else None,
        "reason": posting.reason if posting else "",
        "stopped": row.stopped,  # type: ignore[attr-defined]
    }


def _hit(hit: HitEvent) -> dict[str, Any]:
    slips = [
        {
            "number": f"{slip.number:06d}",
            "spot": slip.spot,
            "category": slip.category,
            "amount": as_amount(slip.amount),
            "source": slip.source,
        }
        for slip in hit.payouts.all()
    ]
    return {
        "number": hit.number,
        "table": hit.table.code,
        "dealt_at": Moment().to_representation(hit.dealt_at),
        "recorded_at": Moment().to_representation(hit.recorded_at),
        "posted": as_amount(hit.posted),
        "slips": slips,
    }


def _has(request: Request, etag: str) -> bool:
    known = request.META.get("HTTP_IF_NONE_MATCH", "")
    return known.strip() == "*" or etag in (one.strip().removeprefix("W/") for one in known.split(","))


def _headers(etag: str) -> dict[str, str]:
    # Asked again every time, and answered from a copy only if we say that it is still right.
    return {"ETag": etag, "Cache-Control": "private, no-cache"}


def _unchanged(etag: str) -> Response:
    return Response(status=304, headers=_headers(etag))
