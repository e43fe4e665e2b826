"""The board for a screen at the table, and the posting card for rooms without one. Public, and for information only.

The screen asks every second and a half whether something is new; nothing new costs one statement and no body.
"""

from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from jackpot.models import Progressive
from jackpot.selectors.boards import Board, board_of, board_version, on_the_board
from tables import clock
from tables.templatetags.bote import at_moment, lately, money


@never_cache
def board(request: HttpRequest, code: str) -> HttpResponse:
    return _rendered(request, "jackpot/board.html", _found(code))


@never_cache
def posting_card(request: HttpRequest, code: str) -> HttpResponse:
    return _rendered(request, "jackpot/posting_card.html", _found(code))


def board_state(request: HttpRequest, code: str) -> HttpResponse:
    """What the screen asks for, again and again."""
    progressive = _found(code)
    version = f'"{board_version(progressive)}"'
    answer: HttpResponse
    if request.headers.get("If-None-Match") == version:
        answer = HttpResponseNotModified()
    else:
        # The version was read first: if something changes in between, the next question brings it.
        with timezone.override(ZoneInfo(progressive.cardroom.time_zone)):
            answer = JsonResponse(_state(board_of(progressive)))
    answer["ETag"] = version
    answer["Cache-Control"] = "no-cache"
    return answer


def _found(code: str) -> Progressive:
    progressive = on_the_board(code)
    if progressive is None:
        raise Http404
    return progressive


def _state(shown: Board) -> dict[str, object]:
    posted_at = shown.posting.at if shown.posting else None
    return {
        "amount": money(shown.amount),
        "cents": shown.amount,
        "posted": _("posted %(moment)s") % {"moment": lately(posted_at)},
        "pending": [
            _("%(amount)s %(hand)s") % {"amount": money(slip.amount), "hand": _(slip.category)}
            for slip in shown.pending
        ],
        "stopped": shown.stopped,
        "estimate": ""
        if shown.estimate is None
        else _("%(amount)s by the meters, not posted") % {"amount": money(shown.estimate)},
    }


def _rendered(request: HttpRequest, template: str, progressive: Progressive) -> HttpResponse:
    """In the time zone of the cardroom."""
    with timezone.override(ZoneInfo(progressive.cardroom.time_zone)):
        shown = board_of(progressive)
        context = {
            "board": shown,
            "version": f'"{board_version(progressive)}"',
            "state": _state(shown),
            "printed": at_moment(clock.now()),
        }
        return render(request, template, context)
