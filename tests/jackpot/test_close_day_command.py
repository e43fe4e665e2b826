"""`manage.py close_day`: closes what is complete, shows what would happen, and names what is missing."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounting.gaming_days import ends_at
from jackpot.models import Close
from tables import clock
from tests.jackpot.conftest import DAY, FLUSH, everything

TOMORROW = DAY + timedelta(days=1)


@pytest.fixture
def close_day(house):
    def run(*words):
        out = StringIO()
        with clock.at(ends_at(house.cardroom, TOMORROW) + timedelta(hours=1)):
            call_command("close_day", *words, stdout=out)
        return out.getvalue()

    return run


def test_days_are_closed_in_order_once(house, gran, close_day):
    house.box(DAY, 800)
    house.box(TOMORROW, 200)
    assert close_day() == (f"gran-a {DAY}: closed, $800.00 posted\ngran-a {TOMORROW}: closed, $1,000.00 posted\n")
    assert close_day() == ""
    assert list(Close.objects.values_list("gaming_day", "author_job")) == [
        (DAY, "close_day command"),
        (TOMORROW, "close_day command"),
    ]


def test_what_is_missing_is_named(house, gran, close_day):
    house.hit(gran, FLUSH)
    before = everything(gran)
    with pytest.raises(CommandError) as refusal:
        close_day()
    assert str(refusal.value) == (
        f"gran-a {DAY}: Tray slip 000001 is not approved yet.\n"
        f"gran-a {DAY}: No box of Spanish Poker 1 was counted for {DAY}: count it, also if it is empty."
    )
    assert everything(gran) == before


def test_a_dry_run_shows_every_step_and_changes_nothing(house, gran, close_day):
    house.box(DAY, 800)
    before = everything(gran)
    shown = close_day("--dry-run", "--progressive", "gran-a").splitlines()
    assert everything(gran) == before
    assert shown[0] == f"gran-a {DAY}: drop $800.00, tray $0.00"
    assert len(shown) == 18
    assert [line.split() for line in (shown[7], shown[-1])] == [
        ["5", "seed", "recovered", "$500.00"],
        ["7", "posted", "for", "the", "next", "day", "$800.00"],
    ]


def test_a_progressive_that_is_not_there(house, gran, close_day):
    with pytest.raises(CommandError, match="There is no progressive gran-z in play"):
        close_day("--progressive", "gran-z")
