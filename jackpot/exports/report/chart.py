"""The chart of a jackpot over the period: the posted amount as a line, backups below it, hits as marks, caps dotted."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from reportlab.graphics.shapes import Drawing, Group, Line, Polygon, PolyLine, Rect, String
from reportlab.lib.colors import Color, HexColor
from reportlab.pdfbase.pdfmetrics import stringWidth

GREEN, BAND, AMBER, GREY = HexColor("#1d4536"), HexColor("#cfe0d4"), HexColor("#b36b00"), HexColor("#777777")
LEFT, RIGHT, TOP, BOTTOM = 54, 12, 16, 24


@dataclass(frozen=True)
class Point:
    """Cents at a moment."""

    at: datetime
    cents: int


@dataclass(frozen=True)
class Hit:
    """A win of the jackpot: the amount posted when it came, and what it was."""

    at: datetime
    cents: int
    label: str


@dataclass(frozen=True)
class Chart:
    """What is drawn, in cents and moments."""

    begins_at: datetime
    ends_at: datetime
    posted: Sequence[Point]
    backups: Sequence[Point]
    hits: Sequence[Hit]
    caps: Sequence[int]
    zone: ZoneInfo

    def draw(self, width: float, height: float) -> Drawing:
        drawing = Drawing(width, height)
        self._axes(drawing)
        self._band(drawing)
        for cap in self.caps:
            if cap <= self._top():
                y = self._y(drawing, cap)
                drawing.add(Line(LEFT, y, width - RIGHT, y, strokeColor=AMBER, strokeWidth=0.7, strokeDashArray=[2, 3]))
        line = self._steps(drawing, self.posted)
        if len(line) > 2:
            drawing.add(PolyLine(line, strokeColor=GREEN, strokeWidth=1.4))
        self._marks(drawing)
        return drawing

    def _axes(self, drawing: Drawing) -> None:
        step = _nice(self._top() / 5)
        for cents in range(0, self._top() + 1, step):
            y = self._y(drawing, cents)
            drawing.add(Line(LEFT, y, drawing.width - RIGHT, y, strokeColor=HexColor("#e4e0d4"), strokeWidth=0.5))
            drawing.add(_text(LEFT - 5, y - 2.5, f"${cents // 100:,}", GREY, anchor="end"))
        days = max(1, (self.ends_at - self.begins_at).days)
        every = timedelta(days=max(1, round(days / 8)))
        moment = self.begins_at
        while moment <= self.ends_at:
            x = self._x(drawing, moment)
            drawing.add(Line(x, BOTTOM, x, BOTTOM - 3, strokeColor=GREY, strokeWidth=0.5))
            drawing.add(_text(x, BOTTOM - 12, f"{moment.astimezone(self.zone):%d %b}", GREY, anchor="middle"))
            moment += every

    def _band(self, drawing: Drawing) -> None:
        line = self._steps(drawing, self.backups)
        if len(line) > 2:
            drawing.add(Polygon([line[0], BOTTOM, *line, line[-2], BOTTOM], fillColor=BAND, strokeColor=None))

    def _marks(self, drawing: Drawing) -> None:
        """A triangle over each hit; a label that would meet another one, or a triangle, is moved up."""
        marks = Group()
        hits = sorted(self.hits, key=lambda one: one.at)
        places = [(self._x(drawing, hit.at), self._y(drawing, hit.cents)) for hit in hits]
        taken = [(x - 3, x + 3, y + 2, y + 8) for x, y in places]
        for hit, (x, y) in zip(hits, places, strict=True):
            marks.add(Polygon([x, y + 2, x - 3, y + 8, x + 3, y + 8], fillColor=AMBER, strokeColor=None))
            anchor = "start" if x < LEFT + 40 else "end" if x > drawing.width - RIGHT - 40 else "middle"
            left, right = _sides(x, hit.label, anchor)
            label = y + 11
            while any(
                left < stop and right > start and label - 1.5 < top and label + 7 > low
                for start, stop, low, top in taken
            ):
                label += 3
            if label < drawing.height - 6:
                taken.append((left, right, label - 1.5, label + 7))
                ground = Color(1, 1, 1, alpha=0.8)  # so that a label can be read over the line
                marks.add(Rect(left, label - 1.5, right - left, 8.5, fillColor=ground, strokeColor=None))
                marks.add(_text(x, label, hit.label, AMBER, anchor=anchor))
        drawing.add(marks)

    def _steps(self, drawing: Drawing, points: Sequence[Point]) -> list[float]:
        """An amount stays until the next one: corners, not slopes."""
        line: list[float] = []
        for point in points:
            x, y = self._x(drawing, point.at), self._y(drawing, point.cents)
            if line:
                line += [x, line[-1]]
            line += [x, y]
        if line:
            line += [self._x(drawing, self.ends_at), line[-1]]
        return line

    def _top(self) -> int:
        """The highest amount on the scale."""
        highest = max((point.cents for point in (*self.posted, *self.backups)), default=0)
        step = _nice(max(highest, 50_000) / 5)
        return (int(max(highest, 50_000) * 1.12) // step + 1) * step

    def _x(self, drawing: Drawing, moment: datetime) -> float:
        wide: float = drawing.width - LEFT - RIGHT
        share = (moment - self.begins_at) / (self.ends_at - self.begins_at)
        return LEFT + wide * min(1.0, max(0.0, share))

    def _y(self, drawing: Drawing, cents: int) -> float:
        high: float = drawing.height - TOP - BOTTOM
        return BOTTOM + high * cents / self._top()


def legend(width: float, caps: Sequence[int]) -> Drawing:
    """What the lines, the band and the marks are."""
    levels = ", ".join(f"${cap // 100:,}" for cap in caps)
    drawing = Drawing(width, 14)
    drawing.add(Line(LEFT, 6, LEFT + 18, 6, strokeColor=GREEN, strokeWidth=1.4))
    drawing.add(_text(LEFT + 23, 3.5, "posted amount", GREY))
    drawing.add(Rect(LEFT + 92, 2, 18, 8, fillColor=BAND, strokeColor=None))
    drawing.add(_text(LEFT + 115, 3.5, "both backups together", GREY))
    drawing.add(Polygon([LEFT + 216, 3, LEFT + 213, 9, LEFT + 219, 9], fillColor=AMBER, strokeColor=None))
    drawing.add(_text(LEFT + 224, 3.5, "won", GREY))
    drawing.add(Line(LEFT + 254, 6, LEFT + 272, 6, strokeColor=AMBER, strokeWidth=0.7, strokeDashArray=[2, 3]))
    drawing.add(_text(LEFT + 277, 3.5, f"levels of the policy: {levels}", GREY))
    return drawing


def _text(x: float, y: float, text: str, colour: Color, anchor: str = "start") -> String:
    return String(x, y, text, fontName="Helvetica", fontSize=7.5, fillColor=colour, textAnchor=anchor)


def _sides(x: float, text: str, anchor: str) -> tuple[float, float]:
    """From where to where a label goes."""
    width = stringWidth(text, "Helvetica", 7.5)
    left = {"start": x, "middle": x - width / 2, "end": x - width}[anchor]
    return left - 1, left + width + 1


def _nice(cents: float) -> int:
    """A round step of at least `cents`: 1, 2 or 5 with zeros, in whole dollars.

    >>> _nice(123_400), _nice(30_000)
    (200000, 50000)
    """
    step = 10_000
    while True:
        for factor in (1, 2, 5):
            if step * factor >= cents:
                return step * factor
        step *= 10
