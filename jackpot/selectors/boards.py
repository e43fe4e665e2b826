"""What boards and terminals ask all day: has anything changed, and if so, everything there is to show."""

from datetime import date

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery, Sum

from accounting.models import Account, StopGame
from accounting.selectors.gaming_days import current_day
from jackpot.models import PolicyVersion, Progressive, ProgressiveState
from tables.models import Table

SHOWN = (ProgressiveState.OPEN, ProgressiveState.REMOVAL_ANNOUNCED, ProgressiveState.RETIRED)


def progressives_of(cardroom_id: int, table: Table | None = None) -> QuerySet[Progressive]:
    """Those of the cardroom; for a terminal those that its table is on."""
    rows = Progressive.objects.filter(cardroom=cardroom_id, state__in=SHOWN).select_related("cardroom", "fund")
    return rows.filter(fund__fund_tables__table=table, fund__fund_tables__to_day=None) if table else rows


def with_versions(rows: QuerySet[Progressive]) -> QuerySet[Progressive]:
    """With `books_version`, `policies_approved` and `stopped`: all that what is shown depends on, but for the day.

    Every transfer raises the versions of two accounts, and every posting, hit and payout makes a transfer.
    """
    versions = Account.objects.filter(fund=OuterRef("fund")).order_by().values("fund").annotate(all=Sum("version"))
    approved = PolicyVersion.objects.filter(progressive=OuterRef("pk"), approved_by__isnull=False)
    counted = approved.order_by().values("progressive").annotate(all=Count("pk"))
    return rows.annotate(
        books_version=Subquery(versions.values("all")),
        policies_approved=Subquery(counted.values("all")),
        stopped=Exists(StopGame.objects.filter(fund=OuterRef("fund"), lifted_at=None)),
    )


def version_of(progressive: Progressive) -> str:
    """A short text that changes whenever what is shown changes (an ETag)."""
    today: date = current_day(progressive.cardroom)
    parts = (
        progressive.pk,
        progressive.state.replace(" ", "-"),
        progressive.books_version,  # type: ignore[attr-defined]
        progressive.policies_approved,  # type: ignore[attr-defined]
        int(progressive.stopped),  # type: ignore[attr-defined]
        today.isoformat(),
    )
    return ".".join(map(str, parts))
