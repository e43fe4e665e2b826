"""A metered progressive: an estimate all day by the reported wagers, trued up by the count (progressive.md)."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounting.gaming_days import ends_at
from accounting.selectors.gaming_days import current_day
from jackpot.models import Approval
from jackpot.selectors import policy_on, posted_amount
from jackpot.selectors.estimates import estimate_of
from tables import clock
from tables.services.boxes import report_wagers
from tests.jackpot.conftest import DAY, FLUSH, NOON


@pytest.fixture
def metered(house):
    kinds = (Approval.Kind.ACCOUNTING, Approval.Kind.HOUSE_RULES, Approval.Kind.THIRD_PARTY)
    return house.open(accrual="metered", kinds=kinds)


def by_the_meters(progressive):
    return estimate_of(progressive, policy_on(progressive, current_day(progressive.cardroom)))


def report(house, made, key):
    return report_wagers(table=house.table, made=made, won=0, key=key, by=house.terminal)


def test_a_counted_progressive_has_no_estimate(house, gran):
    report(house, 100, "first-hour")

    assert by_the_meters(gran) is None


def test_the_estimate_is_what_the_close_would_post_by_the_reported_wagers(house, metered):
    """$500 posted; of $700 wagers the tray gets $75 for a flush and the house its seed of $500: $125 more."""
    assert by_the_meters(metered) == 50_000

    report(house, 600, "first-hour")
    report(house, 100, "second-hour")
    house.hit(metered, FLUSH)

    assert by_the_meters(metered) == 62_500
    assert posted_amount(metered) == 50_000  # nothing is posted by a meter


def test_the_count_trues_it_up(house, metered):
    report(house, 700, "all-day")
    before = by_the_meters(metered)
    house.box(DAY, 690)
    with clock.at(ends_at(house.cardroom, DAY) + timedelta(minutes=20)):
        by_the_count = by_the_meters(metered)
    house.close(metered, DAY)

    assert (before, by_the_count, posted_amount(metered)) == (70_000, 69_000, 69_000)
    with clock.at(NOON + timedelta(days=1)):
        assert by_the_meters(metered) == 69_000
        report(house, 10, "next-day")
        assert by_the_meters(metered) == 70_000


def test_board_page_and_api_show_it_and_ask_again_every_minute(client, house, metered):
    report(house, 700, "all-day")
    first = client.get("/board/gran-a/state/")
    with CaptureQueriesContext(connection) as queries:
        second = client.get("/board/gran-a/state/", headers={"If-None-Match": first["ETag"]})
        statements = len(queries)
    with clock.at(NOON + timedelta(minutes=1)):
        third = client.get("/board/gran-a/state/", headers={"If-None-Match": first["ETag"]})
    client.force_login(house.accountant)
    page = client.get("/progressives/gran-a/").content.decode()
    called = client.get("/api/v1/progressives/gran-a/").json()

    assert first.json()["estimate"] == "$700.00 by the meters, not posted"
    assert (second.status_code, statements, third.status_code) == (304, 1, 200)
    assert "By the meters, not posted" in page
    assert "$700.00" in page
    assert called["estimate"] == "700.00"
