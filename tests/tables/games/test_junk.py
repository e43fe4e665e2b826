"""Whatever is handed to the games, they answer or refuse with a ValueError: nothing is guessed, nothing falls over."""

import contextlib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tables.games import GAMES
from tables.games.orders import ORDERS, read_order
from tables.games.settlement import read_report, settle

POKER = ["spanish-poker", "top-5-poker", "draw-poker", "low-ball"]
cards = st.sampled_from([rank + suit for rank in "A23456789TJQK" for suit in "shdc"] + ["*", "1s", "Ax", "", "as"])
scalars = st.none() | st.booleans() | st.integers(-5, 5) | st.floats(allow_nan=False) | st.text(max_size=12) | cards
junk = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=5) | cards, inner, max_size=4),
    max_leaves=20,
)
hands = st.lists(cards, max_size=7) | st.lists(cards, max_size=7).map("".join) | junk


@given(game=st.sampled_from(POKER), hand=hands, joker=st.sampled_from([None, "wild", "bug", "tame"]))
@example("spanish-poker", b"7h Jh Qh Kh *", None)
@example("spanish-poker", {"7h": 1}, None)
@example("low-ball", 7, None)
def test_ranking(game, hand, joker):
    with contextlib.suppress(ValueError):
        rank = GAMES[game].rank(hand, joker=joker)
        assert len(rank.cards) == 5
        assert str(rank)


@given(layout=st.lists(st.lists(cards, max_size=12), max_size=4) | junk)
@example([["As", "2s", "3s"], [1, 2, 3]])
@example([None])
@example("As2s3s")
def test_layouts(layout):
    with contextlib.suppress(ValueError):
        GAMES["largo"].check(layout)
    with contextlib.suppress(ValueError):
        assert 1 <= GAMES["escaleriado"].score(layout) <= 25


ORDER = {"spanish-poker": {"ante_minimum": 500, "bonus_bets": ["dos pares"]}, "top-5-poker": {"ante_minimum": 500}}
ESCALA, TEN = ["As", "2s", "3s", "4s", "5s", "6s", "7s"], [["2c", "3c", "4c", "5c", "6c"], ["Kh"] * 5]
BETS = {"ante": 500, "raise": 1000, "dos pares": 300}
VALID = {
    "spanish-poker": {
        "spots": [
            {"spot": 1, "cards": "2h3h4h5h7h", "bets": BETS, "decision": "raise"},
            {"spot": 2, "cards": "", "bets": {"ante": 500}, "decision": "fold", "patron": "card 5"},
        ],
        "house": "6s6h2d3c4s",
    },
    "top-5-poker": {
        "spots": [
            {"spot": 1, "cards": "KsKh5c7d9c", "bets": {"ante": 500, "bet": 500}, "decision": "play", "discard": "5c"}
        ],
        "house": "2s2h5d7c9s",
        "community": "3h",
    },
    "draw-poker": {
        "players": [{"seat": 1}, {"seat": 2}],
        "ante": 200,
        "actions": [
            {"seat": 1, "did": "ante", "amount": 200},
            {"seat": 2, "did": "ante", "amount": 200},
            {"seat": 1, "did": "bet", "amount": 300},
            {"seat": 2, "did": "drop"},
        ],
    },
    "escaleriado": {
        "players": [
            {"seat": 1, "left": "won", "columns": [ESCALA, ["2s", "3s", "4s", "5s"]]},
            {"seat": 2, "left": "drew"},
        ],
        "last_winner": 1,
    },
    "largo": {
        "players": [{"seat": 1, "left": "stayed to the end", "columns": TEN}, {"seat": 2, "left": "did not draw"}],
        "laid_out": [1],
        "last_winner": 2,
    },
}


def settled(game, data):
    return settle(read_order(game, ORDER.get(game, {})), read_report(game, data))


@pytest.mark.parametrize("game", VALID)
def test_the_reports_that_are_spoiled_below_are_sound(game):
    assert settled(game, VALID[game]).game == game


def spoil(draw, data):
    """The same report with one thing in it replaced or left out."""
    if not isinstance(data, dict | list) or not data or draw(st.integers(0, 3)) == 0:
        return draw(junk)
    if isinstance(data, dict):
        key = draw(st.sampled_from(sorted(data)))
        rest = {name: value for name, value in data.items() if name != key}
        return rest if draw(st.integers(0, 5)) == 0 else rest | {key: spoil(draw, data[key])}
    at = draw(st.integers(0, len(data) - 1))
    return [*data[:at], spoil(draw, data[at]), *data[at + 1 :]]


@given(data=st.data(), game=st.sampled_from(sorted(VALID)))
def test_spoiled_reports(data, game):
    with contextlib.suppress(ValueError):
        assert settled(game, spoil(data.draw, VALID[game])).game == game


@given(game=st.sampled_from([*ORDERS, "faro"]), elections=junk)
def test_orders(game, elections):
    with contextlib.suppress(ValueError):
        assert read_order(game, elections).game == game


@pytest.mark.parametrize("layout", [None, 7, "As2s3s", [[]], [1], {"As": 1}])
def test_a_layout_that_is_none_is_refused(layout):
    with pytest.raises(ValueError, match=r"\w+ .*\."):
        GAMES["escaleriado"].score(layout)
