"""The cover, the head and foot of every other page, and `page 3 of 11`."""

from typing import Any

from reportlab.pdfgen.canvas import Canvas

from accounting.exports.scope import Scope
from jackpot.exports.report.looks import BOLD, GREEN, GREY, HEIGHT, IVORY, LINE, MARGIN, WIDTH, local, period
from jackpot.exports.report.printable import printable

HORIZON = HEIGHT * 0.56


class NumberedCanvas(Canvas):  # type: ignore[misc]
    """Knows how many pages there are before it draws their numbers."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._pages: list[dict[str, Any]] = []

    def showPage(self) -> None:  # noqa: N802 - reportlab's name
        self._pages.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        for number, page in enumerate(self._pages, start=1):
            self.__dict__.update(page)
            if number > 1:
                self.setFont("Helvetica", 7.5)
                self.setFillColor(GREY)
                self.drawRightString(WIDTH - MARGIN, MARGIN - 4, f"page {number} of {len(self._pages)}")
            super().showPage()
        super().save()


def draw_cover(canvas: Canvas, scope: Scope) -> None:
    canvas.saveState()
    canvas.setFillColor(GREEN)
    canvas.rect(0, HORIZON, WIDTH, HEIGHT - HORIZON, stroke=0, fill=1)
    canvas.setFillColor(IVORY)
    canvas.setFont(BOLD, 30)
    canvas.drawString(MARGIN, HORIZON + 118, "Progressive jackpots")
    canvas.setFont("Helvetica", 17)
    canvas.drawString(MARGIN, HORIZON + 90, "Records for the Washington State Gambling Commission")
    canvas.setFont(BOLD, 17)
    canvas.drawString(MARGIN, HORIZON + 40, period(scope))
    for line, (label, fact) in enumerate(_facts(scope)):
        y = HORIZON - 50 - 20 * line
        canvas.setFillColor(GREY)
        canvas.setFont("Helvetica", 10)
        canvas.drawString(MARGIN, y, label)
        canvas.setFillColor(GREEN)
        canvas.setFont(BOLD if label else "Courier", 11 if label else 9)
        canvas.drawString(MARGIN + 100, y, fact)
    canvas.setFillColor(GREY)
    canvas.setFont("Helvetica", 8)
    canvas.drawString(MARGIN, MARGIN + 11, "Every figure in this report stands in the data files beside it.")
    canvas.drawString(MARGIN, MARGIN, "verify_package.py checks all of them, offline, with nothing but Python.")
    canvas.restoreState()


def _facts(scope: Scope) -> list[tuple[str, str]]:
    room = scope.cardroom
    number, digest = scope.head
    first, last = scope.entries
    return [
        ("Licensee", printable(room.licensee)),
        ("Licence", printable(room.licence_number)),
        ("Cardroom", printable(room.name)),
        ("Gaming day", f"from {room.cut_over_hour:02d}:00 to {room.cut_over_hour:02d}:00, {room.time_zone}"),
        ("As known at", local(scope, scope.as_of)),
        ("Entries", f"{first} to {last} of the books" if first <= last else f"none; the books stand at entry {last}"),
        ("Head of the book", f"entry {number}"),
        ("", digest),
    ]


def draw_frame(canvas: Canvas, scope: Scope) -> None:
    canvas.saveState()
    canvas.setFont("Helvetica", 7.5)
    canvas.setFillColor(GREY)
    head = f"{printable(scope.cardroom.licensee)} · licence {printable(scope.cardroom.licence_number)}"
    canvas.drawString(MARGIN, HEIGHT - MARGIN, head)
    canvas.drawRightString(WIDTH - MARGIN, HEIGHT - MARGIN, period(scope))
    canvas.setStrokeColor(LINE)
    canvas.line(MARGIN, HEIGHT - MARGIN - 4, WIDTH - MARGIN, HEIGHT - MARGIN - 4)
    canvas.line(MARGIN, MARGIN + 6, WIDTH - MARGIN, MARGIN + 6)
    canvas.drawString(MARGIN, MARGIN - 4, f"As known at {local(scope, scope.as_of)}")
    canvas.restoreState()
