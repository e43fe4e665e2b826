from dataclasses import replace

import pytest

from tables.games.orders import Bonus, SpanishPokerOrder, Ties
from tables.games.plain import write
from tables.games.results import Hit, Outcome, Place
from tables.games.settlement import read_report, settle, wagers
from tests.tables.games.refusal import refused

ORDER = SpanishPokerOrder(
    ante_minimum=500, bonus_bets=(Bonus.DOS_PARES, Bonus.GRAN_PROGRESSIVE), bonus_alone=True, bonus_alone_minimum=300
)
JOKERS = replace(ORDER, bonus_bets=(Bonus.JOKER_IN_HAND, Bonus.DOS_PARES))
QUALIFIED = "6s 6h 2d 3c 4s"
NOT_QUALIFIED = "5s 5d 2d 3c 4s"
FLUSH = "2h 3h 4h 5h 7h"
ANTE = {"ante": 500, "raise": 1000}


def spot(cards, bets=None, decision="raise", number=1, **more):
    bets = ANTE if bets is None else bets
    plain = {"spot": number, "cards": cards, "bets": bets, **more}
    return plain | ({"decision": decision} if "ante" in bets else {})


def settled(*spots, house=QUALIFIED, order=ORDER):
    return settle(order, read_report("spanish-poker", {"spots": list(spots), "house": house}))


def bets(settlement, at=0):
    return {bet.bet: (bet.outcome, bet.prize) for bet in settlement.spots[at].bets}


@pytest.mark.parametrize(
    ("cards", "house", "ante", "raised"),
    [
        (FLUSH, QUALIFIED, ("paid", 5000), ("paid", 1000)),
        ("7c 7d 2h 3h 4h", QUALIFIED, ("paid", 500), ("paid", 1000)),
        ("7c 7d 2h 2s 4h", QUALIFIED, ("paid", 1000), ("paid", 1000)),
        ("5c 5d 2h 3h 4h", QUALIFIED, ("taken", 0), ("taken", 0)),
        ("6c 6d 2h 3h 4h", QUALIFIED, ("pushed", 0), ("pushed", 0)),
        ("Ac Kd 2h 3h 4h", NOT_QUALIFIED, ("paid", 500), ("pushed", 0)),  # even though the house is better
        (FLUSH, NOT_QUALIFIED, ("paid", 500), ("pushed", 0)),  # and no pay table
        ("7c 7d 2h 3h 4h", "Ks * 2d 3c 4s", ("taken", 0), ("taken", 0)),  # a joker makes the pair
        ("7c 7d 7h 7s *", QUALIFIED, ("paid", 100_000), ("paid", 1000)),
    ],
)
def test_ante_and_raise(cards, house, ante, raised):
    assert bets(settled(spot(cards), house=house)) == {"ante": ante, "raise": raised}


def test_equal_hands_go_to_the_house_if_it_elects_so():
    settlement = settled(spot("6c 6d 2h 3h 4h"), order=replace(ORDER, ties=Ties.HOUSE))
    assert bets(settlement) == {"ante": ("taken", 0), "raise": ("taken", 0)}


def test_the_second_ante_pay_table():
    straight = spot("3s 4h 5d 6c 7s")
    assert bets(settled(straight))["ante"] == ("paid", 3000)
    assert bets(settled(straight, order=replace(ORDER, ante_pay_table=2)))["ante"] == ("paid", 3500)


def test_what_the_house_holds_and_who_qualifies():
    assert (settled(spot(FLUSH)).house, settled(spot(FLUSH)).qualified) == ("pair of sixes", True)
    assert settled(spot(FLUSH), house=NOT_QUALIFIED).qualified is False
    assert settled(spot(FLUSH)).spots[0].hand == "flush, seven high"


def test_bonus_bets_are_paid_whatever_the_house_holds():
    settlement = settled(
        spot("7c 7d 2h 2s 4h", ANTE | {"dos pares": 500, "gran progressive": 100}), house="As Ah Ad Ks Kh"
    )
    assert bets(settlement) == {
        "ante": ("taken", 0),
        "raise": ("taken", 0),
        "dos pares": ("paid", 1000),
        "gran progressive": ("taken", 0),
    }
    assert settlement.spots[0].bets[3].place is Place.DROP_BOX
    assert settlement.total(Place.DROP_BOX) == 100
    assert settlement.total(Place.TRAY) == 1500 - 1000


def test_joker_in_hand_pays_seven_to_one():
    assert bets(settled(spot("Ac 2c 3d 4h *", {"joker in hand": 300}), order=JOKERS)) == {
        "joker in hand": ("paid", 2100)
    }
    assert bets(settled(spot("Ac 2c 3d 4h 7s", {"joker in hand": 300}), order=JOKERS)) == {
        "joker in hand": ("taken", 0)
    }


@pytest.mark.parametrize(
    ("cards", "outcome", "award", "place"),
    [
        ("7c 7d 7h 7s *", "progressive hit", 0, "jackpot"),
        ("7h Jh Qh Kh *", "progressive hit", 0, "jackpot"),
        ("5c 6c 7c Jc Qc", "paid", 15_000, "tray"),
        ("7c 7d 7h 7s 2c", "paid", 10_000, "tray"),
        (FLUSH, "paid", 7_500, "tray"),
        ("7c 7d 7h 3s 3d", "taken", 0, "drop box"),
    ],
)
def test_the_gran_progressive(cards, outcome, award, place):
    settlement = settled(spot(cards, {"gran progressive": 100}))
    [bet] = settlement.spots[0].bets
    assert (bet.outcome, bet.prize, bet.place) == (outcome, award, place)
    # The dollar goes back with a prize: only losing wagers are dropped.
    assert bet.returned == (0 if outcome == "taken" else 100)
    assert len(settlement.hits) == (0 if outcome == "taken" else 1)


def test_hits_of_one_hand_are_counted_by_category():
    one = {"gran progressive": 100}
    settlement = settled(
        spot("7h Jh Qh Kh Ah", one, number=1),
        spot("7s Js Qs Ks *", one, number=3),
        spot("2c 3c 4c 5c 7c", one, number=5),
        house="6s 6h 2d 3h 4s",
    )
    assert settlement.hits == (Hit(1, "royal flush"), Hit(3, "royal flush"), Hit(5, "flush"))
    assert settlement.hit_counts == {"royal flush": 2, "flush": 1}


def test_a_fold_loses_everything_and_may_stay_unread():
    folded = spot("", {"ante": 500, "dos pares": 500, "gran progressive": 100}, "fold")
    settlement = settled(folded)
    assert [bet.outcome for bet in settlement.spots[0].bets] == [Outcome.TAKEN] * 3
    assert (settlement.total(Place.TRAY), settlement.total(Place.DROP_BOX)) == (1000, 100)
    assert settlement.hits == ()


def test_a_tuck_forfeits_the_ante_and_has_the_bonus_bets_paid():
    tucked = spot("7c 7d 2h 2s 4h", {"ante": 500, "dos pares": 500, "gran progressive": 100}, "tuck")
    assert bets(settled(tucked)) == {
        "ante": ("taken", 0),
        "dos pares": ("paid", 1000),
        "gran progressive": ("taken", 0),
    }


TWO_PAIR = "7c 7d 2h 2s 4h"


@pytest.mark.parametrize(
    ("spots", "sentence"),
    [
        ([spot(FLUSH, number=7)], "There is no spot 7: this table has spots 1 to 6."),
        ([spot(FLUSH), spot(TWO_PAIR)], "Spot 1 is reported twice. Report each spot once."),
        (
            [spot(FLUSH), spot("2h 7c 7d 7s Kc", number=2)],
            "The card 2h is reported at spot 1 and at spot 2. One of them is misread.",
        ),
        (
            [spot("6s 7c 7d 7s Kc")],
            "The card 6s is reported at spot 1 and at the house. One of them is misread.",
        ),
        ([spot("8s 7c 7d 7s Kc")], "At spot 1: The card 8s is not in the 41-card Spanish Poker deck."),
        ([spot("7c 7d 7s Kc")], "At spot 1: This hand has 4 cards: give exactly 5."),
        (
            [spot("7c 7c 7d 7s Kc")],
            "At spot 1: The card 7c is given 2 times, but it is only once in the 41-card Spanish Poker deck.",
        ),
        (
            [spot(FLUSH, {"ante": 500, "raise": 500})],
            "Spot 1 must raise exactly twice the ante, $10.00, not $5.00.",
        ),
        ([spot(FLUSH, {"ante": 500})], "Spot 1 must raise exactly twice the ante, $10.00, not $0.00."),
        ([spot(FLUSH, {"ante": 400, "raise": 800})], "Spot 1 has an ante of $4.00; the minimum is $5.00."),
        ([spot(FLUSH, ANTE, "fold")], "Spot 1 is reported as fold with a raise. Correct one of the two."),
        ([spot(FLUSH, ANTE, None)], "Spot 1 has an ante: report whether the player raised, folded or tucked."),
        (
            [spot(FLUSH, {"dos pares": 300, "raise": 1000})],
            "Spot 1 has no ante, so there is nothing to raise, fold or tuck.",
        ),
        ([spot(FLUSH, {})], "Spot 1 has no bets. Leave it out of the report."),
        ([spot(FLUSH, {"dos pares": 0})], "Spot 1 has a bet of nothing. Leave out bets that were not made."),
        ([spot("", ANTE)], "Spot 1 has no cards. Only a folded hand may stay unread."),
        (
            [spot(FLUSH, {"joker in hand": 300})],
            "Spot 1 has a joker in hand bet, which this table is not ordered with.",
        ),
        (
            [spot(FLUSH, {"gran progressive": 200})],
            "Spot 1: the gran progressive wager is always $1.00, not $2.00.",
        ),
        (
            [spot(FLUSH, {"dos pares": 200})],
            "Spot 1 has a dos pares bet of $2.00; the minimum played alone is $3.00.",
        ),
        (
            [spot(FLUSH, ANTE | {"dos pares": 50})],
            "Spot 1 has a dos pares bet of $0.50; the minimum is $1.00.",
        ),
        (
            [spot(FLUSH, ANTE | {"dos pares": 600})],
            "Spot 1 has a dos pares bet larger than the ante, which this house does not allow.",
        ),
        (
            [spot("7c 7d 2h 3s 4h", {"ante": 500, "dos pares": 500}, "tuck")],
            "Spot 1 cannot be tucked: pair of sevens wins none of its bonus bets. Report a fold or a raise.",
        ),
        (
            [spot(TWO_PAIR, {"ante": 500, "dos pares": 500}, "fold")],
            "Spot 1 holds two pair, sevens and twos, which wins dos pares. Report the hand as tucked, not folded.",
        ),
    ],
)
def test_a_hand_that_cannot_be_is_refused(spots, sentence):
    with refused(sentence):
        settled(*spots)


def test_bonus_bets_alone_only_if_the_house_allows_it():
    with refused("Spot 1 has a dos pares bet without an ante, which this house does not allow."):
        settled(spot(FLUSH, {"dos pares": 300}), order=replace(ORDER, bonus_alone=False))


def test_bonus_bets_over_the_ante_if_the_house_allows_it():
    order = replace(ORDER, bonus_over_ante=True)
    assert bets(settled(spot(FLUSH, ANTE | {"dos pares": 600}), order=order))["dos pares"] == ("paid", 6000)


def test_a_report_is_kept_as_plain_data():
    plain = {"spots": [spot(FLUSH, patron="card 17", on_table=9000)], "house": QUALIFIED}
    report = read_report("spanish-poker", plain)
    assert read_report("spanish-poker", write(report)) == report
    assert [(wager.bet, wager.amount, wager.patron, wager.on_table) for wager in wagers(ORDER, report)] == [
        ("ante", 500, "card 17", 9000),
        ("raise", 1000, "card 17", 9000),
    ]


@pytest.mark.parametrize(
    ("plain", "sentence"),
    [
        ({"spots": []}, "The report needs the field 'house'."),
        ({"spots": {}, "house": ""}, "spots must be a list, not {}."),
        (
            {"spots": [{"spot": 1, "bets": {"insurance": 5}}], "house": ""},
            "spots.1.bets cannot be 'insurance'. Use one of: ante, raise, dos pares, joker in hand, gran progressive.",
        ),
        (
            {"spots": [{"spot": 1, "bets": {"ante": "5.00"}}], "house": ""},
            "spots.1.bets.ante must be a whole number, not '5.00'.",
        ),
        (
            {"spots": [], "house": "", "dealer": "Ann"},
            "The report has no field 'dealer'. Its fields are: spots, house.",
        ),
    ],
)
def test_a_report_is_read_strictly(plain, sentence):
    with refused(sentence):
        read_report("spanish-poker", plain)
