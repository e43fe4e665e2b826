"""What may stand in an address."""

from datetime import date

from tables.api.fields import in_the_calendar


class DayConverter:
    """A date such as 2026-11-17; one that is in no calendar leads nowhere."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        day = date.fromisoformat(value)
        if not in_the_calendar(day):
            raise ValueError
        return day

    def to_url(self, value: date) -> str:
        return value.isoformat()
