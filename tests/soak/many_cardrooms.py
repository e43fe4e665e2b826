"""So many cardrooms with so many tables, each with a progressive in play, quickly enough for a test.

The first table of a cardroom, its order, its box and its place on the progressive are made by the real services; the
other tables are written beside it in bulk, alike. The guards of the database look at every row as always.
"""

from django.db import transaction

from accounting.models import FundTable
from tables.models import Cardroom, DropBox, Table, TableOrder
from tests.jackpot.conftest import House


def open_cardrooms(cardrooms, tables):
    for number in range(1, cardrooms + 1):
        with transaction.atomic():
            _open_cardroom(f"room-{number:03d}", tables)


def _open_cardroom(code, tables):
    cardroom = Cardroom.objects.create(code=code, name=code, licensee="L", licence_number=code)
    house = House(cardroom)
    house.open(code=f"{code}-gran")
    more = Table.objects.bulk_create(
        Table(cardroom=cardroom, code=f"{code}-{number}", number=number, name=f"Spanish Poker {number}")
        for number in range(2, tables + 1)
    )
    for model in (TableOrder, DropBox, FundTable):
        first = model.objects.get(table=house.table)
        model.objects.bulk_create(_like(first, table) for table in more)


def _like(first, table):
    """The same row for another table."""
    values = {field.attname: getattr(first, field.attname) for field in first._meta.concrete_fields}
    del values[first._meta.pk.attname]
    if isinstance(first, DropBox):
        values["number"] = table.number
    return type(first)(**values | {"table_id": table.pk})
