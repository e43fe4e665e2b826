"""Reports and orders as plain data: JSON in, frozen dataclasses out, and back.

`read(Hand, {...})` builds the dataclass and every dataclass inside it. It is strict: an unknown key, a missing key,
or a value of another type is refused with a sentence that names the place (`spots.2.bets`). Nothing is converted.
"""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")


# Most of what there is: looked at first.
PLAIN = frozenset({str, int, bool, type(None)})


class BadReport(ValueError):
    """What was reported cannot be what happened at the table."""


def read(kind: type[T], data: object, *, place: str = "") -> T:
    """Build `kind` from plain data, or refuse with BadReport."""
    return _value(kind, data, place)  # type: ignore[no-any-return]


def write(value: Any) -> Any:
    """The plain data that `read` takes back: dicts, lists, text, whole numbers, true and false."""
    if type(value) in PLAIN:
        return value
    if is_dataclass(value):
        return {field.name: write(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): write(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [write(item) for item in value]
    return str(value) if isinstance(value, StrEnum) else value


def _value(kind: Any, data: object, place: str) -> Any:
    origin = get_origin(kind)
    if origin is UnionType:  # only `X | None` is used
        return None if data is None else _value(get_args(kind)[0], data, place)
    if origin is tuple:
        items = _need(data, list | tuple, "a list", place)
        return tuple(_value(get_args(kind)[0], item, _inside(place, at + 1)) for at, item in enumerate(items))
    if origin is Mapping:
        key_kind, item_kind = get_args(kind)
        items = _need(data, Mapping, "an object", place)
        return {
            _value(key_kind, key, place): _value(item_kind, item, _inside(place, key)) for key, item in items.items()
        }
    if is_dataclass(kind):
        return _dataclass(kind, data, place)
    if issubclass(kind, StrEnum):
        text = _need(data, str, "text", place)
        if text not in list(kind):
            raise BadReport(f"{_name(place)} cannot be {text!r}. Use one of: {', '.join(kind)}.")
        return kind(text)
    if kind is int and isinstance(data, bool):
        raise BadReport(f"{_name(place)} must be a whole number, not {data!r}.")
    words = {int: "a whole number", str: "text", bool: "true or false"}
    return _need(data, kind, words[kind], place)


def _dataclass(kind: Any, data: object, place: str) -> Any:
    items = _need(data, Mapping, "an object", place)
    known, needed, hints = _shape(kind)
    if unknown := sorted(str(key) for key in items if key not in known):
        raise BadReport(f"{_name(place)} has no field {unknown[0]!r}. Its fields are: {', '.join(known)}.")
    if missing := [name for name in needed if name not in items]:
        raise BadReport(f"{_name(place)} needs the field {missing[0]!r}.")
    return kind(**{name: _value(hints[name], item, _inside(place, name)) for name, item in items.items()})


@cache
def _shape(kind: Any) -> tuple[list[str], list[str], dict[str, Any]]:
    """The names of a dataclass's fields, those without a default, and their types."""
    needed = [field.name for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING]
    return [field.name for field in fields(kind)], needed, get_type_hints(kind)


def _need(data: object, kind: Any, words: str, place: str) -> Any:
    if not isinstance(data, kind):
        raise BadReport(f"{_name(place)} must be {words}, not {data!r}.")
    return data


def _inside(place: str, part: object) -> str:
    return f"{place}.{part}" if place else str(part)


def _name(place: str) -> str:
    return place or "The report"
