"""Form fields that several pages use."""

from decimal import Decimal
from typing import Any

from django import forms


class CentsField(forms.DecimalField):
    """Cents inside, dollars on the page: `1,234.50` is read as 123450."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("min_value", 0)
        options.setdefault(
            "widget", forms.TextInput({"inputmode": "decimal", "class": "number", "autocomplete": "off"})
        )
        super().__init__(decimal_places=2, max_digits=14, **options)

    def prepare_value(self, value: Any) -> Any:
        return f"{Decimal(value) / 100:.2f}" if isinstance(value, int) else value

    def to_python(self, value: Any) -> Any:
        return super().to_python(value.replace(",", "").replace("$", "") if isinstance(value, str) else value)

    def clean(self, value: Any) -> Any:
        entered = super().clean(value)
        return None if entered is None else int(entered * 100)


class DayField(forms.DateField):
    """A day, with the browser's own calendar, which wants it written as 2026-11-17."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("widget", forms.DateInput({"type": "date"}, format="%Y-%m-%d"))
        super().__init__(**options)
