"""The gap report: every series of numbers, from its first to its last, and which are missing (none, if all is well)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Count as HowMany
from django.db.models import Max, Min, QuerySet

from accounting.exports.columns import number, text
from accounting.exports.datasets import DataSet, Row, register
from accounting.exports.scope import Scope
from accounting.models import Case, Count, Deposit, Entry, Export
from tables.models import CustodyEvent

MOST_NAMED = 20


@dataclass(frozen=True)
class Series:
    """Numbers that run from 1 without a gap, once for each `of` (a progressive, a box) or for the cardroom."""

    name: str
    rows: Callable[[Scope], QuerySet[Any]]
    of: str = "cardroom__code"
    number: str = "number"


SERIES = [
    Series("entry", lambda scope: Entry.objects.filter(cardroom=scope.cardroom, recorded_at__lte=scope.as_of)),
    Series("count", lambda scope: Count.objects.filter(cardroom=scope.cardroom, opened_at__lte=scope.as_of)),
    Series(
        "deposit", lambda scope: Deposit.objects.filter(cardroom=scope.cardroom, entry__recorded_at__lte=scope.as_of)
    ),
    Series("case", lambda scope: Case.objects.filter(cardroom=scope.cardroom, opened_at__lte=scope.as_of)),
    Series("export", lambda scope: Export.objects.filter(cardroom=scope.cardroom, requested_at__lt=scope.as_of)),
    Series(
        "step of a table's box",
        lambda scope: CustodyEvent.objects.filter(
            box__cardroom=scope.cardroom, box__kind="table", recorded_at__lte=scope.as_of
        ),
        of="box__number",
        number="position",
    ),
    Series(
        "step of a progressive box",
        lambda scope: CustodyEvent.objects.filter(
            box__cardroom=scope.cardroom, box__kind="progressive", recorded_at__lte=scope.as_of
        ),
        of="box__number",
        number="position",
    ),
]


@register
class Gaps(DataSet):
    name = "gaps"
    title = "Gap report"
    description = "Every series of numbers without gaps, since the first one ever given out, and what is missing in it."
    columns = (text("series"), text("of"), number("first"), number("last"), number("present"), text("missing"))

    def rows(self, scope: Scope) -> Iterator[Row]:
        for series in SERIES:
            rows = series.rows(scope).order_by()
            found = rows.values(series.of).annotate(
                first=Min(series.number), last=Max(series.number), present=HowMany("pk")
            )
            for one in found.order_by(series.of):
                here = rows.filter(**{series.of: one[series.of]})
                whole = one["present"] == one["last"]
                missing = "" if whole else _missing(here, series.number, one["last"])
                yield (series.name, str(one[series.of]), one["first"], one["last"], one["present"], missing)


def _missing(rows: QuerySet[Any], field: str, last: int) -> str:
    """The first few numbers that are not there."""
    gaps: list[str] = []
    expected = 1
    for present in rows.order_by(field).values_list(field, flat=True).iterator():
        gaps += map(str, range(expected, min(present, expected + MOST_NAMED)))
        expected = present + 1
        if len(gaps) >= MOST_NAMED:
            return f"{', '.join(gaps[:MOST_NAMED])} and others up to {last}"
    return ", ".join(gaps)
