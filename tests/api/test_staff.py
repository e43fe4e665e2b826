"""The staff's calls: the same services as the pages, permissions by role."""

from datetime import timedelta

import pytest

from accounting.gaming_days import ends_at, starts_at
from accounting.models import Count, Deposit, Entry
from accounting.services import bank
from jackpot.models import Close, Payout
from tables import clock
from tables.duties import Role
from tables.models import Cardroom
from tests.api.conftest import Caller, person, refused, written
from tests.floor import PIN, hire
from tests.jackpot.conftest import DAY, FLUSH, NOON, ROYAL_HEARTS, balances


def test_a_box_is_counted_blind_verified_and_signed(gran, house):
    floor = house.floor
    ann, bob, vera = person(floor.ann), person(floor.bob), person(floor.vera)
    with clock.at(starts_at(house.cardroom, DAY) + timedelta(hours=1)):
        floor.place()
    with clock.at(ends_at(house.cardroom, DAY)):
        floor.pull()
        floor.receive()
        floor.empty()
        count = ann.post("counts/", {"box": 1, "kind": "progressive"}).json()
        sheet, path = {"quantities": {"$1": 40}}, f"counts/{count['id']}"
        first = ann.post(f"{path}/passes/", sheet).json()
        blind = bob.get(f"{path}/").json()
        second = bob.post(f"{path}/passes/", sheet).json()
        verified = vera.post(f"{path}/verify/", sheet).json()
        wrong = ann.post(f"{path}/sign/", {"credential": "0000"})
        signed = [caller.post(f"{path}/sign/", {"credential": PIN}).json() for caller in (ann, bob, vera)]

    assert (count["state"], count["gaming_day"]) == ("opened", "2026-11-17")
    assert [(one["letter"], one["total"]) for one in first["passes"]] == [("A", "40.00")]
    assert blind["passes"] == []  # Bob has not counted yet
    assert (second["state"], verified["state"]) == ("agreed", "verified")
    assert wrong.status_code == 403
    assert [one["state"] for one in signed] == ["verified", "verified", "locked"]
    assert (signed[-1]["total"], Count.objects.get().total) == ("40.00", 4_000)
    assert balances(gran)["drop"] == 4_000


@pytest.mark.parametrize("key", ["pass-0001", "p" * 100])
def test_a_pass_sent_twice_is_one(gran, house, key):
    ann = person(house.floor.ann)
    house.floor.bring()
    count = ann.post("counts/", {"box": 1, "kind": "progressive"}).json()

    answers = [ann.post(f"counts/{count['id']}/passes/", {"quantities": {"$1": 4}}, key=key) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [201, 201]
    taken = Count.objects.get().passes.get()
    assert (taken.total, len(taken.key) <= 80) == (400, True)  # PostgreSQL holds to the length of a column


def test_surveillance_counts_nothing(gran, house):
    house.floor.bring()
    before = written(gran)

    answer = person(house.floor.watcher).post("counts/", {"box": 1, "kind": "progressive"})

    refused(answer, 403, gran, before)
    assert Count.objects.count() == 0


def test_a_day_says_what_it_needs_and_is_previewed_and_closed(gran, house):
    accountant = person(house.accountant)
    path = f"progressives/gran-a/days/{DAY}/close/"
    house.hit(gran, FLUSH)
    with clock.at(NOON + timedelta(hours=1)):
        waiting = accountant.get(f"days/{DAY}/").json()["progressives"]
        too_early = accountant.post(path)
    house.approve_tray(gran)
    house.box(DAY, 120)
    with clock.at(ends_at(house.cardroom, DAY) + timedelta(minutes=30)):
        preview = accountant.post(f"{path}?dry_run=1")
        assert Close.objects.count() == 0
        closed = accountant.post(path)
        again = accountant.post(path)

    assert (waiting[0]["progressive"], waiting[0]["closed"]) == ("gran-a", False)
    assert f"Gaming day {DAY} is not over yet." in waiting[0]["missing"]
    assert too_early.status_code == 409
    assert (preview.status_code, closed.status_code, again.status_code) == (200, 200, 409)
    shown = closed.json()
    assert (shown["closed"], shown["drop"], shown["tray"], shown["missing"]) == (True, "120.00", "75.00", [])
    assert preview.json() | {"closed": True, "closed_at": shown["closed_at"]} == shown
    assert shown["after"]["seed_owed"] == "455.00"


def test_a_slip_is_verified_and_paid_or_voided(gran, house):
    house.stand(gran, primary=150_000)
    house.hit(gran, ROYAL_HEARTS, FLUSH, by=house.terminal)
    manager, other, general = person(house.manager), person(house.other_manager), person(house.general)

    listed = manager.get("payouts/?state=locked").json()["results"]
    verified = manager.post("payouts/1/verify/", {"checks": {"hand and deck verified": "camera 4"}})
    paid = other.post("payouts/1/pay/", {"paid_from": "cage", "method": "cash", "patron": "card 17"})
    again = other.post("payouts/1/pay/", {"paid_from": "cage", "method": "cash"})
    voided = general.post("payouts/2/void/", {"reason": "The flush was misread."})

    assert [(slip["number"], slip["amount"], slip["state"]) for slip in listed] == [("000001", "500.00", "locked")]
    assert (verified.status_code, verified.json()["state"]) == (200, "verified")
    assert (paid.status_code, paid.json()["state"], again.status_code) == (200, "paid", 409)
    assert (voided.status_code, voided.json()["void_reason"]) == (200, "The flush was misread.")
    assert dict(Payout.objects.values_list("number", "state")) == {1: "paid", 2: "voided"}


def test_entries_by_day_account_and_kind(gran, house):
    house.hit(gran, FLUSH)
    auditor = person(hire(house.cardroom, "Odd", "accounting", Role.AUDITOR))

    every = auditor.get("ledger/entries/").json()["results"]
    tray = auditor.get("ledger/entries/?account=tray_advance").json()["results"]
    seeds = auditor.get(f"ledger/entries/?kind=seed&from_day={DAY}&to_day={DAY}&fund=gran-a").json()["results"]
    none = auditor.get("ledger/entries/?day=2026-11-16").json()["results"]

    assert [entry["kind"] for entry in every] == ["tray payout", "seed"]
    assert ([entry["number"] for entry in tray], [entry["number"] for entry in seeds], none) == ([2], [1], [])
    assert tray[0]["transfers"] == [
        {
            "from_account": "tray_advance",
            "to_account": "players",
            "fund": "gran-a",
            "amount": "75.00",
            "reason": "",
            "from_balance": "-75.00",
            "to_balance": "75.00",
        }
    ]


def test_deposits_are_recorded_by_one_and_voided_by_another(gran, house):
    bank.name_bank_account(fund=gran.fund, label="Jackpot", last4="4410", by=house.accountant)
    accountant, general = person(house.accountant), person(house.general)
    slip = {"fund": "gran-a", "amount": "500.00", "from_day": f"{DAY}", "to_day": f"{DAY}", "receipt": "R-1"}

    made = accountant.post("deposits/", slip)
    twice = accountant.post("deposits/", slip)
    own = accountant.post("deposits/1/void/", {"reason": "Wrong."})
    voided = general.post("deposits/1/void/", {"reason": "Wrong receipt."})

    assert [answer.status_code for answer in (made, twice, own, voided)] == [201, 409, 403, 200]
    assert (made.json()["account"], made.json()["number"]) == ("Jackpot ····4410", "000001")
    assert Deposit.objects.get().void_reason == "Wrong receipt."


def test_policies_are_staged_by_one_and_approved_by_another(gran, house):
    accountant, general = person(house.accountant), person(house.general)
    wish = {"effective_from": f"{DAY + timedelta(days=1)}", "seed_recovery": "portion", "seed_portion_bps": 5_000}

    staged = accountant.post("progressives/gran-a/policies/", wish)
    own = accountant.post("progressives/gran-a/policies/2/approve/")
    approved = general.post("progressives/gran-a/policies/2/approve/")
    impossible = accountant.post("progressives/gran-a/policies/", wish | {"fee_bps": 500})

    assert [answer.status_code for answer in (staged, own, approved, impossible)] == [201, 403, 200, 422]
    assert (staged.json()["approved_by"], approved.json()["approved_by"]) == (None, "Gus")


def test_an_export_is_asked_for_and_watched(gran, house):
    accountant = person(house.accountant)

    asked = accountant.post("exports/", {"exporter": "entries"})
    unknown = accountant.post("exports/", {"exporter": "gossip"})
    shown = accountant.get(f"exports/{asked.json()['id']}/")
    early = accountant.get(f"exports/{asked.json()['id']}/file/")
    by_others = person(house.manager).post("exports/", {"exporter": "entries"})

    statuses = [answer.status_code for answer in (asked, unknown, shown, early, by_others)]
    assert statuses == [201, 404, 200, 409, 403]
    assert (shown.json()["state"], shown.json()["number"]) == ("queued", "000001")


READS = ["counts/", "days/", "payouts/", "ledger/entries/", "deposits/", "progressives/gran-a/policies/", "terminals/"]


@pytest.mark.parametrize(
    ("role", "open_to"),
    [
        (Role.FLOOR_MANAGER, {"counts/", "days/", "payouts/", "progressives/gran-a/policies/", "terminals/"}),
        (Role.COUNT_TEAM, {"counts/", "days/"}),
        (Role.VERIFIER, {"counts/", "days/", "payouts/"}),
        (Role.ACCOUNTANT, set(READS) - {"terminals/"}),
        (Role.GENERAL_MANAGER, set(READS)),
        (Role.SURVEILLANCE, {"counts/", "days/", "payouts/", "ledger/entries/"}),
        (Role.AUDITOR, set(READS)),
        (Role.ADMINISTRATOR, {"counts/", "days/", "terminals/"}),
    ],
)
def test_what_each_role_may_read(gran, house, role, open_to):
    caller = person(hire(house.cardroom, "Somebody", "gambling", role))

    answers = {path: caller.get(path).status_code for path in READS}

    assert answers == {path: 200 if path in open_to else 403 for path in READS}


def test_another_cardroom_is_not_there(gran, house):
    elsewhere = Cardroom.objects.create(code="other", name="Other", licensee="Other", licence_number="67-00002")
    stranger = person(hire(elsewhere, "Stranger", "gambling", *Role))
    house.hit(gran, FLUSH)
    before = Entry.objects.count()

    assert stranger.get("ledger/entries/").json()["results"] == []
    assert stranger.get("payouts/").json()["results"] == []
    for path in (
        "payouts/1/void/",
        f"progressives/gran-a/days/{DAY}/close/",
        "progressives/gran-a/policies/1/approve/",
    ):
        assert stranger.post(path, {"reason": "Mine."} if "void" in path else None).status_code == 404
    assert stranger.get("progressives/gran-a/").status_code == 404
    assert Entry.objects.count() == before


def test_a_session_of_the_pages_may_read_the_api(gran, house):
    caller = Caller()
    caller.client.force_login(house.accountant)

    assert caller.get("ledger/entries/").status_code == 200
