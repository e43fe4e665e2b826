"""Quantities as people type them at the count sheet.

Chips are counted in bundles, so `20*20+12` is a quantity: twenty stacks of twenty, and twelve. Digits, `+` and `*` are
all there is; anything else is refused with a sentence. Plain Python, nothing is ever evaluated as code.
"""

from math import prod

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


def _number(factor: str, text: str) -> int:
    digits = factor.strip()
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError(f"{text.strip() or 'Nothing'} is not a quantity. Type a number such as 412, or 20*20+12.")
    return int(digits)
