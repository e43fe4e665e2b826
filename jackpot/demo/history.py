"""The demo from its first day to this moment, in one transaction: it is there whole, or not at all."""

from datetime import timedelta

from django.db import transaction

from accounting.gaming_days import gaming_day, starts_at
from jackpot.demo import count_room, floor, office, script, today
from jackpot.demo.room import CODE, new_cardroom, open_room
from tables import clock
from tables.models import Cardroom


@transaction.atomic
def make_demo(days: int = script.LENGTH) -> Cardroom:
    """The cardroom with so many gaming days behind it. One that is there already stays as it is."""
    known = Cardroom.objects.filter(code=CODE).first()
    if known:
        return known
    cardroom = new_cardroom()
    now = clock.now()
    this_day = gaming_day(cardroom, now)
    first_day = this_day - timedelta(days=days)
    with clock.at(starts_at(cardroom, first_day)):
        room = open_room(cardroom, first_day)
        count_room.put_out_boxes(room)
    for days_ago in range(days, 1, -1):
        day, act = this_day - timedelta(days=days_ago), script.day_of_script(days_ago)
        count_room.plan(room, day, act, floor.plan(room, day, act))
        office.plan(room, day, act)
        room.agenda.run(until=starts_at(cardroom, day + timedelta(days=1)))
    today.plan(room, this_day, now)
    room.agenda.run(until=now)
    return cardroom
