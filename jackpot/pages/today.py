"""The first page: what waits for the person, how the gaming day stands, what is posted."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounting.selectors.cases import open_cases
from jackpot.models import IN_PLAY, Progressive
from jackpot.pages.waiting import tasks_of
from jackpot.selectors import today as selectors
from tables.duties import Role
from tables.models import Cardroom
from tables.pages import StaffRequest, page

# Who is told whether the players' money is all there, and what went wrong.
INFORMED = {Role.FLOOR_MANAGER, Role.GENERAL_MANAGER, Role.ACCOUNTANT, Role.AUDITOR}
EXCEPTIONS = 6


def today(request: HttpRequest) -> HttpResponse:
    """What waits for whoever is signed in; for everyone else, which cardroom this is."""
    return waiting(request) if request.user.is_authenticated else front(request)


def front(request: HttpRequest) -> HttpResponse:
    """Before signing in: the cardroom, and its boards, which are public."""
    boards = Progressive.objects.filter(state__in=IN_PLAY).select_related("cardroom")
    return render(request, "jackpot/front.html", {"cardrooms": Cardroom.objects.order_by("name"), "boards": boards})


@page()
def waiting(request: StaffRequest) -> HttpResponse:
    informed = bool(request.user.role_names() & INFORMED)
    seen = selectors.glance(request.cardroom)
    context = {
        "tasks": tasks_of(request.user, seen),
        "jackpots": selectors.jackpots(seen.progressives),
        "strip": selectors.day_strip(seen),
        "informed": informed,
        "gauges": selectors.gauges(seen.progressives) if informed else [],
        "cases": open_cases(request.cardroom).order_by("due_at", "number")[:EXCEPTIONS] if informed else [],
    }
    return render(request, "jackpot/today.html", context)
