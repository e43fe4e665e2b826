"""What a table is ordered with, at any moment."""

from datetime import datetime

from django.db.models import QuerySet

from tables.models import Table, TableOrder


def order_of(table: Table, at: datetime) -> TableOrder | None:
    """The order in force at that moment; None before the table's first. `.order` is what the games take."""
    orders = TableOrder.objects.filter(table=table, effective_at__lte=at).order_by("-effective_at", "-number")
    if order := orders.first():
        order.table = table  # known, with its cardroom: every hand asks this
    return order


def orders_of(table: Table) -> QuerySet[TableOrder]:
    """Every order of the table, those that are still to come and the latest in force first."""
    orders = TableOrder.objects.filter(table=table).order_by("-effective_at", "-number")
    return orders.select_related("ordered_by", "table__cardroom")
