from dataclasses import replace

import pytest

from tables.games.orders import Initial, Ties, Top5PokerOrder
from tables.games.settlement import read_report, settle
from tests.tables.games.refusal import refused

ORDER = Top5PokerOrder(ante_minimum=500)
PAIR = "2s 2h 5d 7c 9s"
NOTHING = "2s 4h 6d 8c Ts"
BOTH = {"ante": 500, "bet": 500}


def spot(cards, bets=BOTH, decision="play", number=1, **more):
    plain = {"spot": number, "bets": bets, "cards": cards, **more}
    return plain | ({"decision": decision} if decision else {})


def settled(*spots, house=PAIR, community="3h", order=ORDER):
    return settle(order, read_report("top-5-poker", {"spots": list(spots), "house": house, "community": community}))


def bets(settlement, at=0):
    return {bet.bet: (bet.outcome, bet.prize) for bet in settlement.spots[at].bets}


@pytest.mark.parametrize(
    ("cards", "house", "ante", "bet"),
    [
        ("Ks Kh 5c 7d 9c", PAIR, ("paid", 500), ("paid", 500)),
        ("Ac Qd Jc 9d 8c", PAIR, ("taken", 0), ("taken", 0)),
        ("2c 2d 5c 7d 9c", PAIR, ("pushed", 0), ("pushed", 0)),
        ("Ac Qd Jc 9d 8h", NOTHING, ("paid", 500), ("pushed", 0)),
        ("3c 4c 5c 6c 7h", NOTHING, ("paid", 500), ("pushed", 0)),
        ("4c 5c 6c 7h 8h", PAIR, ("paid", 500), ("paid", 1500)),
        ("Tc Jc Qc Kc Ac", PAIR, ("paid", 500), ("paid", 50_000)),
    ],
)
def test_ante_and_bet(cards, house, ante, bet):
    assert bets(settled(spot(cards), house=house)) == {"ante": ante, "bet": bet}


def test_the_dealer_takes_the_best_five_of_six():
    settlement = settled(spot("Ks Kh 5c 7d 9c"), house=NOTHING, community="Td")
    assert (settlement.house, settlement.qualified) == ("pair of tens", True)
    assert bets(settlement) == {"ante": ("paid", 500), "bet": ("paid", 500)}


def test_the_player_is_paid_for_the_hand_he_chose():
    pair = "Ks Qh 5c 7d 9c"
    used = settled(spot(pair, discard="5c"), community="Kd")
    assert (used.spots[0].hand, bets(used)["bet"]) == ("pair of kings", ("paid", 500))
    kept = settled(spot(pair), community="Kd")
    assert (kept.spots[0].hand, bets(kept)["bet"]) == ("high card, king", ("taken", 0))


@pytest.mark.parametrize(
    ("table", "prizes"), [(1, [2000, 1000, 800, 600]), (2, [2000, 1000, 800, 500]), (3, [2000, 1000, 750, 500])]
)
def test_ace_or_face_pays_by_the_community_card(table, prizes):
    order = replace(ORDER, ace_or_face_pay_table=table)
    alone = spot("", {"ace or face": 500}, None)
    for community, prize in zip(("Ah", "Kh", "Qh", "Jh"), prizes, strict=True):
        assert bets(settled(alone, community=community, order=order)) == {"ace or face": ("paid", prize)}
    assert bets(settled(alone, community="Th", order=order)) == {"ace or face": ("taken", 0)}


@pytest.mark.parametrize(
    ("cards", "outcome", "prize"),
    [
        ("Ts Th 5c 7d 9c", "paid", 500),
        ("9d 9h 5c 7d Tc", "taken", 0),
        ("3s 3c 4c 4d 9c", "paid", 500),
        ("Tc Jc Qc Kc Ac", "paid", 125_000),
        ("Tc Jc Qc 2c Ac", "paid", 2500),
    ],
)
def test_tens_or_better_without_an_ante_plays_without_a_bet(cards, outcome, prize):
    assert bets(settled(spot(cards, {"10's or better": 500}))) == {"10's or better": (outcome, prize)}


def test_a_fold_loses_tens_or_better_but_not_ace_or_face():
    stakes = {"ace or face": 500, "10's or better": 500, "ante": 500}
    for cards in ("", "Tc Jc Qc Kc Ac"):
        settlement = settled(spot(cards, stakes, "fold"), community="Kd")
        assert bets(settlement) == {
            "ace or face": ("paid", 1000),
            "10's or better": ("taken", 0),
            "ante": ("taken", 0),
        }


def test_equal_hands_go_to_the_house_if_it_elects_so():
    settlement = settled(spot("2c 2d 5c 7d 9c"), order=replace(ORDER, ties=Ties.HOUSE))
    assert bets(settlement) == {"ante": ("taken", 0), "bet": ("taken", 0)}


KINGS = "Ks Kh 5c 7d 9c"


@pytest.mark.parametrize(
    ("reported", "sentence"),
    [
        (spot(KINGS, number=7), "There is no spot 7: this table has spots 1 to 6."),
        (spot(KINGS, {"ante": 500, "bet": 400}), "Spot 1 must bet exactly the ante, $5.00, not $4.00."),
        (spot(KINGS, {"ante": 500}), "Spot 1 must bet exactly the ante, $5.00, not $0.00."),
        (spot(KINGS, {"ante": 400, "bet": 400}), "Spot 1 has an ante of $4.00; the minimum is $5.00."),
        (spot(KINGS, BOTH, "fold"), "Spot 1 folded, so it has neither a bet nor a discard."),
        (spot(KINGS, BOTH, None), "Spot 1 was dealt cards: report whether the player played or folded."),
        (spot("", BOTH), "Spot 1 has no cards. Only a folded hand may stay unread."),
        (
            spot(KINGS, {"ace or face": 500}, None),
            "Spot 1 wagers on Ace or Face alone: it gets no cards and has nothing to decide.",
        ),
        (spot(KINGS, {"10's or better": 500, "bet": 500}), "Spot 1 has no ante and plays without a bet."),
        (spot(KINGS, {"10's or better": 50}), "Spot 1 has a 10's or better bet of $0.50; the minimum is $1.00."),
        (spot(KINGS, {}), "Spot 1 has no bets. Leave it out of the report."),
        (spot(KINGS, {"ante": -5}), "Spot 1 has a bet of nothing. Leave out bets that were not made."),
        (spot(KINGS, discard="Ah"), "Spot 1 discards Ah, which it was not dealt."),
        (
            spot("3h Kh 5c 7d 9c"),
            "The card 3h is reported at spot 1 and at the community card. One of them is misread.",
        ),
        (spot("* Kh 5c 7d 9c"), "At spot 1: The joker (*) is not in the 52-card deck."),
    ],
)
def test_a_hand_that_cannot_be_is_refused(reported, sentence):
    with refused(sentence):
        settled(reported)


def test_the_wagers_the_house_requires():
    order = replace(ORDER, required=(Initial.ANTE, Initial.ACE_OR_FACE))
    with refused("Spot 1 has no ace or face wager, which this house requires."):
        settled(spot(KINGS), order=order)
    assert len(settled(spot(KINGS, BOTH | {"ace or face": 100}), order=order).spots[0].bets) == 3


def test_a_broken_cent_is_dropped():
    assert bets(settled(spot("", {"ace or face": 101}, None), community="Qh")) == {"ace or face": ("paid", 161)}
