"""A cardroom with one seeded fund."""

from datetime import UTC, date, datetime

import pytest
from django.db import transaction

from accounting.ledger.accounts import Kind
from accounting.ledger.books import Move, open_books, open_fund
from tables import clock
from tables.duties import Job
from tables.models import Cardroom

DAY = date(2026, 11, 17)
NOON = datetime(2026, 11, 17, 20, 0, tzinfo=UTC)
JOB = Job("test")


@pytest.fixture
def cardroom(db):
    return Cardroom.objects.create(
        code="tri-city", name="Tri-City Cardroom", licensee="Tri-City Cardroom LLC", licence_number="67-00001"
    )


@pytest.fixture
def fund(cardroom):
    return open_fund(cardroom=cardroom, code="gran-a", name="Gran Progressive A")


def post(fund, kind, *moves, **more):
    """Post one entry in a transaction of its own."""
    details = {"gaming_day": DAY, "by": JOB, "explanation": "For the test.", "document": "test/1", **more}
    with clock.at(NOON), transaction.atomic():
        return open_books(fund).post(kind=kind, moves=moves, **details)


@pytest.fixture
def seeded(fund):
    """$500 of house money in the primary, in the cage."""
    post(fund, Kind.SEED, Move("seed", "primary", 50_000), Move("house", "cage", 50_000))
    return fund


def balances(fund):
    """Every account that holds something."""
    return {name: cents for name, cents in fund.accounts.values_list("name", "balance") if cents}
