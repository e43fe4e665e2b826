"""Quantities as people type them at the count sheet.

Chips are counted in bundles, so `20*20+12` is a quantity: twenty stacks of twenty, and twelve. Digits, `+` and `*` are
all there is; anything else is refused with a sentence. Plain Python, nothing is ever evaluated as code. Who would
rather type dollars types an amount, and it must be a whole number of pieces.
"""

import re
from math import prod

DOLLARS = re.compile(r"(\d{1,9})(?:\.(\d{2}))?")

# More than any box can hold; a slip of the finger (a total typed as a quantity) is caught here.
MOST = 1_000_000
LONGEST = 60


def parse_quantity(text: str) -> int:
    """How many pieces `text` says.

    >>> parse_quantity("412"), parse_quantity("20*20+12"), parse_quantity(" 5 * 20 ")
    (412, 412, 100)
    """
    if len(text) > LONGEST:
        raise ValueError(f"That is too long for a quantity. Use at most {LONGEST} characters.")
    quantity = sum(prod(_number(factor, text) for factor in bundle.split("*")) for bundle in text.split("+"))
    if quantity > MOST:
        raise ValueError(f"{text.strip()} makes {quantity:,} pieces, more than a box holds. Check the quantity.")
    return quantity


def parse_dollars(text: str, value: int) -> int:
    """How many pieces worth `value` cents make the dollars that `text` says.

    >>> parse_dollars("85", 500), parse_dollars("1,412.35", 1)
    (17, 141235)
    """
    said = text.strip()
    read = DOLLARS.fullmatch(said.replace(",", ""))
    if not read:
        raise ValueError(f"{said or 'Nothing'} is not an amount. Type dollars such as 85 or 12.35.")
    cents = int(read[1]) * 100 + int(read[2] or 0)
    pieces, rest = divmod(cents, value)
    if rest:
        raise ValueError(f"{said} is no whole number of pieces of {value // 100}. Count the pieces again.")
    if pieces > MOST * 100:
        raise ValueError(f"{said} is more than a box holds. Check the amount.")
    return pieces


def _number(factor: str, text: str) -> int:
    digits = factor.strip()
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError(f"{text.strip() or 'Nothing'} is not a quantity. Type a number such as 412, or 20*20+12.")
    return int(digits)
