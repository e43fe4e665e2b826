"""What the rules accept as an amount: a whole number of cents (or hits, or basis points), never negative.

A float would lose cents and a bool would count as one, so both are refused by name.
"""

BPS = 10_000  # basis points in the whole


def whole(name: str, value: object) -> int:
    """`value` if it is an integer of zero or more; otherwise a sentence that names the field."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{name} must be a whole number, not {value!r}. Give amounts in cents.")
    if value < 0:
        raise ValueError(f"{name} must not be negative, and is {value}.")
    return value


def share_of(amount: int, bps: int) -> int:
    """`bps` basis points of `amount`, floored: the odd cent stays with what remains."""
    return amount * bps // BPS
