"""How the report looks: measures, colours, styles, tables, and how it writes money and time."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor, white
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph, Table

from accounting.exports.scope import Scope
from jackpot.exports.report.printable import printable
from tables.money import dollars

mm = 72 / 25.4  # a PDF measures in points of 1/72 inch
WIDTH: float = LETTER[0]
HEIGHT: float = LETTER[1]
MARGIN = 18 * mm
TEXT_WIDTH = WIDTH - 2 * MARGIN
GREEN, IVORY, LINE, GREY = HexColor("#1d4536"), HexColor("#fffdf5"), HexColor("#d8d3c4"), HexColor("#555555")
SHADE = HexColor("#f6f3ea")
BOLD = "Helvetica-Bold"

BODY = ParagraphStyle("body", fontName="Helvetica", fontSize=9.5, leading=13.5, spaceAfter=5)
SMALL = ParagraphStyle("small", parent=BODY, fontSize=8, leading=10.5, textColor=GREY)
CELL = ParagraphStyle("cell", parent=BODY, fontSize=7.6, leading=9.4, spaceAfter=0)
CELL_RIGHT = ParagraphStyle("cell right", parent=CELL, alignment=TA_RIGHT)
H1 = ParagraphStyle("h1", fontName=BOLD, fontSize=16, leading=20, textColor=GREEN, spaceAfter=8)
H2 = ParagraphStyle("h2", fontName=BOLD, fontSize=11, leading=14, textColor=GREEN, spaceBefore=8, spaceAfter=4)

_PLAIN: list[Any] = [
    ("FONTNAME", (0, 0), (-1, -1), "Helvetica"),
    ("FONTNAME", (0, 0), (-1, 0), BOLD),
    ("TEXTCOLOR", (0, 0), (-1, 0), GREEN),
    ("LINEBELOW", (0, 0), (-1, 0), 0.8, GREEN),
    ("LINEBELOW", (0, 1), (-1, -1), 0.25, LINE),
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
]


def listing(
    heading: Sequence[str],
    rows: Sequence[Sequence[str]],
    widths: Sequence[float],
    *,
    right: Iterable[int] = (),
    wrapped: bool = False,
    total: bool = False,
) -> Table:
    """A table over as many pages as it needs, its heading on each. A width of 0 takes what the others leave."""
    right = frozenset(right)
    rest = TEXT_WIDTH - sum(widths)
    table = Table(
        [list(heading), *(_cells(row, right, wrapped=wrapped) for row in rows)],
        [width or rest for width in widths],
        repeatRows=1,
    )
    style = [
        *_PLAIN,
        ("FONTSIZE", (0, 0), (-1, -1), 7.2),
        ("LEFTPADDING", (0, 0), (-1, -1), 3),
        ("RIGHTPADDING", (0, 0), (-1, -1), 3),
        ("TOPPADDING", (0, 0), (-1, -1), 2.2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2.2),
        ("ROWBACKGROUNDS", (0, 1), (-1, -1), [white, SHADE]),
        *(("ALIGN", (place, 0), (place, -1), "RIGHT") for place in right),
    ]
    if total:
        style += [("FONTNAME", (0, -1), (-1, -1), BOLD), ("LINEABOVE", (0, -1), (-1, -1), 0.8, GREEN)]
    table.setStyle(style)
    return table


def _cells(row: Sequence[str], right: Iterable[int], *, wrapped: bool) -> list[Any]:
    if not wrapped:
        return [printable(cell) for cell in row]
    return [
        Paragraph(escape(printable(cell)).replace("\n", "<br/>"), CELL_RIGHT if place in right else CELL)
        for place, cell in enumerate(row)
    ]


def side_by_side(names: Iterable[str], lines: Sequence[tuple[str, Sequence[str]]], *, bold: Sequence[int]) -> Table:
    """Progressives beside each other, a figure on each line."""
    heading = ["", *map(printable, names)]
    share = 0.58 / max(1, len(heading) - 1)
    widths = [TEXT_WIDTH * 0.42, *[TEXT_WIDTH * share] * (len(heading) - 1)]
    table = Table([heading, *([label, *cells] for label, cells in lines)], widths)
    table.setStyle(
        [
            *_PLAIN,
            ("FONTSIZE", (0, 0), (-1, -1), 8.6),
            ("TOPPADDING", (0, 0), (-1, -1), 1.2),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1.6),
            ("ALIGN", (1, 0), (-1, -1), "RIGHT"),
            *(("FONTNAME", (0, line + 1), (-1, line + 1), BOLD) for line in bold),
        ]
    )
    return table


def bare(cents: int) -> str:
    """Money in a column that says so: no dollar sign, and nothing as a dash."""
    return dollars(cents).replace("$", "") if cents else "-"


def period(scope: Scope) -> str:
    return f"{_date(scope.first_day)} to {_date(scope.last_day)}"


def _date(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def local(scope: Scope, moment: datetime) -> str:
    """A moment in the cardroom's own time."""
    return f"{moment.astimezone(scope.zone):%Y-%m-%d %H:%M:%S %Z}"


def counted(number: int, one: str, many: str = "") -> str:
    """`1 slip`, `2 slips`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
