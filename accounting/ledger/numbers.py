"""Numbers without gaps: slips, counts, deposits, cases (WAC 230-15-500: numbered without repeats or gaps).

A number is taken inside the transaction that uses it. If that rolls back, so does the number.
"""

from django.db import connection
from django.db.models import F

from accounting.models import Sequence
from tables.models import Cardroom


def take_numbers(cardroom: Cardroom, name: str, how_many: int = 1) -> range:
    """The next `how_many` numbers of the cardroom's series `name`. Its row stays locked until the commit."""
    if not connection.in_atomic_block:
        raise RuntimeError("Numbers are taken inside a transaction, so that one that fails leaves no gap.")
    series = Sequence.objects.filter(cardroom=cardroom, name=name)
    if not series.update(last=F("last") + how_many):
        Sequence.objects.bulk_create([Sequence(cardroom=cardroom, name=name)], ignore_conflicts=True)
        series.update(last=F("last") + how_many)
    last = series.values_list("last", flat=True).get()
    return range(last - how_many + 1, last + 1)


def take_number(cardroom: Cardroom, name: str) -> int:
    """The next number of the cardroom's series `name`."""
    return take_numbers(cardroom, name)[0]
