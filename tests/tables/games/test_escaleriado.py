import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.games import GAMES, escaleriado
from tables.games.cards import BadCards
from tables.games.escaleriado import Exit, Game, Player
from tables.games.orders import EscaleriadoOrder
from tables.games.results import Outcome
from tests.tables.games.refusal import refused

HALF_DOLLAR = EscaleriadoOrder(point_value=50, corrida=200)
FIFTEEN = (("As", "2s", "3s", "4s", "5s", "6s", "7s"), ("2s", "3s", "4s", "5s"))


def columns(text):
    return [[word[at : at + 2] for at in range(0, len(word), 2)] for word in text.split()]


@pytest.mark.parametrize(
    ("layout", "points"),
    [
        ("As2s3s4s5s6s7s 2s3s4s5s", 15),
        ("Ah2h3h4h5h6h7h 2h3h4h5h", 8),
        ("Ah2h3h4h5h6h7h 2s3s4s5s", 9),
        ("2c2c2c2c KcKcKcKc AdAdAd", 20),
        ("4s5s6s7sJsQsKs 2h2h2h2h", 15),
        ("5d6d7d Ad2d3d QdQdQdQdQd", 11),
        ("5s4s3s2sAs7s6s 5s2s4s3s", 15),  # the order inside an escala does not matter
        ("7cJcQcKc 6c7cJc 4c5c6c7c", 2 * 3 + 2 * 2 + 2 * 2 + 3),  # 7 J K, 7 J, 5 7
    ],
)
def test_points_of_a_layout(layout, points):
    assert GAMES["escaleriado"].score(columns(layout)) == points
    assert GAMES["escaleriado"].score(layout.split()) == points


@pytest.mark.parametrize(
    ("layout", "sentence"),
    [
        ("QsKsAs 2s3s4s5s6s7sJsQs", "The column Qs Ks As is neither an escala"),  # the king does not connect to the ace
        ("2s3s 4h4h4h4h AdAdAdAdAd", "The column 2s 3s is neither an escala"),
        ("2s3h4s 4h4h4h4h AdAdAdAd", "The column 2s 3h 4s is neither"),
        ("2s3s5s 4h4h4h4h AdAdAdAd", "The column 2s 3s 5s is neither"),
        ("2s2s2h 4h4h4h4h AdAdAdAd", "The column 2s 2s 2h is neither"),
        ("2s3s4s AdAdAdAd", "The winner lays out 11 cards; 7 are reported."),
        ("2s2s2s2s2s2s2s2s AdAdAd", "The card 2s is given 8 times, but it is only 7 times"),
        ("8s8s8s8s AdAdAdAdAdAdAd", "The card 8s is not in the"),
        ("*2s3s4s", "The joker (*) is not in the shoe"),
    ],
)
def test_a_layout_that_cannot_be_is_refused(layout, sentence):
    cards = [["*", "2s", "3s", "4s"]] if layout.startswith("*") else columns(layout)
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}"):
        GAMES["escaleriado"].score(cards)


def test_seven_copies_of_a_card_are_possible():
    assert escaleriado.score([["2s"] * 7, ["Ad"] * 4]) == 7 * 2 + 4 + 1


def test_the_winner_collects_nineteen_dollars():
    players = (
        Player(1, Exit.DREW),
        Player(2, Exit.WON, FIFTEEN),
        Player(3, Exit.DID_NOT_DRAW),
        Player(4, Exit.DREW, (("3h", "3h", "3h"),)),
        Player(5, Exit.DID_NOT_DRAW),
    )
    settlement = escaleriado.settle(HALF_DOLLAR, Game(players, last_winner=4))
    assert [(spot.spot, spot.bets[0].outcome, spot.staked, spot.to_player) for spot in settlement.spots] == [
        (1, Outcome.LOST, 750, 0),
        (2, Outcome.PAID, 0, 1900),
        (3, Outcome.LOST, 200, 0),
        (4, Outcome.LOST, 750, 0),
        (5, Outcome.LOST, 200, 0),
    ]
    assert settlement.note == "seat 4 drew first"


@pytest.mark.parametrize(
    ("tenth", "starts"),
    [(("Kh", "As", "Ks"), 1), (("As", "2h", "2c"), 2), (("7s", "6h", "Jc"), 3), (("As", "Ah", "Ad"), 1)],
)
def test_the_highest_tenth_card_starts_and_the_ace_is_low(tenth, starts):
    exits = (Exit.WON, Exit.DREW, Exit.DREW)
    players = tuple(
        Player(seat, left, FIFTEEN if left is Exit.WON else (), card)
        for seat, left, card in zip((1, 2, 3), exits, tenth, strict=True)
    )
    assert escaleriado.settle(HALF_DOLLAR, Game(players)).note == f"seat {starts} drew first"


@pytest.mark.parametrize(
    ("players", "last_winner", "sentence"),
    [
        ((Player(1, Exit.WON, FIFTEEN),), 1, "At least 2 seats must be in the game; 1 reported."),
        ((Player(1, Exit.WON, FIFTEEN), Player(8, Exit.DREW)), 1, "There is no seat 8: this table has seats 1 to 7."),
        ((Player(1, Exit.WON, FIFTEEN), Player(1, Exit.DREW)), 1, "Seat 1 is reported twice. Report each seat once."),
        (
            (Player(1, Exit.DREW), Player(2, Exit.DREW)),
            1,
            "One player wins a game of Escaleriado; 0 are reported as winners.",
        ),
        (
            (Player(1, Exit.WON, FIFTEEN), Player(2, Exit.DREW)),
            None,
            "Report either the tenth cards (a first game) or the last winner (a later game).",
        ),
        (
            (Player(1, Exit.WON, FIFTEEN), Player(2, Exit.DREW)),
            3,
            "Seat 3 won the last game but is not in this one. Deal a first game again.",
        ),
        (
            (Player(1, Exit.WON, FIFTEEN, "2s"), Player(2, Exit.DREW)),
            None,
            "In a first game every player has a tenth card face up: report one for each.",
        ),
        (
            (Player(1, Exit.WON, FIFTEEN), Player(2, Exit.DREW, (("3h",) * 6, ("4h",) * 5))),
            1,
            "Seat 2 has more than 10 cards face up without having won. Count them again.",
        ),
        (
            (Player(1, Exit.WON, FIFTEEN), Player(2, Exit.DID_NOT_DRAW, (("3h", "3h", "3h"),))),
            1,
            "Seat 2 did not draw a card and so has no columns. Correct one of the two.",
        ),
    ],
)
def test_a_game_that_cannot_be_is_refused(players, last_winner, sentence):
    with refused(sentence):
        escaleriado.settle(HALF_DOLLAR, Game(players, last_winner))


def test_all_columns_on_the_table_share_the_seven_decks():
    players = (Player(1, Exit.WON, (("2s",) * 5, ("Ad",) * 6)), Player(2, Exit.DREW, (("2s",) * 3,)))
    with pytest.raises(BadCards, match="The card 2s is given 8 times"):
        escaleriado.settle(HALF_DOLLAR, Game(players, last_winner=1))


@given(exits=st.lists(st.sampled_from([Exit.DREW, Exit.DID_NOT_DRAW]), min_size=1, max_size=6), dollar=st.booleans())
def test_what_the_others_pay_is_what_the_winner_collects(exits, dollar):
    order = EscaleriadoOrder(point_value=100, corrida=500) if dollar else HALF_DOLLAR
    others = tuple(Player(seat, left) for seat, left in enumerate(exits, 2))
    settlement = escaleriado.settle(order, Game((Player(1, Exit.WON, FIFTEEN), *others), last_winner=1))
    expected = sum(15 * order.point_value if left is Exit.DREW else order.corrida for left in exits)
    assert settlement.spots[0].to_player == expected == sum(spot.staked for spot in settlement.spots)
