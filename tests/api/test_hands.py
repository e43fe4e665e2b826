"""Hands of every game through the API: what is paid, from where, with which slips; and what is refused."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounting.models import Case
from jackpot.api.examples import BY_REPORT
from jackpot.models import HitEvent, Payout
from tables import clock
from tables.models import Hand, Table
from tables.services import orders
from tests.api.conftest import Caller, enrol, refused, spanish, spot, written
from tests.floor import LONG_AGO
from tests.jackpot.conftest import DAY, NOON, balances

ROYAL, FLUSH = "7h Jh Qh Kh Ah", "3d 4d 5d 6d Jd"
A_MINUTE_AGO = "2026-11-17T19:59:00Z"
# A hand of the house that shares no card with those.
OTHER_HOUSE = "As Ks 2c 3c 4c"


def test_a_losing_hand_says_what_is_taken_and_where_it_goes(terminal, gran, house):
    answer = terminal.post(terminal.hands, spanish(spot(1, dos_pares="5.00", gran_progressive="1.00")))

    assert answer.status_code == 201
    hand = Hand.objects.get()
    assert answer.json() == {
        "hand": hand.pk,
        "table": house.table.code,
        "game": "spanish-poker",
        "dealt_at": "2026-11-17T19:59:00Z",
        "recorded_at": "2026-11-17T20:00:00Z",
        "gaming_day": "2026-11-17",
        "house": "pair of kings",
        "qualified": True,
        "note": "",
        "spots": [
            {
                "spot": 1,
                "hand": "high card, ace",
                "patron": None,
                "pay_now": "0.00",
                "locked": "0.00",
                "bets": [
                    _taken("ante", "5.00", "tray", "house is better"),
                    _taken("raise", "10.00", "tray", "house is better"),
                    _taken("dos pares", "5.00", "tray", "high card, ace"),
                    _taken("gran progressive", "1.00", "drop box", "high card, ace"),
                ],
            }
        ],
        "progressive": None,
        "posted": None,
        "slips": [],
    }
    assert (hand.table, hand.extent, hand.gaming_day) == (house.table, "every bet", DAY)
    assert hand.author_terminal == terminal.row
    assert balances(gran)["primary"] == 50_000


def _taken(bet, stake, place, why):
    nothing = {"returned": "0.00", "prize": "0.00", "slip": None}
    return {"bet": bet, "outcome": "taken", "stake": stake, "place": place, "why": why, **nothing}


def test_a_royal_locks_its_share_and_a_flush_is_paid_from_the_tray(terminal, gran, house):
    house.stand(gran, primary=950_000)
    winners = spot(1, ROYAL, gran_progressive="1.00"), spot(2, FLUSH, gran_progressive="1.00")

    settled = terminal.post(terminal.hands, spanish(*winners, house=OTHER_HOUSE)).json()

    royal, flush = settled["spots"]
    assert (royal["locked"], flush["locked"]) == ("2500.00", "0.00")
    assert _bet(royal) == {
        "bet": "gran progressive",
        "outcome": "progressive hit",
        "stake": "1.00",
        "returned": "1.00",
        "prize": "2500.00",
        "place": "jackpot",
        "why": "royal flush, 25 %",
        "slip": "000001",
    }
    assert (_bet(flush)["prize"], _bet(flush)["place"], _bet(flush)["slip"]) == ("75.00", "tray", "000002")
    # The house does not qualify: the ante pays 1 to 1, the raise comes back, and so does the progressive wager.
    assert (royal["pay_now"], flush["pay_now"]) == ("21.00", "96.00")
    assert (settled["progressive"], settled["posted"]) == ("gran-a", "10000.00")
    assert [(slip["number"], slip["amount"], slip["source"], slip["state"]) for slip in settled["slips"]] == [
        ("000001", "2500.00", "jackpot", "locked"),
        ("000002", "75.00", "tray", "recorded"),
    ]
    assert balances(gran)["pending"] == 250_000
    assert HitEvent.objects.get().key == Hand.objects.get().document


def _bet(spot_shown, name="gran progressive"):
    return next(bet for bet in spot_shown["bets"] if bet["bet"] == name)


def test_only_the_winning_hands_of_a_table_that_does_not_report_every_hand(terminal, gran, house):
    house.stand(gran, primary=950_000)
    winners = [{"spot": 3, "cards": ROYAL, "patron": "card 17"}]

    answer = terminal.post(
        terminal.hands, {"report": "winners", "dealt_at": "2026-11-17T19:59:00Z", "winners": winners}
    )

    assert answer.status_code == 201
    (shown,) = answer.json()["spots"]
    assert (shown["spot"], shown["patron"], shown["locked"], shown["pay_now"]) == (3, "card 17", "2500.00", "1.00")
    assert (Hand.objects.get().extent, Payout.objects.get().patron) == ("winners only", "card 17")


def test_a_misdeal_returns_every_wager(terminal, gran):
    report = {
        "report": "misdeal",
        "game": "spanish-poker",
        "dealt_at": "2026-11-17T19:59:00Z",
        "reason": "Six cards at spot 2",
        "house_rule": "4.2",
        "spots": [{"spot": 1, "bets": {"ante": "5.00", "gran progressive": "1.00"}}],
    }

    settled = terminal.post(terminal.hands, report).json()

    assert settled["note"] == "misdeal: Six cards at spot 2 (house rule: 4.2)"
    assert [(bet["outcome"], bet["returned"]) for bet in settled["spots"][0]["bets"]] == [
        ("returned", "5.00"),
        ("returned", "1.00"),
    ]
    assert settled["spots"][0]["pay_now"] == "6.00"
    assert Hand.objects.get().extent == "misdeal"


def test_a_bet_over_the_limit_that_went_back_is_recorded_as_an_irregularity(terminal, gran, house):
    house.manager.on_duty = True
    house.manager.save()
    spots = [{"spot": 1, "bets": {"ante": "205.00"}}, {"spot": 2, "bets": {"ante": "5.00"}, "patron": "Flora"}]
    report = {"report": "misdeal", "game": "spanish-poker", "dealt_at": "2026-11-17T19:59:00Z", "spots": spots}

    answer = terminal.post(terminal.hands, report | {"reason": "Ante too large, Flora on duty", "house_rule": "4.3"})

    assert answer.status_code == 201
    assert [shown["pay_now"] for shown in answer.json()["spots"]] == ["205.00", "5.00"]
    assert Hand.objects.get().extent == "misdeal"


@pytest.mark.parametrize(
    ("game", "elections", "paid"),
    [
        # A pair of tens beats the pair of nines: ante and bet 1 to 1, and the ace pays 4 to 1.
        ("top-5-poker", {"ante_minimum": 500}, {2: "25.00", 3: "0.00"}),
        ("draw-poker", {}, {1: "20.00", 2: "0.00"}),
        ("low-ball", {}, {1: "20.00", 2: "0.00"}),
        # 15 points at $0.50 and la corrida of $2.
        ("escaleriado", {}, {1: "9.50", 2: "0.00", 3: "0.00"}),
        # 7, 3 and 1 points at $0.50.
        ("largo", {}, {1: "5.50", 2: "0.00", 3: "0.00", 4: "0.00"}),
    ],
)
def test_every_game_has_its_own_shape(house, game, elections, paid):
    house.cardroom.jurisdiction = "guadalupe" if game != "top-5-poker" else "washington"
    house.cardroom.save()
    table = Table.objects.create(cardroom=house.cardroom, code=game, number=40, name=game)
    with clock.at(LONG_AGO):
        orders.order_table(table=table, game=game, elections=elections, by=house.manager)
    terminal = Caller(enrol(table, house.manager)[1])

    answer = terminal.post(f"tables/{game}/hands/", BY_REPORT[game] | {"dealt_at": A_MINUTE_AGO})

    assert answer.status_code == 201, answer.content
    assert {shown["spot"]: shown["pay_now"] for shown in answer.json()["spots"]} == paid
    assert Hand.objects.get().game == game


@pytest.mark.parametrize(
    ("report", "paid"),
    [
        # The house does not qualify: the ante pays 1 to 1, the raise comes back; the flush has $75 from the tray.
        ("spanish-poker", {1: "96.00", 2: "0.00", 4: "0.00"}),
        ("winners", {3: "1.00"}),
        ("misdeal", {1: "6.00"}),
    ],
)
def test_the_descriptions_other_examples_are_settled(terminal, gran, report, paid):
    answer = terminal.post(terminal.hands, BY_REPORT[report] | {"dealt_at": A_MINUTE_AGO})

    assert answer.status_code == 201, answer.content
    assert {shown["spot"]: shown["pay_now"] for shown in answer.json()["spots"]} == paid


def _staked(ante, raised):
    return spot(1) | {"bets": {"ante": ante, "raise": raised}}


@pytest.mark.parametrize(
    ("report", "sentence"),
    [
        (
            spanish(spot(1), spot(2, "Ah 2d 3d 4h 5c")),
            "The card Ah is reported at spot 1 and at spot 2. One of them is misread.",
        ),
        (spanish(*(spot(n) for n in range(1, 9))), "There is no spot 7: this table has spots 1 to 6."),
        (spanish(spot(1, gran_progressive="2.00")), "Spot 1: the gran progressive wager is always $1.00, not $2.00."),
        (spanish(_staked("5.00", "15.00")), "Spot 1 must raise exactly twice the ante, $10.00, not $15.00."),
        (
            spanish(_staked("205.00", "410.00")),
            "Spot 1: the ante is $205.00; at most $200.00 is allowed, 1/2 of the maximum."
            " (Spanish Poker rules, Ante Raise wager)",
        ),
        (spanish(spot(1), dealt_at="2026-11-17T20:03:00Z"), "The hand was dealt in the future. Check the clock."),
        (
            spanish(spot(1), dealt_at="2026-11-01T20:00:00Z"),
            "The hand was dealt more than 14 days ago. Hand in a paper report to the floor manager.",
        ),
        (spanish(spot(1, "Ah Qd 5s 6c")), "At spot 1: This hand has 4 cards: give exactly 5."),
        (spanish(spot(1, "Ah Qd 5s 6c 9h")), None),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(terminal, gran, report, sentence):
    before = written(gran)

    refused(terminal.post(terminal.hands, report), 422, gran, before, sentence)


def test_one_person_over_the_limit_is_refused_with_the_rule(terminal, gran, house):
    house.cardroom.jurisdiction = "guadalupe"
    house.cardroom.save()
    before = written(gran)

    rich = _staked("70.00", "140.00") | {"patron": "card 17"}
    problem = refused(terminal.post(terminal.hands, spanish(rich)), 422, gran, before)

    assert problem["errors"] == {
        "limits": [
            "Patron card 17: all bets of the hand are $210.00; at most $200.00 is allowed. "
            "(City of Guadalupe, Ordinance No. 99-347, 5.32.140 A 1)"
        ]
    }


def test_an_employee_on_duty_may_not_be_a_patron(terminal, gran, house):
    house.manager.on_duty = True
    house.manager.save()
    before = written(gran)

    report = spanish(spot(1) | {"patron": house.manager.name})
    problem = refused(terminal.post(terminal.hands, report), 422, gran, before)

    assert problem["detail"].startswith("Patron Flora is an employee on duty and may not bet.")


def test_nor_a_winner_of_a_table_that_reports_only_winning_hands(terminal, gran, house):
    house.manager.on_duty = True
    house.manager.save()
    before = written(gran)
    winners = [{"spot": 3, "cards": ROYAL, "patron": "Flora"}, {"spot": 4, "cards": FLUSH, "patron": "card 17"}]
    report = {"report": "winners", "dealt_at": "2026-11-17T19:59:00Z", "winners": winners}

    problem = refused(terminal.post(terminal.hands, report), 422, gran, before)

    assert problem["errors"] == {
        "limits": [
            "Patron Flora is an employee on duty and may not bet. (house rule, after Ordinance No. 99-347, 5.32.140)"
        ]
    }


def test_one_patron_does_not_win_at_two_spots_of_one_hand(terminal, gran):
    before = written(gran)
    winners = [{"spot": at, "cards": cards, "patron": "card 17"} for at, cards in ((3, ROYAL), (4, FLUSH))]
    report = {"report": "winners", "dealt_at": "2026-11-17T19:59:00Z", "winners": winners}

    problem = refused(terminal.post(terminal.hands, report), 422, gran, before)

    assert problem["detail"].startswith("Patron card 17 plays spots 3 and 4 at once; one player has one hand.")


def test_a_hand_of_another_game_is_refused(terminal, gran):
    before = written(gran)

    refused(
        terminal.post(terminal.hands, BY_REPORT["top-5-poker"] | {"dealt_at": A_MINUTE_AGO}),
        422,
        gran,
        before,
        "Spanish Poker 1 was ordered with spanish-poker when the hand was dealt, not with top-5-poker.",
    )


def test_a_hand_of_a_closed_day_is_kept_and_becomes_a_case(terminal, gran, house):
    house.play(gran, DAY, 40)
    before = balances(gran)

    with clock.at(NOON + timedelta(days=1)):
        answer = terminal.post(terminal.hands, spanish(spot(1, gran_progressive="1.00")))

    assert answer.status_code == 201
    case, hand = Case.objects.get(kind="late hand"), Hand.objects.get()
    assert (case.subject, case.gaming_day) == (hand.document, DAY + timedelta(days=1))
    assert case.sentence == f"Spanish Poker 1: {hand} was dealt on {DAY}, which is closed and stays as it is."
    assert balances(gran) == before


def test_a_hit_of_a_closed_day_is_booked_today_and_becomes_a_case(terminal, gran, house):
    house.play(gran, DAY, 40)

    with clock.at(NOON + timedelta(days=1)):
        report = spanish(spot(1, FLUSH, gran_progressive="1.00"), house=OTHER_HOUSE)
        answer = terminal.post(terminal.hands, report)

    assert answer.status_code == 201
    assert Payout.objects.get().gaming_day == DAY + timedelta(days=1)
    assert Case.objects.filter(kind="late hand").count() == 1


NO_PAIR = ["Ah Qd 5s 6c 3h", "As Qh 5d 6s 3d", "Ac Qs 5h 6d 2h", "Ad Qc 5c 6h 7s", "Js 7d 4h 2d 3s", "Jc 7c 4c Ks 2c"]


def test_statements_do_not_grow_with_the_number_of_spots(terminal, gran):
    counted = []
    for spots in (1, 6):
        report = spanish(*(spot(n, NO_PAIR[n - 1], gran_progressive="1.00") for n in range(1, spots + 1)))
        with CaptureQueriesContext(connection) as queries:
            assert terminal.post(terminal.hands, report).status_code == 201
        counted.append(len(queries))

    assert counted[0] == counted[1]


def test_stored_hands_are_taken_in_order_and_each_counts_once(terminal, gran):
    first = spanish(spot(1), dealt_at="2026-11-17T19:00:00Z")
    wrong = spanish(spot(1, "Ah Ah 5s 6c 3h"), dealt_at="2026-11-17T19:10:00Z")
    last = spanish(spot(1), dealt_at="2026-11-17T19:20:00Z")
    alone = terminal.post(terminal.hands, first, key="stored-hand-1")

    batch = {"hands": [{"key": f"stored-hand-{n}", "hand": hand} for n, hand in enumerate((first, wrong, last), 1)]}
    results = terminal.post(f"{terminal.hands}batch/", batch).json()["results"]
    again = terminal.post(f"{terminal.hands}batch/", batch).json()["results"]

    assert [(one["status"], one["replayed"]) for one in results] == [(201, True), (422, False), (201, False)]
    assert results[0]["answer"] == alone.json()
    assert results[1]["problem"]["type"] == "urn:bote:problem:unprocessable-entity"
    assert [(one["status"], one["replayed"]) for one in again] == [(201, True), (422, False), (201, True)]
    assert again[2]["answer"] == results[2]["answer"]
    assert list(Hand.objects.values_list("dealt_at__hour", "dealt_at__minute")) == [(19, 0), (19, 20)]
