"""Days in addresses: /days/2026-11-16/."""

from datetime import date


class DateConverter:
    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> date:
        """A ValueError, for 2026-02-30, makes Django look on and answer 404."""
        return date.fromisoformat(value)

    def to_url(self, value: date | str) -> str:
        """A day, or the day as an entry's source document has it."""
        return str(value)
