"""The gaming floor: cardrooms, their people, tables, orders, limits, boxes and terminals."""

from tables.models.access import AccessEvent
from tables.models.authors import Authored, author_of
from tables.models.boxes import CustodyEvent, DropBox, WagerReport
from tables.models.cardrooms import Cardroom
from tables.models.hands import Hand
from tables.models.limits import BarredPatron, TableLimit, WagerLimit
from tables.models.orders import TableOrder
from tables.models.people import Employee
from tables.models.tables import Table
from tables.models.terminals import Answer, Endpoint, Enrolment, PersonalToken, Profile, Terminal

__all__ = [
    "AccessEvent",
    "Answer",
    "Authored",
    "BarredPatron",
    "Cardroom",
    "CustodyEvent",
    "DropBox",
    "Employee",
    "Endpoint",
    "Enrolment",
    "Hand",
    "PersonalToken",
    "Profile",
    "Table",
    "TableLimit",
    "TableOrder",
    "Terminal",
    "WagerLimit",
    "WagerReport",
    "author_of",
]
