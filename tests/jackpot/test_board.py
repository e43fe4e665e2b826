"""The board: public, cheap to ask, says what is locked for winners."""

import pytest

from jackpot.services import payouts
from tests.jackpot.conftest import ROYAL_HEARTS, everything
from tests.statements import statements


@pytest.fixture
def posted(house, gran):
    house.stand(gran, primary=950_000)
    return gran


def test_anyone_may_look(client, posted):
    page = client.get("/board/gran-a/").content.decode()

    assert "$10,000.00" in page
    assert "posted 12:00" in page  # the cardroom's own noon
    assert "for information" in page
    assert 'id="pending" role="status" hidden' in page
    assert "maximum" not in page
    assert client.get("/board/gran-z/").status_code == 404
    assert client.get("/board/gran-z/state/").status_code == 404


def test_a_draft_has_no_board(client, house):
    house.draft()

    assert client.get("/board/gran-a/").status_code == 404


def test_nothing_new_costs_one_statement_and_no_body(client, posted, django_assert_num_queries):
    first = client.get("/board/gran-a/state/")
    assert first.json() == {
        "amount": "$10,000.00",
        "cents": 1_000_000,
        "posted": "posted 12:00",
        "pending": [],
        "stopped": False,
        "estimate": "",
    }
    with django_assert_num_queries(1):
        again = client.get("/board/gran-a/state/", headers={"If-None-Match": first["ETag"]})

    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])


def test_a_hit_changes_the_version_and_so_does_its_payment(client, house, posted):
    before = client.get("/board/gran-a/state/")["ETag"]
    slip = house.hit(posted, ROYAL_HEARTS).payouts.get()
    state = client.get("/board/gran-a/state/", headers={"If-None-Match": before})

    assert state.status_code == 200
    assert state.json()["amount"] == "$7,500.00"
    assert state.json()["pending"] == ["$2,500.00 royal flush"]
    payouts.void_payout(payout=slip, reason="The camera saw a misdeal.", by=house.general)
    after = client.get("/board/gran-a/state/", headers={"If-None-Match": state["ETag"]}).json()
    assert (after["amount"], after["pending"]) == ("$10,000.00", [])


def test_the_board_takes_the_same_statements_however_often_it_was_hit(client, house, posted):
    few = statements(client, "/board/gran-a/"), statements(client, "/board/gran-a/state/")
    for _ in range(6):
        house.hit(posted, ROYAL_HEARTS)

    assert (statements(client, "/board/gran-a/"), statements(client, "/board/gran-a/state/")) == few == (5, 5)


def test_looking_changes_nothing(client, posted):
    before = everything(posted)
    client.get("/board/gran-a/")
    client.get("/board/gran-a/card/")

    assert everything(posted) == before


def test_the_posting_card(client, posted):
    page = client.get("/board/gran-a/card/").content.decode()

    assert "Tri-City Cardroom" in page
    assert "$10,000.00" in page
    assert "posted Tue 17 Nov 12:00" in page
    assert "100 % of the posted jackpot" in page
