"""The floor: boxes and who had them in hand, terminals, and the wagers they reported."""

from django.db.models import QuerySet

from accounting.exports.columns import author, moment, number, person, text
from accounting.exports.datasets import AUTHOR_KEY, DataSet, known, register
from accounting.exports.scope import Scope
from tables.models import CustodyEvent, Terminal, WagerReport


@register
class Custody(DataSet):
    name = "custody"
    title = "Custody of drop boxes"
    description = "Every step of every box, from the table to the count room and back (WAC 230-15-590)."
    columns = (
        number("box", "box__number"),
        text("box_kind", "box__kind"),
        number("position"),
        text("step", "kind"),
        moment("at"),
        moment("recorded_at"),
        text("table", "table__code"),
        person("security"),
        person("gambling"),
        person("surveillance"),
        moment("surveillance_told_at"),
        text("shown_to"),
        author(),
    )

    def query(self, scope: Scope) -> QuerySet[CustodyEvent]:
        steps = CustodyEvent.objects.filter(box__cardroom=scope.cardroom, **scope.moments("recorded_at"))
        return steps.annotate(author_key=AUTHOR_KEY).order_by("box__kind", "box__number", "position")


@register
class Terminals(DataSet):
    name = "terminals"
    title = "Table terminals"
    description = "The devices that report for a table, by the key that entries carry."
    columns = (
        number("id", "pk"),
        text("name"),
        text("table", "table__code"),
        moment("enrolled_at"),
        moment("revoked_at", "revoked_at_then"),
    )

    def query(self, scope: Scope) -> QuerySet[Terminal]:
        enrolled = Terminal.objects.filter(table__cardroom=scope.cardroom, enrolled_at__lte=scope.as_of)
        return enrolled.annotate(revoked_at_then=known("revoked_at", "revoked_at", scope)).order_by("pk")


@register
class Wagers(DataSet):
    name = "wagers"
    title = "Wagers reported"
    description = "How many progressive wagers were made and won at a table since the report before."
    columns = (
        text("table", "table__code"),
        number("made"),
        number("won"),
        moment("at"),
        moment("recorded_at"),
        author(),
    )

    def query(self, scope: Scope) -> QuerySet[WagerReport]:
        reports = WagerReport.objects.filter(table__cardroom=scope.cardroom, **scope.moments("recorded_at"))
        return reports.annotate(author_key=AUTHOR_KEY).order_by("table__code", "at", "pk")
