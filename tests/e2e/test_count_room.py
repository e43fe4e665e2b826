"""Mornings in the count room: three people and one tablet, a lost connection, someone who does not belong there."""

import pytest
from playwright.sync_api import expect

from accounting.models import Count, CountPass
from tests.e2e.conftest import clean
from tests.e2e.morning import Morning
from tests.floor import PIN

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def fill_sheet(page, **quantities):
    for label, typed in quantities.items():
        page.get_by_label(label.replace("d", "$") if label[0] == "d" else label, exact=True).fill(typed)


def counted_by(page, name):
    page.get_by_label("Name").select_option(name)
    page.get_by_label("PIN or password").fill(PIN)


def test_a_morning_by_three_people(live_server, tablets):
    house = Morning()

    # The floor manager pulls the box.
    manager = tablets(house.manager, width=1440, height=900)
    manager.goto("/counts/")
    clean(manager)
    manager.get_by_role("link", name="Pull").click()
    manager.get_by_label("Security").select_option("Sam")
    manager.get_by_label("Gambling").select_option("Ann")
    manager.get_by_label("Told at surveillance").select_option("Wanda")
    clean(manager)
    manager.get_by_role("button", name="Pull").click()
    expect(manager.get_by_role("status")).to_contain_text("Box 1 is pulled.")
    clean(manager)

    # On the count room's tablet, signed in as Ann: receive, show empty, count.
    page = tablets(house.floor.ann)
    page.goto("/counts/")
    page.get_by_role("button", name="Receive").click()
    expect(page.get_by_text("Box 1 is in the count room.")).to_be_visible()
    page.get_by_role("link", name="Show empty").click()
    page.get_by_label("or to the camera").fill("camera 3")
    page.get_by_role("button", name="Show empty").click()
    page.get_by_role("button", name="Count", exact=True).click()
    clean(page)

    # Pass A, by keypad and by keyboard.
    page.get_by_role("link", name="Start pass A").click()
    clean(page)
    keypad = page.get_by_role("group", name="Keypad")
    for key in ("2", "0", "times", "2", "0", "plus", "1", "2", "next", "1", "7", "next"):
        keypad.get_by_role("button", name=key, exact=True).click()
    expect(page.get_by_label("$25", exact=True)).to_be_focused()
    page.keyboard.type("0")
    page.keyboard.press("Enter")
    expect(page.get_by_label("$100", exact=True)).to_be_focused()
    expect(page.locator("[data-total]")).to_have_text("497.00")
    page.get_by_role("button", name="Finish pass A").click()
    expect(page.get_by_text("Pass A by Ann is in.")).to_be_visible()
    clean(page)

    # Pass B on the same tablet by Bob, who signs it with his PIN, and is one chip off.
    page.get_by_role("link", name="Start pass B").click()
    expect(page.get_by_text("blind")).to_be_visible()
    assert "497" not in page.content()
    assert page.get_by_label("$1", exact=True).input_value() == ""
    fill_sheet(page, d1="411", d5="17")
    counted_by(page, "Bob")
    clean(page)
    page.get_by_role("button", name="Finish pass B").click()
    expect(page.get_by_role("heading", name="The passes differ")).to_be_visible()
    assert page.get_by_role("row", name="$1 412 411").count() == 1
    clean(page)
    page.get_by_label("Why is the box counted again?").fill("One chip stuck in the lid.")
    page.get_by_role("button", name="Count again").click()

    # Again, and they agree; the verifier counts blind; everyone signs.
    for start, finish, person in (
        ("Start pass A", "Finish pass A", None),
        ("Start pass B", "Finish pass B", "Bob"),
        ("Start the verifier's count", "Finish the verifier's count", "Vera"),
    ):
        page.get_by_role("link", name=start).click()
        fill_sheet(page, d1="412", d5="17")
        if person:
            counted_by(page, person)
        page.get_by_role("button", name=finish).click()
    expect(page.get_by_role("heading", name="Each member signs")).to_be_visible()
    clean(page)
    for name in ("Ann", "Bob", "Vera"):
        page.get_by_label(f"PIN or password of {name}").fill(PIN)
        page.get_by_role("listitem").filter(has_text=name).get_by_role("button", name="Sign").click()
    expect(page.get_by_text("Everyone has signed. The count is locked and in the books.")).to_be_visible()
    expect(page.locator(".figure")).to_have_text("$497.00")
    clean(page)
    page.get_by_role("button", name="Español").click()
    expect(page.get_by_text("Custodia")).to_be_visible()
    clean(page)

    count = Count.objects.get()
    assert (count.state, count.total, count.attempt, count.gaming_day) == ("locked", 49_700, 2, house.day)
    assert list(count.passes.values_list("attempt", "letter", "by__name", "total")) == [
        (1, "A", "Ann", 49_700),
        (1, "B", "Bob", 49_600),
        (2, "A", "Ann", 49_700),
        (2, "B", "Bob", 49_700),
        (2, "V", "Vera", 49_700),
    ]


def test_a_lost_connection_during_a_count(live_server, tablets):
    house = Morning()
    house.bring_box()
    page = tablets(house.floor.ann)
    page.goto("/counts/")
    page.get_by_role("button", name="Count", exact=True).click()
    page.get_by_role("link", name="Start pass A").click()
    fill_sheet(page, d1="412", coins="12.35")
    expect(page.get_by_text("Draft kept on this tablet")).to_be_visible()

    # The tablet is restarted: the draft is still there, with the key of the sheet.
    key = page.locator("input[name=key]").input_value()
    page.reload()
    expect(page.get_by_text("Your draft is back")).to_be_visible()
    assert page.get_by_label("$1", exact=True).input_value() == "412"
    assert page.locator("input[name=key]").input_value() == key
    expect(page.locator("[data-total]")).to_have_text("424.35")

    # The sheet reaches the server, its answer is lost; then there is no Wi-Fi at all; then there is.
    lost = []

    def lose_the_answer(route):
        lost.append(route.fetch().headers["hx-redirect"])
        route.abort()

    page.route("**/finish/", lose_the_answer, times=1)
    page.get_by_role("button", name="Finish pass A").click()
    expect(page.get_by_text("No connection. The sheet is kept on this tablet")).to_be_visible()
    page.context.set_offline(True)
    assert lost == ["/counts/1/"]
    assert CountPass.objects.count() == 1
    page.context.set_offline(False)

    expect(page.get_by_text("Pass A by Ann is in.")).to_be_visible(timeout=15_000)
    taken = CountPass.objects.get()
    assert (taken.key, taken.total, taken.quantities()) == (key, 42_435, {"$1": 412, "coins": 1_235})
    assert page.evaluate("Object.keys(localStorage)") == []


def test_a_stranger_is_kept_out(live_server, tablets):
    house = Morning()
    house.bring_box()

    stranger = tablets()
    stranger.goto("/counts/")
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Sign in")
    assert stranger.url == f"{live_server.url}/login/?next=/counts/"
    clean(stranger)

    # The accountant may look at the count room and takes no part in it.
    accountant = tablets(house.accountant)
    accountant.goto("/counts/")
    expect(accountant.get_by_role("region", name="To count")).to_contain_text("Box 1 · Spanish Poker 1")
    assert accountant.locator("main").get_by_role("button").count() == 0
    clean(accountant)
    box = house.floor.box.pk
    answer = accountant.goto(f"/counts/boxes/{box}/place/")
    assert answer.status == 403
    expect(accountant.get_by_role("alert")).to_have_text(
        "This page is for others. If you need it, ask one of these: floor manager, count team."
    )
    assert Count.objects.count() == 0


def test_a_draft_outlives_the_session(live_server, tablets, settings):
    house = Morning()
    house.bring_box()
    house.floor.ann.set_password("a long password")
    house.floor.ann.save()
    page = tablets()
    sign_in_by_hand(page, "/counts/")
    page.get_by_role("button", name="Count", exact=True).click()
    page.get_by_role("link", name="Start pass A").click()
    fill_sheet(page, d1="412", coins="12.35")
    expect(page.get_by_text("Draft kept on this tablet")).to_be_visible()

    settings.SESSION_IDLE_MINUTES = -1  # everyone has been away for too long
    page.get_by_role("button", name="Finish pass A").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    assert CountPass.objects.count() == 0
    settings.SESSION_IDLE_MINUTES = 30
    sign_in_by_hand(page)
    expect(page.get_by_text("Your draft is back")).to_be_visible()
    page.get_by_role("button", name="Finish pass A").click()
    expect(page.get_by_text("Pass A by Ann is in.")).to_be_visible()
    assert CountPass.objects.get().total == 42_435


def sign_in_by_hand(page, path=None):
    if path:
        page.goto(path)
    page.get_by_label("Name").fill("ann-tri-city")
    page.get_by_label("Password").fill("a long password")
    page.get_by_role("button", name="Sign in").click()
