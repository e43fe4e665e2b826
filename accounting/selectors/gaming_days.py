"""Which gaming day it is, which a box belongs to, and which days of a fund are closed."""

from datetime import date, timedelta

from accounting.gaming_days import gaming_day
from accounting.models import ClosedDay, Fund, FundTable
from tables import clock
from tables.models import Cardroom, CustodyEvent, Table

HALF_A_DAY = timedelta(hours=12)


def current_day(cardroom: Cardroom) -> date:
    """The gaming day of this moment."""
    return gaming_day(cardroom, clock.now())


def box_day(pull: CustodyEvent) -> date:
    """The gaming day whose wagers a pulled box holds: that of the middle of its stay, at most twelve hours in.

    Boxes change some time before or after the cut-over; one that was forgotten for days belongs to the first of them.
    """
    placed_at = pull.placed_at or pull.at
    return gaming_day(pull.box.cardroom, placed_at + min((pull.at - placed_at) / 2, HALF_A_DAY))


def closed_through(fund: Fund) -> date | None:
    """The last closed day of the fund; days are closed in order, so all before it are closed too."""
    return ClosedDay.objects.filter(fund=fund).order_by("-gaming_day").values_list("gaming_day", flat=True).first()


def tables_of(fund: Fund, day: date) -> list[Table]:
    """The tables whose progressive boxes belong to the fund on that day."""
    on = FundTable.objects.filter(fund=fund, from_day__lte=day).exclude(to_day__lt=day).select_related("table")
    return sorted((row.table for row in on), key=lambda table: table.number)


def fund_of(table: Table, day: date) -> Fund | None:
    """The fund that the table's progressive box belongs to on that day."""
    on = FundTable.objects.filter(table=table, from_day__lte=day).exclude(to_day__lt=day).select_related("fund")
    row = on.first()
    return row.fund if row else None
