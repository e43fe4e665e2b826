"""Drop boxes: registering them, moving them, and taking in what the terminals report."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from tables import clock
from tables.duties import Actor, Device, Role, allowed, require_same_cardroom
from tables.models import Cardroom, CustodyEvent, DropBox, Employee, Table, WagerReport, author_of
from tables.refusals import Invalid, NotThere, Refused
from tables.selectors.boxes import last_event, standing_at

Step = CustodyEvent.Kind
# What must have come before: a box is placed, pulled, received, emptied, and placed again.
BEFORE = {
    Step.PLACED: (None, Step.EMPTIED),
    Step.PULLED: (Step.PLACED,),
    Step.RECEIVED: (Step.PULLED,),
    Step.EMPTIED: (Step.RECEIVED,),
}
NEXT = {
    None: "place it on its table",
    Step.PLACED: "pull it",
    Step.PULLED: "receive it in the count room",
    Step.RECEIVED: "empty it and show it",
    Step.EMPTIED: "place it on its table",
}
# Clocks of terminals are never quite right.
CLOCK_TOLERANCE = timedelta(minutes=2)
# As for hands: what a terminal could not send for longer is a matter of paper and a person.
OLDEST_REPORT = timedelta(days=14)


@allowed(Role.FLOOR_MANAGER, Role.GENERAL_MANAGER)
@transaction.atomic
def register_box(
    *,
    cardroom: Cardroom,
    number: int,
    kind: str,
    by: Employee,
    table: Table | None = None,
    shift: str = "",
    emergency: bool = False,
) -> DropBox:
    """A new box with its permanent number: of a table (and shift), or a labelled emergency box."""
    require_same_cardroom(by, cardroom)
    Cardroom.objects.select_for_update().get(pk=cardroom.pk)
    if kind not in DropBox.Kind.values:
        raise Invalid(f"A box is for the {' or the '.join(DropBox.Kind.values)} wagers; {kind} is neither.")
    if number < 1:
        raise Invalid("A box has a number from 1 up, as painted on it.")
    if emergency != (table is None):
        raise Invalid("Give the table that the box belongs to, or label it as an emergency box, not both.")
    if emergency and shift:
        raise Invalid("An emergency box belongs to no shift. Leave the shift empty.")
    if table and table.cardroom_id != cardroom.pk:
        raise NotThere("There is no such table in your cardroom.")
    boxes = DropBox.objects.filter(cardroom=cardroom, kind=kind)
    if boxes.filter(number=number).exists():
        raise Refused(f"There is a {kind} box {number} already. Numbers are permanent: use another.")
    twin = boxes.filter(table=table, shift=shift, retired_at=None).first() if table else None
    if twin:
        raise Refused(f"{table} has {twin} for that already. Name the shift of this one, or retire {twin}.")
    return DropBox.objects.create(
        cardroom=cardroom, number=number, kind=kind, table=table, shift=shift, emergency=emergency
    )


@allowed(Role.FLOOR_MANAGER, Role.GENERAL_MANAGER)
@transaction.atomic
def retire_box(*, box: DropBox, by: Employee) -> DropBox:
    """Take an empty box out of use for good. Its number stays taken."""
    box = _lock(box, by)
    last = last_event(box)
    if last and last.kind != Step.EMPTIED:
        raise Refused(f"{_title(box)} was last {last.kind}: {NEXT[Step(last.kind)]} before it is retired.")
    box.retired_at = clock.now()
    box.save(update_fields=["retired_at"])
    return box


@allowed(Role.FLOOR_MANAGER, Role.COUNT_TEAM, Device)
@transaction.atomic
def place_box(*, box: DropBox, table: Table, by: Actor, at: datetime | None = None) -> CustodyEvent:
    """Put an empty box on its table; an emergency box on any."""
    require_same_cardroom(by, table.cardroom)
    # The table's row is the lock for its two slots.
    Table.objects.select_for_update().get(pk=table.pk)
    box = _lock(box, by)
    _require_own_table(by, table)
    if box.retired_at:
        raise Refused(f"{_title(box)} is retired. Place another box.")
    if box.cardroom_id != table.cardroom_id or (box.table_id and box.table_id != table.pk):
        raise Refused(f"{_title(box)} belongs to {box.table}. Place the box of {table}, or an emergency box.")
    standing = standing_at(table, box.kind)
    if standing:
        raise Refused(f"{_title(standing.box)} stands on {table}. Pull it first.")
    return _record(box, Step.PLACED, by, at, table=table)


@allowed(Role.FLOOR_MANAGER, Role.COUNT_TEAM, Device)
@transaction.atomic
def pull_box(
    *,
    box: DropBox,
    security: Employee,
    gambling: Employee,
    surveillance: Employee,
    by: Actor,
    at: datetime | None = None,
    surveillance_told_at: datetime | None = None,
) -> CustodyEvent:
    """Take a box off its table: one security and one gambling employee, surveillance told (WAC 230-15-590)."""
    box = _lock(box, by)
    departments = Employee.Department
    for person, department in (
        (security, departments.SECURITY),
        (gambling, departments.GAMBLING),
        (surveillance, departments.SURVEILLANCE),
    ):
        if person.cardroom_id != box.cardroom_id or not person.is_active:
            raise NotThere(f"There is no such {department} employee in your cardroom.")
        if person.department != department:
            raise Refused(f"{person} is not of {department}. One security and one gambling employee pull a box.")
    placed = last_event(box)
    table = placed.table if placed and placed.kind == Step.PLACED else None
    if table:
        _require_own_table(by, table)
    moment = at or clock.now()
    return _record(
        box,
        Step.PULLED,
        by,
        moment,
        table=table,
        placed_at=placed.at if placed else None,
        security=security,
        gambling=gambling,
        surveillance=surveillance,
        surveillance_told_at=surveillance_told_at or moment,
    )


@allowed(Role.FLOOR_MANAGER, Role.COUNT_TEAM, Role.VERIFIER)
@transaction.atomic
def receive_box(*, box: DropBox, by: Employee, at: datetime | None = None) -> CustodyEvent:
    """Take a pulled box into the count room."""
    return _record(_lock(box, by), Step.RECEIVED, by, at)


@allowed(Role.FLOOR_MANAGER, Role.COUNT_TEAM)
@transaction.atomic
def empty_box(
    *, box: DropBox, by: Employee, witness: Employee | None = None, camera: str = "", at: datetime | None = None
) -> CustodyEvent:
    """Empty a received box and show that nothing is left in it, to a second person or to a camera."""
    box = _lock(box, by)
    if witness and (witness.pk == by.pk or witness.cardroom_id != box.cardroom_id or not witness.is_active):
        raise Refused("Show the empty box to a second person of this cardroom, or to a camera.")
    shown_to = witness.name if witness else camera.strip()
    if not shown_to:
        raise Invalid("Say to whom or to which camera the empty box was shown.")
    return _record(box, Step.EMPTIED, by, at, shown_to=shown_to)


@allowed(Role.FLOOR_MANAGER, Device)
@transaction.atomic
def report_wagers(*, table: Table, made: int, won: int, key: str, by: Actor, at: datetime | None = None) -> WagerReport:
    """Take in how many progressive wagers were made and won since the last report. The same key counts once."""
    require_same_cardroom(by, table.cardroom)
    _require_own_table(by, table)
    Table.objects.select_for_update().get(pk=table.pk)
    if not key:
        raise Invalid("A report carries a key of its own, so that it is counted once.")
    if not 0 <= won <= made:
        raise Invalid("Report settled wagers only: none below zero, and no more won than made.")
    known = WagerReport.objects.filter(table=table, key=key).first()
    if known:
        if (known.made, known.won) != (made, won):
            raise Invalid("This key was used for another report. Send a new report with a new key.")
        return known
    moment = _moment(at)
    if moment < clock.now() - OLDEST_REPORT:
        raise Invalid(
            f"That was more than {OLDEST_REPORT.days} days ago. Hand in a paper report to the floor manager.",
            errors={"at": ["Too long ago."]},
        )
    return WagerReport.objects.create(
        table=table, made=made, won=won, key=key, at=moment, recorded_at=clock.now(), **author_of(by)
    )


def _record(box: DropBox, kind: Step, by: Actor, at: datetime | None, **details: Any) -> CustodyEvent:
    """Add the next event of a locked box, if it is the next in the legal order."""
    last = last_event(box)
    was = Step(last.kind) if last else None
    if was not in BEFORE[kind]:
        so_far = f"was last {was}" if was else "has not been placed"
        raise Refused(f"{_title(box)} {so_far} and cannot be {kind} now: {NEXT[was]} first.")
    moment = _moment(at)
    if last and moment < last.at:
        raise Invalid(f"{_title(box)} was {was} after that moment. Check the time.")
    return CustodyEvent.objects.create(
        box=box,
        position=last.position + 1 if last else 1,
        kind=kind,
        at=moment,
        recorded_at=clock.now(),
        **details,
        **author_of(by),
    )


def _lock(box: DropBox, by: Actor) -> DropBox:
    require_same_cardroom(by, box.cardroom)
    return DropBox.objects.select_for_update(of=("self",)).select_related("cardroom", "table").get(pk=box.pk)


def _moment(at: datetime | None) -> datetime:
    if at and at > clock.now() + CLOCK_TOLERANCE:
        raise Invalid("That moment has not come yet. Check the time.")
    return at or clock.now()


def _require_own_table(by: Actor, table: Table) -> None:
    """A terminal speaks for its own table only."""
    if getattr(by, "table_id", table.pk) != table.pk:
        raise NotThere("This terminal reports for another table.")


def _title(box: DropBox) -> str:
    return str(box).capitalize()
