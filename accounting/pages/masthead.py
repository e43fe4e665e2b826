"""What the head of every page says: the time, and the gaming day it belongs to."""

from typing import Any

from django.http import HttpRequest

from accounting.gaming_days import gaming_day
from tables import clock


def masthead(request: HttpRequest) -> dict[str, Any]:
    """For every template of a page that someone of a cardroom looks at."""
    cardroom = getattr(request, "cardroom", None)
    if cardroom is None:
        return {}
    now = clock.now()
    return {"now": now, "gaming_day": gaming_day(cardroom, now)}
