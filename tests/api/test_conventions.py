"""What holds for every call: problem documents, request ids, sizes, keys, throttling, paging, and who may come."""

import json

import pytest
from django.conf import settings
from django.test import Client

from jackpot.api.examples import BY_REPORT
from tables.api import problems
from tables.models import Answer, Hand, Profile, Terminal, WagerReport
from tables.refusals import Refused
from tables.services import terminals
from tests.api.conftest import PROBLEM, Caller, enrol, person, refused, spanish, spot, written
from tests.jackpot.conftest import everything


def test_a_problem_document_is_complete(terminal, gran):
    answer = terminal.post(terminal.hands, spanish(spot(0) | {"colour": "red"}), **{"X-Request-ID": "from-terminal-7"})

    assert (answer.status_code, answer["Content-Type"]) == (422, PROBLEM)
    assert answer["X-Request-ID"] == "from-terminal-7"
    assert answer.json() == {
        "type": "urn:bote:problem:unprocessable-entity",
        "title": "Check what was entered",
        "status": 422,
        "detail": "Some fields are not right; see `errors`.",
        "request_id": "from-terminal-7",
        "errors": {
            "spots.0.colour": [
                "There is no such field. Known: patron, on_table, spot, bets, cards, decision.",
            ]
        },
    }


@pytest.mark.parametrize(
    ("body", "status", "detail"),
    [
        (b"\xff\xfe", 400, "The body is not UTF-8: see byte 0."),
        (b'{"report": ', 400, "The body is not JSON: Expecting value: line 1 column 12 (char 11)"),
        (b'{"a": NaN}', 400, "The body is not JSON: NaN is not a JSON number."),
        (b'{"a": 1, "a": 2}', 400, "The body is not JSON: a name stands twice in one object."),
        (b'{"a": "\\ud800"}', 400, "The body has half of a character in it. Send whole Unicode characters."),
        (b'{"a": "\\u0000"}', 400, "The body has a NUL character in it. Leave it out."),
        (b"[" * 60_000, 400, "The body is nested too deeply."),
        (b"1" * 5_000, 400, None),
        (b" " * 5_000_000, 413, "The body may have 65,536 bytes at most. Send less at a time."),
        (b"[]", 422, None),
        (b'"spanish-poker"', 422, None),
        (b'{"a": "\\\\u0000"}', 422, None),  # a backslash and five letters, no NUL character
        (b'{"report": "whist"}', 422, None),
        (b'{"report": ["spanish-poker"]}', 422, None),
    ],
)
def test_a_body_that_cannot_be_read(terminal, gran, body, status, detail):
    before = written(gran)

    refused(terminal.post(terminal.hands, body), status, gran, before, detail)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("dealt_at", "2026-11-17T19:59:00"),
        ("dealt_at", "2026-11-17"),
        ("dealt_at", "0001-01-01T00:00:00+14:00"),
        ("dealt_at", "9999-12-31T23:59:59-14:00"),
        ("dealt_at", 1_763_409_540),
        ("house", 5),
        ("house", None),
        ("spots", {}),
        ("spots", [spot(1) | {"spot": "1"}]),
        ("spots", [spot(1) | {"spot": True}]),
        ("spots", [spot(1) | {"bets": {"ante": "5"}}]),
        ("spots", [spot(1) | {"bets": {"ante": 5.00}}]),
        ("spots", [spot(1) | {"bets": {"ante": "-5.00"}}]),
        ("spots", [spot(1) | {"bets": {"ante": "99999999999.00"}}]),
        ("spots", [spot(1) | {"bets": {"martingale": "5.00"}}]),
        ("spots", [spot(1)] * 11),
        ("spots", [spot(1) | {"spot": 2**63}]),
    ],
)
def test_a_field_that_is_not_what_it_must_be(terminal, gran, field, value):
    before = written(gran)

    refused(terminal.post(terminal.hands, spanish(spot(1)) | {field: value}), 422, gran, before)


@pytest.mark.parametrize("bet", ["", "x" * 41])
def test_a_bet_of_a_misdeal_has_a_name(terminal, gran, bet):
    before = written(gran)
    report = BY_REPORT["misdeal"] | {
        "dealt_at": "2026-11-17T19:59:00Z",
        "spots": [{"spot": 1, "bets": {"ante": "5.00", bet: "5.00"}}],
    }

    problem = refused(terminal.post(terminal.hands, report), 422, gran, before)

    assert problem["errors"] == {"spots.0.bets": ["A bet has a name of 1 to 40 letters."]}


@pytest.mark.parametrize("day", ["0001-01-01", "1970-01-01", "9999-12-30", "9999-12-31", "2026-02-30"])
def test_a_day_of_no_cardrooms_calendar_leads_nowhere(house, gran, day):
    before = written(gran)
    accountant = person(house.accountant)

    refused(accountant.get(f"days/{day}/"), 404, gran, before)
    for query in ("", "?dry_run=1"):
        refused(accountant.post(f"progressives/gran-a/days/{day}/close/{query}"), 404, gran, before)
    problem = refused(accountant.post("progressives/gran-a/policies/", {"effective_from": day}), 422, gran, before)
    assert list(problem["errors"]) == ["effective_from"]


def test_other_media_types_methods_and_paths(terminal, gran):
    before = written(gran)
    client, headers = terminal.client, terminal.headers
    path = f"/api/v1/{terminal.hands}"

    form = client.post(path, {"report": "spanish-poker"}, headers=headers)
    deleted = client.delete(path, headers=headers)
    elsewhere = client.get("/api/v1/roulette/", headers=headers)
    as_xml = client.get("/api/v1/progressives/", headers=headers | {"accept": "application/xml"})

    refused(form, 415, gran, before, "The body must be JSON: Content-Type: application/json.")
    refused(deleted, 405, gran, before, 'Method "DELETE" not allowed.')
    assert deleted["Allow"] == "POST, OPTIONS"
    refused(elsewhere, 404, gran, before)
    refused(as_xml, 406, gran, before)


def test_the_schemas_errors_are_json_too(db):
    for answer in (Client().post("/api/schema/"), Client().get("/api/schema/", headers={"accept": "text/html"})):
        assert answer["Content-Type"] == PROBLEM
        assert json.loads(answer.content)["status"] == answer.status_code


def test_a_mistake_of_ours_is_a_problem_document_too(terminal, gran, monkeypatch):
    before = written(gran)

    def broken(**_):
        raise RuntimeError("broken")

    monkeypatch.setattr("jackpot.api.hands.report_hand", broken)

    refused(terminal.post(terminal.hands, spanish(spot(1))), 500, gran, before, problems.SENTENCES[500])


def test_a_forged_host_is_a_problem_document(db):
    answer = Client().get("/api/v1/progressives/", headers={"host": "evil.example.com"})

    assert (answer.status_code, answer["Content-Type"]) == (400, PROBLEM)


class TestKeys:
    def test_the_same_call_again_gives_the_same_bytes_and_changes_nothing(self, terminal, gran):
        first = terminal.post(terminal.hands, spanish(spot(1)), key="hand-0001")
        before = written(gran)

        again = terminal.post(terminal.hands, spanish(spot(1)), key="hand-0001")

        assert (first.status_code, again.status_code, again.content) == (201, 201, first.content)
        assert ("Idempotency-Replayed" in first, again["Idempotency-Replayed"]) == (False, "true")
        assert written(gran) == before

    def test_the_same_key_with_another_body_is_refused(self, terminal, gran):
        terminal.post(terminal.hands, spanish(spot(1)), key="hand-0001")
        before = written(gran)

        refused(
            terminal.post(terminal.hands, spanish(spot(2)), key="hand-0001"),
            422,
            gran,
            before,
            "This Idempotency-Key was used for another call. Send a new call with a new key.",
        )

    def test_the_same_key_at_another_address_is_refused(self, terminal, gran, house):
        terminal.post(terminal.hands, spanish(spot(1)), key="hand-0001")
        before = written(gran)

        refused(
            terminal.post(f"tables/{house.table.code}/wagers/", {"made": 1, "won": 0}, key="hand-0001"),
            422,
            gran,
            before,
        )

    def test_the_order_of_names_does_not_make_another_body(self, terminal, gran):
        report = spanish(spot(1))
        first = terminal.post(terminal.hands, report, key="hand-0001")

        again = terminal.post(terminal.hands, dict(reversed(report.items())), key="hand-0001")

        assert (again.status_code, again.content) == (201, first.content)

    @pytest.mark.parametrize("key", ["", "short", "x" * 101, "with space", "ñandú-ñandú"])
    def test_a_terminal_without_a_good_key_is_refused(self, terminal, gran, key):
        before = written(gran)
        headers = {"Idempotency-Key": key} if key else {}

        problem = refused(terminal.post(terminal.hands, spanish(spot(1)), key="", **headers), 400, gran, before)

        assert problem["type"] == "urn:bote:problem:idempotency-key"

    def test_a_refused_call_may_be_corrected_under_its_key(self, terminal, gran):
        assert terminal.post(terminal.hands, spanish(spot(9)), key="hand-0001").status_code == 422
        assert Answer.objects.count() == 0

        assert terminal.post(terminal.hands, spanish(spot(1)), key="hand-0001").status_code == 201
        assert Hand.objects.count() == 1

    def test_two_terminals_may_use_the_same_key(self, terminal, gran, house):
        other = Caller(enrol(house.table, house.manager, name="T8")[1])
        callers = enumerate((terminal, other), start=1)

        answers = [caller.post(terminal.hands, spanish(spot(n)), key="hand-0001") for n, caller in callers]

        assert [answer.status_code for answer in answers] == [201, 201]
        assert Hand.objects.count() == 2

    def test_a_device_that_replaces_another_sends_its_hands_again(self, terminal, gran, house):
        first = terminal.post(terminal.hands, spanish(spot(1)), key="hand-0001")
        terminals.revoke_terminal(terminal=terminal.row, by=house.manager)
        successor = Caller(enrol(house.table, house.manager, name="T8")[1])
        before = everything(gran)

        again = [successor.post(terminal.hands, spanish(spot(1)), key="hand-0001") for _ in range(2)]
        stored = successor.post(f"{terminal.hands}batch/", {"hands": [{"key": "hand-0001", "hand": spanish(spot(1))}]})

        assert [(answer.status_code, answer.content) for answer in again] == [(201, first.content)] * 2
        assert [answer["Idempotency-Replayed"] for answer in again] == ["true", "true"]
        assert [(one["status"], one["replayed"]) for one in stored.json()["results"]] == [(201, True)]
        assert (Hand.objects.count(), everything(gran)) == (1, before)

    def test_wagers_of_two_terminals_are_two_reports(self, terminal, gran, house):
        """Without cards and a moment, equal reports under equal keys may well be two."""
        other = Caller(enrol(house.table, house.manager, name="T8")[1])
        path = f"tables/{house.table.code}/wagers/"

        for caller in (terminal, other):
            assert caller.post(path, {"made": 40, "won": 1}, key="wagers-0001").status_code == 201

        assert WagerReport.objects.count() == 2


class TestWhoMayCome:
    def test_no_token_a_wrong_one_a_revoked_one(self, terminal, gran, house):
        before = written(gran)
        terminals.revoke_terminal(terminal=terminal.row, by=house.manager)

        for caller in (Caller(), Caller("bote-terminal-wrong"), Caller("ñ"), Caller("x" * 500), terminal):
            answer = caller.post(terminal.hands, spanish(spot(1)))
            refused(answer, 401, gran, before)
            assert answer["WWW-Authenticate"] == 'Bearer realm="Bote"'

    def test_another_table_is_not_there(self, terminal, gran, house):
        other = house.floor.add_table(2)
        before = written(gran)

        for path in (f"tables/{other.code}/hands/", f"tables/{other.code}/wagers/", f"tables/{other.code}/boxes/"):
            refused(
                terminal.post(path, spanish(spot(1))), 404, gran, before, "This terminal reports for another table."
            )
        refused(terminal.get(f"tables/{other.code}/limits/"), 404, gran, before)

    def test_a_progressive_of_other_tables_is_not_there(self, terminal, gran, house):
        other = house.floor.add_table(2)
        house.floor.add_box(other, 2)
        house.open(code="gran-b", tables=[other])

        assert terminal.get("progressives/gran-b/").status_code == 404
        assert [row["code"] for row in terminal.get("progressives/").json()] == ["gran-a"]

    def test_a_profile_lists_what_may_be_called(self, gran, house):
        board = Caller(enrol(house.table, house.manager, Profile.BOARD)[1])
        before = written(gran)

        answer = board.post(f"tables/{house.table.code}/hands/", spanish(spot(1)))

        refused(answer, 403, gran, before, "The profile of terminal T7 does not list this call. Ask the floor manager.")
        assert board.get("progressives/gran-a/").status_code == 200

    def test_a_terminal_has_no_business_in_the_books(self, terminal, gran):
        before = written(gran)

        for path in ("ledger/entries/", "counts/", "payouts/", "deposits/", "days/", "terminals/", "tokens/"):
            refused(terminal.get(path), 403, gran, before)

    def test_a_person_reports_no_hands(self, terminal, gran, house):
        before = written(gran)

        refused(person(house.manager).post(terminal.hands, spanish(spot(1))), 403, gran, before)

    def test_a_session_needs_its_csrf_token(self, gran, house):
        client = Client(enforce_csrf_checks=True)
        client.force_login(house.manager)
        wish = json.dumps({"table": house.table.code, "name": "T9"})

        answer = client.post("/api/v1/terminals/invitations/", wish, content_type="application/json")

        assert (answer.status_code, answer["Content-Type"]) == (403, PROBLEM)


class TestThrottle:
    def test_too_many_calls_wait_for_the_next_minute(self, terminal, gran, broker, monkeypatch):
        monkeypatch.setitem(settings.CALLS_PER_MINUTE, "terminal", 2)
        answers = [terminal.get("progressives/") for _ in range(3)]

        assert [answer.status_code for answer in answers] == [200, 200, 429]
        # The clock of this test stands at a full minute.
        assert (answers[2]["Retry-After"], answers[2]["Content-Type"]) == ("60", PROBLEM)

    def test_each_terminal_has_its_own_count(self, terminal, gran, house, broker, monkeypatch):
        monkeypatch.setitem(settings.CALLS_PER_MINUTE, "terminal", 1)
        other = Caller(enrol(house.table, house.manager, name="T8")[1])

        assert [caller.get("progressives/").status_code for caller in (terminal, other, terminal)] == [200, 200, 429]

    def test_whoever_guesses_codes_gets_few_tries(self, gran, broker, monkeypatch):
        monkeypatch.setitem(settings.CALLS_PER_MINUTE, "stranger", 3)

        answers = [Caller().post("enrolments/", {"code": f"GUESS{n}"}) for n in range(4)]

        assert [answer.status_code for answer in answers] == [403, 403, 403, 429]


def test_lists_go_by_cursor(gran, house):
    auditor = person(house.accountant)
    for _ in range(4):
        house.stand(gran, primary=100)

    first = auditor.get("ledger/entries/?page_size=3").json()
    rest = auditor.client.get(first["next"], headers=auditor.headers).json()

    assert [entry["number"] for entry in first["results"]] == [5, 4, 3]
    assert ([entry["number"] for entry in rest["results"]], rest["next"]) == ([2, 1], None)


@pytest.mark.parametrize("cursor", ["x", "cD1hYmM%3D"])
def test_a_made_up_cursor_is_not_found(gran, house, cursor):
    answer = person(house.accountant).get(f"ledger/entries/?cursor={cursor}")

    assert (answer.status_code, answer["Content-Type"]) == (404, PROBLEM)


@pytest.mark.parametrize("query", ["day=yesterday", "kind=gift", "account=pocket", "fund=%00"])
def test_a_filter_that_cannot_be_is_refused(gran, house, query):
    answer = person(house.accountant).get(f"ledger/entries/?{query}")

    assert (answer.status_code, answer["Content-Type"]) == (422, PROBLEM)


def test_a_terminal_is_seen_and_says_what_it_runs(terminal, gran):
    terminal.get("progressives/", **{"X-Software-Version": "2.4.1"})

    row = Terminal.objects.get(pk=terminal.row.pk)
    assert (row.software_version, row.last_seen_at.isoformat()) == ("2.4.1", "2026-11-17T20:00:00+00:00")


def test_refusals_have_titles():
    assert {kind.status for kind in (Refused, *Refused.__subclasses__())} <= set(problems.TITLES)
