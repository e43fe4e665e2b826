"""Long lists, a leaf at a time. No COUNT over the whole table: only whether there is one more row."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet
from django.http import HttpRequest

Row = TypeVar("Row")
ROWS = 25


@dataclass(frozen=True)
class Leaf(Generic[Row]):
    """The rows of one leaf and the links to those beside it (`parts/leaf.html` shows them)."""

    rows: Sequence[Row]
    number: int
    newer: str
    older: str


def leaf_through(request: HttpRequest, rows: QuerySet[Any, Row], size: int = ROWS) -> Leaf[Row]:
    """The leaf that `?leaf=` asks for, the first if it asks for nonsense."""
    asked = request.GET.get("leaf", "1")
    number = max(1, int(asked)) if asked.isascii() and asked.isdigit() and len(asked) < 7 else 1
    start = (number - 1) * size
    found = list(rows[start : start + size + 1])
    return Leaf(
        rows=found[:size],
        number=number,
        newer=_link(request, number - 1) if number > 1 else "",
        older=_link(request, number + 1) if len(found) > size else "",
    )


def _link(request: HttpRequest, number: int) -> str:
    query = request.GET.copy()
    query["leaf"] = str(number)
    return f"?{query.urlencode()}"
