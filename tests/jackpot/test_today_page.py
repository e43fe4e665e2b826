"""Today: for each role what waits for them, and nothing that they could not do."""

import re
from datetime import timedelta

import pytest

from accounting.gaming_days import ends_at
from accounting.services import bank, counts
from jackpot.services import payouts
from jackpot.tasks import chase_progressive
from tables import clock
from tables.services import boxes
from tests.jackpot.conftest import DAY, FLUSH, ROYAL_HEARTS
from tests.statements import statements


@pytest.fixture
def morning(house, gran):
    """A royal and a flush were hit; the box waits for pass B; the day is over."""
    house.floor.place()
    house.hit(gran, ROYAL_HEARTS)
    house.hit(gran, FLUSH)
    with clock.at(ends_at(house.cardroom, DAY) + timedelta(minutes=30)):
        house.floor.pull()
        house.floor.receive()
        opened = counts.open_count(box=house.floor.box, by=house.floor.ann)
        house.floor.record(opened, {"$1": 700}, house.floor.ann)
        yield house


def waiting(client, person):
    """What Today says waits for this person: the thing and the verb."""
    client.force_login(person)
    return [(task.what, task.verb) for task in client.get("/").context["tasks"]]


def test_each_role_sees_what_it_can_do(client, morning):
    box, royal, flush = "Box 1, Spanish Poker 1", "Slip 000001, royal flush, $125.00", "Slip 000002, flush, $75.00"
    day = "Gran Progressive A, gaming day Tue 17 Nov"

    assert waiting(client, morning.floor.bob) == [(box, "Count")]
    assert waiting(client, morning.floor.vera) == [(royal, "Verify"), (flush, "Approve")]
    others = [(box, "Count"), (royal, "Verify"), (flush, "Approve"), (day, "See")]
    assert waiting(client, morning.other_manager) == others
    assert waiting(client, morning.manager) == [(box, "Count"), (day, "See")]  # who recorded them
    assert waiting(client, morning.accountant) == [(day, "See")]
    assert waiting(client, morning.floor.watcher) == []
    assert waiting(client, morning.general) == [(royal, "Verify"), (flush, "Approve"), (day, "See")]


def test_the_strip_and_the_posted_amount(client, morning):
    client.force_login(morning.manager)
    page = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", client.get("/").content.decode()))

    assert "Gran Progressive A $500.00 posted" in page
    assert "$125.00 locked for winners" in page
    assert "boxes pulled 1/1" in page
    assert "counted 0/1" in page
    assert "closed 0/1" in page


def test_someone_without_a_cardroom_is_told_so(client, morning):
    morning.floor.bob.cardroom = None
    morning.floor.bob.save()
    client.force_login(morning.floor.bob)

    answer = client.get("/")
    assert answer.status_code == 403
    assert "You belong to no cardroom." in answer.content.decode()


def test_the_statements_do_not_grow(client, house, gran):
    client.force_login(house.manager)
    house.play(gran, DAY, 1_200)
    few = statements(client, "/")
    for days in range(1, 4):
        with clock.at(clock.now() + timedelta(days=days)):
            house.hit(gran, FLUSH)
            house.play(gran, DAY + timedelta(days=days), 900)
    for _ in range(4):
        house.hit(gran, FLUSH)

    assert (few, statements(client, "/")) == (33, 33)


def test_what_the_terminals_say_is_shown_when_every_box_is_counted(client, house, gran):
    house.floor.place()
    boxes.report_wagers(table=house.table, made=1_207, won=3, key="r-1", by=house.terminal)
    client.force_login(house.floor.bob)

    assert "1,207" not in client.get("/").content.decode()
    with clock.at(ends_at(house.cardroom, DAY) + timedelta(minutes=30)):
        house.floor.pull()
        house.floor.receive()
        signed_by_all_but_one = house.floor.count({"$1": 1_204})
        house.floor.sign(signed_by_all_but_one, house.floor.ann, house.floor.bob)
        assert "1,207" not in client.get("/").content.decode()
        house.floor.sign(signed_by_all_but_one, house.floor.vera)
        assert "1,207" in client.get("/").content.decode()


def test_a_reminder_says_to_the_floor_that_a_day_has_waited_too_long(client, morning, gran):
    day = ("Gran Progressive A, gaming day Tue 17 Nov", "2 things missing", False)
    late = (day[0], "2 things missing, and the day has waited too long", True)

    def waits(person):
        client.force_login(person)
        return [(task.what, task.more, task.wrong) for task in client.get("/").context["tasks"] if task.verb == "See"]

    with clock.at(ends_at(morning.cardroom, DAY) + timedelta(hours=3, minutes=59)):
        chase_progressive(gran.pk)
        assert waits(morning.manager) == [day]
    with clock.at(ends_at(morning.cardroom, DAY) + timedelta(hours=4)):
        chase_progressive(gran.pk)
        assert (waits(morning.manager), waits(morning.accountant)) == ([late], [late])
        client.force_login(morning.manager)
        assert client.get("/").context["tasks"][0].what == day[0]


def test_everyone_sees_that_the_game_is_stopped(client, house, gran):
    stopped = "The game is stopped."
    client.force_login(house.floor.bob)
    assert stopped not in client.get("/").content.decode()
    bank.name_bank_account(fund=gran.fund, label="Columbia Basin Bank", last4="4410", by=house.accountant)
    bank.enter_statement(fund=gran.fund, as_of=DAY - timedelta(days=1), balance=-1, reference="S", by=house.accountant)

    assert stopped in client.get("/").content.decode()


def test_who_verified_what_a_terminal_reported_is_not_asked_to_pay_it(client, house, gran):
    slip = house.hit(gran, ROYAL_HEARTS, by=house.terminal).payouts.get()
    payouts.verify_payout(payout=slip, by=house.manager)
    to_pay = ("Slip 000001, royal flush, $125.00", "Pay")

    assert to_pay not in waiting(client, house.manager)
    assert to_pay in waiting(client, house.other_manager)
