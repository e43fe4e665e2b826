"""How odds are written."""

from fractions import Fraction

from django import template

register = template.Library()


@register.filter
def percent(figure: Fraction, places: int = 4) -> str:
    """`Fraction(1, 41)` as `2.4390 %`."""
    return f"{float(100 * figure):.{places}f} %"


@register.filter
def signed(figure: Fraction) -> str:
    """What a wager is worth: `+0.0123` or, with a true minus, what it costs."""
    return f"{float(figure):+.4f}".replace("-", "\N{MINUS SIGN}")
