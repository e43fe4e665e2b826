"""Until when a record is kept, and which holds stand in the way."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from accounting.models.retention import CardroomBooks, LegalHold
from accounting.retention import RecordClass, kept_through, retention_rule
from accounting.selectors.gaming_days import current_day
from tables.models import Cardroom


@dataclass(frozen=True)
class Kept:
    """How long the records of one class are kept that are made today."""

    record_class: RecordClass
    kept_through: date
    source: str
    purgeable: bool
    held: bool


def books_of(cardroom: Cardroom | None) -> CardroomBooks:
    """How the cardroom keeps its books; by the calendar year if it has not said."""
    return CardroomBooks.objects.filter(cardroom=cardroom).first() or CardroomBooks()


def keep_until(record_class: RecordClass, day: date, cardroom: Cardroom | None) -> date:
    """The last date on which a record of `day` is kept; records of the whole installation have the calendar year."""
    return kept_through(retention_rule(record_class, day), day, books_of(cardroom).fiscal_year_end_month)


def schedule(cardroom: Cardroom) -> list[Kept]:
    """Every class of record with its date, for records of the present gaming day."""
    today, month = current_day(cardroom), books_of(cardroom).fiscal_year_end_month
    held = set(cardroom.legal_holds.filter(lifted_at=None).values_list("record_class", flat=True))
    rules = [retention_rule(record_class, today) for record_class in RecordClass]
    return [
        Kept(
            record_class=rule.record_class,
            kept_through=kept_through(rule, today, month),
            source=rule.source,
            purgeable=rule.purgeable,
            held=bool(held & {"", rule.record_class}),
        )
        for rule in rules
    ]


def standing_holds(record_class: RecordClass, cardroom: Cardroom | None) -> QuerySet[LegalHold]:
    """Holds that cover the class; what belongs to the whole installation is under the holds of every cardroom."""
    holds = LegalHold.objects.filter(Q(record_class="") | Q(record_class=record_class), lifted_at=None)
    return holds.filter(cardroom=cardroom) if cardroom else holds
