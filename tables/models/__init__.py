"""The gaming floor: cardrooms, their people, tables and terminals."""

from tables.models.cardrooms import Cardroom
from tables.models.people import Employee
from tables.models.tables import Table
from tables.models.terminals import Terminal

__all__ = ["Cardroom", "Employee", "Table", "Terminal"]
