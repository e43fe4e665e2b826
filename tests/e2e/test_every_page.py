"""Every page there is, opened by someone who may: on a telephone, a tablet and a desk, in both languages.

What stands in an address is in tests/addresses.py; a page without an example fails there, so none is forgotten here.
"""

from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.test import Client

from accounting.models import Case, Count, CountState, Deposit, Entry
from accounting.services import bank, exports, retention
from jackpot import rules
from jackpot.models import Close, Correction, Payout, PolicyVersion, Progressive
from jackpot.services import progressives
from tables.duties import Job, Role
from tables.models import Cardroom, DropBox, Employee, Terminal
from tables.selectors.addresses import ANYONE, every_address
from tests.addresses import of, pages, url_of
from tests.e2e.conftest import clean

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
STRANGER = ""
# Who opens a page: the first who may.
WHO = {
    Role.GENERAL_MANAGER: "gia",
    Role.FLOOR_MANAGER: "flor",
    Role.COUNT_TEAM: "ana",
    ANYONE: STRANGER,
}
SCREENS = {"a telephone": (390, "en"), "a tablet in Spanish": (768, "es"), "a desk": (1440, "en")}


def full_demo():
    """The demo, and what a page can name that it lacks."""
    call_command("demo", days=3, verbosity=0)
    cardroom, gran = Cardroom.objects.get(), Progressive.objects.get(code="gran-a")
    people = {employee.username: employee for employee in Employee.objects.exclude(username="")}
    accountant, day = people["abe"], Close.objects.filter(progressive=gran).latest("gaming_day").gaming_day
    drafted = progressives.draft_progressive(
        cardroom=cardroom, code="gran-c", name="Gran Progressive C", policy=rules.Policy(), by=accountant
    )
    if not Deposit.objects.exists():
        bank.make_deposit(fund=gran.fund, amount=100, from_day=day, to_day=day, receipt="R 1", by=accountant)
    asked = exports.request_export(exporter="entries", cardroom=cardroom, queue=False, by=accountant)
    slip = Payout.objects.filter(progressive=gran, source="jackpot").latest("number")
    crew = {"guard": "cleo", "ann": "ana", "bob": "ben", "watcher": "sol"}
    return SimpleNamespace(
        people=people | {STRANGER: None},
        accountant=accountant,
        manager=people["flor"],
        floor=SimpleNamespace(**{name: people[username] for name, username in crew.items()}),
        gran=gran,
        drafted=drafted,
        policy=PolicyVersion.objects.filter(approved_by=None).latest("pk"),
        table=slip.hit.table,
        days=[day],
        box=DropBox.objects.filter(emergency=False).earliest("pk"),
        count=Count.objects.exclude(state=CountState.LOCKED).latest("number"),
        locked=Count.objects.filter(state=CountState.LOCKED, fund=gran.fund).latest("number"),
        slip=slip,
        hit_event=slip.hit,
        entry=Entry.objects.latest("number"),
        correction=Correction.objects.latest("pk"),
        deposit=Deposit.objects.latest("number"),
        case=Case.objects.latest("number"),
        export=exports.run_export(export=asked, by=Job("test")),
        hold=retention.place_hold(cardroom=cardroom, reason="In court.", by=accountant),
        device=Terminal.objects.earliest("pk"),
    )


def pages_to_read(house):
    """(who, address) of every page; the others are actions (405), lead elsewhere (302), or are no HTML."""
    # The count is open, for its sheet; only a locked one is corrected.
    examples = pages(house) | {"correct-count": of(number=house.locked.number)}
    for address in every_address():
        # The pages of a second factor need one: test_second_factor.py goes through them.
        if address.method != "page" or address.name not in examples or address.name.startswith("mfa_"):
            continue
        first = next(name for role, name in WHO.items() if role in address.who)
        url = url_of(address.name, examples[address.name])
        for who in dict.fromkeys([first, "gia"]):
            client = Client()
            if house.people[who]:
                client.force_login(house.people[who])
            answer = client.get(url)
            assert answer.status_code in {200, 302, 405}, f"{url} answers {answer.status_code} to {who or 'a stranger'}"
            if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                yield who, url
            if answer.status_code != 302:
                break


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_is_wrong_with_any_page(live_server, tablets, screen):
    width, language = SCREENS[screen]
    house = full_demo()
    to_read = list(pages_to_read(house))
    assert len(to_read) > 55
    opened, wrong = {}, []
    for who, url in to_read:
        if who not in opened:
            opened[who] = tablets(house.people[who], width=width)
            cookie = {"name": "django_language", "value": language, "url": live_server.url}
            opened[who].context.add_cookies([cookie])
        page = opened[who]
        page.complaints.clear()
        assert page.goto(url).status == 200, url
        assert page.locator("html").get_attribute("lang") == language
        try:
            clean(page)
        except AssertionError as problem:
            wrong.append(f"{url}: {problem}")
    assert wrong == []
