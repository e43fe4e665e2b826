"""Drop boxes on their way: placed, pulled by two people, received in the count room, emptied."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.fields import Choice, Moment, Shown, Strict, Text, Whole
from tables.api.idempotency import answer_once
from tables.api.schema import REPLAYED, TERMINALS_KEY, described
from tables.api.views import Api
from tables.duties import Role
from tables.models import CustodyEvent, DropBox, Employee, Endpoint, Table
from tables.refusals import Invalid, NotThere
from tables.selectors.boxes import last_events
from tables.services import boxes

Step = CustodyEvent.Kind


class BoxStep(Strict):
    """What happened to a box. A pull names two people and whom surveillance was told; an emptying names a witness."""

    event = Choice(choices=Step.choices)
    number = Whole(min_value=1, help_text="as painted on the box")
    kind = Choice(choices=DropBox.Kind.choices)
    at = Moment(required=False, help_text="left out: now")
    security = Text(max_length=20, required=False, help_text="employee number; of a pull")
    gambling = Text(max_length=20, required=False, help_text="employee number; of a pull")
    surveillance = Text(max_length=20, required=False, help_text="employee number; of a pull")
    surveillance_told_at = Moment(required=False)
    witness = Text(max_length=20, required=False, help_text="employee number; of an emptying")
    camera = Text(max_length=120, required=False, help_text="instead of a witness")


class BoxEvent(Shown):
    number = Whole()
    kind = Choice(choices=DropBox.Kind.choices)
    event = Choice(choices=Step.choices)
    table = Text(allow_null=True)
    at = Moment()
    recorded_at = Moment()


def shown(event: CustodyEvent) -> dict[str, Any]:
    return BoxEvent(
        {
            "number": event.box.number,
            "kind": event.box.kind,
            "event": event.kind,
            "table": event.table.code if event.table else None,
            "at": event.at,
            "recorded_at": event.recorded_at,
        }
    ).data


class Boxes(Api):
    endpoint = Endpoint.BOXES
    readers = frozenset(Role)
    writers = frozenset({Role.FLOOR_MANAGER, Role.COUNT_TEAM, Role.VERIFIER})

    @described("Where the boxes of the table are", responses=BoxEvent(many=True))
    def get(self, request: Request, table: str) -> Response:
        row = _table(table, self.by(request))
        return Response([shown(event) for event in last_events(row.cardroom).filter(box__table=row)])

    @described(
        "Record what happened to a box",
        parameters=[TERMINALS_KEY, REPLAYED],
        request=BoxStep,
        responses={201: BoxEvent},
    )
    def post(self, request: Request, table: str) -> HttpResponse:
        asked, by = self.read(BoxStep, request), self.by(request)
        row = _table(table, by)
        return answer_once(request, lambda: shown(_record(asked, row, by)))


def _table(code: str, by: Any) -> Table:
    return get_object_or_404(Table.objects.select_related("cardroom"), code=code, cardroom=by.cardroom_id)


def _record(asked: dict[str, Any], table: Table, by: Any) -> CustodyEvent:
    """The service for this step, with the people it needs."""
    box = _box(asked, table)
    at = asked.get("at")
    if asked["event"] == Step.PLACED:
        return boxes.place_box(box=box, table=table, by=by, at=at)
    if asked["event"] == Step.PULLED:
        crew = {role: _employee(asked, role, table) for role in ("security", "gambling", "surveillance")}
        told = asked.get("surveillance_told_at")
        return boxes.pull_box(box=box, by=by, at=at, surveillance_told_at=told, **crew)
    if asked["event"] == Step.RECEIVED:
        return boxes.receive_box(box=box, by=by, at=at)
    witness = _employee(asked, "witness", table) if asked.get("witness") else None
    return boxes.empty_box(box=box, by=by, at=at, witness=witness, camera=asked.get("camera", ""))


def _box(asked: dict[str, Any], table: Table) -> DropBox:
    """A box of this table, or an emergency box, which may stand at any."""
    known = DropBox.objects.filter(cardroom=table.cardroom, number=asked["number"], kind=asked["kind"])
    box = known.select_related("cardroom", "table").first()
    if box is None or box.table_id not in (None, table.pk):
        raise NotThere(f"{table} has no {asked['kind']} box {asked['number']}.")
    return box


def _employee(asked: dict[str, Any], role: str, table: Table) -> Employee:
    number = asked.get(role)
    found = Employee.objects.filter(cardroom=table.cardroom, employee_number=number).first() if number else None
    if found is None:
        raise Invalid("Name the people by their employee numbers.", errors={role: ["There is no such employee."]})
    return found
