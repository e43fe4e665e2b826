"""The gaming floor: cardrooms, their people, tables and terminals."""

from tables.models.authors import Authored, author_of
from tables.models.boxes import CustodyEvent, DropBox, WagerReport
from tables.models.cardrooms import Cardroom
from tables.models.people import Employee
from tables.models.tables import Table
from tables.models.terminals import Terminal

__all__ = [
    "Authored",
    "Cardroom",
    "CustodyEvent",
    "DropBox",
    "Employee",
    "Table",
    "Terminal",
    "WagerReport",
    "author_of",
]
