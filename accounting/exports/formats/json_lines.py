"""JSON Lines: one object a line, keys in the order of the columns, money in cents."""

import json
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any

from accounting.exports.columns import Column
from accounting.exports.datasets import Row
from accounting.exports.formats.comma_separated import utc


def write_json_lines(path: Path, columns: Sequence[Column], rows: Iterable[Row]) -> None:
    names = [column.name for column in columns]
    with path.open("w", encoding="utf-8", newline="\n") as target:
        for row in rows:
            target.write(as_line(dict(zip(names, row, strict=True))))


def as_line(record: dict[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"), default=_plain) + "\n"


def _plain(value: Any) -> str:
    if isinstance(value, datetime):
        return utc(value)
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{value!r} has no place in a data set.")
