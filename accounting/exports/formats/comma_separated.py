"""CSV: UTF-8, RFC 4180, safe to open in a spreadsheet.

A cell that a spreadsheet would run as a formula begins with = + - @ or a control character. Such a text gets an
apostrophe in front, and so does a text that begins with an apostrophe itself: taking one leading apostrophe off text
cells gives back exactly what was recorded. Numbers, money and dates are written by us and stay as they are.
"""

import csv
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import IO, Any

from accounting.exports.columns import Column, Kind
from accounting.exports.datasets import CHUNK, Row
from accounting.exports.totals import Totals

RISKY = frozenset("=+-@\t\r\n'")


def safe(value: str | None) -> str:
    """The text as a cell.

    >>> safe("=1+1"), safe("royal flush"), safe("'quoted'"), safe(None)
    ("'=1+1", 'royal flush', "''quoted'", '')
    """
    if not value:
        return ""
    return f"'{value}" if value[0] in RISKY else value


def dollars(cents: int | None) -> str:
    """Cents as a plain decimal number.

    >>> dollars(123450), dollars(-5), dollars(0), dollars(None)
    ('1234.50', '-0.05', '0.00', '')
    """
    if cents is None:
        return ""
    digits = f"{abs(cents):03d}"
    return f"{'-' if cents < 0 else ''}{digits[:-2]}.{digits[-2:]}"


def utc(moment: datetime | None) -> str:
    """A moment to the microsecond, always in the same form: 2026-11-17T20:00:00.000000+00:00."""
    return "" if moment is None else moment.astimezone(UTC).isoformat(timespec="microseconds")


def _yes_or_no(value: bool | None) -> str:  # noqa: FBT001 - a cell
    return "" if value is None else "yes" if value else "no"


CELLS: dict[Kind, Callable[[Any], str]] = {
    Kind.TEXT: safe,
    Kind.MONEY: dollars,
    Kind.BALANCE: dollars,
    Kind.MOMENT: utc,
    Kind.FLAG: _yes_or_no,
}


def write_csv(target: IO[str], columns: Sequence[Column], rows: Iterable[Row]) -> Totals:
    """Write a heading and all rows; gives how many there were and what their money comes to."""
    writer = csv.writer(target, lineterminator="\r\n")
    writer.writerow([column.name for column in columns])
    totals = Totals(columns)
    cells = [CELLS.get(column.kind) for column in columns]
    rows = iter(rows)
    # Column by column, a few thousand rows at a time: several times quicker than cell by cell.
    while batch := list(islice(rows, CHUNK)):
        values = list(zip(*batch, strict=True))
        totals.add(len(batch), values)
        written = [map(cell, column) if cell else column for cell, column in zip(cells, values, strict=True)]
        writer.writerows(zip(*written, strict=True))
    return totals
