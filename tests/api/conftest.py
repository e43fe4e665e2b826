"""A cardroom with a progressive, a terminal with its token, and callers that speak JSON to the API in process."""

import json
from itertools import count as numbers

import pytest
from django.test import Client

from tables.models import Answer, Hand, Profile
from tables.services import terminals
from tests.api import description
from tests.api.live import server  # noqa: F401 - a fixture
from tests.jackpot.conftest import everything, gran, house  # noqa: F401 - fixtures

_keys = numbers(1)
PROBLEM = "application/problem+json"
# A pair of kings for the house, and a player's hand below it: neither wins a bonus bet.
HOUSE, LOSING = "Kh Kd 2s 3c 4d", "Ah Qd 5s 6c 3h"


class Caller:
    """Someone with a token. `post` makes a new key for every call, unless the test gives one.

    Whatever is answered has to be in the API's description.
    """

    def __init__(self, token=""):
        self.client = Client(raise_request_exception=False)
        self.headers = {"authorization": f"Bearer {token}"} if token else {}

    def get(self, path, **headers):
        answer = self.client.get(f"/api/v1/{path}", headers=self.headers | headers)
        description.check("get", f"/api/v1/{path}", answer)
        return answer

    def post(self, path, body=None, key=None, **headers):
        data = body if isinstance(body, bytes) else json.dumps({} if body is None else body)
        keyed = {"Idempotency-Key": key or f"test-key-{next(_keys)}"} if key != "" else {}
        answer = self.client.post(
            f"/api/v1/{path}", data, content_type="application/json", headers=self.headers | keyed | headers
        )
        description.check("post", f"/api/v1/{path}", answer)
        return answer


def enrol(table, by, profile=Profile.TABLE, name="T7"):
    """A terminal and its token, the way a floor manager and a device do it."""
    _, code = terminals.invite_terminal(table=table, name=name, profile=profile, by=by)
    return terminals.enrol_terminal(code=code)


def person(employee):
    """A caller with a personal token of this employee."""
    return Caller(terminals.make_personal_token(name="test", by=employee)[1])


def spanish(*spots, house=HOUSE, dealt_at="2026-11-17T19:59:00Z", **more):
    """A report of a Spanish Poker hand."""
    return {"report": "spanish-poker", "dealt_at": dealt_at, "spots": list(spots), "house": house, **more}


def spot(number=1, cards=LOSING, decision="raise", **bets):
    """A spot that raised: $5 ante, $10 raise, and whatever else."""
    staked = {"ante": "5.00", "raise": "10.00"} if decision == "raise" else {"ante": "5.00"}
    named = {name.replace("_", " "): amount for name, amount in bets.items()}
    return {"spot": number, "cards": cards, "decision": decision, "bets": staked | named}


@pytest.fixture
def terminal(house, gran):
    """A caller that is the terminal of the house's table."""
    row, token = enrol(house.table, house.manager)
    caller = Caller(token)
    caller.row, caller.token, caller.hands = row, token, f"tables/{house.table.code}/hands/"
    return caller


def refused(answer, status, progressive, before, detail=None):
    """The call was refused with a problem document, and nothing was written."""
    assert (answer.status_code, answer["Content-Type"]) == (status, PROBLEM), answer.content
    problem = answer.json()
    assert problem["status"] == status
    assert problem["request_id"] == answer["X-Request-ID"]
    if detail:
        assert problem["detail"] == detail
    assert written(progressive) == before
    return problem


def written(progressive):
    """What a refused call must leave as it was."""
    return everything(progressive), Hand.objects.count(), Answer.objects.count()
