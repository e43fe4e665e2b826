"""Gaming days are opened by the clock and closed, fund by fund, in order."""

from datetime import date, timedelta

from django.db import connection, transaction

from accounting.gaming_days import ends_at, gaming_day, starts_at
from accounting.models import ClosedDay, Entry, Fund, GamingDay
from accounting.selectors.gaming_days import closed_through
from tables import clock
from tables.duties import Actor, Job, Role, allowed, require_same_cardroom
from tables.models import Cardroom, author_of
from tables.refusals import Refused


@allowed(Job, Role.FLOOR_MANAGER, Role.GENERAL_MANAGER)
@transaction.atomic
def open_gaming_day(*, cardroom: Cardroom, by: Actor) -> GamingDay:
    """The gaming day of this moment, opened if it is not, and before it every day that was missed, in order."""
    require_same_cardroom(by, cardroom)
    cardroom = Cardroom.objects.select_for_update().get(pk=cardroom.pk)
    today = gaming_day(cardroom, clock.now())
    last = GamingDay.objects.filter(cardroom=cardroom).order_by("-date").first()
    if last and today < last.date:
        raise Refused(f"{last} is open, and the clock says that it is {today}. Set the clock of this machine right.")
    day = last.date + timedelta(days=1) if last else today
    missed = []
    while day <= today:
        missed.append(
            GamingDay(
                cardroom=cardroom,
                date=day,
                starts_at=starts_at(cardroom, day),
                ends_at=ends_at(cardroom, day),
                opened_at=clock.now(),
                **author_of(by),
            )
        )
        day += timedelta(days=1)
    GamingDay.objects.bulk_create(missed)
    return missed[-1] if missed else GamingDay.objects.get(cardroom=cardroom, date=today)


def mark_closed(*, fund: Fund, gaming_day: date, entry: Entry) -> ClosedDay:
    """Let no count be added to a day that has been closed. Part of the close, inside its transaction and books."""
    if not connection.in_atomic_block:
        raise RuntimeError("A day is marked closed inside the transaction that closes it.")
    last = closed_through(fund)
    if last and gaming_day != last + timedelta(days=1):
        raise Refused(f"{fund} is closed through {last}. The next day to close is {last + timedelta(days=1)}.")
    return ClosedDay.objects.create(fund=fund, gaming_day=gaming_day, entry=entry)
