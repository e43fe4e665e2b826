"""Enrolling, revoking, personal tokens; wagers, boxes, limits and the posted amount."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounting.services.funds import take_table_off_fund
from tables import clock
from tables.models import CustodyEvent, Enrolment, PersonalToken, Terminal, WagerReport
from tables.models.terminals import digest_of
from tables.services import limits, terminals
from tests.api.conftest import Caller, person, refused, spanish, spot, written
from tests.jackpot.conftest import DAY, NOON


def invite(house, **more):
    wish = {"table": house.table.code, "name": "T9", **more}
    return person(house.manager).post("terminals/invitations/", wish)


def test_a_code_is_exchanged_for_a_token_once(gran, house):
    invitation = invite(house).json()

    enrolled = Caller().post("enrolments/", {"code": invitation["code"], "software_version": "1.0"})
    again = Caller().post("enrolments/", {"code": invitation["code"]})

    assert enrolled.status_code == 201
    row = Terminal.objects.get(pk=enrolled.json()["terminal"])
    assert (row.table, row.name, row.profile, row.software_version) == (house.table, "T9", "table", "1.0")
    assert row.token_digest == digest_of(enrolled.json()["token"])
    assert Caller(enrolled.json()["token"]).get("progressives/").status_code == 200
    assert (again.status_code, Terminal.objects.filter(name="T9").count()) == (403, 1)


def test_a_code_may_be_typed_with_dashes_and_small_letters(gran, house):
    code = invite(house).json()["code"]

    answer = Caller().post("enrolments/", {"code": f"{code[:4]}-{code[4:8]}-{code[8:]}".lower()})

    assert answer.status_code == 201


def test_an_old_code_is_refused(gran, house):
    code = invite(house).json()["code"]

    with clock.at(NOON + terminals.CODE_LIFETIME):
        answer = Caller().post("enrolments/", {"code": code})

    assert (answer.status_code, Terminal.objects.filter(name="T9").count()) == (403, 0)


def test_neither_codes_nor_tokens_are_kept(terminal, gran, house):
    code = invite(house).json()["code"]
    _, token = terminals.make_personal_token(name="scripts", by=house.accountant)

    kept = [str(row) for model in (Enrolment, Terminal, PersonalToken) for row in model.objects.values()]
    assert not [row for row in kept if code in row or terminal.token in row or token in row]


@pytest.mark.parametrize(("who", "status"), [("accountant", 403), ("manager", 201), ("general", 201)])
def test_who_may_invite(gran, house, who, status):
    wish = {"table": house.table.code, "name": "T9"}

    assert person(getattr(house, who)).post("terminals/invitations/", wish).status_code == status


def test_a_revoked_terminal_is_shut_out_at_once_and_for_good(terminal, gran, house):
    manager = person(house.manager)

    answer = manager.post(f"terminals/{terminal.row.pk}/revoke/")

    assert (answer.status_code, answer.json()["revoked_at"]) == (200, "2026-11-17T20:00:00Z")
    assert terminal.get("progressives/").status_code == 401
    assert manager.post(f"terminals/{terminal.row.pk}/revoke/").status_code == 409
    with pytest.raises(IntegrityError), transaction.atomic():
        Terminal.objects.filter(pk=terminal.row.pk).update(revoked_at=None, token_digest="x")


def test_the_list_of_terminals(terminal, gran, house):
    listed = person(house.manager).get("terminals/").json()

    assert [(row["name"], row["table"], row["revoked_at"]) for row in listed] == [
        ("T1", house.table.code, None),
        ("T7", house.table.code, None),
    ]


def test_personal_tokens_act_as_their_owner_until_revoked(gran, house):
    browser = Caller()
    browser.client.force_login(house.accountant)
    made = browser.post("tokens/", {"name": "month-end"}).json()
    first, second = person(house.accountant), Caller(made["token"])
    assert second.get("ledger/entries/").status_code == 200

    assert first.post(f"tokens/{made['id']}/revoke/").status_code == 200
    assert second.get("ledger/entries/").status_code == 401
    assert person(house.manager).post(f"tokens/{made['id']}/revoke/").status_code == 404
    with clock.at(NOON + timedelta(days=91)):
        assert first.get("ledger/entries/").status_code == 401


def test_someone_who_left_has_no_token(gran, house):
    caller = person(house.accountant)
    house.accountant.is_active = False
    house.accountant.save()

    assert caller.get("ledger/entries/").status_code == 401


def test_wagers_count_once(terminal, gran, house):
    path = f"tables/{house.table.code}/wagers/"

    answers = [terminal.post(path, {"made": 40, "won": 2}, key="wagers-0001") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].content == answers[1].content
    report = WagerReport.objects.get()
    assert (report.made, report.won, report.author_terminal) == (40, 2, terminal.row)


def test_the_longest_key_counts_once_too(terminal, gran, house):
    path, key = f"tables/{house.table.code}/wagers/", "k" * 100

    answers = [caller.post(path, {"made": 40, "won": 2}, key=key) for caller in (terminal, terminal)]
    by_hand = [person(house.manager).post(path, {"made": 5, "won": 0}, key=key) for _ in range(2)]

    assert [answer.status_code for answer in (*answers, *by_hand)] == [201] * 4
    # As long as its column, which PostgreSQL holds to.
    assert [(report.made, len(report.key)) for report in WagerReport.objects.order_by("pk")] == [(40, 64), (5, 64)]


def test_more_won_than_made_is_refused(terminal, gran, house):
    before = written(gran)

    answer = terminal.post(f"tables/{house.table.code}/wagers/", {"made": 1, "won": 2})

    refused(answer, 422, gran, before)
    assert WagerReport.objects.count() == 0


@pytest.mark.parametrize("at", ["2026-11-17T20:03:00Z", "2026-11-03T19:59:59Z"])
def test_wagers_of_the_future_and_of_long_ago_are_refused(terminal, gran, house, at):
    before = written(gran)

    answer = terminal.post(f"tables/{house.table.code}/wagers/", {"made": 2, "won": 1, "at": at})

    refused(answer, 422, gran, before)
    assert WagerReport.objects.count() == 0


def test_a_box_from_the_table_to_the_count_room(terminal, gran, house):
    path, box = f"tables/{house.table.code}/boxes/", {"number": 1, "kind": "progressive"}
    crew = {"security": "Sam", "gambling": "Ann", "surveillance": "Wanda"}
    counter = person(house.floor.ann)

    placed = terminal.post(path, box | {"event": "placed"}, key="box-placed-1")
    again = terminal.post(path, box | {"event": "placed"}, key="box-placed-1")
    pulled = terminal.post(path, box | {"event": "pulled"} | crew)
    by_terminal = terminal.post(path, box | {"event": "received"})
    received = counter.post(path, box | {"event": "received"})
    emptied = counter.post(path, box | {"event": "emptied", "witness": "Bob"})

    assert [answer.status_code for answer in (placed, again, pulled, by_terminal, received, emptied)] == [
        *(201, 201, 201),
        *(403, 201, 201),
    ]
    assert again.content == placed.content
    assert list(CustodyEvent.objects.values_list("kind", flat=True)) == ["placed", "pulled", "received", "emptied"]
    assert [row["event"] for row in counter.get(path).json()] == ["emptied"]


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"gambling": "Sam"}, 409),
        ({"security": "Nobody"}, 422),
        ({"surveillance": "Ann"}, 409),
        ({"number": 8}, 404),
    ],
)
def test_a_pull_without_the_right_people_is_refused(terminal, gran, house, change, status):
    path, box = f"tables/{house.table.code}/boxes/", {"number": 1, "kind": "progressive"}
    terminal.post(path, box | {"event": "placed"})
    before = written(gran)
    crew = {"security": "Sam", "gambling": "Ann", "surveillance": "Wanda"}

    refused(terminal.post(path, box | {"event": "pulled"} | crew | change), status, gran, before)
    assert CustodyEvent.objects.count() == 1


def test_limits_in_force_and_announced(terminal, gran, house):
    limits.announce_limit(table=house.table, amount=20_000, by=house.manager)
    limits.announce_limit(table=house.table, amount=30_000, by=house.manager, effective_at=NOON + timedelta(minutes=31))

    shown = terminal.get(f"tables/{house.table.code}/limits/").json()

    assert (shown["table"], shown["game"]) == (house.table.code, "spanish-poker")
    assert {"kind": "one wager", "amount": "400.00", "count": None} in [
        {name: limit[name] for name in ("kind", "amount", "count")} for limit in shown["in_force"]
    ]
    assert (shown["posted"]["amount"], shown["posted"]["effective_at"]) == ("200.00", "2026-11-17T20:00:00Z")
    assert [(one["amount"], one["effective_at"]) for one in shown["announced"]] == [("300.00", "2026-11-17T20:31:00Z")]


class TestPosted:
    def test_everything_there_is_to_show(self, terminal, gran, house):
        house.stand(gran, primary=950_000, backup1=10_000)
        terminal.post(
            terminal.hands, spanish(spot(1, "7h Jh Qh Kh Ah", gran_progressive="1.00"), house="As Ks 2c 3c 4c")
        )

        shown = terminal.get("progressives/gran-a/").json()

        hit = shown.pop("last_hits")[0]
        assert shown == {
            "code": "gran-a",
            "name": "Gran Progressive A",
            "state": "open",
            "posted": "7500.00",
            "changed_at": "2026-11-17T20:00:00Z",
            "reason": "won: royal flush",
            "stopped": False,
            "estimate": None,
            "tables": [house.table.code],
            "backups": [{"name": "backup 1", "amount": "100.00"}, {"name": "backup 2", "amount": "0.00"}],
            "limits": {
                "maximum": None,
                "seed_minimum": "500.00",
                "backups": True,
                "backup_cap": "5000.00",
                "cap_lift": "20000.00",
            },
            "pending": {"slips": 1, "amount": "2500.00"},
        }
        assert (hit["number"], hit["table"], hit["posted"]) == (1, house.table.code, "10000.00")
        assert [(slip["category"], slip["amount"]) for slip in hit["slips"]] == [("royal flush", "2500.00")]

    @pytest.mark.parametrize("path", ["progressives/", "progressives/gran-a/"])
    def test_nothing_is_sent_again_until_something_changes(self, terminal, gran, house, path):
        first = terminal.get(path)
        with CaptureQueriesContext(connection) as queries:
            second = terminal.get(path, **{"If-None-Match": first["ETag"]})
            statements = len(queries)
        house.stand(gran, primary=100)
        third = terminal.get(path, **{"If-None-Match": first["ETag"]})

        assert (first.status_code, second.status_code, second.content) == (200, 304, b"")
        assert (second["ETag"], statements) == (first["ETag"], 2)  # the token, and whether anything changed
        assert third.status_code == 200
        assert "501.00" in third.content.decode()
        assert third["ETag"] != first["ETag"]

    def test_a_new_gaming_day_is_a_change(self, terminal, gran):
        first = terminal.get("progressives/gran-a/")

        with clock.at(NOON + timedelta(days=1)):
            second = terminal.get("progressives/gran-a/", **{"If-None-Match": first["ETag"]})

        assert second.status_code == 200

    @pytest.mark.parametrize("path", ["progressives/", "progressives/gran-a/"])
    def test_a_table_sees_its_progressive_through_its_last_day(self, terminal, gran, house, path):
        take_table_off_fund(fund=gran.fund, table=house.table, last_day=DAY, by=house.general)

        assert "gran-a" in terminal.get(path).content.decode()
        with clock.at(NOON + timedelta(days=1)):
            assert "gran-a" not in terminal.get(path).content.decode()
