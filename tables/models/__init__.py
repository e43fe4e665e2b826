"""The gaming floor: cardrooms, their people, tables, orders, limits, boxes and terminals."""

from tables.models.authors import Authored, author_of
from tables.models.boxes import CustodyEvent, DropBox, WagerReport
from tables.models.cardrooms import Cardroom
from tables.models.limits import BarredPatron, TableLimit, WagerLimit
from tables.models.orders import TableOrder
from tables.models.people import Employee
from tables.models.tables import Table
from tables.models.terminals import Terminal

__all__ = [
    "Authored",
    "BarredPatron",
    "Cardroom",
    "CustodyEvent",
    "DropBox",
    "Employee",
    "Table",
    "TableLimit",
    "TableOrder",
    "Terminal",
    "WagerLimit",
    "WagerReport",
    "author_of",
]
