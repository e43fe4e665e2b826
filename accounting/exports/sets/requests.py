"""Exports themselves: who took what out of the books, when, why, and the digest of what they got."""

from django.db.models import QuerySet

from accounting.exports.columns import author, day, moment, number, text
from accounting.exports.datasets import AUTHOR_KEY, DataSet, register
from accounting.exports.scope import Scope
from accounting.models import Export, ExportState


@register
class Exports(DataSet):
    name = "exports"
    title = "Exports made"
    description = "Every export that was finished: by whom, of which days, as of when, and the digest of its file."
    columns = (
        number("number"),
        text("exporter"),
        text("format"),
        day("first_day"),
        day("last_day"),
        moment("as_of"),
        text("unmask_reason"),
        author("requested_by"),
        moment("requested_at"),
        moment("finished_at"),
        number("size"),
        text("digest"),
    )

    def query(self, scope: Scope) -> QuerySet[Export]:
        finished = Export.objects.filter(
            cardroom=scope.cardroom,
            state=ExportState.DONE,
            finished_at__lt=scope.as_of,
            **scope.moments("requested_at"),
        )
        return finished.annotate(author_key=AUTHOR_KEY).order_by("number")
