"""How long each class of record is kept, as dated data with its source.

Only what is marked purgeable is ever removed, by `accounting.services.retention.purge`. Everything that belongs to the
books has a date too, for those who keep the paper; in Bote it stays.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from accounting.clocks import WAC_230


class RecordClass(StrEnum):
    """What a record is, as far as keeping it goes."""

    BOOKS = "books"
    COUNTS = "counts"
    BANK = "bank records"
    CASES = "cases"
    BSA = "Bank Secrecy Act records"
    SEALED_DECK = "sealed hand and deck"
    JOB_RUNS = "job runs"
    IDEMPOTENCY = "answers to terminals"
    DRAFTS = "drafts"


@dataclass(frozen=True)
class RetentionRule:
    """Kept so many years from the end of the fiscal year, or from its own day, or so many days."""

    record_class: RecordClass
    source: str
    since: date
    years: int = 0
    days: int = 0
    from_fiscal_year_end: bool = False
    purgeable: bool = False


HOUSE = date(2026, 1, 1)

RETENTION_RULES = (
    *(
        RetentionRule(record_class, "WAC 230-06-070", WAC_230, years=3, from_fiscal_year_end=True)
        for record_class in (RecordClass.BOOKS, RecordClass.COUNTS, RecordClass.BANK, RecordClass.CASES)
    ),
    RetentionRule(RecordClass.BSA, "31 CFR 1010.430", WAC_230, years=5),
    RetentionRule(RecordClass.SEALED_DECK, "WAC 230-15-405", WAC_230, days=7),
    RetentionRule(RecordClass.JOB_RUNS, "house rule", HOUSE, days=400, purgeable=True),
    RetentionRule(RecordClass.IDEMPOTENCY, "house rule", HOUSE, days=90, purgeable=True),
    RetentionRule(RecordClass.DRAFTS, "house rule", HOUSE, days=30, purgeable=True),
)


def retention_rule(record_class: RecordClass, day: date) -> RetentionRule:
    """The rule for records of that day; for days before the first rule, the first one."""
    rules = [rule for rule in RETENTION_RULES if rule.record_class == record_class]
    in_force = [rule for rule in rules if rule.since <= day]
    return max(in_force, key=lambda rule: rule.since) if in_force else min(rules, key=lambda rule: rule.since)


def kept_through(rule: RetentionRule, day: date, fiscal_year_end_month: int) -> date:
    """The last date on which a record of `day` is kept.

    >>> books = retention_rule(RecordClass.BOOKS, date(2026, 11, 17))
    >>> kept_through(books, date(2026, 11, 17), 12), kept_through(books, date(2026, 11, 17), 6)
    (datetime.date(2029, 12, 31), datetime.date(2030, 6, 30))
    """
    starts = fiscal_year_end(day, fiscal_year_end_month) if rule.from_fiscal_year_end else day
    return years_later(starts, rule.years) + timedelta(days=rule.days)


def fiscal_year_end(day: date, end_month: int) -> date:
    """The last day of the fiscal year that `day` falls in."""
    year = day.year if day.month <= end_month else day.year + 1
    first_after = date(year + 1, 1, 1) if end_month == 12 else date(year, end_month + 1, 1)
    return first_after - timedelta(days=1)


def years_later(day: date, years: int) -> date:
    """The same date so many years on; where there is no 29 February, the day after it."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)
