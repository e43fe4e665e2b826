"""What may stand in an address."""

from datetime import date


class DayConverter:
    """A date such as 2026-11-17; one that is in no calendar leads nowhere."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()
