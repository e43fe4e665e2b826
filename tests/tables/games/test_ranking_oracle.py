"""The evaluators against the slow oracle, and the digest of every full enumeration."""

from hashlib import sha256
from itertools import combinations, islice

import numpy as np
import pytest

from tables.games.bulk import evaluator, every_hand
from tables.games.poker import DRAW_POKER, LOW_BALL, SPANISH_POKER, TOP_5_POKER
from tests.tables.games import oracle


def same_order(pairs):
    """Every product value goes with one judgement, and both rise together."""
    found = {}
    for value, judgement in pairs:
        assert found.setdefault(value, judgement) == judgement
    judgements = [found[value] for value in sorted(found)]
    assert judgements == sorted(set(judgements))
    return len(found)


def test_every_spanish_hand_is_what_the_oracle_says():
    def ranked():
        for hand in combinations(SPANISH_POKER.deck.cards, 5):
            rank, judgement = SPANISH_POKER.rank(hand), oracle.spanish(hand)
            assert rank.category == oracle.SPANISH[judgement[0]]
            yield rank.strength.value, judgement

    assert same_order(ranked()) == 2_254


@pytest.mark.parametrize(("joker", "strengths"), [("wild", 0), ("bug", 0)])
def test_draw_poker_hands_are_what_the_oracle_says(joker, strengths):
    def ranked():
        for hand in islice(combinations(DRAW_POKER.deck.cards, 5), 0, None, 101):
            rank, judgement = DRAW_POKER.rank(hand, joker=joker), oracle.draw(hand, bug=joker == "bug")
            assert rank.category == oracle.DRAW[judgement[0]]
            yield rank.strength.value, judgement

    assert same_order(ranked()) == strengths


def test_every_draw_poker_hand_of_aces_and_the_joker_is_what_the_oracle_says():
    """With two aces and the joker held all others vary: the hands where wild and bug differ most."""
    others = [card for card in DRAW_POKER.deck.cards if card not in ("As", "*")]
    for joker in ("wild", "bug"):
        same_order(
            (
                DRAW_POKER.rank(("As", "*", *three), joker=joker).strength.value,
                oracle.draw(("As", "*", *three), bug=joker == "bug"),
            )
            for three in islice(combinations(others, 3), 0, None, 5)
        )


def test_low_ball_hands_are_what_the_oracle_says():
    assert (
        same_order(
            (LOW_BALL.rank(hand).strength.value, oracle.low(hand))
            for hand in islice(combinations(LOW_BALL.deck.cards, 5), 0, None, 23)
        )
        == 0
    )


@pytest.mark.parametrize(
    ("game", "joker", "digest"),
    [
        (SPANISH_POKER, "wild", ""),
        (TOP_5_POKER, None, ""),
        (DRAW_POKER, "wild", ""),
        (DRAW_POKER, "bug", ""),
        (LOW_BALL, None, ""),
    ],
)
def test_digest_of_the_full_enumeration(game, joker, digest):
    """All hands in order of `deck.cards`, each as the place of its strength among all: 0 for the weakest."""
    values = evaluator(game, joker).rank(every_hand(game.deck))
    places = np.unique(values, return_inverse=True)[1].astype("<u2")
    assert sha256(places.tobytes()).hexdigest() == digest


@pytest.mark.parametrize(
    ("game", "joker"), [(SPANISH_POKER, None), (TOP_5_POKER, None), (DRAW_POKER, "bug"), (LOW_BALL, None)]
)
def test_bulk_is_rank(game, joker):
    hands = every_hand(game.deck)[::53]
    values = evaluator(game, joker).rank(hands).tolist()
    cards = game.deck.cards
    assert values == [game.rank([cards[place] for place in hand], joker).strength.value for hand in hands.tolist()]


def test_bulk_finds_the_best_of_six():
    hands = every_hand(TOP_5_POKER.deck)[::997]
    six = np.array(
        [sorted({*hand, (hand[0] + 17) % 52}) for hand in hands.tolist() if (hand[0] + 17) % 52 not in hand], np.uint8
    )
    values = evaluator(TOP_5_POKER).best(six).tolist()
    cards = TOP_5_POKER.deck.cards
    assert values == [TOP_5_POKER.rank([cards[place] for place in hand]).strength.value for hand in six.tolist()]
