"""The floor: boxes and who had them in hand, terminals, what they reported, and the limits and orders of the tables."""

from django.db.models import QuerySet

from accounting.exports.columns import author, balance, day, flag, json_text, moment, number, person, text
from accounting.exports.datasets import AUTHOR_KEY, DataSet, known, register
from accounting.exports.scope import Scope
from tables.models import CustodyEvent, Hand, TableLimit, TableOrder, Terminal, WagerLimit, WagerReport
from tables.selectors.limits import rules_for


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
        text("profile"),
        moment("enrolled_at"),
        moment("revoked_at", "revoked_at_then"),
        person("revoked_by", "revoked_by_then"),
    )

    def query(self, scope: Scope) -> QuerySet[Terminal]:
        enrolled = Terminal.objects.filter(table__cardroom=scope.cardroom, enrolled_at__lte=scope.as_of)
        return enrolled.annotate(
            revoked_at_then=known("revoked_at", "revoked_at", scope),
            revoked_by_then=known("revoked_by_id", "revoked_at", scope),
        ).order_by("pk")


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


@register
class Hands(DataSet):
    name = "hands"
    title = "Hands reported"
    description = "Every dealt hand that a terminal reported, as reported and as settled by the games (JSON, in cents)."
    columns = (
        number("id", "pk"),
        text("table", "table__code"),
        text("game"),
        text("extent"),
        moment("dealt_at"),
        moment("recorded_at"),
        day("gaming_day"),
        json_text("report"),
        json_text("settlement"),
        author(),
    )

    def query(self, scope: Scope) -> QuerySet[Hand]:
        hands = Hand.objects.filter(table__cardroom=scope.cardroom, recorded_at__lte=scope.as_of, **scope.days())
        return hands.annotate(author_key=AUTHOR_KEY).order_by("pk")


@register
class TableOrders(DataSet):
    name = "table_orders"
    title = "Orders of the tables"
    description = "What each table was ordered with: the game and the house's elections, from which moment on."
    columns = (
        text("table", "table__code"),
        number("number"),
        text("game"),
        json_text("elections"),
        flag("progressive"),
        moment("effective_at"),
        person("ordered_by"),
        moment("ordered_at"),
    )

    def query(self, scope: Scope) -> QuerySet[TableOrder]:
        ordered = TableOrder.objects.filter(table__cardroom=scope.cardroom, ordered_at__lte=scope.as_of)
        return ordered.order_by("table__code", "number")


@register
class Limits(DataSet):
    name = "limits"
    title = "Wager limits"
    description = "What the jurisdiction allows, from which day on, by which source."
    columns = (
        text("kind"),
        text("game"),
        balance("amount"),
        number("count"),
        text("source"),
        day("effective"),
        moment("recorded_at"),
        author(),
    )

    def query(self, scope: Scope) -> QuerySet[WagerLimit]:
        limits = rules_for(scope.cardroom).filter(recorded_at__lte=scope.as_of)
        return limits.annotate(author_key=AUTHOR_KEY).order_by("kind", "effective", "pk")


@register
class PostedLimits(DataSet):
    name = "posted_limits"
    title = "Limits posted at the tables"
    description = "The most that may be wagered at a table: when it was announced, by whom, and from when it holds."
    columns = (
        text("table", "table__code"),
        number("number"),
        text("kind"),
        balance("amount"),
        moment("effective_at"),
        person("announced_by"),
        moment("announced_at"),
    )

    def query(self, scope: Scope) -> QuerySet[TableLimit]:
        posted = TableLimit.objects.filter(table__cardroom=scope.cardroom, announced_at__lte=scope.as_of)
        return posted.order_by("table__code", "number")
