"""The limits of a table at any moment, and whether a hand kept them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db import connection
from django.db.models import Q, QuerySet

from tables.games.limits import Barred, Kind, Limit, Violation, Wager, check, in_force
from tables.games.settlement import Report, wagers
from tables.models import BarredPatron, Cardroom, Employee, Table, TableLimit, TableOrder, WagerLimit
from tables.selectors.orders import order_of

# As text: every hand asks both (see tables.selectors.terminals).
ANNOUNCED = "SELECT * FROM tables_tablelimit WHERE table_id = %s AND announced_at <= %s ORDER BY effective_at, number"
ALLOWED = """
    SELECT kind, source, effective, amount, count, game
    FROM tables_wagerlimit rule LEFT JOIN tables_employee author ON author.id = rule.author_employee_id
    WHERE jurisdiction = %s AND effective <= %s AND game IN ('', %s)
    AND (author.cardroom_id IS NULL OR author.cardroom_id = %s) ORDER BY rule.id
"""


@dataclass(frozen=True)
class LimitsOfTable:
    """What holds at a table: the jurisdiction's limits for its game, what is posted, and what is announced."""

    allowed: dict[Kind, Limit]
    posted: TableLimit | None
    announced: tuple[TableLimit, ...]


def limits_of(table: Table, at: datetime) -> LimitsOfTable:
    """The limits in force at that moment, and the posted ones that were announced by then for later."""
    order = order_of(table, at)
    return _limits_for(table, order.game if order else "", at)


def _limits_for(table: Table, game: str, at: datetime) -> LimitsOfTable:
    announced = list(TableLimit.objects.raw(ANNOUNCED, [table.pk, connection.ops.adapt_datetimefield_value(at)]))
    for limit in announced:
        limit.table = table  # known, with its cardroom
    in_effect = [limit for limit in announced if limit.effective_at <= at]
    return LimitsOfTable(
        allowed=jurisdiction_limits(table.cardroom, at, game),
        posted=in_effect[-1] if in_effect else None,
        announced=tuple(announced[len(in_effect) :]),
    )


def rules_for(cardroom: Cardroom) -> QuerySet[WagerLimit]:
    """The rules of its jurisdiction. What one cardroom's people record binds no other (`ALLOWED` says it too)."""
    everyones, own = Q(author_employee__cardroom=None), Q(author_employee__cardroom=cardroom)
    return WagerLimit.objects.filter(everyones | own, jurisdiction=cardroom.jurisdiction)


def jurisdiction_limits(cardroom: Cardroom, at: datetime, game: str) -> dict[Kind, Limit]:
    """What the cardroom's jurisdiction allows for a game on the local day of that moment."""
    day = at.astimezone(ZoneInfo(cardroom.time_zone)).date()
    with connection.cursor() as cursor:
        cursor.execute(ALLOWED, [cardroom.jurisdiction, connection.ops.adapt_datefield_value(day), game, cardroom.pk])
        limits = [
            Limit(cardroom.jurisdiction, Kind(kind), source, effective, amount, count, of_game)
            for kind, source, effective, amount, count, of_game in cursor.fetchall()
        ]
    return in_force(limits, jurisdiction=cardroom.jurisdiction, day=day, game=game)


def violations_in(ordered: TableOrder, report: Report, at: datetime) -> tuple[Violation, ...]:
    """Every way in which a reported hand broke the limits that held at the table when it was dealt."""
    return violations_of(ordered, wagers(ordered.order, report), at)


def violations_of(ordered: TableOrder, made: Sequence[Wager], at: datetime) -> tuple[Violation, ...]:
    """The same of wagers that are known apart from a whole hand."""
    table = ordered.table
    limits = _limits_for(table, ordered.game, at)
    patrons = {wager.patron for wager in made if wager.patron is not None}
    return check(
        made,
        limits.allowed,
        posted=limits.posted.limit if limits.posted else None,
        barred=barred_among(table.cardroom, patrons) if patrons else {},
    )


def barred_among(cardroom: Cardroom, patrons: Collection[str]) -> dict[str, Barred]:
    """Those of the patrons who may not bet now, and why; an employee is known by name or gambling licence."""
    listed = BarredPatron.objects.filter(cardroom=cardroom, patron__in=patrons, lifted_at=None)
    barred = {row.patron: Barred(row.why) for row in listed}
    staff = Employee.objects.filter(
        Q(name__in=patrons) | Q(licence_number__in=patrons), cardroom=cardroom, on_duty=True
    )
    for name, licence in staff.values_list("name", "licence_number"):
        barred |= dict.fromkeys({name, licence} & set(patrons), Barred.ON_DUTY)
    return barred
