"""A close and a hit as players see them on the board; the board without a connection; the posting card."""

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from jackpot.models import Close
from tests.e2e.conftest import clean
from tests.e2e.morning import Morning
from tests.jackpot.conftest import ROYAL_HEARTS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WITHIN_2_SECONDS = 2_000


def test_a_close_and_a_hit_are_seen_on_the_board(live_server, tablets):
    house = Morning()
    house.bring_box()
    house.floor.lock({"$1": 1_200})
    board = tablets(width=1440, height=900)
    board.emulate_media(reduced_motion="reduce")
    board.goto("/board/gran-a/")
    expect(board.locator("#amount")).to_have_text("$500.00")
    clean(board)

    # The accountant sees what the close will do, closes, and prints the posting card.
    page = tablets(house.accountant)
    page.goto("/days/")
    clean(page)
    page.get_by_role("link", name="See the close").click()
    expect(page.locator(".figure")).to_have_text("$1,200.00")
    expect(page.get_by_role("row", name="seed recovered")).to_contain_text("\N{MINUS SIGN}500.00")
    clean(page)
    page.get_by_role("button", name="Close the day").click()
    expect(page.get_by_text("The day is closed. Print the posting cards")).to_be_visible()
    expect(board.locator("#amount")).to_have_text("$1,200.00", timeout=WITHIN_2_SECONDS)
    clean(page)
    page.get_by_role("link", name="Print the posting cards").click()
    expect(page.get_by_text("$1,200.00")).to_be_visible()
    clean(page)
    assert Close.objects.get().after["primary"] == 120_000

    # A royal: locked and pending within two seconds, and what is left is posted.
    house.hit(house.gran, ROYAL_HEARTS)
    expect(board.locator("#pending")).to_contain_text("PENDING", timeout=WITHIN_2_SECONDS)
    expect(board.locator("#pending")).to_contain_text("$300.00 royal flush")
    expect(board.locator("#amount")).to_have_text("$900.00")
    clean(board)


def test_a_board_without_news_says_so(live_server, tablets):
    Morning()
    # The screen's own clock is set to another zone; what it says is the cardroom's time.
    board = tablets(width=1440, height=900, timezone_id="Asia/Tokyo")
    board.clock.install(time=datetime(2026, 11, 18, 20, 0, tzinfo=UTC))
    board.goto("/board/gran-a/")
    board.clock.run_for(2_000)
    expect(board.locator(".stale")).to_have_count(0)

    board.route("**/state/", lambda route: route.abort())
    board.clock.run_for(25_000)
    expect(board.locator(".stale")).to_have_count(0)
    board.clock.run_for(10_000)
    expect(board.locator(".stale")).to_have_count(1)
    expect(board.locator("#age")).to_have_text(re.compile("^as of 12:00:0[0-9] — connection lost$"))

    board.unroute("**/state/")
    board.clock.run_for(3_000)
    expect(board.locator(".stale")).to_have_count(0)


def test_figures_roll_up_and_never_down(live_server, tablets):
    house = Morning()
    board = tablets(width=1440, height=900)
    board.goto("/board/gran-a/")
    board.evaluate(
        """() => { window.shown = [];
        new MutationObserver(() => window.shown.push(Number(amount.textContent.replace(/[$,]/g, ''))))
          .observe(amount, {childList: true}); }"""
    )
    house.stand(house.gran, primary=950_000)
    expect(board.locator("#amount")).to_have_text("$10,000.00", timeout=10_000)

    shown = board.evaluate("window.shown")
    assert len(shown) > 5
    assert shown == sorted(shown)
    assert shown[-1] == 10_000
