"""The evaluators against the slow oracle, and the digest of every full enumeration."""

from functools import partial
from hashlib import sha256
from itertools import combinations, islice

import numpy as np
import pytest

from tables.games import GAMES
from tables.games.bulk import evaluator, every_hand
from tables.games.poker import DRAW_POKER, LOW_BALL, SPANISH_POKER, TOP_5_POKER
from tests.tables.games import oracle

# All hands in the order of `deck.cards`, each as the place of its strength among all, 0 for the weakest, in two bytes.
DIGESTS = {
    ("spanish-poker", "wild"): "f8ea03d0f63aa153b832892b36b98133fe72e9ad2d0a5dd59d5a841645b608b5",
    ("top-5-poker", None): "915368d8101d00b07f992aa5df74de3677e75b25e89d7e8d087e24e1fad77ef2",
    ("draw-poker", "wild"): "3a5e5cbfd710a9adcce63227a0f5d7b71195aa33548ef5c552185d56b3935c05",
    ("draw-poker", "bug"): "d60618f7658732c0b39b97036a97f10d8084537787cea3e9e5a2be403e53a01e",
    ("low-ball", None): "44c21a4459de789141035653bd3ccb0a2ea32867c2c55de56cf1594e45b7f158",
}


def digest_of(places):
    return sha256(np.asarray(places).astype("<u2").tobytes()).hexdigest()


def different(pairs):
    """How many strengths there are, if every value goes with one judgement and both rise together."""
    found = {}
    for value, judgement in pairs:
        assert found.setdefault(value, judgement) == judgement
    judgements = [found[value] for value in sorted(found)]
    assert judgements == sorted(set(judgements))
    return len(found)


def test_every_spanish_hand_is_what_the_oracle_says():
    """All 749,398; the oracle alone gives the pinned digest too."""
    judgements, values = [], []
    for hand in combinations(SPANISH_POKER.deck.cards, 5):
        rank, judgement = SPANISH_POKER.rank(hand), oracle.spanish(hand)
        assert rank.category == oracle.SPANISH[judgement[0]]
        judgements.append(judgement)
        values.append(rank.strength.value)
    assert different(zip(values, judgements, strict=True)) == 2_254
    places = {judgement: place for place, judgement in enumerate(sorted(set(judgements)))}
    assert digest_of([places[judgement] for judgement in judgements]) == DIGESTS["spanish-poker", "wild"]


@pytest.mark.parametrize(("joker", "strengths"), [("wild", 5_620), ("bug", 5_364)])
def test_draw_poker_hands_are_what_the_oracle_says(joker, strengths):
    pairs = []
    for hand in islice(combinations(DRAW_POKER.deck.cards, 5), 0, None, 101):
        rank, judgement = DRAW_POKER.rank(hand, joker=joker), oracle.draw(hand, bug=joker == "bug")
        assert rank.category == oracle.DRAW[judgement[0]]
        pairs.append((rank.strength.value, judgement))
    assert different(pairs) == strengths


def test_draw_poker_hands_with_an_ace_and_the_joker_are_what_the_oracle_says():
    """The hands where wild and bug differ most: every fifth of them."""
    others = [card for card in DRAW_POKER.deck.cards if card not in ("As", "*")]
    hands = [("As", "*", *three) for three in islice(combinations(others, 3), 0, None, 5)]
    wild = different((DRAW_POKER.rank(hand).strength.value, oracle.draw(hand)) for hand in hands)
    bug = different((DRAW_POKER.rank(hand, "bug").strength.value, oracle.draw(hand, bug=True)) for hand in hands)
    assert (wild, bug) == (481, 481)


def test_low_ball_hands_are_what_the_oracle_says():
    hands = islice(combinations(LOW_BALL.deck.cards, 5), 0, None, 23)
    assert different((LOW_BALL.rank(hand).strength.value, oracle.low(hand)) for hand in hands) == 5_817


JUDGES = {
    ("top-5-poker", None): oracle.standard,
    ("draw-poker", "wild"): oracle.draw,
    ("draw-poker", "bug"): partial(oracle.draw, bug=True),
    ("low-ball", None): oracle.low,
}


@pytest.mark.soak
@pytest.mark.parametrize(("slug", "joker"), JUDGES)
def test_the_oracle_alone_gives_the_pinned_digest(slug, joker):
    """Every hand of the deck, about a minute each: the tests above take samples of these."""
    judgements = [JUDGES[slug, joker](hand) for hand in combinations(GAMES[slug].deck.cards, 5)]
    places = {judgement: place for place, judgement in enumerate(sorted(set(judgements)))}
    assert digest_of([places[judgement] for judgement in judgements]) == DIGESTS[slug, joker]


@pytest.mark.parametrize(("slug", "joker"), DIGESTS)
def test_digest_of_the_full_enumeration(slug, joker):
    game = GAMES[slug]
    values = evaluator(game, joker).rank(every_hand(game.deck))
    assert digest_of(np.unique(values, return_inverse=True)[1]) == DIGESTS[slug, joker]


@pytest.mark.parametrize(("slug", "joker"), DIGESTS)
def test_bulk_is_rank(slug, joker):
    game = GAMES[slug]
    hands, cards = every_hand(game.deck)[::53], game.deck.cards
    values = evaluator(game, joker).rank(hands).tolist()
    assert values == [game.rank([cards[place] for place in hand], joker).strength.value for hand in hands.tolist()]


def test_bulk_finds_the_best_of_six():
    hands, cards = every_hand(TOP_5_POKER.deck)[::997], TOP_5_POKER.deck.cards
    dealt = [sorted({*hand, (hand[0] + 17) % 52}) for hand in hands.tolist()]
    six = np.array([hand for hand in dealt if len(hand) == 6], np.uint8)
    values = evaluator(TOP_5_POKER).best(six).tolist()
    assert values == [TOP_5_POKER.rank([cards[place] for place in hand]).strength.value for hand in six.tolist()]
