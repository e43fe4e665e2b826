"""One XLSX workbook: a sheet for each data set, numbers as numbers, days as dates, moments in the cardroom's own time.
With many sheets a first one says what they are.

Written row by row (XlsxWriter's constant memory), so a sheet may be as long as Excel allows; what is longer goes on in
a second sheet. Sums are Excel's own formulas with their value stored beside them.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import xlsxwriter

from accounting.exports.columns import Column, Kind
from accounting.exports.datasets import DataSet, Row
from accounting.exports.scope import Scope

MOST_ROWS = 1_000_000  # Excel's limit is 1,048,576
HEADING = 3  # the row of column names, counted from 0; above it stand the title and what it is
FORMATS: dict[Kind, dict[str, Any]] = {
    Kind.TEXT: {},
    Kind.NUMBER: {"num_format": "0"},
    Kind.MONEY: {"num_format": "#,##0.00;[Red]-#,##0.00"},
    Kind.BALANCE: {"num_format": "#,##0.00;[Red]-#,##0.00"},
    Kind.DAY: {"num_format": "yyyy-mm-dd"},
    Kind.MOMENT: {"num_format": "yyyy-mm-dd hh:mm:ss"},
    Kind.FLAG: {},
}
WIDTHS = {Kind.TEXT: 24, Kind.NUMBER: 11, Kind.MONEY: 14, Kind.BALANCE: 14, Kind.DAY: 12, Kind.MOMENT: 20, Kind.FLAG: 8}


class Workbook:
    """A workbook being written; use it as a context."""

    def __init__(self, path: Path, scope: Scope) -> None:
        self.scope = scope
        # Text is text: nothing a person typed becomes a formula or a link.
        options = {
            "constant_memory": True,
            "strings_to_formulas": False,
            "strings_to_urls": False,
            "remove_timezone": True,
        }
        self._book = xlsxwriter.Workbook(str(path), options)
        # The as-of moment, not the clock: the same export gives the same bytes.
        created = scope.as_of.replace(tzinfo=None, microsecond=0)
        self._book.set_properties({"title": f"{scope.cardroom.licensee}: records", "created": created})
        self._title = self._book.add_format({"bold": True, "font_size": 14, "font_color": "#1d4536"})
        self._note = self._book.add_format({"italic": True, "font_color": "#555555"})
        self._heading = self._book.add_format(
            {"bold": True, "bg_color": "#1d4536", "font_color": "#fffdf5", "text_wrap": True, "valign": "top"}
        )
        self._cells = {kind: self._book.add_format(how) for kind, how in FORMATS.items()}
        self._sums = self._book.add_format({**FORMATS[Kind.MONEY], "bold": True, "top": 1})
        self._total = self._book.add_format({"bold": True, "top": 1})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._book.close()

    def contents(self, data_sets: Sequence[DataSet]) -> None:
        """The first sheet: whose records these are, of which days, and a way to each of the others."""
        sheet, room = self._book.add_worksheet("contents"), self.scope.cardroom
        sheet.hide_gridlines(2)
        sheet.set_column(0, 0, WIDTHS[Kind.TEXT])
        sheet.set_column(1, 1, 36)
        sheet.set_column(2, 2, 110)
        sheet.write_string(0, 0, f"{room.licensee}: records", self._title)
        days = f"Gaming days {self.scope.first_day} to {self.scope.last_day}"
        known = f"{self._local(self.scope.as_of):%Y-%m-%d %H:%M:%S}, {room.time_zone}"
        sheet.write_string(1, 0, f"{days}, as known at {known}.", self._note)
        for place, heading in enumerate(("sheet", "what it is", "what it holds")):
            sheet.write_string(HEADING, place, heading, self._heading)
        link = self._book.get_default_url_format()
        for line, each in enumerate(data_sets, start=HEADING + 1):
            name = _sheet_name(each)
            sheet.write_url(line, 0, f"internal:'{name}'!A1", link, name)
            sheet.write_string(line, 1, each.title)
            sheet.write_string(line, 2, each.description)
        sheet.freeze_panes(HEADING + 1, 0)
        sheet.set_landscape()
        sheet.fit_to_pages(1, 0)

    def add(self, data_set: DataSet, rows: Iterable[Row]) -> None:
        """A sheet of all rows, with totals under its money."""
        rows = iter(rows)
        part = 1
        while self._sheet(data_set, rows, part):
            part += 1

    def _sheet(self, data_set: DataSet, rows: Iterable[Row], part: int) -> bool:
        """One sheet; gives whether it was full and the rows go on."""
        sheet = self._book.add_worksheet(_sheet_name(data_set) + (f" {part}" if part > 1 else ""))
        sheet.freeze_panes(HEADING + 1, 1)
        sheet.hide_gridlines(2)
        sheet.repeat_rows(HEADING)
        sheet.set_landscape()
        sheet.fit_to_pages(1, 0)
        for place, column in enumerate(data_set.columns):
            sheet.set_column(place, place, WIDTHS[column.kind])
        sheet.write_string(0, 0, data_set.title, self._title)
        sheet.write_string(1, 0, f"{data_set.description} Times are {self.scope.cardroom.time_zone}.", self._note)
        for place, column in enumerate(data_set.columns):
            sheet.write_string(HEADING, place, column.name.replace("_", " "), self._heading)
        writers = [self._writer(sheet, place, column) for place, column in enumerate(data_set.columns)]
        sums = {place: 0 for place, column in enumerate(data_set.columns) if column.kind == Kind.MONEY}
        line = HEADING
        for row in rows:
            line += 1
            for write, value in zip(writers, row, strict=True):
                if value is not None and value != "":
                    write(line, value)
            for place in sums:
                sums[place] += row[place] or 0
            if line - HEADING == MOST_ROWS:
                self._end(sheet, line, len(writers), sums)
                return True
        self._end(sheet, line, len(writers), sums)
        return False

    def _writer(self, sheet: Any, place: int, column: Column) -> Any:
        """How one column's values are written."""
        how = self._cells[column.kind]
        if column.kind in (Kind.MONEY, Kind.BALANCE):
            return lambda line, cents: sheet.write_number(line, place, cents / 100, how)
        if column.kind == Kind.NUMBER:
            return lambda line, value: sheet.write_number(line, place, value, how)
        if column.kind == Kind.DAY:
            return lambda line, value: sheet.write_datetime(line, place, value, how)
        if column.kind == Kind.MOMENT:
            return lambda line, value: sheet.write_datetime(line, place, self._local(value), how)
        if column.kind == Kind.FLAG:
            return lambda line, value: sheet.write_boolean(line, place, value, how)
        return lambda line, value: sheet.write_string(line, place, str(value), how)

    def _local(self, moment: datetime) -> datetime:
        return moment.astimezone(self.scope.zone).replace(tzinfo=None)

    def _end(self, sheet: Any, last: int, columns: int, sums: dict[int, int]) -> None:
        """What is there once the last row is known: a filter over the rows, and the totals under them."""
        if last == HEADING:
            return
        sheet.autofilter(HEADING, 0, last, columns - 1)
        if not sums:
            return
        sheet.write_string(last + 1, 0, "total", self._total)
        for place, cents in sums.items():
            if place == 0:
                continue
            letter = xlsxwriter.utility.xl_col_to_name(place)
            formula = f"=SUM({letter}{HEADING + 2}:{letter}{last + 1})"
            sheet.write_formula(last + 1, place, formula, self._sums, cents / 100)


def _sheet_name(data_set: DataSet) -> str:
    """Excel allows 31 characters; the sheets that follow a full one carry a number."""
    return data_set.name[:28]
