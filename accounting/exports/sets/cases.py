"""Exceptions and notices, and everything that was written about them."""

from django.db.models import Case as When_
from django.db.models import Exists, OuterRef, QuerySet, Value, When

from accounting.exports.columns import author, day, flag, moment, number, text
from accounting.exports.datasets import AUTHOR_KEY, DataSet, known, register
from accounting.exports.scope import Scope
from accounting.models import Case, CaseEvent, CaseState, Reminder


def cases_of(scope: Scope) -> QuerySet[Case]:
    """The cases of the period's days, and those numbered between them."""
    opened = Case.objects.filter(cardroom=scope.cardroom, opened_at__lte=scope.as_of)
    cases: QuerySet[Case] = scope.run_of(opened, **scope.days())
    return cases


@register
class Cases(DataSet):
    name = "cases"
    title = "Exceptions and notices"
    description = "What went wrong or had to be told, under which rule, by when, and how it stood."
    columns = (
        number("number"),
        text("kind"),
        day("gaming_day"),
        text("subject"),
        text("sentence"),
        text("rule"),
        moment("opened_at"),
        author("opened_by"),
        moment("due_at"),
        flag("tell_commission"),
        moment("told_at", "told_at_then"),
        text("owner_role"),
        text("state", "state_then"),
    )

    def query(self, scope: Scope) -> QuerySet[Case]:
        def has(kind: CaseEvent.Kind) -> Exists:
            return Exists(CaseEvent.objects.filter(case=OuterRef("pk"), kind=kind, at__lte=scope.as_of))

        return cases_of(scope).annotate(
            author_key=AUTHOR_KEY,
            told_at_then=known("told_at", "told_at", scope),
            state_then=When_(
                When(has(CaseEvent.Kind.RESOLUTION), then=Value(CaseState.RESOLVED.value)),
                When(has(CaseEvent.Kind.EXPLANATION), then=Value(CaseState.EXPLAINED.value)),
                default=Value(CaseState.OPEN.value),
            ),
        )


@register
class CaseEvents(DataSet):
    name = "case_events"
    title = "What was written about them"
    description = "Comments, explanations, notices to the WSGC and resolutions, in the words of those who wrote them."
    columns = (number("case", "case__number"), text("kind"), text("text"), author("by"), moment("at"))

    def query(self, scope: Scope) -> QuerySet[CaseEvent]:
        events = CaseEvent.objects.filter(case__in=cases_of(scope).order_by().values("pk"), at__lte=scope.as_of)
        return events.annotate(author_key=AUTHOR_KEY).order_by("case__number", "pk")


@register
class Reminders(DataSet):
    name = "reminders"
    title = "Reminders"
    description = "What a gaming day was still waiting for, said once it had waited for some hours."
    columns = (text("fund", "fund__code"), day("gaming_day"), text("sentence"), moment("at"), author("by"))

    def query(self, scope: Scope) -> QuerySet[Reminder]:
        said = Reminder.objects.filter(fund__cardroom=scope.cardroom, at__lte=scope.as_of, **scope.days())
        return said.annotate(author_key=AUTHOR_KEY).order_by("fund__code", "gaming_day")
