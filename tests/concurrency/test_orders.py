"""Two managers at the same moment: orders and limits are numbered one after another, and the licence's limit holds."""

from datetime import UTC, datetime

import pytest

from tables import clock
from tables.models import Cardroom, Table, TableLimit, TableOrder
from tables.refusals import Refused
from tables.selectors.orders import order_of
from tables.services.limits import announce_limit
from tables.services.orders import order_table
from tables.services.tables import register_table
from tests.concurrency.test_counts import at_once
from tests.floor import Floor

pytestmark = pytest.mark.django_db(transaction=True)
NOON = datetime(2026, 11, 17, 20, 0, tzinfo=UTC)


@pytest.fixture
def floor():
    return Floor(Cardroom.objects.create(code="tri-city", name="T", licensee="T", licence_number="1"))


def at_noon(call):
    """Threads do not inherit the clock of the test."""

    def timed():
        with clock.at(NOON):
            return call()

    return timed


def test_two_orders_for_one_moment_have_an_order(floor):
    def order(ante):
        elections = {"ante_minimum": ante, "bonus_bets": ["gran progressive"]}
        return at_noon(
            lambda: order_table(table=floor.table, game="spanish-poker", elections=elections, by=floor.manager)
        )

    placed = at_once(order(600), order(700))
    assert sorted(row.number for row in placed) == [2, 3]
    last = max(placed, key=lambda row: row.number)
    assert order_of(floor.table, NOON).elections == last.elections
    assert TableOrder.objects.count() == 3


def test_of_two_first_limits_the_second_is_a_change_and_needs_notice(floor):
    def announce(amount):
        return at_noon(lambda: announce_limit(table=floor.table, amount=amount, by=floor.manager))

    outcomes = at_once(announce(10_000), announce(20_000))
    [refusal] = [outcome for outcome in outcomes if isinstance(outcome, Refused)]
    assert "30 minutes' notice" in refusal.sentence
    assert TableLimit.objects.get() in outcomes


def test_the_last_table_of_the_licence_is_registered_once(floor):
    for number in range(2, 15):
        Table.objects.create(cardroom=floor.cardroom, code=f"t{number}", number=number, name=f"Table {number}")

    def register(number):
        details = {"code": f"t{number}", "number": number, "name": f"Table {number}"}
        return lambda: register_table(cardroom=floor.cardroom, **details, by=floor.general)

    outcomes = at_once(register(15), register(16))
    assert sum(isinstance(outcome, Refused) for outcome in outcomes) == 1
    assert Table.objects.count() == 15
