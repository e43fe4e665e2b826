"""The first page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tables.models import Cardroom
from tables.pages import StaffRequest, page


def today(request: HttpRequest) -> HttpResponse:
    """What waits for whoever is signed in; for everyone else, which cardroom this is."""
    return waiting(request) if request.user.is_authenticated else front(request)


def front(request: HttpRequest) -> HttpResponse:
    """Before signing in."""
    return render(request, "jackpot/front.html", {"cardrooms": Cardroom.objects.order_by("name")})


@page()
def waiting(request: StaffRequest) -> HttpResponse:
    return render(request, "jackpot/today.html")
