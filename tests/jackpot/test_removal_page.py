"""A progressive is taken out of play on one page, step by step, by the people who may."""

from datetime import timedelta

import pytest

from jackpot.models import Removal
from tables import clock
from tests.jackpot.conftest import DAY, NOON, balances

NOTICE = {"do": "announce", "last_day": f"{DAY}", "notice": "The Gran Progressive ends tonight."}
PLAN = {
    "do": "plan",
    "approval_reference": "WSGC R-1",
    "form-TOTAL_FORMS": "2",
    "form-INITIAL_FORMS": "0",
    "form-0-pot": "primary",
    "form-0-kind": "players in a named event",
    "form-0-description": "Freeroll on Sunday",
    "form-1-pot": "primary",
    "form-1-kind": "as the WSGC approved",
    "form-1-amount": "",
}
URL = "/progressives/gran-a/removal/"


@pytest.fixture
def at(client):
    def sign_in(employee):
        client.force_login(employee)
        return client

    return sign_in


def test_from_the_notice_to_the_last_cent(at, house, gran):
    assert at(house.general).post(URL, NOTICE).status_code == 302
    house.play(gran, DAY, 700)
    with clock.at(NOON + timedelta(days=1)):
        page = at(house.accountant).get(URL).content.decode()
        assert 'value="700.00"' in page
        short = at(house.accountant).post(URL, {**PLAN, "form-0-amount": "699.99"})
        assert short.status_code == 409
        assert "Account for every cent." in short.content.decode()
        assert at(house.accountant).post(URL, {**PLAN, "form-0-amount": "700.00"}).status_code == 302
        early = at(house.general).post(URL, {"do": "complete"})
        assert early.status_code == 409
        assert "A removal needs the approval of two people." in early.content.decode()
        assert at(house.general).post(URL, {"do": "approve"}).status_code == 403
        for approver in (house.second, house.third):
            assert at(approver).post(URL, {"do": "approve"}).status_code == 302
        done = at(house.general).post(URL, {"do": "complete"}, follow=True)

    assert "is out of play." in done.content.decode()
    gran.refresh_from_db()
    assert (gran.state, Removal.objects.get().state) == ("retired", "completed")
    assert {"primary", "cage", "bank", "seed", "drop"} & set(balances(gran)) == set()


def test_only_a_general_manager_announces(at, house, gran):
    answer = at(house.accountant).post(URL, NOTICE)

    assert answer.status_code == 403
    assert Removal.objects.count() == 0
    gran.refresh_from_db()
    assert gran.state == "open"


def test_a_notice_without_words_is_refused(at, house, gran):
    answer = at(house.general).post(URL, {**NOTICE, "notice": ""})

    assert answer.status_code == 422
    assert Removal.objects.count() == 0
