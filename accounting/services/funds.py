"""Which tables feed a fund."""

from datetime import date, timedelta

from django.db import transaction
from django.db.models import Q

from accounting.gaming_days import starts_at
from accounting.models import Fund, FundTable
from accounting.selectors.gaming_days import closed_through
from tables import clock
from tables.duties import Actor, Job, Role, allowed, require_same_cardroom
from tables.models import Table
from tables.refusals import NotThere, Refused
from tables.selectors.boxes import has_progressive_box
from tables.selectors.orders import order_of


@allowed(Job, Role.GENERAL_MANAGER)
@transaction.atomic
def put_table_on_fund(*, fund: Fund, table: Table, from_day: date, by: Actor) -> FundTable:
    """From `from_day` on, what is in the table's progressive box belongs to the fund."""
    require_same_cardroom(by, fund.cardroom)
    if table.cardroom_id != fund.cardroom_id:
        raise NotThere("There is no such table in your cardroom.")
    Table.objects.select_for_update().get(pk=table.pk)
    if not has_progressive_box(table):
        raise Refused(f"{table} has no second drop box. Register a progressive box for it first.")
    order = order_of(table, max(clock.now(), starts_at(table.cardroom, from_day)))
    if not order or not order.progressive:
        raise Refused(f"{table} is not ordered with the Gran Progressive. Order it with that bet first.")
    _require_open(fund, from_day)
    later = FundTable.objects.filter(table=table).filter(Q(to_day=None) | Q(to_day__gte=from_day)).first()
    if later:
        raise Refused(f"{table} is on {later.fund}. Take it off there before {from_day}.")
    return FundTable.objects.create(fund=fund, table=table, from_day=from_day)


@allowed(Job, Role.GENERAL_MANAGER)
@transaction.atomic
def take_table_off_fund(*, fund: Fund, table: Table, last_day: date, by: Actor) -> FundTable:
    """`last_day` is the last on which the table's progressive box belongs to the fund."""
    require_same_cardroom(by, fund.cardroom)
    row = FundTable.objects.select_for_update().filter(fund=fund, table=table, to_day=None).first()
    if not row:
        raise Refused(f"{table} is not on {fund}.")
    if last_day < row.from_day:
        raise Refused(f"{table} came to {fund} on {row.from_day}. Its last day cannot be before that.")
    _require_open(fund, last_day + timedelta(days=1))
    row.to_day = last_day
    row.save(update_fields=["to_day"])
    return row


def _require_open(fund: Fund, day: date) -> None:
    closed = closed_through(fund)
    if closed and day <= closed:
        raise Refused(f"{fund} is closed through {closed}. Take a later day.")
