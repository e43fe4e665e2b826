"""The count sheet as it comes from the browser: pieces or dollars by denomination, and what is wrong with them."""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.http import QueryDict

from accounting.models import Denomination
from accounting.quantities import parse_dollars, parse_quantity
from tables.models import Cardroom

PIECES, DOLLARS = "pieces", "dollars"


@dataclass
class Line:
    """One denomination on the sheet."""

    denomination: Denomination
    typed: str = ""
    error: str = ""

    @property
    def name(self) -> str:
        return f"q-{self.denomination.pk}"

    @property
    def is_amount(self) -> bool:
        """Coins are always an amount."""
        return self.denomination.kind == Denomination.Kind.COIN


@dataclass
class Sheet:
    """What one person typed. `quantities` holds what could be read."""

    lines: list[Line]
    key: str = field(default_factory=lambda: str(uuid.uuid4()))
    unit: str = PIECES
    nil: bool = False
    quantities: dict[str, int] = field(default_factory=dict)

    @property
    def is_readable(self) -> bool:
        return not any(line.error for line in self.lines)

    def show(self, errors: dict[str, list[str]]) -> None:
        """Put what a service found wrong with a denomination at its line."""
        for line in self.lines:
            line.error = " ".join(errors.get(line.denomination.label, [line.error]))


def blank_sheet(cardroom: Cardroom) -> Sheet:
    return Sheet([Line(one) for one in Denomination.objects.filter(cardroom=cardroom, retired=False)])


def read_sheet(cardroom: Cardroom, typed: QueryDict) -> Sheet:
    sheet = blank_sheet(cardroom)
    sheet.key = typed.get("key", "")
    sheet.unit = DOLLARS if typed.get("unit") == DOLLARS else PIECES
    sheet.nil = typed.get("nil") == "on"
    sheet.quantities = dict(_read(sheet, typed))
    return sheet


def _read(sheet: Sheet, typed: QueryDict) -> Iterator[tuple[str, int]]:
    for line in sheet.lines:
        line.typed = typed.get(line.name, "").strip()
        if not line.typed:
            continue
        try:
            in_dollars = sheet.unit == DOLLARS or line.is_amount
            pieces = parse_dollars(line.typed, line.denomination.value) if in_dollars else parse_quantity(line.typed)
            yield line.denomination.label, pieces
        except ValueError as problem:
            line.error = str(problem)
