"""Counting: each box, pass by pass and denomination by denomination, and who signed for it."""

from django.db.models import Case, F, QuerySet, Value, When

from accounting.exports.columns import balance, day, flag, moment, money, number, person, text
from accounting.exports.datasets import DataSet, known, register
from accounting.exports.scope import Scope
from accounting.models import Count, CountLine, CountPass, CountSignature, CountState, Recount


def counts_of(scope: Scope) -> QuerySet[Count]:
    """The counts of the period's days, and those numbered between them."""
    opened = Count.objects.filter(cardroom=scope.cardroom, opened_at__lte=scope.as_of)
    counts: QuerySet[Count] = scope.run_of(opened, **scope.days())
    return counts


@register
class Counts(DataSet):
    name = "counts"
    title = "Counts of drop boxes"
    description = "One line for each count: box, table, gaming day, and what was in it once everyone had signed."
    columns = (
        number("number"),
        day("gaming_day"),
        number("box", "box__number"),
        text("box_kind", "box__kind"),
        text("table", "table__code"),
        text("fund", "fund__code"),
        person("opened_by"),
        moment("opened_at"),
        text("state", "state_then"),
        number("attempt", "attempt_then"),
        money("total", "total_then"),
        moment("locked_at", "locked_at_then"),
        number("entry", "entry_then"),
    )

    def query(self, scope: Scope) -> QuerySet[Count]:
        return counts_of(scope).annotate(
            state_then=Case(
                When(locked_at__lte=scope.as_of, then=Value(CountState.LOCKED.value)), default=Value("not locked")
            ),
            attempt_then=known("attempt", "locked_at", scope),
            total_then=known("total", "locked_at", scope),
            locked_at_then=known("locked_at", "locked_at", scope),
            entry_then=known("entry__number", "locked_at", scope),
        )


@register
class CountPasses(DataSet):
    name = "count_passes"
    title = "Passes of the counts"
    description = "Who counted what alone: pass A, pass B and the verifier (V), for each attempt."
    columns = (
        number("count", "count__number"),
        number("attempt"),
        text("pass", "letter"),
        person("by"),
        moment("at"),
        flag("nil"),
        money("total"),
    )

    def query(self, scope: Scope) -> QuerySet[CountPass]:
        passes = CountPass.objects.filter(count__in=counts_of(scope).order_by().values("pk"), at__lte=scope.as_of)
        return passes.order_by("count__number", "attempt", "pk")


@register
class CountLines(DataSet):
    name = "count_lines"
    title = "Denominations counted"
    description = "How many pieces of each denomination a pass found, and what they are worth."
    columns = (
        number("count", "count_pass__count__number"),
        number("attempt", "count_pass__attempt"),
        text("pass", "count_pass__letter"),
        text("denomination", "denomination__label"),
        balance("value", "denomination__value"),
        number("quantity"),
        money("amount", "cents"),
    )

    def query(self, scope: Scope) -> QuerySet[CountLine]:
        of_counts = {"count_pass__count__in": counts_of(scope).order_by().values("pk")}
        lines = CountLine.objects.filter(**of_counts, count_pass__at__lte=scope.as_of)
        return lines.annotate(cents=F("quantity") * F("denomination__value")).order_by(
            "count_pass__count__number", "count_pass__attempt", "count_pass__pk", "denomination__pk"
        )


@register
class CountSignatures(DataSet):
    name = "count_signatures"
    title = "Signatures on counts"
    description = "Every member's own sign-off of a count."
    columns = (number("count", "count__number"), number("attempt"), person("by"), moment("at"))

    def query(self, scope: Scope) -> QuerySet[CountSignature]:
        of_counts = {"count__in": counts_of(scope).order_by().values("pk")}
        return CountSignature.objects.filter(**of_counts, at__lte=scope.as_of).order_by(
            "count__number", "attempt", "pk"
        )


@register
class Recounts(DataSet):
    name = "recounts"
    title = "Recounts"
    description = "Why a count began again."
    columns = (number("count", "count__number"), number("attempt"), text("reason"), person("by"), moment("at"))

    def query(self, scope: Scope) -> QuerySet[Recount]:
        of_counts = {"count__in": counts_of(scope).order_by().values("pk")}
        return Recount.objects.filter(**of_counts, at__lte=scope.as_of).order_by("count__number", "attempt")
