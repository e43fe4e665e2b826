"""Reporting a hit: cards are tapped spot by spot, the page says what they are and pay, and only then are they locked.

The picker's form asks (GET, nothing is written); the form beside what it found locks exactly that (POST).
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounting.models import FundTable
from accounting.selectors.ledger import entries_of
from jackpot.models import Progressive
from jackpot.selectors.payouts import hit_of, tables_in_play
from jackpot.services.hit_preview import HitPreview, preview_hit
from jackpot.services.hits import record_hit
from jackpot.templatetags.cards import sign
from jackpot.winners import WinningSpot
from tables import clock
from tables.duties import Role
from tables.games import GAMES
from tables.games.cards import SUITS
from tables.games.strengths import HAND
from tables.pages import Attempt, StaffRequest, page
from tables.refusals import Invalid, NotThere

SPOTS = 6  # seeds 000: a table has five or six betting spaces
MAY_SEE = (
    Role.FLOOR_MANAGER,
    Role.VERIFIER,
    Role.SURVEILLANCE,
    Role.ACCOUNTANT,
    Role.GENERAL_MANAGER,
    Role.AUDITOR,
)


@dataclass(frozen=True)
class PickedSpot:
    """One spot of the picker: its cards so far, and what they are."""

    number: int
    cards: tuple[str, ...]
    patron: str
    name: str

    @property
    def complete(self) -> bool:
        return len(self.cards) == HAND


@page(Role.FLOOR_MANAGER)
def report(request: StaffRequest) -> HttpResponse:
    """The card picker, and what the picked cards are and pay."""
    if request.method == "POST":
        return _lock(request)
    return _picker(request, request.GET, Attempt())


@page(*MAY_SEE)
def hit(request: StaffRequest, code: str, number: int) -> HttpResponse:
    """A recorded hit: what was dealt, its slips, and every entry it made."""
    found = hit_of(request.cardroom, code, number)
    entries = entries_of(request.cardroom, found.document)
    return render(request, "jackpot/payouts/hit.html", {"hit": found, "entries": entries})


def _picker(request: StaffRequest, picked: QueryDict, attempt: Attempt) -> HttpResponse:
    tables = tables_in_play(request.cardroom)
    chosen = _chosen(tables, picked.get("table", "")) if tables else None
    spots = _spots(chosen.fund.progressive, picked) if chosen else []
    outcome = None
    if chosen and any(spot.cards for spot in spots) and not attempt.tried:
        with attempt:
            outcome = _outcome(request, chosen.fund.progressive, spots)
    deck = GAMES[chosen.fund.progressive.game].deck if chosen else None
    return render(
        request,
        "jackpot/payouts/report.html",
        {
            "tables": tables,
            "chosen": chosen,
            "spots": spots,
            "opened": next((spot.number for spot in spots if not spot.complete), None),
            "suits": [[rank + suit for rank in deck.ranks] for suit in SUITS] if deck else [],
            "jokers": deck.jokers if deck else 0,
            "dealt": picked.get("dealt", ""),
            "latest": timezone.localtime(clock.now()),
            "outcome": outcome,
            "attempt": attempt,
            "key": uuid.uuid4(),
        },
        status=attempt.status if request.method == "POST" else 200,
    )


def _lock(request: StaffRequest) -> HttpResponse:
    chosen = _chosen(tables_in_play(request.cardroom), request.POST.get("table", ""))
    attempt = Attempt()
    with attempt:
        recorded = record_hit(
            progressive=chosen.fund.progressive,
            table=chosen.table,
            spots=_winning(_spots(chosen.fund.progressive, request.POST)),
            dealt_at=_moment(request.POST.get("dealt", "")) or clock.now(),
            key=request.POST.get("key", ""),
            by=request.user,
        )
    if not attempt.done:
        return _picker(request, request.POST, attempt)
    many = len(recorded.spots)
    words = ngettext(
        "Locked: %(many)d slip. Someone else verifies the hand next.",
        "Locked: %(many)d slips. Someone else verifies the hands next.",
        many,
    )
    messages.success(request, words % {"many": many})
    return redirect("hit", code=recorded.progressive.code, number=recorded.number)


def _chosen(tables: Sequence[FundTable], code: str) -> FundTable:
    """The table that was chosen, the first if none was."""
    chosen = next((on for on in tables if on.table.code == code), None if code else tables[0] if tables else None)
    if chosen is None:
        raise NotThere(_("No progressive is played at this table now. Choose another table."))
    return chosen


def _spots(progressive: Progressive, picked: QueryDict) -> list[PickedSpot]:
    """The spots as they are picked, the cards in the order of the deck."""
    deck = GAMES[progressive.game].deck.cards
    spots = []
    for number in range(1, SPOTS + 1):
        wanted = set(picked.getlist(f"spot-{number}"))
        cards = tuple(card for card in deck if card in wanted)
        name = _name(progressive.game, cards)
        spots.append(PickedSpot(number, cards, picked.get(f"patron-{number}", "").strip(), name))
    return spots


def _name(game: str, cards: tuple[str, ...]) -> str:
    """What the cards are, or how many are still to come."""
    left = HAND - len(cards)
    if not cards:
        return ""
    if left > 0:
        return ngettext("%(left)d more card", "%(left)d more cards", left) % {"left": left}
    if left < 0:
        return ngettext("%(over)d card too many", "%(over)d cards too many", -left) % {"over": -left}
    rank = GAMES[game].rank(cards)
    if not rank.joker:
        return str(rank)
    return _("%(hand)s; joker plays as %(card)s") % {"hand": rank, "card": sign(rank.joker)}


def _outcome(request: StaffRequest, progressive: Progressive, spots: list[PickedSpot]) -> HitPreview | None:
    """What it would pay, once every spot that was begun has its five cards."""
    if any(spot.cards and not spot.complete for spot in spots):
        return None
    return preview_hit(progressive=progressive, spots=_winning(spots), by=request.user)


def _winning(spots: list[PickedSpot]) -> list[WinningSpot]:
    return [WinningSpot(spot.number, " ".join(spot.cards), spot.patron) for spot in spots if spot.cards]


def _moment(text: str) -> datetime | None:
    """What was entered as the time of the deal, in the cardroom's zone."""
    if not text:
        return None
    try:
        entered = forms.DateTimeField().clean(text)
    except forms.ValidationError as problem:
        raise Invalid(
            _("The time of the deal cannot be read. Enter it again."), errors={"dealt": list(problem.messages)}
        ) from problem
    return entered if timezone.is_aware(entered) else timezone.make_aware(entered)
