"""Drop boxes, custody and wager reports."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction

from tables import clock
from tables.duties import Role
from tables.models import Cardroom, CustodyEvent, DropBox, Employee, Terminal, WagerReport
from tables.refusals import Invalid, NotAllowed, NotThere, Refused
from tables.selectors.boxes import custody_board, lost_wagers
from tables.services import boxes
from tables.services.identity import choose_pin, confirm_identity
from tests.floor import PIN, Floor, hire

pytestmark = pytest.mark.django_db
SIX_PM = datetime(2026, 11, 17, 2, 0, tzinfo=UTC)


def cardroom(code):
    return Cardroom.objects.create(code=code, name=code, licensee=code, licence_number=code)


@pytest.fixture
def floor():
    return Floor(cardroom("tri-city"))


@pytest.fixture
def elsewhere():
    return Floor(cardroom("elsewhere"))


def events(box):
    return list(box.custody.values_list("position", "kind"))


class TestRegister:
    def test_a_number_is_permanent_and_once_per_kind(self, floor):
        floor.add_box(floor.table, 1, kind="table")
        with pytest.raises(Refused, match=r"There is a progressive box 1 already\. Numbers are permanent"):
            floor.add_box(floor.add_table(2), 1)
        assert DropBox.objects.count() == 2

    def test_a_second_box_of_a_table_names_its_shift(self, floor):
        with pytest.raises(Refused, match=r"Spanish Poker 1 has box 1 for that already\. Name the shift"):
            floor.add_box(floor.table, 2)
        assert DropBox.objects.count() == 1
        assert floor.add_box(floor.table, 2, shift="swing").shift == "swing"

    @pytest.mark.parametrize("wrong", [{"number": 0}, {"kind": "tips"}, {"emergency": True}, {"table": None}])
    def test_what_cannot_be_a_box_is_refused(self, floor, wrong):
        details = {"number": 9, "kind": "table", "table": floor.table, **wrong}
        with pytest.raises(Invalid):
            boxes.register_box(cardroom=floor.cardroom, by=floor.manager, **details)
        assert DropBox.objects.count() == 1

    def test_a_table_of_another_cardroom_is_not_there(self, floor, elsewhere):
        with pytest.raises(NotThere):
            floor.add_box(elsewhere.table, 7)
        assert DropBox.objects.count() == 2

    def test_the_count_team_does_not_register_boxes(self, floor):
        with pytest.raises(NotAllowed):
            boxes.register_box(cardroom=floor.cardroom, number=2, kind="table", table=floor.table, by=floor.ann)
        assert DropBox.objects.count() == 1

    def test_a_retired_box_is_not_placed_again(self, floor):
        boxes.retire_box(box=floor.box, by=floor.manager)
        with pytest.raises(Refused, match="Box 1 is retired"):
            floor.place()
        assert events(floor.box) == []

    def test_a_box_on_a_table_is_not_retired(self, floor):
        floor.place()
        with pytest.raises(Refused, match="Box 1 was last placed: pull it before it is retired"):
            boxes.retire_box(box=floor.box, by=floor.manager)
        floor.box.refresh_from_db()
        assert floor.box.retired_at is None


class TestCustody:
    def test_the_round_of_a_box(self, floor):
        floor.bring()
        floor.place()
        assert events(floor.box) == [(1, "placed"), (2, "pulled"), (3, "received"), (4, "emptied"), (5, "placed")]

    def test_a_pull_says_who_when_and_since_when_it_stood(self, floor):
        with clock.at(SIX_PM):
            floor.place()
        with clock.at(SIX_PM + timedelta(hours=8)):
            pull = floor.pull()
        assert (pull.security, pull.gambling, pull.surveillance) == (floor.guard, floor.ann, floor.watcher)
        assert (pull.placed_at, pull.at) == (SIX_PM, SIX_PM + timedelta(hours=8))
        assert pull.surveillance_told_at == pull.at
        assert (pull.table, pull.author) == (floor.table, "Flora")

    @pytest.mark.parametrize(
        ("done", "step", "sentence"),
        [
            ([], "pull", "Box 1 has not been placed and cannot be pulled now: place it on its table first."),
            ([], "receive", "Box 1 has not been placed and cannot be received now: place it on its table first."),
            (["place"], "receive", "Box 1 was last placed and cannot be received now: pull it first."),
            (["place"], "empty", "Box 1 was last placed and cannot be emptied now: pull it first."),
            (["place", "pull"], "pull", "Box 1 was last pulled and cannot be pulled now: receive it in the"),
            (
                ["place", "pull"],
                "empty",
                "Box 1 was last pulled and cannot be emptied now: receive it in the count room",
            ),
            (
                ["place", "pull"],
                "place",
                "Box 1 was last pulled and cannot be placed now: receive it in the count room",
            ),
            (["place", "pull", "receive"], "place", "Box 1 was last received and cannot be placed now: empty it"),
            (["place", "pull", "receive", "empty"], "empty", "Box 1 was last emptied and cannot be emptied now: place"),
        ],
    )
    def test_only_the_next_step_is_taken(self, floor, done, step, sentence):
        for name in done:
            getattr(floor, name)()
        with pytest.raises(Refused, match=sentence):
            getattr(floor, step)()
        assert len(events(floor.box)) == len(done)

    def test_two_boxes_do_not_stand_in_one_place(self, floor):
        floor.place()
        second = floor.add_box(floor.table, 2, shift="swing")
        with pytest.raises(Refused, match=r"Box 1 stands on Spanish Poker 1\. Pull it first"):
            floor.place(second)
        assert events(second) == []
        other_kind = floor.add_box(floor.table, 1, kind="table")
        assert floor.place(other_kind).kind == "placed"

    def test_a_box_goes_to_its_own_table_and_an_emergency_box_to_any(self, floor):
        other = floor.add_table(2)
        with pytest.raises(Refused, match="Box 1 belongs to Spanish Poker 1"):
            floor.place(table=other)
        spare = floor.add_box(None, 99, emergency=True)
        assert floor.place(spare, other).table == other

    @pytest.mark.parametrize("slot", ["security", "gambling", "surveillance"])
    def test_everyone_at_a_pull_is_of_the_right_department(self, floor, slot):
        floor.place()
        wrong = floor.ann if slot != "gambling" else floor.guard
        with pytest.raises(Refused, match=f"is not of {slot}"):
            floor.pull(**{slot: wrong})
        assert events(floor.box) == [(1, "placed")]

    def test_people_of_another_cardroom_do_not_pull(self, floor, elsewhere):
        floor.place()
        with pytest.raises(NotThere):
            floor.pull(security=elsewhere.guard)
        with pytest.raises(NotThere):
            boxes.pull_box(
                box=floor.box,
                security=floor.guard,
                gambling=floor.ann,
                surveillance=floor.watcher,
                by=elsewhere.manager,
            )
        assert events(floor.box) == [(1, "placed")]

    def test_an_empty_box_is_shown_to_someone_else_or_a_camera(self, floor):
        floor.place(), floor.pull(), floor.receive()
        with pytest.raises(Refused, match="second person"):
            boxes.empty_box(box=floor.box, by=floor.ann, witness=floor.ann)
        floor.bob.is_active = False
        floor.bob.save()
        with pytest.raises(Refused, match="second person"):
            boxes.empty_box(box=floor.box, by=floor.ann, witness=floor.bob)
        with pytest.raises(Invalid, match="to which camera"):
            boxes.empty_box(box=floor.box, by=floor.ann)
        assert boxes.empty_box(box=floor.box, by=floor.ann, camera="camera 7").shown_to == "camera 7"

    def test_time_does_not_run_backwards_or_ahead(self, floor):
        with clock.at(SIX_PM):
            floor.place()
            with pytest.raises(Invalid, match="placed after that moment"):
                floor.pull(at=SIX_PM - timedelta(minutes=1))
            with pytest.raises(Invalid, match="has not come yet"):
                floor.pull(at=SIX_PM + timedelta(hours=1))
        assert events(floor.box) == [(1, "placed")]

    def test_a_terminal_speaks_for_its_own_table(self, floor):
        mine = Terminal.objects.create(table=floor.table, name="T1")
        other = Terminal.objects.create(table=floor.add_table(2), name="T2")
        with pytest.raises(NotThere):
            boxes.place_box(box=floor.box, table=floor.table, by=other)
        assert boxes.place_box(box=floor.box, table=floor.table, by=mine).author == "terminal T1"

    def test_the_board_shows_what_is_under_way_and_since_when(self, floor):
        second = floor.add_box(floor.add_table(2), 2)
        with clock.at(SIX_PM):
            floor.place()
            floor.bring(second)
        with clock.at(SIX_PM + timedelta(hours=2)):
            floor.pull()
        with clock.at(SIX_PM + timedelta(hours=5)):
            board = custody_board(floor.cardroom)
        assert [(row.box, row.event.kind, row.since) for row in board] == [(floor.box, "pulled", timedelta(hours=3))]


class TestDatabase:
    """What raw writes cannot do either."""

    def write(self, floor, **fields):
        with transaction.atomic():
            CustodyEvent.objects.create(
                box=floor.box, at=SIX_PM, recorded_at=SIX_PM, author_employee=floor.manager, **fields
            )

    def test_events_out_of_order_are_refused(self, floor):
        for wrong in ({"position": 1, "kind": "received"}, {"position": 3, "kind": "placed", "table": floor.table}):
            with pytest.raises(IntegrityError, match="in this order"):
                self.write(floor, **wrong)
        self.write(floor, position=1, kind="placed", table=floor.table)
        with pytest.raises(IntegrityError, match="in this order"):
            self.write(floor, position=2, kind="received")
        assert events(floor.box) == [(1, "placed")]

    def test_a_box_on_a_foreign_table_is_refused(self, floor):
        with pytest.raises(IntegrityError, match="stands on its own table"):
            self.write(floor, position=1, kind="placed", table=floor.add_table(2))

    def test_a_pull_by_one_person_is_refused(self, floor):
        floor.place()
        with pytest.raises(IntegrityError):
            self.write(floor, position=2, kind="pulled", table=floor.table, security=floor.guard, placed_at=SIX_PM)

    def test_history_and_numbers_stay(self, floor):
        floor.place()
        for change in (
            lambda: CustodyEvent.objects.update(at=SIX_PM),
            lambda: CustodyEvent.objects.all().delete(),
            lambda: DropBox.objects.update(number=5),
            lambda: DropBox.objects.filter(pk=floor.box.pk).delete(),
        ):
            with pytest.raises(IntegrityError), transaction.atomic():
                change()
        assert events(floor.box) == [(1, "placed")]


class TestWagers:
    def test_a_report_counts_once(self, floor):
        first = boxes.report_wagers(table=floor.table, made=100, won=3, key="a", by=floor.manager)
        again = boxes.report_wagers(table=floor.table, made=100, won=3, key="a", by=floor.manager)
        assert again.pk == first.pk
        with pytest.raises(Invalid, match="used for another report"):
            boxes.report_wagers(table=floor.table, made=101, won=3, key="a", by=floor.manager)
        assert list(WagerReport.objects.values_list("made", "won")) == [(100, 3)]

    @pytest.mark.parametrize(("made", "won"), [(1, 2), (-1, 0), (5, -1)])
    def test_an_impossible_report_is_refused(self, floor, made, won):
        with pytest.raises(Invalid, match="settled wagers only"):
            boxes.report_wagers(table=floor.table, made=made, won=won, key="a", by=floor.manager)
        assert WagerReport.objects.count() == 0

    def test_what_went_in_is_what_was_lost_while_the_box_stood(self, floor):
        def report(hours, made, won):
            boxes.report_wagers(
                table=floor.table, made=made, won=won, key=str(hours), by=floor.manager, at=SIX_PM + hours * hour
            )

        hour = timedelta(hours=1)
        with clock.at(SIX_PM + 12 * hour):
            floor.place(at=SIX_PM + 2 * hour)
            for hours, made, won in ((1, 50, 0), (2, 7, 0), (3, 400, 9), (8, 110, 4), (9, 30, 0)):
                report(hours, made, won)
            pull = floor.pull(at=SIX_PM + 8 * hour)
        assert lost_wagers(pull) == (391 + 106) * 100

    def test_without_reports_nothing_is_expected(self, floor):
        floor.place()
        assert lost_wagers(floor.pull()) is None


class TestIdentity:
    def test_a_pin_is_not_kept_as_typed(self, floor):
        assert PIN not in floor.ann.pin
        assert floor.ann.pin != floor.bob.pin
        assert floor.ann.check_pin(PIN)
        assert not floor.ann.check_pin("2469")

    @pytest.mark.parametrize("pin", ["123", "123456789", "12a4", "", "٣٣٣٣"])
    def test_a_pin_has_four_to_eight_digits(self, floor, pin):
        floor.ann.set_password("a long password")
        floor.ann.save()
        before = floor.ann.pin
        with pytest.raises(Invalid, match="four to eight digits"):
            choose_pin(by=floor.ann, password="a long password", pin=pin)
        assert Employee.objects.get(pk=floor.ann.pk).pin == before

    def test_one_chooses_ones_own_pin_with_the_password(self, floor):
        floor.ann.set_password("a long password")
        floor.ann.save()
        with pytest.raises(NotAllowed):
            choose_pin(by=floor.ann, password=PIN, pin="1357")
        choose_pin(by=floor.ann, password="a long password", pin="1357")
        assert Employee.objects.get(pk=floor.ann.pk).check_pin("1357")

    def test_five_wrong_pins_ask_for_the_password(self, floor):
        floor.ann.set_password("a long password")
        floor.ann.save()
        for _ in range(5):
            with pytest.raises(NotAllowed, match="not the PIN or password of Ann"):
                confirm_identity(employee=floor.ann, credential="0000")
        with pytest.raises(NotAllowed, match="Too many wrong PINs"):
            confirm_identity(employee=floor.ann, credential=PIN)
        assert Employee.objects.get(pk=floor.ann.pk).wrong_pins == 5
        confirm_identity(employee=floor.ann, credential="a long password")
        confirm_identity(employee=floor.ann, credential=PIN)
        assert Employee.objects.get(pk=floor.ann.pk).wrong_pins == 0

    def test_who_has_no_pin_cannot_sign_with_an_empty_one(self, floor):
        newcomer = hire(floor.cardroom, "Newt", "gambling", Role.COUNT_TEAM)
        Employee.objects.filter(pk=newcomer.pk).update(pin="")
        for credential in ("", "0000"):
            with pytest.raises(NotAllowed):
                confirm_identity(employee=newcomer, credential=credential)
