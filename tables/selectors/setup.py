"""What the set-up pages read."""

from datetime import datetime

from django.db.models import OuterRef, Prefetch, Q, QuerySet, Subquery

from tables.models import Cardroom, DropBox, Employee, Enrolment, Table, TableLimit, TableOrder, Terminal, WagerLimit
from tables.refusals import NotThere
from tables.selectors.limits import rules_for


def tables_of_cardroom(cardroom: Cardroom, at: datetime) -> QuerySet[Table]:
    """Every table with its game (`game`), its posted limit (`posted`), its boxes and terminals in use."""
    orders = TableOrder.objects.filter(table=OuterRef("pk"), effective_at__lte=at).order_by("-effective_at", "-number")
    posted = TableLimit.objects.filter(table=OuterRef("pk"), effective_at__lte=at).order_by("-effective_at", "-number")
    return (
        Table.objects.filter(cardroom=cardroom)
        .annotate(game=Subquery(orders.values("game")[:1]), posted=Subquery(posted.values("amount")[:1]))
        .prefetch_related(
            Prefetch("boxes", DropBox.objects.filter(retired_at=None)),
            Prefetch("terminals", Terminal.objects.filter(revoked_at=None)),
        )
        .order_by("number")
    )


def table_of(cardroom: Cardroom, code: str) -> Table:
    """One table of the cardroom."""
    table = Table.objects.select_related("cardroom").filter(cardroom=cardroom, code=code).first()
    if not table:
        raise NotThere("There is no such table in your cardroom.")
    return table


def terminals_at(table: Table) -> QuerySet[Terminal]:
    """The table's terminals, those in use first."""
    return table.terminals.select_related("revoked_by").order_by("revoked_at", "-pk")


def open_enrolments(table: Table, at: datetime) -> QuerySet[Enrolment]:
    """Codes that were given out for the table and can still be used."""
    return table.enrolments.filter(Q(terminal=None), expires_at__gt=at).select_related("made_by")


def jurisdiction_rows(cardroom: Cardroom) -> QuerySet[WagerLimit]:
    """Every limit of the cardroom's jurisdiction, newest first."""
    return rules_for(cardroom).order_by("kind", "game", "-effective", "-pk")


def people_of(cardroom: Cardroom) -> QuerySet[Employee]:
    """Everyone of the cardroom, those who still work there first."""
    return Employee.objects.filter(cardroom=cardroom).prefetch_related("groups").order_by("-is_active", "name")


def employee_of(cardroom: Cardroom, pk: int) -> Employee:
    """One employee of the cardroom."""
    employee = Employee.objects.select_related("cardroom").filter(cardroom=cardroom, pk=pk).first()
    if not employee:
        raise NotThere("There is no such employee in your cardroom.")
    return employee
