"""The report: what a regulator reads first. Cover, a summary of two minutes, charts, days, payouts, exceptions.

It is made of the rows of the data sets, so it says what the files say. Nothing on it depends on the clock: the same
period and moment give the same bytes.
"""

from collections.abc import Iterator
from pathlib import Path

from reportlab.lib.pagesizes import LETTER
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, NextPageTemplate, PageBreak, PageTemplate

from accounting.exports.scope import Scope
from jackpot.exports.figures import figures_of, records
from jackpot.exports.report.charts import charts
from jackpot.exports.report.listings import days, exceptions, how_to_check, payouts
from jackpot.exports.report.looks import HEIGHT, MARGIN, TEXT_WIDTH, mm
from jackpot.exports.report.pages import NumberedCanvas, draw_cover, draw_frame
from jackpot.exports.report.summary import summary


def write_report(path: Path, scope: Scope) -> None:
    """Write the PDF."""
    document = BaseDocTemplate(
        str(path),
        pagesize=LETTER,
        title=f"Progressive jackpot records, {scope.cardroom.licensee}",
        author=scope.cardroom.licensee,
        subject=f"Gaming days {scope.first_day} to {scope.last_day}",
        creator="Bote",
        invariant=1,
    )
    frame = Frame(MARGIN, MARGIN + 6 * mm, TEXT_WIDTH, HEIGHT - 2 * MARGIN - 10 * mm, 0, 0, 0, 0)
    document.addPageTemplates(
        [
            PageTemplate("cover", [frame], onPage=lambda canvas, _: draw_cover(canvas, scope)),
            PageTemplate("page", [frame], onPage=lambda canvas, _: draw_frame(canvas, scope)),
        ]
    )
    document.build(list(_story(scope)), canvasmaker=NumberedCanvas)


def _story(scope: Scope) -> Iterator[Flowable]:
    names = {row["code"]: row["name"] for row in records("progressives", scope)}
    figures = figures_of(scope)
    yield NextPageTemplate("page")
    yield PageBreak()
    yield from summary(scope, figures, names)
    yield PageBreak()
    yield from charts(scope, figures, names)
    yield PageBreak()
    yield from days(scope, names)
    yield PageBreak()
    yield from payouts(scope)
    yield PageBreak()
    yield from exceptions(scope)
    yield from how_to_check(scope)
