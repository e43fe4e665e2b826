"""Gaming days as the pages show them: what a progressive's day needs, its boxes and its postings."""

from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet

from accounting.models import Count, CountState
from accounting.selectors.gaming_days import closed_through
from accounting.words import Said
from jackpot.models import IN_PLAY, Close, Posting, Progressive
from jackpot.selectors import missing_for_close, next_day_to_close
from tables.models import Cardroom
from tables.selectors.boxes import lost_wagers


@dataclass(frozen=True)
class OpenDay:
    """The day that a progressive has to close next, and what it still needs."""

    progressive: Progressive
    day: date
    missing: list[Said]


@dataclass(frozen=True)
class CountedBox:
    """A locked count beside what the terminals of its table reported."""

    count: Count
    expected: int | None

    @property
    def difference(self) -> int | None:
        return None if self.expected is None else (self.count.total or 0) - self.expected


def progressives_in_play(cardroom: Cardroom) -> QuerySet[Progressive]:
    rows = Progressive.objects.filter(cardroom=cardroom, state__in=IN_PLAY)
    return rows.select_related("cardroom", "fund__cardroom")


def days_to_close(cardroom: Cardroom) -> list[OpenDay]:
    """For every progressive in play, the oldest day that is not closed."""
    waiting = []
    for progressive in progressives_in_play(cardroom):
        due = next_day_to_close(progressive)
        waiting.append(OpenDay(progressive, due, missing_for_close(progressive, due)))
    return waiting


def is_closed(progressive: Progressive, day: date) -> bool:
    closed = closed_through(progressive.fund)
    return closed is not None and day <= closed


def closed_days(cardroom: Cardroom) -> QuerySet[Close]:
    """Every close of the cardroom, newest day first."""
    closes = Close.objects.filter(progressive__cardroom=cardroom).select_related("progressive", "author_employee")
    return closes.order_by("-gaming_day", "progressive__code")


def close_of(progressive: Progressive, day: date) -> Close | None:
    closes = Close.objects.filter(progressive=progressive, gaming_day=day)
    return closes.select_related("policy", "entry", "author_employee", "author_terminal").first()


def counted_boxes(progressive: Progressive, day: date) -> list[CountedBox]:
    """The day's locked counts, each beside the terminals' figure."""
    counts = Count.objects.filter(fund=progressive.fund_id, gaming_day=day, state=CountState.LOCKED)
    return [
        CountedBox(count, lost_wagers(count.pull)) for count in counts.select_related("box", "table", "pull__table")
    ]


def postings_of(progressive: Progressive, day: date) -> QuerySet[Posting]:
    """Every change of the posted amount by the day's entries, in order (WAC 230-15-685)."""
    return progressive.postings.filter(entry__gaming_day=day).order_by("number")
