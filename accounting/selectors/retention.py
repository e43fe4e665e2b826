"""Until when a record is kept, and which holds stand in the way."""

from datetime import date

from django.db.models import Q, QuerySet

from accounting.models.retention import CardroomBooks, LegalHold
from accounting.retention import RecordClass, kept_through, retention_rule
from tables.models import Cardroom


def keep_until(record_class: RecordClass, day: date, cardroom: Cardroom | None) -> date:
    """The last date on which a record of `day` is kept; records of the whole installation have the calendar year."""
    books = CardroomBooks.objects.filter(cardroom=cardroom).first() or CardroomBooks()
    return kept_through(retention_rule(record_class, day), day, books.fiscal_year_end_month)


def standing_holds(record_class: RecordClass, cardroom: Cardroom | None) -> QuerySet[LegalHold]:
    """Holds that cover the class; what belongs to the whole installation is under the holds of every cardroom."""
    holds = LegalHold.objects.filter(Q(record_class="") | Q(record_class=record_class), lifted_at=None)
    return holds.filter(cardroom=cardroom) if cardroom else holds
