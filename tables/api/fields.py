"""What may stand in a request, strictly: text is text, a number is a number, nothing is converted or trimmed.

REST framework's own fields turn "5" into 5 and 5 into "5"; a device with such a mistake should learn of it at once.
"""

import re
from datetime import UTC, date, datetime
from typing import Any

from django.utils.dateparse import parse_datetime
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tables.money import AMOUNT, as_amount, read_amount

LONGEST_TEXT = 500
MOST = 2**31 - 1
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
# RFC 3339: a moment without its offset is refused, because nobody knows which it is.
MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})")
# Offsets of up to a day must not leave the calendar.
EARLIEST, LATEST = datetime(1970, 1, 2, tzinfo=UTC), datetime(9999, 12, 30, tzinfo=UTC)


def in_the_calendar(day: date) -> bool:
    """Whether a cardroom may speak of that day: one has a day before it and one after it."""
    return EARLIEST.date() <= day < LATEST.date()


class Text(serializers.CharField):
    """Text as it was sent, at most so long."""

    default_error_messages = {"invalid": "This must be text."}

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": LONGEST_TEXT, "trim_whitespace": False, **options})

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Whole(serializers.IntegerField):
    """A whole number; 5.0 is one in JSON, "5" and true are not."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_value": MOST, "min_value": 0, **options})

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, float) and data.is_integer():
            data = int(data)
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return data


class Flag(serializers.BooleanField):
    """true or false."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class Choice(serializers.ChoiceField):
    """One of a few words."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(data)


@extend_schema_field({"type": "string", "format": "date-time"})
class Moment(serializers.Field):  # type: ignore[type-arg]
    """A moment, ISO 8601 with its offset from UTC."""

    default_error_messages = {
        "invalid": "A moment is ISO 8601 with its offset, such as 2026-11-17T20:00:00Z.",
        "absurd": "This moment is outside the calendar of any cardroom.",
    }

    def to_internal_value(self, data: Any) -> datetime:
        if not isinstance(data, str) or not MOMENT.fullmatch(data):
            self.fail("invalid")
        try:
            moment = parse_datetime(data.upper())
        except ValueError:
            moment = None
        if moment is None or moment.tzinfo is None:
            self.fail("invalid")
        if not EARLIEST <= moment <= LATEST:
            self.fail("absurd")
        return moment.astimezone(UTC)

    def to_representation(self, value: datetime) -> str:
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


@extend_schema_field({"type": "string", "format": "date"})
class Day(serializers.Field):  # type: ignore[type-arg]
    """A date, such as a gaming day."""

    default_error_messages = {
        "invalid": "A day is written 2026-11-17.",
        "absurd": "This day is outside the calendar of any cardroom.",
    }

    def to_internal_value(self, data: Any) -> date:
        if not isinstance(data, str) or not DAY.fullmatch(data):
            self.fail("invalid")
        try:
            day = date.fromisoformat(data)
        except ValueError:
            self.fail("invalid")
        if not in_the_calendar(day):
            self.fail("absurd")
        return day

    def to_representation(self, value: date) -> str:
        return value.isoformat()


@extend_schema_field({"type": "string", "pattern": f"^-?{AMOUNT.pattern}$", "examples": ["1234.50"]})
class Money(serializers.Field):  # type: ignore[type-arg]
    """Cents inside, a string of dollars with two decimals outside."""

    default_error_messages = {"invalid": "An amount is text: dollars with two decimals, such as 1234.50."}

    def to_internal_value(self, data: Any) -> int:
        try:
            return read_amount(data)
        except (ValueError, TypeError):
            self.fail("invalid")

    def to_representation(self, value: int) -> str:
        return as_amount(value)


@extend_schema_field({"type": "string", "pattern": f"^{AMOUNT.pattern}$", "examples": ["1234.50"]})
class Paid(Money):
    """An amount that somebody sends: never below zero."""


# Comments, not docstrings: those would become the description of every schema below.
# A request with exactly its fields: a misspelt one is refused, not overlooked.
class Strict(serializers.Serializer):  # type: ignore[type-arg]
    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and (unknown := sorted(set(data) - set(self.fields))):
            known = ", ".join(self.fields)
            raise serializers.ValidationError(
                {str(name): [f"There is no such field. Known: {known}."] for name in unknown}
            )
        return super().to_internal_value(data)


def many(serializer: Any, **options: Any) -> Any:
    """A list of them, at most or at least so long (which the stubs of REST framework do not know)."""
    return serializer(many=True, **options)


# An answer: every field is always there.
class Shown(serializers.Serializer):  # type: ignore[type-arg]
    pass
