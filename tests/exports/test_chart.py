"""The chart of the report: no label lies over another one, over a mark, or outside."""

from datetime import UTC, datetime, timedelta
from itertools import combinations
from zoneinfo import ZoneInfo

from reportlab.graphics.shapes import Group, Polygon, Rect

from jackpot.exports.report.chart import Chart, Hit, Point

BEGINS = datetime(2026, 9, 1, tzinfo=UTC)
ENDS = BEGINS + timedelta(days=90)


def boxes(drawing):
    """The marks and the grounds of the labels, as left, right, bottom and top."""
    group = next(shape for shape in drawing.contents if isinstance(shape, Group))
    for shape in group.contents:
        if isinstance(shape, Polygon):
            yield min(shape.points[::2]), max(shape.points[::2]), min(shape.points[1::2]), max(shape.points[1::2])
        elif isinstance(shape, Rect):
            yield shape.x, shape.x + shape.width, shape.y, shape.y + shape.height


def test_labels_of_hits_close_together_do_not_cover_each_other():
    hits = [
        Hit(BEGINS + timedelta(days=day), cents, f"{what} $12,345.67")
        for day, cents, what in [
            *((1, 900_000, "cincos"), (2, 850_000, "royal flush (voided)"), (2, 790_000, "royal flush")),
            *((40, 500_000, "royal flush, royal flush"), (44, 560_000, "cincos"), (89, 610_000, "royal flush")),
        ]
    ]
    posted = [Point(BEGINS, 900_000), Point(BEGINS + timedelta(days=40), 500_000)]
    chart = Chart(BEGINS, ENDS, posted, [], hits, [500_000, 2_000_000], ZoneInfo("America/Los_Angeles"))
    drawing = chart.draw(500, 225)
    found = list(boxes(drawing))
    labels = [box for box in found if box[1] - box[0] > 6]
    assert (len(found), len(labels)) == (12, 6)
    for (left, right, low, top), (start, stop, bottom, high) in combinations(found, 2):
        assert right <= start or stop <= left or top <= bottom or high <= low
    assert all(left >= 0 and right <= 500 and top <= 225 for left, right, _low, top in labels)
