"""What boards and terminals ask all day: has anything changed, and if so, everything there is to show."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db import connection
from django.db.models import Exists, F, OuterRef, QuerySet

from accounting.ledger.accounts import AccountName
from accounting.models import Account, FundTable, StopGame
from accounting.selectors.gaming_days import current_day
from jackpot.models import IN_PLAY, Payout, PayoutState, PolicyVersion, Posting, Progressive, ProgressiveState
from jackpot.selectors import policy_on
from jackpot.selectors.estimates import estimate_of
from tables import clock
from tables.models import Cardroom, Table

# All that is shown depends on: the books (their last entry: whatever is posted, hit or paid makes one), the state, a
# stop, the tables, and the gaming day, with which a policy takes effect; with meters also their estimate, which is
# looked at once a minute. As text, because a thousand boards ask it
# every two seconds, and building it with the ORM takes longer than answering it.
VERSIONS = """
    SELECT p.id, p.state, b.last_number,
        (SELECT COUNT(*) FROM accounting_stopgame s WHERE s.fund_id = p.fund_id AND s.lifted_at IS NULL),
        (SELECT COUNT(*) + COUNT(f.to_day) FROM accounting_fundtable f WHERE f.fund_id = p.fund_id),
        (SELECT COUNT(*) FROM jackpot_policyversion v
            WHERE v.progressive_id = p.id AND v.accrual = 'metered' AND v.approved_by_id IS NOT NULL)
    FROM jackpot_progressive p JOIN accounting_book b ON b.cardroom_id = p.cardroom_id
    WHERE p.cardroom_id = %s AND p.state <> 'draft'
"""
ONE = " AND p.code = %s"
AT_TABLE = (
    " AND EXISTS (SELECT 1 FROM accounting_fundtable f"
    " WHERE f.fund_id = p.fund_id AND f.table_id = %s AND f.from_day <= %s AND (f.to_day IS NULL OR f.to_day >= %s))"
)
METERED = Exists(
    PolicyVersion.objects.filter(
        progressive=OuterRef("pk"), accrual=PolicyVersion.Accrual.METERED, approved_by__isnull=False
    )
)
STOPPED = Exists(StopGame.objects.filter(fund=OuterRef("fund"), lifted_at=None))
PENDING = (PayoutState.LOCKED, PayoutState.VERIFIED)
MOST_PENDING = 4  # a screen holds no more; the latest come first


@dataclass(frozen=True)
class Board:
    """What a screen at the table shows."""

    progressive: Progressive
    amount: int
    posting: Posting | None  # since when and why the amount is posted
    policy: PolicyVersion
    pending: list[Payout]  # locked for winners and not yet paid
    stopped: bool
    estimate: int | None  # by the meters, where there are any


def version_of(cardroom: Cardroom, *, table: Table | None = None, code: str | None = None) -> str:
    """A short text that changes whenever what is shown changes (an ETag); empty if there is nothing to show."""
    asked = VERSIONS
    arguments: list[int | str | date] = [cardroom.pk]
    if code is not None:
        asked, arguments = asked + ONE, [*arguments, code]
    if table:
        today = current_day(cardroom)
        asked, arguments = asked + AT_TABLE, [*arguments, table.pk, today, today]
    with connection.cursor() as cursor:
        cursor.execute(f"{asked} ORDER BY p.code", arguments)
        rows: Sequence[tuple[object, ...]] = cursor.fetchall()
    parts = [".".join(str(value).replace(" ", "-") for value in row) for row in rows]
    return "_".join([*parts, _moment(cardroom, metered=any(row[-1] for row in rows))]) if parts else ""


def _moment(cardroom: Cardroom, *, metered: bool) -> str:
    """As exact as what is shown changes with time: to the day, or with meters to the minute."""
    return f"{clock.now():%Y-%m-%dT%H:%M}" if metered else current_day(cardroom).isoformat()


def progressives_of(cardroom: Cardroom, table: Table | None = None) -> QuerySet[Progressive]:
    """Those of the cardroom; for a terminal those that its table is on. Each says whether it is `stopped`."""
    rows = Progressive.objects.filter(cardroom=cardroom).exclude(state=ProgressiveState.DRAFT)
    if table:
        today = current_day(cardroom)
        on = FundTable.objects.filter(table=table, from_day__lte=today).exclude(to_day__lt=today)
        rows = rows.filter(fund__in=on.values("fund"))
    return rows.select_related("cardroom", "fund").annotate(stopped=STOPPED)


def on_the_board(code: str) -> Progressive | None:
    """The progressive in play of that code: the one statement that a board's question costs."""
    rows = Progressive.objects.filter(code=code, state__in=IN_PLAY).select_related("cardroom", "fund")
    return rows.annotate(stopped=STOPPED, metered=METERED, last_entry=F("cardroom__book__last_number")).first()


def board_version(progressive: Progressive) -> str:
    """The same for the one progressive that `on_the_board` found, which its row already says."""
    parts = (progressive.pk, progressive.state.replace(" ", "-"), progressive.last_entry, progressive.stopped)  # type: ignore[attr-defined]
    return ".".join(map(str, (*parts, _moment(progressive.cardroom, metered=progressive.metered))))  # type: ignore[attr-defined]


def board_of(progressive: Progressive) -> Board:
    """Everything there is to show of what `on_the_board` found."""
    unpaid = progressive.payouts.filter(source=Payout.Source.JACKPOT, state__in=PENDING)
    policy = policy_on(progressive, current_day(progressive.cardroom))
    return Board(
        progressive=progressive,
        amount=Account.objects.get(fund=progressive.fund_id, name=AccountName.PRIMARY).balance,
        posting=progressive.postings.order_by("-number").first(),
        policy=policy,
        pending=list(unpaid.order_by("-number")[:MOST_PENDING]),
        stopped=progressive.stopped,  # type: ignore[attr-defined]
        estimate=estimate_of(progressive, policy),
    )
