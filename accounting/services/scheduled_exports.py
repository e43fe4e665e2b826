"""The packages that are prepared without asking: one for every month and one for every fiscal year.

A month is over when its last gaming day is. Its package waits until that day is closed in every fund, so that it is
complete; after most of a day it is prepared as things stand, because records are due (WAC 230-06-070) and what is
missing is in the package as an exception.
"""

from dataclasses import dataclass
from datetime import date, timedelta

from accounting.gaming_days import ends_at
from accounting.models import CardroomBooks, Entry, Export, Fund
from accounting.selectors.bank import last_day_of
from accounting.selectors.gaming_days import closed_through, tables_of
from accounting.services.exports import request_export
from tables import clock
from tables.duties import Job, allowed
from tables.models import Cardroom

PACKAGE = "wsgc"
PATIENCE = timedelta(hours=20)


@dataclass(frozen=True)
class Period:
    """Days that get one package; the key says which, so that it is prepared once."""

    key: str
    first_day: date
    last_day: date


@allowed(Job)
def prepare_package(*, cardroom: Cardroom, period: Period, by: Job) -> Export:
    """Request the package of the period; the same one again changes nothing."""
    return request_export(
        exporter=PACKAGE,
        cardroom=cardroom,
        first_day=period.first_day,
        last_day=period.last_day,
        key=period.key,
        by=by,
    )


def due_packages(cardroom: Cardroom) -> list[Period]:
    """The periods that are over and settled and have no package yet."""
    made = set(Export.objects.filter(cardroom=cardroom).exclude(key="").values_list("key", flat=True))
    return [period for period in settled_periods(cardroom) if period.key not in made]


def settled_periods(cardroom: Cardroom) -> list[Period]:
    """Every month and every fiscal year with entries that is over and settled, in order."""
    first_entry = Entry.objects.filter(cardroom=cardroom).order_by("gaming_day").first()
    if first_entry is None:
        return []
    books = CardroomBooks.objects.filter(cardroom=cardroom).first() or CardroomBooks(cardroom=cardroom)
    periods = []
    month = first_entry.gaming_day.replace(day=1)
    while _settled(cardroom, ends := last_day_of(month)):
        periods.append(Period(f"{PACKAGE}/{month:%Y-%m}", month, ends))
        if ends.month == books.fiscal_year_end_month:
            begins = last_day_of(ends.replace(year=ends.year - 1, day=1)) + timedelta(days=1)
            periods.append(Period(f"{PACKAGE}/fiscal-year-{ends:%Y-%m}", begins, ends))
        month = ends + timedelta(days=1)
    return periods


def _settled(cardroom: Cardroom, last_day: date) -> bool:
    """Over, and closed in every fund that was played for, or waited for long enough."""
    over = ends_at(cardroom, last_day)
    if clock.now() < over:
        return False
    still_open = [
        fund
        for fund in Fund.objects.filter(cardroom=cardroom)
        if tables_of(fund, last_day) and (closed_through(fund) or date.min) < last_day
    ]
    return not still_open or clock.now() >= over + PATIENCE
