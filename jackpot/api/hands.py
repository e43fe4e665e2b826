"""Hands from the tables: one, or the stored ones of a terminal that was offline."""

import json
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from rest_framework import serializers
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response

from jackpot.api.examples import BY_REPORT
from jackpot.api.reports import HandReport, read_hand
from jackpot.models import Payout, PayoutState
from jackpot.services.hands import SettledHand, report_hand, report_winners
from jackpot.services.hits import WinningSpot
from tables.api.fields import Choice, Day, Flag, Moment, Money, Shown, Strict, Text, Whole, many
from tables.api.idempotency import answer_once, digest_of_call, once, well_formed
from tables.api.parsers import BatchJson
from tables.api.problems import explain
from tables.api.schema import KEY, REPLAYED, ProblemField, described
from tables.api.views import Api, read
from tables.games.results import BetResult, Outcome, Place, SpotResult
from tables.models import Endpoint, Terminal
from tables.money import as_amount
from tables.refusals import Refused

MOST_HANDS = 100


class BetShown(Shown):
    bet = Text()
    outcome = Choice(choices=list(Outcome))
    stake = Money()
    returned = Money(help_text="of the stake, to the player")
    prize = Money()
    place = Choice(choices=list(Place), allow_null=True, help_text="where the prize comes from, or a lost stake goes")
    why = Text(allow_blank=True)
    slip = Text(allow_null=True, help_text="number of the slip of a progressive hit")


class SpotShown(Shown):
    spot = Whole()
    hand = Text(allow_blank=True)
    patron = Text(allow_null=True)
    pay_now = Money(help_text="stakes returned and prizes, to hand over now")
    locked = Money(help_text="a jackpot share, paid when its slip has been verified")
    bets = BetShown(many=True)


class SlipShown(Shown):
    number = Text()
    spot = Whole()
    category = Text()
    share = Text()
    amount = Money()
    source = Choice(choices=Payout.Source.choices)  # type: ignore[assignment]
    state = Choice(choices=PayoutState.choices)


class HandSettled(Shown):
    hand = Whole()
    table = Text()
    game = Text()
    dealt_at = Moment()
    recorded_at = Moment()
    gaming_day = Day()
    house = Text(allow_blank=True)
    qualified = Flag(allow_null=True)
    note = Text(allow_blank=True, max_length=1_100)
    spots = SpotShown(many=True)
    progressive = Text(allow_null=True, help_text="the progressive that was hit")
    posted = Money(allow_null=True, help_text="what the shares were taken of")
    slips = SlipShown(many=True)


def shown(settled: SettledHand) -> dict[str, Any]:
    """The answer. Written by hand: this is the most frequent answer of all, and a serializer costs more than a hand."""
    hand, hit = settled.hand, settled.hit
    return {
        "hand": hand.pk,
        "table": hand.table.code,
        "game": hand.game,
        "dealt_at": MOMENT.to_representation(hand.dealt_at),
        "recorded_at": MOMENT.to_representation(hand.recorded_at),
        "gaming_day": hand.gaming_day.isoformat(),
        "house": settled.settlement.house,
        "qualified": settled.settlement.qualified,
        "note": settled.settlement.note,
        "spots": [_spot(spot, settled.slips.get(spot.spot)) for spot in settled.settlement.spots],
        "progressive": hit.progressive.code if hit else None,
        "posted": as_amount(hit.posted) if hit else None,
        "slips": [_slip(slip) for slip in settled.slips.values()],
    }


MOMENT = Moment()


def _spot(spot: SpotResult, slip: Payout | None) -> dict[str, Any]:
    locked = slip.amount if slip and slip.source == Payout.Source.JACKPOT else 0
    return {
        "spot": spot.spot,
        "hand": spot.hand,
        "patron": spot.patron,
        "pay_now": as_amount(spot.to_player - locked),
        "locked": as_amount(locked),
        "bets": [_bet(bet, slip) for bet in spot.bets],
    }


def _bet(bet: BetResult, slip: Payout | None) -> dict[str, Any]:
    return {
        "bet": bet.bet,
        "outcome": bet.outcome,
        "stake": as_amount(bet.stake),
        "returned": as_amount(bet.returned),
        "prize": as_amount(bet.prize),
        "place": bet.place,
        "why": bet.why,
        "slip": f"{slip.number:06d}" if slip and bet.bet == "gran progressive" else None,
    }


def _slip(slip: Payout) -> dict[str, Any]:
    return {
        "number": f"{slip.number:06d}",
        "spot": slip.spot,
        "category": slip.category,
        "share": slip.share,
        "amount": as_amount(slip.amount),
        "source": slip.source,
        "state": slip.state,
    }


def settle_report(reported: dict[str, Any], terminal: Terminal) -> dict[str, Any]:
    """Give a validated report to its service."""
    kind, dealt_at = reported.pop("report"), reported.pop("dealt_at")
    common = {
        "table": terminal.table,
        "dealt_at": dealt_at,
        "by": terminal,
        "posted_when_dealt": reported.pop("posted_when_dealt", None),
    }
    if kind == "winners":
        winners = [
            WinningSpot(winner["spot"], winner["cards"], winner.get("patron") or "") for winner in reported["winners"]
        ]
        return shown(report_winners(winners=winners, **common))
    if kind == "misdeal":
        game = reported.pop("game")
        return shown(report_hand(game=game, report={"misdeal": reported}, **common))
    return shown(report_hand(game=kind, report=reported, **common))


class Hands(Api):
    endpoint = Endpoint.HANDS
    readers = writers = frozenset()  # terminals only

    @described(
        "Report one dealt hand",
        description="Checked, settled, and its progressive shares locked at once. The answer says what every spot is "
        "paid, and from where.",
        parameters=[KEY, REPLAYED],
        request=HandReport,
        responses={201: HandSettled},
        examples=[OpenApiExample(report, value, request_only=True) for report, value in BY_REPORT.items()],
    )
    def post(self, request: Request, table: str) -> HttpResponse:
        reported = read_hand(request.data)
        terminal: Any = self.by(request)
        return answer_once(request, lambda: settle_report(reported, terminal), at_table=True)


class StoredHand(Strict):
    key = Text(min_length=8, max_length=100, help_text="the hand's own Idempotency-Key")
    hand = serializers.DictField(help_text="as it would be sent alone (HandReport)")


class StoredHands(Strict):
    hands = many(StoredHand, min_length=1, max_length=MOST_HANDS)


class StoredResult(Shown):
    key = Text()
    status = Whole(help_text="as if the hand had been sent alone")
    replayed = Flag(help_text="the hand was counted before; this is the answer it had then")
    answer = HandSettled(allow_null=True)
    problem = ProblemField(allow_null=True, help_text="why it was refused")


class StoredResults(Shown):
    results = StoredResult(many=True)


class HandBatches(Api):
    endpoint = Endpoint.HANDS
    readers = writers = frozenset()
    parser_classes = [BatchJson]

    @described(
        "Report the stored hands of a terminal that was offline",
        description="In the order in which they were dealt; each has its own key and counts once, alone or in any "
        "batch. A hand that is refused does not hold up those after it.",
        request=StoredHands,
        responses={200: OpenApiResponse(StoredResults, "One result for each hand, in order.")},
        examples=[
            OpenApiExample(
                "stored",
                {"hands": [{"key": "T1-2026-000017", "hand": BY_REPORT["winners"]}]},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request, table: str) -> Response:
        stored = read(StoredHands, request.data)["hands"]
        path = request.path.removesuffix("batch/")
        return Response({"results": [self._one(item, path, request) for item in stored]})

    def _one(self, item: dict[str, Any], path: str, request: Request) -> dict[str, Any]:
        terminal: Any = self.by(request)
        result: dict[str, Any] = {"key": item["key"], "replayed": False, "answer": None, "problem": None}
        try:
            status, body, replayed = once(
                terminal=terminal,
                key=well_formed(item["key"]),
                call_digest=digest_of_call("POST", path, item["hand"]),
                work=lambda: settle_report(read_hand(item["hand"]), terminal),
                at_table=True,
            )
        except (Refused, APIException) as refusal:
            problem = explain(refusal, request) or {}
            return {**result, "status": problem["status"], "problem": problem}
        return {**result, "status": status, "replayed": replayed, "answer": json.loads(body)}
