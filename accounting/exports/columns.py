"""The columns of a data set: a name, what its values are, and where they come from.

A column knows its values' kind, and each format decides what that looks like: money is `1234.50` in a CSV file and a
number with two decimals in a workbook. Money is integer cents until then.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from accounting.exports.scope import Scope


class Kind(StrEnum):
    """What the values of a column are."""

    TEXT = "text"
    NUMBER = "number"
    MONEY = "money"  # cents that came or went: worth adding up
    BALANCE = "balance"  # cents that stand somewhere: a sum says nothing, but proves that no row is missing
    DAY = "day"
    MOMENT = "moment"
    FLAG = "flag"


Read = Callable[[Scope, Any], Any]


@dataclass(frozen=True)
class Column:
    """One column. `source` is where the query has it; `read` makes of that what the reader sees."""

    name: str
    kind: Kind
    source: str
    read: Read | None = None


def text(name: str, source: str = "", read: Read | None = None) -> Column:
    return Column(name, Kind.TEXT, source or name, read)


def number(name: str, source: str = "") -> Column:
    return Column(name, Kind.NUMBER, source or name)


def money(name: str, source: str = "") -> Column:
    return Column(name, Kind.MONEY, source or name)


def balance(name: str, source: str = "") -> Column:
    return Column(name, Kind.BALANCE, source or name)


def day(name: str, source: str = "") -> Column:
    return Column(name, Kind.DAY, source or name)


def moment(name: str, source: str = "") -> Column:
    return Column(name, Kind.MOMENT, source or name)


def flag(name: str, source: str = "") -> Column:
    return Column(name, Kind.FLAG, source or name)


def person(name: str, source: str = "") -> Column:
    """An employee, by name and number."""
    return Column(name, Kind.TEXT, source or f"{name}_id", lambda scope, pk: scope.people.get(pk, ""))


def author(name: str = "author") -> Column:
    """Who recorded it: a person, a terminal or a job. The query annotates `author_key` (see datasets.AUTHOR_KEY)."""
    return Column(name, Kind.TEXT, "author_key", lambda scope, key: scope.author(key))


def account(name: str, source: str) -> Column:
    """An account, as `fund/account`."""
    return Column(name, Kind.TEXT, source, lambda scope, pk: scope.accounts[pk])


def json_text(name: str, source: str = "") -> Column:
    """Nested data in one cell, as JSON with sorted keys."""
    return Column(name, Kind.TEXT, source or name, lambda _scope, data: json.dumps(data, sort_keys=True))


def listed(name: str, source: str = "") -> Column:
    """A list of texts in one cell."""
    return Column(name, Kind.TEXT, source or name, lambda _scope, items: ", ".join(map(str, items)))
