"""The pages of the count room over HTTP: who may, what is refused and shown, and how many statements a page takes."""

from datetime import UTC, datetime

import pytest

from accounting.models import Count, CountPass
from accounting.services import counts
from tables import clock
from tests.floor import PIN, Floor
from tests.statements import statements

NOON = datetime(2026, 11, 17, 20, 0, tzinfo=UTC)


@pytest.fixture
def floor(cardroom, fund):
    with clock.at(NOON):
        floor = Floor(cardroom)
        floor.put_on(fund, NOON.date())
        yield floor


@pytest.fixture
def ann(client, floor):
    """Ann's tablet."""
    client.force_login(floor.ann)
    return client


def sheet(floor, **more):
    ones = floor.cardroom.denominations.get(label="$1").pk
    return {"key": "sheet-1", "letter": "A", "by": floor.ann.pk, f"q-{ones}": "20*20+12", **more}


def test_the_board_takes_the_same_statements_however_many_boxes_were_counted(ann, floor):
    floor.place()
    few = statements(ann, "/counts/")
    floor.pull()
    floor.receive()
    floor.empty()
    floor.lock({"$1": 10})
    for number in range(2, 6):
        box = floor.add_box(floor.add_table(number), number)
        floor.put_on(floor.box.counts.get().fund, NOON.date(), box.table)
        floor.bring(box)

    assert (few, statements(ann, "/counts/")) == (7, 7)


def test_the_list_of_counts_is_paged(ann, floor):
    for _ in range(3):
        floor.bring()
        floor.lock({"$1": 10})
    few = statements(ann, "/counts/all/")
    for _ in range(24):
        floor.bring()
        floor.lock({})
    first = ann.get("/counts/all/").content.decode()

    assert (few, statements(ann, "/counts/all/")) == (5, 5)
    assert first.count('class="row"') == 25
    assert "?leaf=2" in first
    assert ann.get("/counts/all/?leaf=2").content.decode().count('class="row"') == 2
    assert ann.get("/counts/all/?leaf=nonsense").content.decode().count('class="row"') == 25


def test_a_pass_is_read_from_bundles_and_sent_twice_is_one(ann, floor):
    floor.bring()
    assert ann.post(f"/counts/boxes/{floor.box.pk}/count/")["Location"] == "/counts/1/"

    for _ in range(2):
        answer = ann.post("/counts/1/finish/", sheet(floor))
        assert (answer.status_code, answer["Location"]) == (302, "/counts/1/")
    from_script = ann.post("/counts/1/finish/", sheet(floor), headers={"HX-Request": "true"})
    assert (from_script.status_code, from_script["HX-Redirect"]) == (200, "/counts/1/")
    assert CountPass.objects.values_list("letter", "by__name", "total").get() == ("A", "Ann", 41_200)


def test_dollars_must_be_whole_pieces(ann, floor):
    floor.bring()
    counts.open_count(box=floor.box, by=floor.ann)
    fives = floor.cardroom.denominations.get(label="$5").pk
    refused = ann.post("/counts/1/finish/", sheet(floor, unit="dollars") | {f"q-{fives}": "17"})
    page = refused.content.decode()

    assert refused.status_code == 422
    assert "17 is no whole number of pieces of 5. Count the pieces again." in page
    assert "20*20+12 is not an amount. Type dollars such as 85 or 12.35." in page
    assert 'value="20*20+12"' in page
    assert CountPass.objects.count() == 0


def test_somebody_else_on_the_tablet_gives_their_pin(ann, floor):
    floor.bring()
    counts.open_count(box=floor.box, by=floor.ann)
    wrong = ann.post("/counts/1/finish/", sheet(floor, by=floor.bob.pk, credential="1111"))

    assert wrong.status_code == 403
    assert "That is not the PIN or password of Bob. Each member signs with their own." in wrong.content.decode()
    assert CountPass.objects.count() == 0
    assert ann.post("/counts/1/finish/", sheet(floor, by=floor.bob.pk, credential=PIN)).status_code == 302
    assert CountPass.objects.get().by == floor.bob


def test_the_figures_are_hidden_from_who_has_not_counted(client, floor):
    floor.bring()
    count = counts.open_count(box=floor.box, by=floor.ann)
    floor.record(count, {"$1": 412}, floor.ann)
    for person, sees in ((floor.ann, True), (floor.bob, False), (floor.vera, False), (floor.general, False)):
        client.force_login(person)
        assert ("412.00" in client.get("/counts/1/").content.decode()) is sees
    client.force_login(floor.bob)
    assert "412.00" not in client.get("/counts/1/sheet/").content.decode()


def test_signing_with_a_wrong_pin_says_so_and_signs_nothing(ann, floor):
    floor.bring()
    floor.count({"$1": 412})
    wrong = ann.post("/counts/1/sign/", {"by": floor.bob.pk, "credential": "1111"})

    assert wrong.status_code == 403
    assert "That is not the PIN or password of Bob." in wrong.content.decode()
    assert Count.objects.get().signatures.count() == 0
    assert "Say who it was: choose a name." in ann.post("/counts/1/sign/", {"by": "x"}).content.decode()


def test_the_locked_count_shows_everything_in_the_same_statements(ann, floor):
    floor.bring()
    floor.lock({"$1": 412})
    once = statements(ann, "/counts/1/")
    floor.bring()
    again = floor.count({"$1": 1})
    counts.begin_recount(count=again, reason="Dropped.", by=floor.ann)
    for person in (floor.ann, floor.bob):
        floor.record(again, {"$1": 2}, person)
    floor.verify(again, {"$1": 2})
    floor.sign(again)

    assert (once, statements(ann, "/counts/2/")) == (15, 15)
    assert "Dropped." in ann.get("/counts/2/").content.decode()


def test_another_cardrooms_count_is_not_there(client, floor):
    floor.bring()
    floor.lock({"$1": 412})
    floor.bob.cardroom = floor.bob.cardroom.__class__.objects.create(
        code="other", name="Other", licensee="Other", licence_number="67-2"
    )
    floor.bob.save()
    client.force_login(floor.bob)

    answer = client.get("/counts/1/")
    assert answer.status_code == 404
    assert "There is no count with this number in your cardroom." in answer.content.decode()
    assert client.post(f"/counts/boxes/{floor.box.pk}/receive/").status_code == 404
