"""Money at the edge: cents inside, dollars in sentences, and dollars as text between machines."""

import re

# Ten million dollars and a bit: no amount of a cardroom comes near, and none overflows a column.
AMOUNT = re.compile(r"(0|[1-9][0-9]{0,8})\.([0-9]{2})")


def dollars(cents: int) -> str:
    """Cents as a person reads them.

    >>> dollars(123450)
    '$1,234.50'
    >>> dollars(-5)
    '-$0.05'
    """
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${whole:,}.{rest:02d}"


def as_amount(cents: int) -> str:
    """Cents as machines exchange them.

    >>> as_amount(123450), as_amount(-5)
    ('1234.50', '-0.05')
    """
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}.{rest:02d}"


def read_amount(text: str) -> int:
    """Cents of an amount that a machine sent; anything but dollars with two decimals is refused.

    >>> read_amount("1234.50")
    123450
    >>> read_amount("5")
    Traceback (most recent call last):
    ValueError: An amount is dollars with two decimals, such as 1234.50.
    """
    match = AMOUNT.fullmatch(text)
    if not match:
        raise ValueError("An amount is dollars with two decimals, such as 1234.50.")
    return int(match[1]) * 100 + int(match[2])
