"""How figures and times are written on every page."""

from datetime import date, datetime, timedelta

from django import template
from django.template.defaultfilters import date as formatted
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables import clock
from tables.sentences import in_words

register = template.Library()
register.filter(in_words)

MINUS = "\N{MINUS SIGN}"
NOTHING = "\N{EN DASH}"


@register.filter
def amount(cents: int | None) -> str:
    """Cents as figures in a column: `1,234.50`, with a true minus if need be; a dash where there is no figure."""
    if cents is None:
        return NOTHING
    whole, rest = divmod(abs(cents), 100)
    return f"{MINUS if cents < 0 else ''}{whole:,}.{rest:02d}"


@register.filter
def money(cents: int | None) -> str:
    """Cents in a sentence: `$1,234.50`, the minus before the dollar sign."""
    if cents is None:
        return NOTHING
    return f"{MINUS if cents < 0 else ''}${amount(abs(cents))}"


@register.filter
def change(cents: int) -> str:
    """Cents that came or went: `+196.50`, what went with a minus, `0.00`."""
    return f"+{amount(cents)}" if cents > 0 else amount(cents)


@register.filter
def pieces(number: int) -> str:
    """A plain number with its thousands separated: `1,284`."""
    return f"{number:,}"


@register.filter
def day(value: date | None) -> str:
    """A day as people say it: `Tue 17 Nov`, with the year if it is not this one."""
    if value is None:
        return NOTHING
    this_year = timezone.localtime(clock.now()).year
    return formatted(value, "D j M" if value.year == this_year else "D j M Y")


@register.filter
def at_time(moment: datetime | None) -> str:
    """The time of day in the cardroom: `06:41`."""
    return formatted(timezone.localtime(moment), "H:i") if moment else NOTHING


@register.filter
def at_moment(moment: datetime | None) -> str:
    """Day and time in the cardroom: `Tue 17 Nov 06:41`."""
    return f"{day(timezone.localtime(moment).date())} {at_time(moment)}" if moment else NOTHING


@register.filter
def lately(moment: datetime | None) -> str:
    """The time if it was today, day and time if it was not."""
    is_today = moment and timezone.localtime(moment).date() == timezone.localtime(clock.now()).date()
    return at_time(moment) if is_today else at_moment(moment)


@register.filter
def lasting(length: timedelta) -> str:
    """How long, in the largest unit that says enough: `40 min`, `5 h`, `3 days`."""
    minutes = max(0, int(length.total_seconds() // 60))
    if minutes < 60:
        return _("%(minutes)d min") % {"minutes": minutes}
    if minutes < 48 * 60:
        return _("%(hours)d h") % {"hours": minutes // 60}
    days = minutes // (24 * 60)
    return ngettext("%(days)d day", "%(days)d days", days) % {"days": days}


@register.filter
def since(moment: datetime) -> str:
    """How long ago that was."""
    return lasting(clock.now() - moment)


@register.filter
def left_until(moment: datetime) -> str:
    """How long it is until then; `over` says first whether that is past."""
    return lasting(abs(moment - clock.now()))


@register.filter
def over(moment: datetime) -> bool:
    """Whether that moment is past."""
    return moment <= clock.now()
