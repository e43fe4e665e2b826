"""Which gaming day a moment belongs to.

A gaming day is named by the local date on which it starts, at the cardroom's own cut-over hour in its own zone. The
cut-over is a wall-clock time, so a day across a change of daylight saving has 23 or 25 hours. An hour that the clocks
skip counts as the one right after the change; of an hour that comes twice, the first begins the day.
"""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from tables.models import Cardroom


def starts_at(cardroom: Cardroom, day: date) -> datetime:
    """The moment, in UTC, at which the gaming day begins."""
    return datetime.combine(day, time(cardroom.cut_over_hour), ZoneInfo(cardroom.time_zone)).astimezone(UTC)


def ends_at(cardroom: Cardroom, day: date) -> datetime:
    """The moment, in UTC, at which the gaming day is over and the next begins."""
    return starts_at(cardroom, day + timedelta(days=1))


def gaming_day(cardroom: Cardroom, moment: datetime) -> date:
    """The gaming day that `moment` falls in."""
    local_date = moment.astimezone(ZoneInfo(cardroom.time_zone)).date()
    return local_date if moment >= starts_at(cardroom, local_date) else local_date - timedelta(days=1)
