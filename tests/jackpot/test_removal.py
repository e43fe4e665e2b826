"""Removing a progressive: every cent accounted for, two approvers, retired for good."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from jackpot.models import Removal
from jackpot.services import payouts, removal
from jackpot.services.removal import Plan
from tables import clock
from tables.refusals import Invalid, NotAllowed, Refused
from tests.jackpot.conftest import DAY, FLUSH, NOON, ROYAL_HEARTS, balances, everything

EVENT = "players in a named event"


@pytest.fixture
def gran(house):
    gran = house.open()
    house.stand(gran, primary=450_000, backup1=70_000)
    return gran


def announce(house, gran):
    return removal.announce_removal(
        progressive=gran, last_day=DAY, notice="The Gran Progressive ends tonight.", by=house.general
    )


def announced_and_closed(house, gran):
    announced = announce(house, gran)
    house.play(gran, DAY, 300)
    return announced


def plan(house, announced, *plans, reference="WSGC R-1"):
    with clock.at(NOON + timedelta(days=1)):
        return removal.plan_removal(removal=announced, plans=plans, approval_reference=reference, by=house.accountant)


def finish(house, planned, *approvers):
    with clock.at(NOON + timedelta(days=1)):
        for approver in approvers:
            removal.approve_removal(removal=planned, by=approver)
        return removal.complete_removal(removal=planned, by=house.general)


ALL_TO_AN_EVENT = (Plan("primary", EVENT, 500_000, "Freeroll"), Plan("backup1", EVENT, 70_000, "Freeroll"))


def test_every_cent_goes_to_an_event_and_the_accounts_stand_at_zero(house, gran):
    planned = plan(house, announced_and_closed(house, gran), *ALL_TO_AN_EVENT)
    done = finish(house, planned, house.second, house.third)
    gran.refresh_from_db()
    assert (gran.state, done.state) == ("retired", "completed")
    # $300 of drop repaid $300 of the seed; what the house never got back is written off against the players.
    assert balances(gran) == {"boxes": -550_000, "house": -20_000, "winners": 570_000}
    assert gran.postings.last().after == 0


def test_pots_go_to_another_progressive(house, gran):
    second = house.floor.add_table(2)
    house.floor.add_box(second, 2)
    other = house.open(code="gran-b", tables=[second])
    planned = plan(
        house,
        announced_and_closed(house, gran),
        Plan("primary", "another progressive", 500_000, "To Gran B", other),
        Plan("backup1", "another progressive", 70_000, "To Gran B", other),
    )
    finish(house, planned, house.second, house.third)
    assert balances(other) == {"primary": 620_000, "seed": -50_000, "cage": 620_000, "house": -50_000}
    assert balances(gran) == {"players": -570_000, "boxes": -550_000, "house": -20_000}
    assert other.postings.last().reason == "removal of Gran Progressive A"


def test_the_table_takes_no_more_hits_after_the_last_day(house, gran):
    announce(house, gran)
    house.hit(gran, FLUSH)
    with clock.at(NOON + timedelta(days=1)), pytest.raises(Refused, match="was not on"):
        house.hit(gran, FLUSH)


def test_refusals_on_the_way(house, gran):
    announced = announce(house, gran)
    with pytest.raises(Refused, match="not closed through"):
        plan(house, announced, *ALL_TO_AN_EVENT)
    slip = house.hit(gran, ROYAL_HEARTS).payouts.get()
    house.play(gran, DAY, 300)
    with pytest.raises(Refused, match="money in pending"):
        plan(house, announced, *ALL_TO_AN_EVENT)
    payouts.void_payout(payout=slip, reason="For the test.", by=house.second)
    with pytest.raises(Refused, match="Account for every cent"):
        plan(house, announced, Plan("primary", EVENT, 499_999, "Freeroll"), ALL_TO_AN_EVENT[1])
    with pytest.raises(Invalid, match="reference"):
        plan(house, announced, *ALL_TO_AN_EVENT, reference=" ")
    assert Removal.objects.get().state == "announced"
    planned = plan(house, announced, *ALL_TO_AN_EVENT)
    stands = everything(gran)
    with pytest.raises(NotAllowed, match="announced or planned"):
        finish(house, planned, house.general)
    with pytest.raises(Refused, match="two people"):
        finish(house, planned, house.second)
    with pytest.raises(NotAllowed, match="has approved"):
        finish(house, planned, house.second)
    assert everything(gran) == stands
    assert Removal.objects.get().state == "planned"


def test_a_retired_progressive_stays_retired(house, gran):
    planned = plan(house, announced_and_closed(house, gran), *ALL_TO_AN_EVENT)
    finish(house, planned, house.second, house.third)
    stands = everything(gran)
    with pytest.raises(Refused, match="is retired"):
        announce(house, gran)
    with pytest.raises(Refused, match="is retired"):
        house.hit(gran, FLUSH)
    assert everything(gran) == stands


def test_a_last_day_that_is_over_is_refused(house, gran):
    with pytest.raises(Refused, match="is over"):
        removal.announce_removal(progressive=gran, last_day=DAY - timedelta(days=1), notice="Ends.", by=house.general)
    gran.refresh_from_db()
    assert gran.state == "open"


def test_the_database_refuses_to_retire_what_holds_money_or_lacks_approvers(house, gran):
    planned = plan(house, announced_and_closed(house, gran), *ALL_TO_AN_EVENT)
    for statement in (
        "UPDATE jackpot_progressive SET state = 'retired'",
        "UPDATE jackpot_removal SET state = 'completed', entry_id = (SELECT MAX(id) FROM accounting_entry)",
    ):
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    planned.refresh_from_db()
    assert planned.state == "planned"
