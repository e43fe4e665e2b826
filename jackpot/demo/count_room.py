"""A night in the demo's count room: boxes pulled, counted by two and a verifier, signed, put out again; the close."""

from datetime import date
from functools import partial
from itertools import count as numbers

from accounting.models import Count
from accounting.services import counts
from accounting.services.gaming_days import open_gaming_day
from jackpot.demo import script
from jackpot.demo.floor import Dropped
from jackpot.demo.people import PEOPLE
from jackpot.demo.room import EMERGENCY_BOX, JOB, Room
from jackpot.services import closing
from tables.models import DropBox, Employee
from tables.services import boxes

# Local hours. Boxes are out again before the cut-over; the close comes after it, at 06:42.
JAMMED, PULLED, COUNTED, PLACED, CLOSED = 20.1, 28.25, 28.6, 29.5, 30.7
PINS = {person.username: person.pin for person in PEOPLE}
_keys = numbers(1)


def plan(room: Room, day: date, act: int, dropped: dict[int, Dropped]) -> None:
    """Put the night on the agenda."""
    jammed = script.EMERGENCY_BOXES.get(act)
    if jammed:
        room.agenda.at(room.moment(day, JAMMED), partial(_swap_for_emergency_box, room, jammed))
    pulled = [room.boxes[EMERGENCY_BOX if number == jammed else number] for number in room.tables]
    room.agenda.at(room.moment(day, PULLED), partial(bring, room, *pulled))
    room.agenda.at(room.moment(day, COUNTED), partial(_count_all, room, act, dropped))
    room.agenda.at(room.moment(day, PLACED), partial(put_out_boxes, room))
    room.agenda.at(room.moment(day, CLOSED), partial(close, room, day))


def put_out_boxes(room: Room) -> None:
    """Every table gets its box for the day that begins at the cut-over."""
    for number, table in room.tables.items():
        boxes.place_box(box=room.boxes[number], table=table, by=room.staff.ray)


def bring(room: Room, *pulled: DropBox) -> None:
    """Boxes come to the count room and are emptied before a witness."""
    staff = room.staff
    for box in pulled:
        boxes.pull_box(box=box, security=staff.sam, gambling=staff.dean, surveillance=staff.sol, by=staff.ray)
        boxes.receive_box(box=box, by=staff.ana)
        boxes.empty_box(box=box, by=staff.ana, witness=staff.ben)


def _swap_for_emergency_box(room: Room, table: int) -> None:
    """The table's own box jams in the evening; the emergency box stands in for the rest of the night."""
    bring(room, room.boxes[table])
    boxes.place_box(box=room.boxes[EMERGENCY_BOX], table=room.tables[table], by=room.staff.flor)


def _count_all(room: Room, act: int, dropped: dict[int, Dropped]) -> None:
    for number, dollars in dropped.items():
        difference = difference_in(room, act, number) if dollars.total else 0
        if script.EMERGENCY_BOXES.get(act) == number:
            count_box(room, room.boxes[number], dollars.by_evening + difference)
            count_box(room, room.boxes[EMERGENCY_BOX], dollars.later)
        else:
            recount = script.RECOUNTS.get(act) == number
            count_box(room, room.boxes[number], dollars.total + difference, recount=recount)


def difference_in(room: Room, act: int, table: int) -> int:
    """Dollars that are more or less in the box than reported: a chip now and then, or what the script says."""
    off, dollars = script.VARIANCES.get(act, (0, 0))
    return dollars if off == table else room.rng.choice((-1, 0, 0, 0, 0, 0, 0, 1))


def count_box(room: Room, box: DropBox, dollars: int, *, recount: bool = False) -> None:
    """Both passes, the verifier, everyone's signature."""
    staff, sheet = room.staff, sheet_of(dollars)
    count = counts.open_count(box=box, by=staff.ana)
    if recount:
        record_pass(count, sheet, staff.ana)
        record_pass(count, sheet_of(dollars + 5), staff.ben)
        counts.begin_recount(count=count, reason="One $5 chip was stuck to another.", by=staff.ana)
    record_pass(count, sheet, staff.ana)
    record_pass(count, sheet, staff.ben)
    counts.verify_count(count=count, quantities=sheet, nil=not sheet, by=staff.vera, key=f"demo-{next(_keys)}")
    for person in (staff.ana, staff.ben, staff.vera):
        counts.sign_count(count=count, by=person, credential=PINS[person.username])


def record_pass(count: Count, sheet: dict[str, int], by: Employee) -> None:
    counts.record_pass(count=count, quantities=sheet, nil=not sheet, by=by, key=f"demo-{next(_keys)}")


def sheet_of(dollars: int) -> dict[str, int]:
    """Players bet single dollars; now and then one goes in as change of a $5 chip."""
    fives = dollars // 40
    sheet = {"$1": dollars - 5 * fives, "$5": fives}
    return {label: quantity for label, quantity in sheet.items() if quantity}


def close(room: Room, day: date, *codes: str) -> None:
    """The night's jobs: the gaming day rolls, and every progressive whose day is complete is closed."""
    open_gaming_day(cardroom=room.cardroom, by=JOB)
    for code in codes or tuple(room.progressives):
        closing.close_day(progressive=room.progressives[code], day=day, by=JOB)
