"""Control totals: how many rows a file has, and what its money comes to, so that a missing row shows."""

from collections.abc import Sequence
from typing import Any

from accounting.exports.columns import Column, Kind

ADDED_UP = (Kind.MONEY, Kind.BALANCE)


class Totals:
    """Counts rows and adds up every column of money, in cents."""

    def __init__(self, columns: Sequence[Column]) -> None:
        self.rows = 0
        self._places = {place: column.name for place, column in enumerate(columns) if column.kind in ADDED_UP}
        self.cents = dict.fromkeys(self._places.values(), 0)

    def add(self, rows: int, values: Sequence[Sequence[Any]]) -> None:
        """More rows, given column by column."""
        self.rows += rows
        for place, name in self._places.items():
            self.cents[name] += sum(cents for cents in values[place] if cents is not None)

    def as_data(self) -> dict[str, Any]:
        return {"rows": self.rows, "cents": self.cents}
