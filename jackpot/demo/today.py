"""The demo's last night and today: something is left waiting for every role.

Last night Gran Progressive B was counted and closed, with one box too far from the terminals' figure. Of Gran
Progressive A one box waits for pass B and one for the verifier, so its day is still open. Today a tray slip waits for
approval, one royal to be verified and one to be paid; a policy and a correction wait for the general manager.
"""

from datetime import date, datetime, timedelta
from functools import partial

from accounting.models import Case, CaseKind, Count
from accounting.services import cases, counts
from jackpot import rules
from jackpot.demo import count_room, floor, office, script
from jackpot.demo.agenda import Action
from jackpot.demo.floor import Dealt, Dropped
from jackpot.demo.hands import ROYALS, flush
from jackpot.demo.room import Room
from jackpot.services import corrections, policies
from tables import clock
from tables.services import boxes

WAITS_FOR_B, WAITS_FOR_VERIFIER, TOO_FAR_OFF = 3, 2, 4  # tables
UNDER = -38  # dollars


def plan(room: Room, today: date, now: datetime) -> None:
    """Put last night and today on the agenda, nothing later than now."""
    yesterday = today - timedelta(days=1)
    dropped = floor.plan(room, yesterday, script.day_of_script(1))
    every_box = [room.boxes[number] for number in room.tables]
    room.agenda.at(room.moment(yesterday, count_room.PULLED), partial(count_room.bring, room, *every_box))
    room.agenda.at(room.moment(yesterday, count_room.COUNTED), partial(_count_some, room, dropped))
    room.agenda.at(room.moment(yesterday, count_room.PLACED), partial(count_room.put_out_boxes, room))
    closed_at = min(now, room.moment(yesterday, count_room.CLOSED))
    room.agenda.at(closed_at, partial(count_room.close, room, yesterday, "gran-b"))
    of_today = _today(room, today)
    for place, action in enumerate(of_today, start=1):
        room.agenda.at(closed_at + (now - closed_at) * place / (len(of_today) + 1), action)


def _count_some(room: Room, dropped: dict[int, Dropped]) -> None:
    for number, dollars in dropped.items():
        box, total = room.boxes[number], dollars.total
        if number in (WAITS_FOR_B, WAITS_FOR_VERIFIER):
            count = counts.open_count(box=box, by=room.staff.ana)
            count_room.record_pass(count, count_room.sheet_of(total), room.staff.ana)
            if number == WAITS_FOR_VERIFIER:
                count_room.record_pass(count, count_room.sheet_of(total), room.staff.ben)
        else:
            count_room.count_box(room, box, total + (UNDER if number == TOO_FAR_OFF else 0))


def _today(room: Room, today: date) -> list[Action]:
    return [
        partial(_stage_policy, room, today),
        partial(_propose_correction, room, today - timedelta(days=1)),
        partial(_report_malfunction, room),
        partial(_hit, room, 1, flush(room.rng)),
        partial(_verified_royal, room),
        partial(_report_wagers, room),
        partial(_hit, room, 5, ROYALS["d"]),
    ]


def _hit(room: Room, table: int, cards: str) -> None:
    floor.record(room, Dealt(clock.now(), clock.now(), table, (cards,)))


def _verified_royal(room: Room) -> None:
    hit = floor.record(room, Dealt(clock.now(), clock.now(), 2, (ROYALS["s"],)))
    floor.verify(room, hit.payouts.get())


def _report_wagers(room: Room) -> None:
    for number, table in room.tables.items():
        boxes.report_wagers(table=table, made=90 + 7 * number, won=0, key="demo-today", by=room.terminals[number])


def _stage_policy(room: Room, today: date) -> None:
    """Waits for the general manager: a maximum for Gran Progressive B, from next week on."""
    policies.stage_policy(
        progressive=room.progressives["gran-b"],
        policy=rules.Policy(seed_minimum=100_000, maximum=10_000_000),
        effective_from=today + timedelta(days=7),
        by=room.staff.abe,
    )


def _propose_correction(room: Room, yesterday: date) -> None:
    """Waits for the general manager: chips of a closed day that turned up."""
    count = Count.objects.get(table=room.tables[5], gaming_day=yesterday)
    corrections.correct_count(
        count=count,
        total=(count.total or 0) + 1_000,
        explanation="Two $5 chips of box 5 were found in the tray of the chip counter.",
        by=room.staff.abe,
    )


def _report_malfunction(room: Room) -> None:
    """Waits for the floor manager to explain; the WSGC has to be told within 72 hours. The variance is explained."""
    cases.report_malfunction(
        cardroom=room.cardroom,
        equipment="board of Gran Progressive A",
        what_happened="The screen at table 3 went dark for ten minutes.",
        noticed_at=clock.now(),
        by=room.staff.flor,
    )
    office.explain(room, Case.objects.filter(cardroom=room.cardroom, kind=CaseKind.VARIANCE).latest("number"))
