"""What a table is ordered with, at any moment."""

from datetime import datetime

from django.db import connection
from django.db.models import QuerySet

from tables.models import Table, TableOrder

# As text: every hand asks it (see tables.selectors.terminals).
IN_FORCE = """
    SELECT * FROM tables_tableorder WHERE table_id = %s AND effective_at <= %s
    ORDER BY effective_at DESC, number DESC LIMIT 1
"""


def order_of(table: Table, at: datetime) -> TableOrder | None:
    """The order in force at that moment; None before the table's first. `.order` is what the games take."""
    for order in TableOrder.objects.raw(IN_FORCE, [table.pk, connection.ops.adapt_datetimefield_value(at)]):
        order.table = table  # known, with its cardroom
        return order
    return None


def orders_of(table: Table) -> QuerySet[TableOrder]:
    """Every order of the table, those that are still to come and the latest in force first."""
    orders = TableOrder.objects.filter(table=table).order_by("-effective_at", "-number")
    return orders.select_related("ordered_by", "table__cardroom")
