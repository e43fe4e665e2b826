"""Days over HTTP: what is missing with a way to it, the close line by line, who may close, and the statements."""

import re
from datetime import date, timedelta

import pytest

from accounting.gaming_days import ends_at
from jackpot import rules
from jackpot.models import Close
from jackpot.pages.waterfall import waterfall
from tables import clock
from tests.jackpot.conftest import DAY, FLUSH, QUADS, balances
from tests.statements import statements

PATH = f"/days/{DAY}/gran-a/"


@pytest.fixture
def morning(house, gran):
    """Half an hour after the end of the first day."""
    with clock.at(ends_at(house.cardroom, DAY) + timedelta(minutes=30)):
        yield house


@pytest.fixture
def accountant(client, house):
    client.force_login(house.accountant)
    return client


def text(page):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.content.decode()))


def test_what_is_missing_leads_to_where_it_is_done(accountant, house, gran):
    house.hit(gran, FLUSH)
    with clock.at(ends_at(house.cardroom, DAY) + timedelta(minutes=30)):
        page = accountant.get(PATH)

    assert "Tray slip 000001 is not approved yet." in text(page)
    assert "No box of Spanish Poker 1 was counted for 2026-11-17: count it, also if it is empty." in text(page)
    assert 'href="/counts/"' in page.content.decode()
    assert "Close the day" not in text(page)


def test_closing_from_the_page(accountant, house, gran, morning):
    house.box(DAY, 1_200)
    assert "Close the day" in text(accountant.get(PATH))
    answer = accountant.post(f"{PATH}close/")

    assert (answer.status_code, answer["Location"]) == (302, PATH)
    closed = Close.objects.get()
    assert (closed.drop, closed.author) == (120_000, "Abe")
    page = text(accountant.get(PATH))
    assert "Posted for the next day $1,200.00" in page
    assert "seed recovered all of what is left, until the seed is recovered \N{MINUS SIGN}500.00 700.00" in page
    assert "primary filled up to 5,000.00 first +700.00 0.00" in page
    assert "Proof agrees to the cent" in page
    assert "primary 0.00 1,200.00 0.00 1,200.00" in page
    assert "Spanish Poker 1 1,200.00 0.00 0.00 \N{MINUS SIGN}1,200.00" in page  # the master games report


def test_a_refused_close_says_why_and_changes_nothing(accountant, house, gran, morning):
    before = balances(gran)
    refused = accountant.post(f"{PATH}close/")

    assert refused.status_code == 409
    assert "2026-11-17 cannot be closed yet: No box of Spanish Poker 1 was counted for 2026-11-17" in text(refused)
    assert Close.objects.count() == 0
    assert balances(gran) == before


def test_a_floor_manager_sees_the_close_and_does_not_close(client, house, gran, morning):
    house.box(DAY, 1_200)
    client.force_login(house.manager)

    assert "Close the day" not in text(client.get(PATH))
    refused = client.post(f"{PATH}close/")
    assert refused.status_code == 403
    assert "Flora may not close day: ask a accountant or general manager." in text(refused)
    assert Close.objects.count() == 0
    client.force_login(house.floor.ann)
    assert client.get(PATH).status_code == 403


def test_the_statements_do_not_grow_with_the_days(accountant, house, gran):
    house.hit(gran, FLUSH)
    house.play(gran, DAY, 1_200)
    few = [statements(accountant, path) for path in ("/days/", f"/days/{DAY}/", PATH)]
    for days in range(1, 4):
        with clock.at(clock.now() + timedelta(days=days)):
            house.hit(gran, QUADS)
            house.hit(gran, FLUSH)
            house.play(gran, DAY + timedelta(days=days), 900)
    later = DAY + timedelta(days=3)
    more = [statements(accountant, path) for path in ("/days/", f"/days/{later}/", f"/days/{later}/gran-a/")]

    assert few == more == [15, 18, 20]


def test_days_that_are_not_there(accountant, house, gran):
    assert accountant.get("/days/2026-02-30/").status_code == 404
    assert accountant.get(f"/days/{DAY}/gran-z/").status_code == 404
    assert "No progressive was in play on this day." in text(accountant.get("/days/2020-01-01/"))


@pytest.mark.parametrize(
    ("drop", "tray", "start", "policy", "names"),
    [
        (120_000, 52_500, {"primary": 50_000}, {}, ["drop", "tray", "carryover", "fee", "seed", "primary"]),
        (
            30_000,
            47_500,
            {"primary": 610_000, "backup1": 10_000},
            {"shortage": "backup"},
            ["from backup 1", "carried over"],
        ),
    ],
)
def test_the_waterfall_adds_up(gran, drop, tray, start, policy, names):
    version = gran.policies.get()
    for name, value in policy.items():
        setattr(version, name, value)
    result = rules.close(rules.Balances(**start), drop=drop, tray=tray, policy=version.elections)
    picture = waterfall(drop=drop, tray=tray, steps=result.steps, policy=version)

    assert set(names) <= {str(bar.name) for bar in picture.bars}
    assert len(picture.lines) == len(result.steps) + 1
    lefts = [line.left for line in picture.lines if line.left is not None]
    assert (lefts[0], lefts[-1]) == (drop, 0)
    assert all(bar.y >= 0 and bar.y + bar.height <= picture.height for bar in picture.bars)


def test_every_gaming_day_has_an_address(accountant, gran):
    assert accountant.get(f"/days/{date(2026, 11, 17).isoformat()}/").status_code == 200


def test_the_picture_stands_in_spanish_too(accountant, house, gran, morning):
    where = re.search(r"/days/[\d-]+/gran-a/", accountant.get("/days/").content.decode())[0]

    page = accountant.get(where, headers={"accept-language": "es"}).content.decode()

    picture = page[page.index('<svg class="waterfall"') : page.index("</svg>")]
    assert '<html lang="es">' in page
    assert picture.count("<rect") >= 8
    assert re.findall(r' (?:x|y|y1|y2|width|height)="[^"]*,[^"]*"', picture) == []
