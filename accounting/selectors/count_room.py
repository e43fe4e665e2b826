"""The count room at a glance: where every box is, and what each needs next."""

from dataclasses import dataclass, field

from accounting.models import Count, CountPass, CountState
from accounting.selectors.counts import uncounted_pulls
from tables.duties import Role
from tables.models import Cardroom, CustodyEvent, DropBox, Employee
from tables.selectors.boxes import last_events

Step = CustodyEvent.Kind
# Whose pass the count waits for.
NEXT_PASS = {
    CountState.OPENED: CountPass.Letter.A,
    CountState.HALF: CountPass.Letter.B,
    CountState.AGREED: CountPass.Letter.VERIFIER,
}


@dataclass(frozen=True)
class ToCount:
    """A pulled box whose count is not locked."""

    pull: CustodyEvent
    count: Count | None
    to_empty: bool  # received and not yet shown empty


@dataclass(frozen=True)
class Room:
    """Every box of a cardroom that is in use, by where it is."""

    to_count: list[ToCount] = field(default_factory=list)
    on_the_way: list[CustodyEvent] = field(default_factory=list)
    on_tables: list[CustodyEvent] = field(default_factory=list)
    to_empty: list[CustodyEvent] = field(default_factory=list)  # counted, not yet shown empty
    ready: list[DropBox] = field(default_factory=list)


def count_room(cardroom: Cardroom) -> Room:
    """The custody board, in a fixed number of statements."""
    last = {event.box_id: event for event in last_events(cardroom)}
    room = Room()
    for pull in uncounted_pulls(cardroom):
        event = last[pull.box_id]
        if event.pk != pull.pk:
            count = getattr(pull, "count", None)
            room.to_count.append(ToCount(pull, count, to_empty=event.kind == Step.RECEIVED))
    counting = {waiting.pull.box_id for waiting in room.to_count}
    for box in DropBox.objects.filter(cardroom=cardroom, retired_at=None).select_related("table"):
        _put(room, box, last.get(box.pk), counted=box.pk not in counting)
    return room


def _put(room: Room, box: DropBox, event: CustodyEvent | None, *, counted: bool) -> None:
    if event is None or event.kind == Step.EMPTIED:
        room.ready.append(box)
    elif event.kind == Step.PLACED:
        room.on_tables.append(event)
    elif event.kind == Step.PULLED:
        room.on_the_way.append(event)
    elif counted:
        room.to_empty.append(event)


def counters(count: Count) -> list[Employee]:
    """Who could make the next pass: members for passes A and B, a verifier after them, nobody who has counted."""
    roles = (
        [Role.VERIFIER, Role.FLOOR_MANAGER]
        if count.state == CountState.AGREED
        else [Role.COUNT_TEAM, Role.FLOOR_MANAGER]
    )
    people = Employee.objects.filter(cardroom=count.cardroom_id, is_active=True, groups__name__in=roles)
    counted = count.passes.filter(attempt=count.attempt).values("by")
    return list(people.exclude(pk__in=counted).distinct().order_by("name"))


def other_members(count: Count) -> list[Employee]:
    """Members of the count team who have neither counted nor signed this attempt: they may sign to complete it."""
    people = Employee.objects.filter(cardroom=count.cardroom_id, is_active=True, groups__name=Role.COUNT_TEAM)
    counted = count.passes.filter(attempt=count.attempt).values("by")
    signed = count.signatures.filter(attempt=count.attempt).values("by")
    return list(people.exclude(pk__in=counted).exclude(pk__in=signed).order_by("name"))
