"""The gaming floor: cardrooms, their people, tables and terminals."""

from tables.models.authors import Authored, author_of
from tables.models.cardrooms import Cardroom
from tables.models.people import Employee
from tables.models.tables import Table
from tables.models.terminals import Terminal

__all__ = ["Authored", "Cardroom", "Employee", "Table", "Terminal", "author_of"]
