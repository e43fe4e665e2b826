"""Hands of the four poker games: what they are, how they compare, how they read, and what is refused."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.games import GAMES
from tables.games.cards import JOKER, SEVEN_DECKS, SPANISH, STANDARD, BadCards, parse

spanish, top_5, draw, low = (GAMES[slug] for slug in ("spanish-poker", "top-5-poker", "draw-poker", "low-ball"))

NOT_A_CARD = "is not a card: write rank then suit, like As, 7h or Td, and * for the joker."


@pytest.mark.parametrize(
    ("hand", "category", "reads", "joker"),
    [
        ("7c7d7h7s*", "cincos", "cincos, sevens", "7s"),
        ("7hJhQhKh*", "royal flush", "royal flush", "Ah"),
        ("7sJsQsKsAs", "royal flush", "royal flush", None),
        ("5h6h7hJhQh", "straight flush", "straight flush, queen high", None),
        ("6d7dJdQd*", "straight flush", "straight flush, king high", "Kd"),
        ("As2s3s4s5s", "flush", "flush, ace high", None),
        ("AsKs4s3s*", "flush", "flush, ace high", "Qs"),
        ("2h4h5h7h*", "flush", "flush, ace high", "Ah"),
        ("Ac2d3h4s5c", "high card", "high card, ace", None),
        ("5s5d7hJc*", "trips", "trips, fives", "5h"),
        ("6s7dJhQc*", "straight", "straight, king high", "Ks"),
        ("AsAhAdKcKd", "full house", "full house, aces over kings", None),
        ("KcKd7h7s*", "full house", "full house, kings over sevens", "Ks"),
        ("KcKd7h7s2c", "two pair", "two pair, kings and sevens", None),
        ("6c6d2h3sAc", "pair", "pair of sixes", None),
        ("6c2d3hAs*", "pair", "pair of aces", "Ah"),
        ("4c4d4h4s2c", "quads", "quads, fours", None),
    ],
)
def test_spanish_poker(hand, category, reads, joker):
    rank = spanish.rank(hand)
    assert (str(rank.category), str(rank), rank.joker) == (category, reads, joker)


def test_flush_with_the_joker_compares_as_the_card_it_stands_for():
    assert spanish.rank("AsKs4s3s*") == spanish.rank("AhKhQh4h3h")
    assert hash(spanish.rank("AsKs4s3s*")) == hash(spanish.rank("AhKhQh4h3h"))
    assert spanish.rank("AsKs4s3s*") < spanish.rank("AhKhQh5h3h")


def test_flush_beats_full_house_in_spanish_poker_alone():
    assert spanish.rank("2h3h4h5h7h") > spanish.rank("AsAhAdKcKd")
    assert top_5.rank("2h3h4h5h7h") < top_5.rank("AsAhAdKcKd")
    assert draw.rank("2h3h4h5h7h") < draw.rank("AsAhAdKcKd")


@pytest.mark.parametrize(
    ("hand", "wild", "bug"),
    [
        ("9c9d9h9s*", "five of a kind", "quads"),
        ("AcAdAhAs*", "five of a kind", "five of a kind"),
        ("AsKs9s4s*", "double-ace flush", "double-ace flush"),
        ("KcKd9h9s*", "full house", "two pair"),
        ("AsKsQsJs*", "royal flush", "royal flush"),
        ("As2s3s4s*", "straight flush", "straight flush"),
        ("2s3d4c5h*", "straight", "straight"),
        ("Ks9s4s2s*", "flush", "flush"),
        ("Ks9d4s2s*", "pair", "high card"),
        ("KsKd4s2s*", "trips", "pair"),
        ("Ac2d3h4s5c", "straight", "straight"),
    ],
)
def test_draw_poker_wild_or_bug(hand, wild, bug):
    assert str(draw.rank(hand).category) == wild
    assert draw.rank(hand) == draw.rank(hand, joker="wild")
    assert str(draw.rank(hand, joker="bug").category) == bug


def test_the_wheel_is_the_lowest_straight():
    assert draw.rank("Ac2d3h4s5c") < draw.rank("2d3h4s5c6c")
    assert str(draw.rank("Ac2d3h4s5c")) == "straight, five high"
    assert draw.rank("2s3d4c5h*").joker == "6s"


def test_double_ace_flush_lies_between_full_house_and_flush():
    double = draw.rank("As7s4s2s*")
    assert draw.rank("2s2d2h3c3d") > double > draw.rank("AsKsQsJs9s")
    assert str(double) == "double-ace flush, seven next"
    assert double.joker == "As"


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("5s4d3c2hAs", "6s4d3c2hAs"),
        ("6s5d4c3h2s", "7s4d3c2hAs"),
        ("KsQdJcTh9s", "AsAd2c3h4s"),
        ("AsAd2c3h4s", "2s2dAc3h4s"),
        ("AsAd2c3h4s", "AhAc2c3h5s"),
        ("KsKdQcQhJs", "AsAdAc2h3s"),
        ("6s5s4s3s2s", "7s6d3c2hAs"),
        ("AsAdAc2h2d", "AsAdAcAh2s"),
    ],
)
def test_low_ball_better_is_greater(better, worse):
    assert low.rank(better) > low.rank(worse)
    assert not low.rank(better) < low.rank(worse)


def test_low_ball_joker_is_the_lowest_rank_missing():
    assert low.rank("4s3d2cAh*") == low.rank("5s4d3c2hAs")
    assert low.rank("4s3d2cAh*").joker == "5s"
    assert low.rank("AsAdAcAh*").joker == "2s"
    assert low.rank("8s7d3cAh*") == low.rank("8s7d3cAh2s")
    assert str(low.rank("4s3d2cAh*")) == "wheel, 5-4-3-2-A"
    assert str(low.rank("7s4d3c2hAs")) == "seven low, 7-4-3-2-A"


def test_top_5_takes_the_best_five_of_six():
    rank = top_5.rank("As2s3s4s5d6c")
    assert str(rank) == "straight, six high"
    assert rank.cards == ("2s", "3s", "4s", "5d", "6c")
    assert top_5.rank("KsKdKhKc2d 3d") == top_5.rank("KsKdKhKc3d")


def test_ranks_of_different_games_do_not_compare():
    assert spanish.rank("As2s3s4s6s") != top_5.rank("As2s3s4s6s")
    with pytest.raises(TypeError):
        _ = spanish.rank("As2s3s4s6s") < top_5.rank("As2s3s4s6s")
    with pytest.raises(TypeError):
        _ = spanish.rank("As2s3s4s6s") < 7


@pytest.mark.parametrize(
    "hand", ["7h Jh Qh Kh *", "7hJhQhKh*", "*7hJhQhKh", " 7hJh  Qh*Kh ", ["Kh", "*", "7h", "Qh", "Jh"]]
)
def test_a_hand_is_written_in_any_of_the_usual_ways(hand):
    assert str(spanish.rank(hand)) == "royal flush"
    assert spanish.rank(iter(["Kh", "*", "7h", "Qh", "Jh"])) == spanish.rank(hand)


@pytest.mark.parametrize(
    ("game", "hand", "sentence"),
    [
        (spanish, "7h7hJcQdKs", "The card 7h is given 2 times, but it is only once in the 41-card Spanish Poker deck."),
        (spanish, "**JcQdKs", "The joker (*) is given 2 times, but it is only once in the 41-card Spanish Poker deck."),
        (spanish, "8hKhJcQd2s", "The card 8h is not in the 41-card Spanish Poker deck."),
        (top_5, "8hKhJcQd*", "The joker (*) is not in the 52-card deck."),
        (spanish, "KhJcQd2s", "This hand has 4 cards: give exactly 5."),
        (spanish, "KhJcQd2s3s4s", "This hand has 6 cards: give exactly 5."),
        (top_5, "KhJcQd2s3s4s5s", "This hand has 7 cards: give exactly 5 or 6."),
        (spanish, "K", f"“K” {NOT_A_CARD}"),
        (spanish, "", "This hand has 0 cards: give exactly 5."),
        (spanish, "7H Jh Qh Kh *", f"“7H” {NOT_A_CARD}"),
        (top_5, "10h Jh Qh Kh Ah", f"“10” {NOT_A_CARD}"),
        (spanish, ["7h", None, "Qh", "Kh", "*"], f"“None” {NOT_A_CARD}"),
        (spanish, ["7h", ["Jh"], "Qh", "Kh", "*"], f"“['Jh']” {NOT_A_CARD}"),
        (spanish, None, "Give the cards as text, like “7h Jh Qh Kh *”, or as a list of cards."),
        (top_5, "2s" * 8 + "4s5d6d7d", "The card 2s is given 8 times, but it is only once in the 52-card deck."),
    ],
)  # fmt: skip
def test_bad_cards_are_refused_and_named(game, hand, sentence):
    with pytest.raises(BadCards) as refusal:
        game.rank(hand)
    assert str(refusal.value) == sentence


def test_an_unknown_joker_rule_is_refused():
    with pytest.raises(ValueError, match=r"Draw Poker has no joker rule “tame”: its joker is wild or bug\."):
        draw.rank("AsKs9s4s*", joker="tame")
    with pytest.raises(ValueError, match=r"Draw Poker has no joker rule “\[\]”: its joker is wild or bug\."):
        draw.rank("AsKs9s4s*", joker=[])
    with pytest.raises(ValueError, match=r"Top 5 Poker has no joker rule “bug”: it is played without a joker\."):
        top_5.rank("AsKs9s4s2d", joker="bug")


def test_decks():
    assert (SPANISH.size, STANDARD.size, JOKER.size, SEVEN_DECKS.size) == (41, 52, 53, 280)
    assert parse("As " * 7, SEVEN_DECKS) == ("As",) * 7
    with pytest.raises(BadCards, match="The card As is given 8 times, but it is only 7 times in"):
        parse("As" * 8, SEVEN_DECKS)


@given(st.permutations(JOKER.cards).map(lambda cards: cards[:5]))
def test_a_bug_is_never_better_than_a_wild_joker(hand):
    assert draw.rank(hand, joker="bug") <= draw.rank(hand)


@given(st.permutations(STANDARD.cards).map(lambda cards: cards[:6]))
def test_six_cards_are_worth_their_best_five(hand):
    assert top_5.rank(hand) == max(top_5.rank(hand[:i] + hand[i + 1 :]) for i in range(6))


def test_importing_the_games_loads_no_numpy_and_no_django():
    program = "import sys, tables.games; print([name for name in ('numpy', 'django') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
