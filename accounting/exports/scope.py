"""What an export is about: a cardroom, a run of gaming days, and the moment as of which they are told.

Money of a gaming day is still recorded after the day is over: boxes are counted the next morning. So a period covers
the entries from the first to the last that belong to one of its days, without a gap, and whatever else happened until
that last entry was recorded. A few entries of neighbouring days stand between them; the chain needs them.
"""

from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Max, Min, QuerySet

from accounting.gaming_days import ends_at, starts_at
from accounting.models import Account, Book, Entry
from tables.models import Cardroom, Employee, Terminal


@dataclass(frozen=True)
class Scope:
    """What to tell, and to whom: `unmasked` shows tax identity numbers in full."""

    cardroom: Cardroom
    first_day: date
    last_day: date
    as_of: datetime
    unmasked: bool = False

    @cached_property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.cardroom.time_zone)

    @cached_property
    def entries(self) -> tuple[int, int]:
        """The numbers of the first and the last entry; where there are none, the next one and the last before it."""
        known = Entry.objects.filter(cardroom=self.cardroom, recorded_at__lte=self.as_of)
        found = known.filter(**self.days()).aggregate(first=Min("number"), last=Max("number"))
        if found["first"]:
            return found["first"], found["last"]
        before = known.filter(gaming_day__lt=self.first_day).aggregate(last=Max("number"))["last"] or 0
        return before + 1, before

    @cached_property
    def begins_at(self) -> datetime:
        return starts_at(self.cardroom, self.first_day)

    @cached_property
    def settled_at(self) -> datetime:
        """The end of the last day, or the moment its last entry was recorded; never after `as_of`."""
        last = Entry.objects.filter(cardroom=self.cardroom, number=self.entries[1]).first()
        over = ends_at(self.cardroom, self.last_day)
        return min(self.as_of, max(over, last.recorded_at) if last else over)

    @cached_property
    def head(self) -> tuple[int, str]:
        """Number and digest of the last entry in the book as of the moment."""
        known = Entry.objects.filter(cardroom=self.cardroom, recorded_at__lte=self.as_of)
        last = known.order_by("-number").values_list("number", "digest").first()
        return last or (0, Book().head)

    def days(self, field: str = "gaming_day") -> dict[str, Any]:
        """A filter: on a gaming day of the period."""
        return {f"{field}__range": (self.first_day, self.last_day)}

    def posted(self, entry: str = "entry") -> dict[str, Any]:
        """A filter: with an entry of the period."""
        return {f"{entry}__cardroom": self.cardroom, f"{entry}__number__range": self.entries}

    def moments(self, field: str) -> dict[str, Any]:
        """A filter: happened in the period."""
        return {f"{field}__gte": self.begins_at, f"{field}__lte": self.settled_at}

    def run_of(self, rows: QuerySet[Any], **of_period: Any) -> QuerySet[Any]:
        """Of numbered rows, all from the first to the last that meet `of_period`: a run without gaps."""
        found = rows.filter(**of_period).aggregate(first=Min("number"), last=Max("number"))
        return rows.filter(number__range=(found["first"] or 1, found["last"] or 0)).order_by("number")

    # What the files call people, terminals and accounts. There are few of them, so they are read once.

    @cached_property
    def people(self) -> dict[int, str]:
        rows = Employee.objects.values_list("pk", "name", "employee_number")
        return {pk: f"{name} ({number})" for pk, name, number in rows}

    @cached_property
    def terminals(self) -> dict[int, str]:
        return {terminal.pk: str(terminal) for terminal in Terminal.objects.all()}

    @cached_property
    def accounts(self) -> dict[int, str]:
        rows = Account.objects.filter(fund__cardroom=self.cardroom).values_list("pk", "fund__code", "name")
        return {pk: f"{code}/{name}" for pk, code, name in rows}

    def author(self, key: str) -> str:
        """The name behind `employee/7`, `terminal/2` or `job/close`."""
        what, _, which = key.partition("/")
        if what == "employee":
            return self.people[int(which)]
        return self.terminals[int(which)] if what == "terminal" else f"job {which}"
