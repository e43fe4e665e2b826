"""Where the boxes are, for how long, and what the terminals say is in them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import F, OuterRef, QuerySet, Subquery, Sum

from tables import clock
from tables.models import Cardroom, CustodyEvent, DropBox, Table, WagerReport

WAGER = 100  # cents: the progressive wager is always $1 (seeds 001, Gran Progressive)


@dataclass(frozen=True)
class Custody:
    """One box on the custody board: its last event, and how long ago that was."""

    box: DropBox
    event: CustodyEvent
    since: timedelta


def last_event(box: DropBox) -> CustodyEvent | None:
    """What happened to the box last; None if it was never placed."""
    return CustodyEvent.objects.filter(box=box).select_related("table").order_by("-position").first()


def last_events(cardroom: Cardroom) -> QuerySet[CustodyEvent]:
    """The last event of every box of the cardroom that was ever placed."""
    # Box by box and not event by event, so that years of history cost nothing.
    latest = CustodyEvent.objects.filter(box=OuterRef("pk")).order_by("-position").values("pk")[:1]
    boxes = DropBox.objects.filter(cardroom=cardroom).annotate(last=Subquery(latest)).exclude(last=None)
    events = CustodyEvent.objects.filter(pk__in=boxes.values("last"))
    return events.select_related("box__table", "table", "security", "gambling").order_by("box__kind", "box__number")


def standing_at(table: Table, kind: str) -> CustodyEvent | None:
    """The placement of the box of this kind that stands on the table now."""
    return last_events(table.cardroom).filter(kind=CustodyEvent.Kind.PLACED, table=table, box__kind=kind).first()


def custody_board(cardroom: Cardroom) -> list[Custody]:
    """Every box that is on a table or under way: placed, pulled, or received and not yet shown empty."""
    now = clock.now()
    under_way = last_events(cardroom).exclude(kind=CustodyEvent.Kind.EMPTIED)
    return [Custody(box=event.box, event=event, since=now - event.at) for event in under_way]


def pulls_of(tables: Iterable[Table], kind: str) -> QuerySet[CustodyEvent]:
    """Every pull of a box of this kind from the tables."""
    pulls = CustodyEvent.objects.filter(kind=CustodyEvent.Kind.PULLED, table__in=tables, box__kind=kind)
    return pulls.select_related("box__cardroom", "table")


def has_progressive_box(table: Table) -> bool:
    """A progressive needs a second drop box on the table (seeds 001, Gran Progressive)."""
    return DropBox.objects.filter(table=table, kind=DropBox.Kind.PROGRESSIVE, retired_at=None).exists()


def reports_for(pull: CustodyEvent) -> QuerySet[WagerReport]:
    """The reports of the table's wagers for the time that the pulled box stood there."""
    return WagerReport.objects.filter(table=pull.table, at__gt=pull.placed_at, at__lte=pull.at)


def lost_wagers(pull: CustodyEvent) -> int | None:
    """Cents of progressive wagers that went into the pulled box; None if no terminal reported."""
    reports = reports_for(pull)
    lost: int | None = reports.aggregate(lost=Sum(F("made") - F("won")))["lost"]
    return None if lost is None else lost * WAGER
