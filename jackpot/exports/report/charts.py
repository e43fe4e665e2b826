"""What the charts show, taken from the data sets: one for each progressive."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import zip_longest
from typing import Any
from xml.sax.saxutils import escape

from reportlab.platypus import Flowable, KeepTogether, Paragraph, Spacer

from accounting.exports.scope import Scope
from jackpot.exports.figures import Figures, records
from jackpot.exports.report.chart import Chart, Hit, Point, legend
from jackpot.exports.report.looks import H1, H2, TEXT_WIDTH
from jackpot.exports.report.printable import printable
from tables.money import dollars


def charts(scope: Scope, figures: dict[str, Figures], names: dict[str, str]) -> Iterator[Flowable]:
    yield Paragraph("The jackpots over the period", H1)
    for code, name in names.items():
        chart = _chart_of(scope, code, figures[code].opening)
        drawn = [chart.draw(TEXT_WIDTH, 225), legend(TEXT_WIDTH, chart.caps), Spacer(1, 12)]
        yield KeepTogether([Paragraph(escape(printable(name)), H2), *drawn])


def _chart_of(scope: Scope, code: str, opening: dict[str, int]) -> Chart:
    def mine(name: str) -> list[dict[str, Any]]:
        return [row for row in records(name, scope) if row["progressive"] == code]

    posted = _settled([Point(row["at"], row["after"]) for row in mine("postings")])
    backups = [Point(row["closed_at"], row["after_backup1"] + row["after_backup2"]) for row in mine("closes")]
    # Where the period begins in the middle, what stood before it stands until the first change.
    if opening["primary"]:
        posted.insert(0, Point(scope.begins_at, opening["primary"]))
    if held := opening["backup1"] + opening["backup2"]:
        backups.insert(0, Point(scope.begins_at, held))
    levels = {row[level] for row in mine("policies") for level in ("backup_threshold", "cap_lift")}
    slips = [slip for slip in mine("slips") if slip["source"] == "jackpot"]
    return Chart(
        begins_at=scope.begins_at,
        ends_at=scope.settled_at,
        posted=posted,
        backups=backups,
        hits=[
            _mark(hit, won) for hit in mine("hits") if (won := [slip for slip in slips if slip["hit"] == hit["number"]])
        ],
        caps=sorted(levels),
        zone=scope.zone,
    )


def _settled(points: list[Point]) -> list[Point]:
    """What stood for more than a moment: a win, the promotion and the reseed after it are one change to the eye."""
    return [
        point
        for point, following in zip_longest(points, points[1:])
        if following is None or following.at - point.at > timedelta(seconds=2)
    ]


def _mark(hit: dict[str, Any], slips: list[dict[str, Any]]) -> Hit:
    voided = " (voided)" if all(slip["state"] == "voided" for slip in slips) else ""
    won = ", ".join(sorted(slip["category"] for slip in slips))
    return Hit(hit["recorded_at"], hit["posted"], f"{won} {dollars(sum(slip['amount'] for slip in slips))}{voided}")
