"""The bank: deposits, what the bank says, monthly reconciliations, funding checks and stops of the game."""

from django.db.models import QuerySet

from accounting.exports.columns import author, balance, day, moment, money, number, person, text
from accounting.exports.datasets import AUTHOR_KEY, DataSet, known, register
from accounting.exports.scope import Scope
from accounting.models import (
    BankReconciliation,
    Deposit,
    FundingCheck,
    ReconciliationLine,
    StatementBalance,
    StopGame,
)


@register
class Deposits(DataSet):
    name = "deposits"
    title = "Deposits"
    description = "What was taken from the cage to the bank, for which gaming days, with the bank's receipt."
    columns = (
        number("number"),
        text("fund", "fund__code"),
        text("account", "account__label"),
        text("account_last4", "account__last4"),
        money("amount"),
        day("from_day"),
        day("to_day"),
        text("receipt"),
        person("made_by"),
        moment("made_at"),
        number("entry", "entry__number"),
        person("voided_by", "voided_by_then"),
        moment("voided_at", "voided_at_then"),
        text("void_reason", "void_reason_then"),
    )

    def query(self, scope: Scope) -> QuerySet[Deposit]:
        return (
            Deposit.objects.filter(**scope.posted())
            .annotate(
                voided_by_then=known("voided_by_id", "voided_at", scope),
                voided_at_then=known("voided_at", "voided_at", scope),
                void_reason_then=known("void_reason", "voided_at", scope),
            )
            .order_by("number")
        )


@register
class StatementBalances(DataSet):
    name = "statement_balances"
    title = "Balances by the bank's statement"
    description = (
        "What the bank said the account held, and what was on its way; a wrong one is corrected by a new line."
    )
    columns = (
        number("id", "pk"),
        text("fund", "fund__code"),
        day("as_of"),
        balance("balance"),
        money("in_transit"),
        money("outstanding"),
        text("reference"),
        person("entered_by"),
        moment("entered_at"),
        number("corrects", "corrects_id"),
    )

    def query(self, scope: Scope) -> QuerySet[StatementBalance]:
        entered = StatementBalance.objects.filter(fund__cardroom=scope.cardroom, entered_at__lte=scope.as_of)
        return entered.filter(**scope.days("as_of")).order_by("pk")


@register
class BankReconciliations(DataSet):
    name = "bank_reconciliations"
    title = "Bank reconciliations"
    description = "Each month's statement beside the books, who prepared it and who signed (WAC 230-15-720)."
    columns = (
        number("id", "pk"),
        text("fund", "fund__code"),
        day("month"),
        number("statement", "statement_id"),
        balance("statement_balance"),
        balance("book_balance"),
        person("prepared_by"),
        moment("prepared_at"),
        person("signed_by", "signed_by_then"),
        moment("signed_at", "signed_at_then"),
    )

    def query(self, scope: Scope) -> QuerySet[BankReconciliation]:
        return _reconciliations(scope).annotate(
            signed_by_then=known("signed_by_id", "signed_at", scope),
            signed_at_then=known("signed_at", "signed_at", scope),
        )


@register
class ReconciliationLines(DataSet):
    name = "reconciliation_lines"
    title = "Differences explained"
    description = "Every difference between a statement and the books, explained in writing."
    columns = (
        number("reconciliation", "reconciliation_id"),
        text("kind"),
        money("amount"),
        text("document"),
        text("explanation"),
        person("written_by"),
        moment("written_at"),
    )

    def query(self, scope: Scope) -> QuerySet[ReconciliationLine]:
        of_months = ReconciliationLine.objects.filter(reconciliation__in=_reconciliations(scope).values("pk"))
        return of_months.filter(written_at__lte=scope.as_of).order_by("pk")


@register
class FundingChecks(DataSet):
    name = "funding_checks"
    title = "Funding history"
    description = "Was the players' money all there? Bank and cage against what was owed, check by check."
    columns = (
        text("fund", "fund__code"),
        moment("at"),
        number("statement", "statement_id"),
        balance("bank"),
        balance("cage"),
        balance("owed"),
        balance("short"),
        author(),
    )

    def query(self, scope: Scope) -> QuerySet[FundingCheck]:
        checks = FundingCheck.objects.filter(fund__cardroom=scope.cardroom, **scope.moments("at"))
        return checks.annotate(author_key=AUTHOR_KEY).order_by("pk")


@register
class Stops(DataSet):
    name = "stops"
    title = "Stops of the game"
    description = "When the game was stopped because money was short, and who let it go on, and why."
    columns = (
        text("fund", "fund__code"),
        moment("raised_at"),
        text("reason"),
        author(),
        person("lifted_by", "lifted_by_then"),
        moment("lifted_at", "lifted_at_then"),
        text("lift_reason", "lift_reason_then"),
    )

    def query(self, scope: Scope) -> QuerySet[StopGame]:
        raised = StopGame.objects.filter(fund__cardroom=scope.cardroom, **scope.moments("raised_at"))
        return raised.annotate(
            author_key=AUTHOR_KEY,
            lifted_by_then=known("lifted_by_id", "lifted_at", scope),
            lifted_at_then=known("lifted_at", "lifted_at", scope),
            lift_reason_then=known("lift_reason", "lifted_at", scope),
        ).order_by("pk")


def _reconciliations(scope: Scope) -> QuerySet[BankReconciliation]:
    """Of every month that the period touches."""
    months = {"month__gte": scope.first_day.replace(day=1), "month__lte": scope.last_day}
    prepared = BankReconciliation.objects.filter(fund__cardroom=scope.cardroom, prepared_at__lte=scope.as_of)
    return prepared.filter(**months).order_by("pk")
