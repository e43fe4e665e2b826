"""The pages of the gaming floor."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tables.models import Cardroom


def today(request: HttpRequest) -> HttpResponse:
    """The first page: which cardroom this is, and who is signed in."""
    mine = request.user.cardroom if request.user.is_authenticated else None
    return render(request, "tables/today.html", {"cardrooms": [mine] if mine else Cardroom.objects.order_by("name")})
