import pytest

from tables.games.orders import (
    ORDERS,
    Bonus,
    DrawPokerOrder,
    EscaleriadoOrder,
    Initial,
    LargoOrder,
    LowBallOrder,
    SpanishPokerOrder,
    Ties,
    Top5PokerOrder,
    read_order,
)
from tables.games.plain import write
from tests.tables.games.refusal import refused


def test_every_game_has_an_order():
    assert list(ORDERS) == ["spanish-poker", "top-5-poker", "draw-poker", "low-ball", "escaleriado", "largo"]


@pytest.mark.parametrize(
    "order",
    [
        SpanishPokerOrder(ante_minimum=500, bonus_bets=(Bonus.DOS_PARES, Bonus.GRAN_PROGRESSIVE), ties=Ties.HOUSE),
        Top5PokerOrder(ante_minimum=300, spots=7, required=(Initial.ANTE,), ace_or_face_pay_table=3),
        DrawPokerOrder(joker="bug"),
        LowBallOrder(spots=8),
        EscaleriadoOrder(point_value=100, corrida=500),
        LargoOrder(point_value=100),
    ],
)
def test_an_order_is_kept_as_plain_data(order):
    assert read_order(order.game, write(order)) == order


def test_a_table_has_the_progressive_only_if_ordered_with_it():
    assert SpanishPokerOrder(500, bonus_bets=(Bonus.GRAN_PROGRESSIVE,)).has_progressive is True
    assert SpanishPokerOrder(500, bonus_bets=(Bonus.DOS_PARES,)).has_progressive is False
    assert LargoOrder().has_progressive is False


@pytest.mark.parametrize(
    ("game", "elections", "sentence"),
    [
        (
            "spanish-poker",
            {"ante_minimum": 500, "bonus_bets": ["dos pares", "joker in hand", "gran progressive"]},
            "Spanish Poker is ordered with at most two of its three bonus bets. Take one of them away.",
        ),
        (
            "spanish-poker",
            {"ante_minimum": 500, "spots": 8},
            "Spanish Poker is ordered with 5 or 6 spots, not 8.",
        ),
        (
            "spanish-poker",
            {"ante_minimum": 500, "bonus_bets": ["dos pares", "dos pares"]},
            "A bonus bet is named twice. Name each once.",
        ),
        ("spanish-poker", {"ante_minimum": 0}, "The ante minimum must be an amount above zero."),
        ("spanish-poker", {}, "order needs the field 'ante_minimum'."),
        ("spanish-poker", {"ante_minimum": True}, "order.ante_minimum must be a whole number, not True."),
        ("spanish-poker", {"ante_minimum": 5.0}, "order.ante_minimum must be a whole number, not 5.0."),
        (
            "spanish-poker",
            {"ante_minimum": 500, "ante_pay_table": 3},
            "There is no ante pay table 3. Choose one of: 1, 2.",
        ),
        (
            "spanish-poker",
            {"ante_minimum": 500, "dos_pares_pay_table": 0},
            "There is no Dos Pares pay table 0. Choose one of: 1, 2.",
        ),
        (
            "spanish-poker",
            {"ante_minimum": 500, "bonus_minimum": 500},
            "A bonus bet played alone cannot have a lower minimum than one played with the ante.",
        ),
        (
            "spanish-poker",
            {"ante_minimum": 500, "ties": "player"},
            "order.ties cannot be 'player'. Use one of: push, house wins.",
        ),
        ("top-5-poker", {"ante_minimum": 500, "spots": 5}, "Top 5 Poker is ordered with 6 or 7 spots, not 5."),
        (
            "top-5-poker",
            {"ante_minimum": 500, "tens_or_better_pay_table": 4},
            "There is no 10's or Better pay table 4. Choose one of: 1, 2, 3.",
        ),
        (
            "top-5-poker",
            {"ante_minimum": 500, "bonus_bets": []},
            (
                "order has no field 'bonus_bets'. Its fields are: ante_minimum, spots, required, bonus_minimum,"
                " ace_or_face_pay_table, tens_or_better_pay_table, ties, device."
            ),
        ),
        ("draw-poker", {"spots": 11}, "53 cards are enough for two to 10 players, not 11."),
        ("draw-poker", {"ante_minimum": 600}, "The ante minimum cannot be above the ante maximum."),
        ("draw-poker", {"joker": "tame"}, "order.joker cannot be 'tame'. Use one of: wild, bug."),
        ("low-ball", {"raise_maximum": 0}, "The raise maximum must be an amount above zero."),
        (
            "escaleriado",
            {"point_value": 50, "corrida": 500},
            "La corrida is $2.00 at $0.50 a point and $5.00 at $1.00 a point.",
        ),
        ("escaleriado", {"point_value": 25}, "The game is played for $0.50 or for $1.00 a point."),
        ("escaleriado", {"spots": 8}, "Two to seven persons play Escaleriado, not 8."),
        ("largo", {"spots": 6}, "Two to five persons play Largo, not 6."),
        (
            "canasta",
            {},
            (
                "There is no game 'canasta'. The games are:"
                " spanish-poker, top-5-poker, draw-poker, low-ball, escaleriado, largo."
            ),
        ),
    ],
)
def test_an_impossible_order_is_refused(game, elections, sentence):
    with refused(sentence):
        read_order(game, elections)
