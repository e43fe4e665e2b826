"""The board for a screen at the table, and the posting card for rooms without one. Public, and for information only.

The screen asks every second and a half whether something is new. The answer's ETag is made of the versions of two
accounts, so nothing new costs one small statement and no body.
"""

from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from jackpot.selectors.board import Board, board_of, board_version
from tables import clock
from tables.templatetags.bote import at_moment, lately, money


@never_cache
def board(request: HttpRequest, code: str) -> HttpResponse:
    version, shown = _board(code)
    return _rendered(request, "jackpot/board.html", shown, version)


@never_cache
def posting_card(request: HttpRequest, code: str) -> HttpResponse:
    version, shown = _board(code)
    return _rendered(request, "jackpot/posting_card.html", shown, version)


def board_state(request: HttpRequest, code: str) -> HttpResponse:
    """What the screen asks for, again and again."""
    version = board_version(code)
    if version is not None and request.headers.get("If-None-Match") == version:
        answer: HttpResponse = HttpResponseNotModified()
    else:
        version, shown = _board(code)
        with timezone.override(ZoneInfo(shown.progressive.cardroom.time_zone)):
            answer = JsonResponse(_state(shown))
    answer["ETag"] = version
    answer["Cache-Control"] = "no-cache"
    return answer


def _board(code: str) -> tuple[str, Board]:
    """The version is read first: if something changes in between, the next question brings it."""
    version, shown = board_version(code), board_of(code)
    if version is None or shown is None:
        raise Http404
    return version, shown


def _state(shown: Board) -> dict[str, object]:
    return {
        "amount": money(shown.amount),
        "cents": shown.amount,
        "posted": _("posted %(moment)s") % {"moment": lately(shown.posted_at)},
        "pending": [
            _("%(amount)s %(hand)s") % {"amount": money(slip.amount), "hand": _(slip.category)}
            for slip in shown.pending
        ],
    }


def _rendered(request: HttpRequest, template: str, shown: Board, version: str) -> HttpResponse:
    """In the time zone of the cardroom."""
    with timezone.override(ZoneInfo(shown.progressive.cardroom.time_zone)):
        context = {"board": shown, "version": version, "state": _state(shown), "printed": at_moment(clock.now())}
        return render(request, template, context)
