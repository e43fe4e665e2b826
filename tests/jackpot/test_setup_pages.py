"""Set-up, odds, exports and /admin/ over HTTP: guided, refused with a sentence, and the books out of reach."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounting.models import Entry, Export, SigningKey
from accounting.services.exports import signing_key
from jackpot.models import Progressive
from tables import clock
from tables.duties import Role
from tables.games.odds.known import EXACT
from tables.games.paytables import PAY_TABLES
from tables.models import Cardroom, DropBox, Employee, Enrolment, Table, TableLimit, TableOrder, WagerLimit
from tests.floor import hire
from tests.jackpot.conftest import DAY, NOON

ROOT = Path(__file__).resolve().parents[2]


def text(answer):
    return " ".join(answer.content.decode().split())


@pytest.fixture
def general(client, house):
    client.force_login(house.general)
    return client


def test_the_cardroom_is_put_right_and_bad_hours_are_refused(general, house):
    sent = {
        "name": "Tri-City",
        "licensee": "LLC",
        "licence_number": "67-1",
        "time_zone": "America/Denver",
        "cut_over_hour": "5",
    }
    for wrong in ({"time_zone": "Mars/Olympus"}, {"cut_over_hour": "24"}):
        assert general.post("/setup/cardroom/", sent | wrong).status_code == 422
        assert Cardroom.objects.get().time_zone == "America/Los_Angeles"
    assert general.post("/setup/cardroom/", sent).status_code == 302
    assert (Cardroom.objects.get().time_zone, Cardroom.objects.get().cut_over_hour) == ("America/Denver", 5)


def test_a_table_is_added_ordered_and_given_its_limit_box_and_terminal(general, house):
    sent = {"number": "7", "name": "Spanish Poker 7", "code": "tri-city-7"}
    assert general.post("/tables/", sent | {"number": "1"}).status_code == 422
    assert general.post("/tables/", sent)["Location"] == "/tables/tri-city-7/"
    url = "/tables/tri-city-7/"
    order = {
        "ante_minimum": "5",
        "spots": "6",
        "bonus_bets": ["gran progressive", "dos pares"],
        "ante_pay_table": "1",
        "dos_pares_pay_table": "2",
        "bonus_minimum": "1",
        "bonus_alone_minimum": "1",
        "ties": "push",
        "device": "shuffler",
        "deal": "one by one",
    }
    three = general.post(f"{url}order/spanish-poker/", order | {"bonus_bets": [*order["bonus_bets"], "joker in hand"]})
    assert (three.status_code, "at most two of its three bonus bets" in text(three)) == (422, True)
    assert TableOrder.objects.filter(table__number=7).count() == 0
    assert general.post(f"{url}order/spanish-poker/", order).status_code == 302
    ordered = TableOrder.objects.get(table__number=7)
    assert (ordered.progressive, ordered.elections["ante_minimum"], ordered.elections["deal"]) == (
        True,
        500,
        "one by one",
    )
    assert general.post(url, {"do": "limit", "amount": "401"}).status_code == 409
    assert general.post(url, {"do": "limit", "amount": "300"}).status_code == 302
    assert TableLimit.objects.get(table__number=7).amount == 30_000
    assert general.post(url, {"do": "box", "number": "7", "kind": "progressive", "shift": ""}).status_code == 302
    assert DropBox.objects.get(table__number=7).number == 7
    assert general.get("/tables/tri-city-7/order/bingo/").status_code == 404


def test_an_enrolment_code_is_shown_once(general, house):
    answer = general.post(f"/tables/{house.table.code}/", {"do": "terminal", "name": "T9", "profile": "table"})
    page = text(answer)
    assert answer.status_code == 200
    assert "It is shown now and never again" in page
    assert answer["Cache-Control"] == "no-store"
    assert Enrolment.objects.get().name == "T9"
    again = text(general.get(f"/tables/{house.table.code}/"))
    assert "never again" not in again
    assert "A code for T9 is out" in again


def test_a_limit_changes_with_notice(general, house):
    general.post(
        f"/tables/{house.table.code}/order/top-5-poker/",
        {
            "ante_minimum": "5",
            "spots": "6",
            "bonus_minimum": "1",
            "ace_or_face_pay_table": "1",
            "tens_or_better_pay_table": "1",
            "ties": "push",
            "device": "shuffler",
        },
    )
    url = f"/tables/{house.table.code}/"
    assert general.post(url, {"do": "limit", "amount": "200"}).status_code == 302
    soon = general.post(url, {"do": "limit", "amount": "100"})
    assert (soon.status_code, "notice to the patrons" in text(soon)) == (409, True)
    assert TableLimit.objects.count() == 1
    local = NOON.astimezone() + timedelta(minutes=31)
    from zoneinfo import ZoneInfo

    moment = local.astimezone(ZoneInfo("America/Los_Angeles")).strftime("%Y-%m-%dT%H:%M")
    assert general.post(url, {"do": "limit", "amount": "100", "effective_at": moment}).status_code == 302
    assert "announced: $100.00 from" in text(general.get(url))


def test_a_new_rule_is_a_new_line(general, house):
    before = WagerLimit.objects.count()
    sent = {"kind": "one wager", "amount": "500", "source": "WAC 230-15-140", "effective": str(DAY), "game": ""}
    assert general.post("/setup/limits/", sent | {"amount": ""}).status_code == 422
    assert WagerLimit.objects.count() == before
    assert general.post("/setup/limits/", sent).status_code == 302
    assert WagerLimit.objects.count() == before + 1


def test_people_are_hired_with_a_password_that_is_shown_once(general, house):
    sent = {
        "name": "Nia Obi",
        "username": "nia",
        "employee_number": "200",
        "department": "gambling",
        "roles": ["floor manager"],
    }
    page = text(general.post("/setup/people/", sent))
    nia = Employee.objects.get(username="nia")
    password = page.split('<p class="figure"><code>')[1].split("</code>")[0]
    assert nia.check_password(password)
    assert nia.role_names() == {"floor manager"}
    assert general.post("/setup/people/", sent).status_code == 409
    assert Employee.objects.filter(name="Nia Obi").count() == 1


def test_surveillance_stays_independent_and_nobody_gives_themselves_roles(general, house):
    watcher = house.floor.watcher
    assert general.post(f"/setup/people/{watcher.pk}/", {"roles": ["count team"]}).status_code == 409
    assert Employee.objects.get(pk=watcher.pk).role_names() == {"surveillance"}
    assert general.post(f"/setup/people/{house.general.pk}/", {"roles": ["accountant"]}).status_code == 403
    assert Employee.objects.get(pk=house.general.pk).role_names() == {"general manager"}


def test_whoever_is_let_go_cannot_sign_in_and_stays_on_record(general, house):
    mona = house.other_manager
    assert general.post(f"/setup/people/{mona.pk}/", {"do": "let go"}).status_code == 302
    assert Employee.objects.get(pk=mona.pk).is_active is False


def test_others_do_not_set_up(client, house):
    client.force_login(house.manager)
    for url in ("/setup/cardroom/", "/setup/people/", f"/setup/people/{house.general.pk}/"):
        assert client.get(url).status_code == 403, url
    assert client.post("/tables/", {"number": "9", "name": "Mine", "code": "mine"}).status_code == 403
    assert Table.objects.filter(number=9).count() == 0


def test_a_progressive_is_drafted_by_one_and_opened_by_another(client, general, house):
    sent = {
        "name": "Gran Progressive N",
        "code": "gran-n",
        "seed_recovery": "full",
        "shortage": "carryover",
        "accrual": "counted",
        "backups": "on",
        "backup_share_bps": "100",
        "backup_threshold": "5000",
        "backup_cap": "5000",
        "cap_lift": "20000",
        "seed_minimum": "500",
        **dict.fromkeys(("fee_bps", "fee_max_bps", "seed_portion_bps"), "0"),
    }
    client.force_login(house.accountant)
    assert client.post("/progressives/draft/", sent)["Location"] == "/progressives/gran-n/open/"
    for kind in ("accounting process", "house rules for backups and shortages"):
        approval = {"do": "approval", "kind": kind, "reference": "WSGC 1", "approved_on": str(DAY)}
        assert client.post("/progressives/gran-n/open/", approval).status_code == 302
    opening = {"do": "open", "tables": [house.table.pk], "seed": "500"}
    assert client.post("/progressives/gran-n/open/", opening).status_code == 403
    assert Progressive.objects.get(code="gran-n").state == "draft"
    client.force_login(house.general)
    assert client.post("/progressives/gran-n/open/", opening).status_code == 302
    assert Progressive.objects.get(code="gran-n").state == "open"


def test_every_published_figure_has_its_exact_one_as_the_reports_print_it():
    printed = "\n".join((ROOT / "docs" / "odds" / f"{game}.txt").read_text() for game in PAY_TABLES)
    for tables in PAY_TABLES.values():
        for table in tables:
            assert set(EXACT[table.name]) == set(table.published)
            for of, exact in EXACT[table.name].items():
                if table.name != "Gran Progressive":
                    lines = [line for line in printed.splitlines() if line.strip().startswith(f"{table.name}, {of}")]
                    assert [line.split()[-1] for line in lines] == [f"{exact.numerator:,}/{exact.denominator:,}"]
    assert EXACT["Gran Progressive"] == {"returned by straight flush quads and flush": Fraction(327_924, 749_398)}


def test_odds_of_a_pay_table_of_ones_own(general, house, gran):
    page = text(general.get("/odds/"))
    assert "costs nothing at $26,340" in page
    assert "43.7583 %" in page
    typed = {"game": "top-5-poker", "bet": "ace or face", "pays": "A 4, K 2, Q 8/5, J 6/5", "ties": "push"}
    assert "1.5385 %" in text(general.get("/odds/", typed))
    for pays in ("A four", "A 1e400", "A 1e999999999"):
        wrong = general.get("/odds/", typed | {"pays": pays})
        assert (wrong.status_code, "is not a line of a pay table" in text(wrong)) == (422, True)


@pytest.fixture
def administrator(client, house):
    ada = hire(house.cardroom, "Ada", "accounting", Role.ADMINISTRATOR)
    ada.is_staff = ada.is_superuser = True
    ada.save()
    client.force_login(ada)
    return client


def test_the_books_can_be_read_in_admin_and_not_changed(administrator, house, gran):
    entry = Entry.objects.first()
    for model in ("accounting/entry", "accounting/transfer", "jackpot/payout", "jackpot/policyversion", "tables/table"):
        assert administrator.get(f"/admin/{model}/").status_code == 200, model
        assert administrator.get(f"/admin/{model}/add/").status_code == 403, model
    assert administrator.get(f"/admin/accounting/entry/{entry.pk}/change/").status_code == 200
    assert administrator.post(f"/admin/accounting/entry/{entry.pk}/change/", {"explanation": "x"}).status_code == 403
    assert administrator.post(f"/admin/accounting/entry/{entry.pk}/delete/", {"post": "yes"}).status_code == 403
    assert Entry.objects.get(pk=entry.pk).explanation == entry.explanation


def test_admin_is_the_installations_once_there_are_two_cardrooms(administrator, house):
    """It shows all cardrooms: with a second one, only who belongs to none of them enters."""
    assert administrator.get("/admin/").status_code == 200
    Cardroom.objects.create(code="second", name="Second", licensee="Second LLC", licence_number="67-00002")
    assert administrator.get("/admin/").status_code == 302
    Employee.objects.filter(is_superuser=True).update(cardroom=None)
    assert administrator.get("/admin/").status_code == 200


def test_admin_shows_what_is_ours_and_changes_people_and_cardrooms_only(administrator):
    """No library's tables: schedules, groups or second factors are nothing to edit there."""
    site = admin.site
    request = administrator.get("/admin/").wsgi_request
    assert {kind._meta.app_label for kind in site._registry} == {"tables", "accounting", "jackpot"}
    changeable = {kind.__name__ for kind, shown in site._registry.items() if shown.has_change_permission(request)}
    assert changeable == {"Cardroom", "Employee"}
    assert [kind for kind, shown in site._registry.items() if shown.has_delete_permission(request)] == []


def test_an_export_is_asked_for_and_a_stranger_to_it_is_kept_out(client, house, gran, broker):
    client.force_login(house.accountant)
    assert '<option value="wsgc" selected>' in text(client.get("/exports/"))
    assert client.post("/exports/", {"exporter": "wsgc"}).status_code == 302
    export = Export.objects.get()
    page = text(client.get("/exports/"))
    assert '<progress max="100" value="0"' in page
    assert "hx-get" in page
    assert client.get(f"/exports/{export.number}/file/").status_code == 409
    assert client.post(f"/exports/{export.number}/", {"do": "cancel"}).status_code == 302
    assert Export.objects.get().state == "cancelled"
    client.force_login(house.manager)
    assert client.get("/exports/").status_code == 403


def test_numbers_in_full_are_asked_for_by_a_general_manager_who_says_why(client, house, gran, broker):
    asked = {"exporter": "slips", "as_of": "2026-11-17T10:30", "reason": "The IRS asks."}
    client.force_login(house.accountant)
    assert "Tax identity numbers in full" not in text(client.get("/exports/"))
    assert client.post("/exports/", asked).status_code == 302
    masked = Export.objects.get()
    assert (masked.unmask_reason, masked.as_of) == ("", datetime(2026, 11, 17, 18, 30, tzinfo=UTC))
    client.force_login(house.general)
    assert client.post("/exports/", asked).status_code == 302
    full = Export.objects.get(number=2)
    assert (full.unmask_reason, full.author_employee) == ("The IRS asks.", house.general)
    page = text(client.get("/exports/"))
    assert "as known at Tue 17 Nov 10:30" in page
    assert "Tax identity numbers in full, because: The IRS asks." in page
    late = client.post("/exports/", {"exporter": "slips", "as_of": "2026-11-18T10:30"})
    assert late.status_code == 422
    assert "Not yet." in text(late)
    assert Export.objects.count() == 2


def test_the_keys_to_check_packages_with_are_shown_and_replaced(client, house, gran):
    client.force_login(house.general)
    page = text(client.get("/exports/"))
    assert "There is no key yet." in page
    assert "Sign with a new key" not in page
    first = signing_key(house.cardroom)
    client.force_login(house.accountant)
    page = text(client.get("/exports/"))
    assert first.public in page
    assert "Sign with a new key" not in page
    assert client.post("/exports/", {"do": "replace key"}).status_code == 403
    assert SigningKey.objects.count() == 1
    client.force_login(house.general)
    assert client.post("/exports/", {"do": "replace key"}).status_code == 302
    second = signing_key(house.cardroom)
    assert second.public != first.public
    page = text(client.get("/exports/"))
    assert page.index("in use") < page.index(second.public) < page.index("used before") < page.index(first.public)


PAGES = {
    "/setup/": 4,
    "/setup/limits/": 5,
    "/setup/people/": 6,
    "/tables/": 7,
    "/odds/": 5,
    "/odds/?game=top-5-poker": 4,
    "/exports/": 6,
}


def test_the_statements_of_a_page_do_not_grow_with_the_data(general, house, gran):
    def statements():
        counted = {}
        for url in PAGES:
            with CaptureQueriesContext(connection) as asked:
                assert general.get(url).status_code == 200, url
            counted[url] = len(asked)
        return counted

    assert statements() == PAGES
    for number in range(2, 6):
        house.floor.add_box(house.floor.add_table(number), number)
        hire(house.cardroom, f"New {number}", "gambling", Role.COUNT_TEAM)
    with clock.at(NOON + timedelta(minutes=1)):
        assert statements() == PAGES
