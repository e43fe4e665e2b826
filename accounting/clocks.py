"""How long the rules give us, as dated data: a change of a rule is a new line with its day, never an edit.

`accounting.services.cases` stamps each case with the clock that was in force on its gaming day.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

# The day on which the present title 230 of the Washington Administrative Code came into force.
WAC_230 = date(2008, 1, 1)


class Clock(StrEnum):
    """What a rule puts a limit on. Where a kind of case has a clock, it has the same name."""

    OPENER_ERROR = "opener error"
    MALFUNCTION = "malfunction"
    UNDERFUNDED = "underfunded"
    LATE_DEPOSIT = "late deposit"
    DEPOSIT = "deposit"
    MONTHLY_RECORDS = "monthly records"


@dataclass(frozen=True)
class ClockRule:
    """From the day `since`: so long, says `source`; and whether it is the WSGC that has to be told in that time."""

    clock: Clock
    limit: timedelta
    since: date
    source: str
    tell_commission: bool = False


CLOCK_RULES = (
    ClockRule(Clock.OPENER_ERROR, timedelta(hours=24), WAC_230, "WAC 230-15-495", tell_commission=True),
    ClockRule(Clock.MALFUNCTION, timedelta(hours=72), WAC_230, "WAC 230-06-050", tell_commission=True),
    # "At once": both are over their time when they are seen.
    ClockRule(Clock.UNDERFUNDED, timedelta(0), WAC_230, "WAC 230-15-455"),
    ClockRule(Clock.LATE_DEPOSIT, timedelta(0), WAC_230, "WAC 230-15-455"),
    ClockRule(Clock.DEPOSIT, timedelta(days=7), WAC_230, "WAC 230-15-455"),
    ClockRule(Clock.MONTHLY_RECORDS, timedelta(days=30), WAC_230, "WAC 230-06-070"),
)


def clock_rule(name: str, day: date) -> ClockRule | None:
    """The rule that puts a limit on `name` on that day, if there is one."""
    in_force = [rule for rule in CLOCK_RULES if rule.clock == name and rule.since <= day]
    return max(in_force, key=lambda rule: rule.since, default=None)
