"""Ordering a table: putting a game on it with the house's elections, now or from a coming moment on."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max

from tables import clock
from tables.duties import Role, allowed, require_same_cardroom
from tables.games.limits import check_order
from tables.games.orders import read_order
from tables.games.plain import write
from tables.models import Employee, Table, TableOrder
from tables.models.orders import ON_A_PROGRESSIVE
from tables.refusals import Invalid, Refused
from tables.selectors.limits import jurisdiction_limits


@allowed(Role.FLOOR_MANAGER, Role.GENERAL_MANAGER)
@transaction.atomic
def order_table(
    *, table: Table, game: str, elections: Mapping[str, Any], by: Employee, effective_at: datetime | None = None
) -> TableOrder:
    """Order a table with a game and elections (`tables.games.orders`), at once or from `effective_at` on."""
    require_same_cardroom(by, table.cardroom)
    Table.objects.select_for_update().get(pk=table.pk)
    now = clock.now()
    moment = effective_at or now
    if moment < now:
        raise Invalid(
            "An order cannot take effect before it is written. Give a moment to come, or none for now.",
            errors={"effective_at": ["This moment has passed."]},
        )
    try:
        order = read_order(game, elections)
    except ValueError as problem:
        raise Invalid(str(problem), errors={"elections": [str(problem)]}) from problem
    if violations := check_order(order, jurisdiction_limits(table.cardroom, moment, game)):
        raise Refused(
            f"{table} cannot be ordered like this: {violations[0]}",
            errors={"elections": [str(violation) for violation in violations]},
        )
    return _write(
        TableOrder(
            table=table,
            number=1 + table.orders.aggregate(last=Max("number", default=0))["last"],
            game=game,
            elections=write(order),
            progressive=order.has_progressive,
            effective_at=moment,
            ordered_by=by,
            ordered_at=now,
        )
    )


def _write(order: TableOrder) -> TableOrder:
    try:
        order.save()
    except IntegrityError as refusal:
        if ON_A_PROGRESSIVE in str(refusal):
            raise Refused(ON_A_PROGRESSIVE) from refusal
        raise
    return order
