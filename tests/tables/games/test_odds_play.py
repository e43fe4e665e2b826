"""Raise or fold: the exact figures of both games, the counting behind them against plain pairs, and the strategy."""

from fractions import Fraction
from functools import cache
from io import StringIO
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from django.core.management import call_command

from tables.games.bulk import evaluator, every_hand
from tables.games.cards import Deck
from tables.games.odds import category_counts, edge_of
from tables.games.odds.duels import SuitClasses
from tables.games.odds.play import Holding, ante_bet, ante_raise
from tables.games.odds.strategy import strategy
from tables.games.orders import Ties
from tables.games.paytables import ANTE_1, ANTE_2, WINNING_BET, Bet, PayTable
from tables.games.poker import SPANISH_POKER, TOP_5_POKER

PRINTED = Path(__file__).resolve().parents[3] / "docs" / "odds"
SPANISH_DEALS = 749_398 * 376_992


@pytest.mark.parametrize(
    ("table", "won", "of_ante", "of_all"),
    [(ANTE_1, -16_596_980_088, "5.8747", "2.3715"), (ANTE_2, -13_876_303_824, "4.9117", "1.9827")],
)
def test_ante_raise(table, won, of_ante, of_all):
    play = ante_raise(table.pays)
    assert (play.won, play.deals) == (won, SPANISH_DEALS)
    assert (play.played, play.dealt) == (553_510, 749_398)
    assert edge_of(table) == play.edge == Fraction(-won, SPANISH_DEALS)
    assert (round(100 * play.edge, 4), round(100 * play.edge_of_all, 4)) == (Fraction(of_ante), Fraction(of_all))


def test_ante_raise_with_fractions_is_between_its_neighbours():
    """Half a unit more for a full house and a straight is worth half of what a whole unit is: the play is the same."""
    between = {**ANTE_1.pays, "full house": Fraction(15, 2), "straight": Fraction(13, 2)}
    ours = PayTable(Bet.ANTE, "Ours", between, source="a house's order")
    assert edge_of(ours) == (edge_of(ANTE_1) + edge_of(ANTE_2)) / 2


@pytest.mark.parametrize("odds", [Fraction(10**15), 200 + Fraction(1, 10**9), 200 + Fraction(1, 10**20)])
def test_odds_that_outgrow_64_bits_stay_exact(odds):
    """Cincos are always raised, so the edge is a straight line in what they pay."""

    def edge(cincos):
        return ante_raise({**ANTE_1.pays, "cincos": cincos}).edge

    assert edge(odds) == edge(Fraction(200)) + (odds - 200) * (edge(Fraction(201)) - edge(Fraction(200)))


def test_ante_bet_of_top_5_poker():
    play = ante_bet(WINNING_BET.pays)
    assert play.edge == Fraction(1_262_390_185_485, 41_859_784_086_120)
    assert (play.won, play.deals) == (-4 * 1_262_390_185_485, 4 * 41_859_784_086_120)
    assert (play.played, play.dealt) == (79_203_552, 122_151_120)
    assert {advice.kind: (advice.action, advice.played, advice.dealt) for advice in strategy(TOP_5_POKER, play)} == {
        "two pair or better": ("play", 24_089_280, 24_089_280),
        "pair of fours or better": ("play", 49_377_600, 49_377_600),
        "pair of threes, made by the community card": ("play", 1_499_616, 1_499_616),
        "pair of threes, in one's own cards": ("play some", 2_734_392, 2_999_232),
        "pair of twos, made by the community card": ("play", 1_502_664, 1_502_664),
        "pair of twos, in one's own cards": ("fold", 0, 3_005_328),
        "no pair": ("fold", 0, 39_677_400),
    }
    # Any of six cards can be the community card, so every hand of six is dealt in six ways.
    of_six = category_counts(TOP_5_POKER, cards=6)
    assert 6 * (sum(of_six.values()) - of_six["pair"] - of_six["high card"]) == 24_089_280
    assert 6 * of_six["pair"] == 49_377_600 + 1_499_616 + 2_999_232 + 1_502_664 + 3_005_328
    assert 6 * of_six["high card"] == 39_677_400
    out = StringIO()
    call_command("odds", "top-5-poker", stdout=out)
    assert out.getvalue() == (PRINTED / "top-5-poker.txt").read_text()


def test_the_strategy_of_spanish_poker():
    advice = {line.kind: line for line in strategy(SPANISH_POKER, ante_raise(ANTE_1.pays))}
    assert {kind: (line.action, line.played, line.dealt) for kind, line in advice.items()} == {
        "two pair or better": ("play", 129_298, 129_298),
        "pair of sevens or better": ("play", 207_900, 207_900),
        "pair of sixes": ("play some", 24_288, 32_256),
        "pair of fives, three cards of 6 or higher": ("play some", 6_576, 7_680),
        "pair of fives, fewer than three cards of 6 or higher": ("fold", 0, 24_576),
        "pair of fours, three cards of 6 or higher": ("play some", 3_204, 7_680),
        "pair of fours, fewer than three cards of 6 or higher": ("fold", 0, 24_576),
        "pair of threes, three cards of 6 or higher": ("play some", 744, 7_680),
        "pair of threes, fewer than three cards of 6 or higher": ("fold", 0, 24_576),
        "pair of twos, three cards of 6 or higher": ("fold", 0, 7_680),
        "pair of twos, fewer than three cards of 6 or higher": ("fold", 0, 24_576),
        "no pair, four or five cards of 6 or higher": ("play", 64_260, 64_260),
        "no pair, three cards of 6 or higher": ("play some", 117_240, 121_380),
        "no pair, fewer than three cards of 6 or higher": ("fold", 0, 65_280),
    }
    assert advice["no pair, three cards of 6 or higher"].folded == ["AKQ42", "AKQ32", "AKJ32"]
    assert advice["pair of sixes"].depends == ["66Q54", "66Q53"]


def beside(game, held, community=()):
    """The values of every house hand that can lie beside these cards, laid out one by one."""
    places = [place for place, card in enumerate(game.deck.cards) if card not in (*held, *community)]
    house = np.array(places, np.uint8)[every_five(len(places))]
    if not community:
        return evaluator(game).rank(house)
    column = np.full((len(house), 1), game.deck.cards.index(*community), np.uint8)
    return evaluator(game).best(np.sort(np.hstack((house, column)), axis=1))


@cache
def every_five(places):
    return np.array(list(combinations(range(places), 5)))


@pytest.mark.parametrize("ties", Ties)
@pytest.mark.parametrize(
    ("cards", "plays"),
    [
        ("7c7d7h7s*", True),
        ("2h3h4h5h7h", True),
        ("6c6dKs3h2s", True),
        ("6c6dQs3h2s", False),
        ("Ac2d3h4s5c", False),
        ("AcKd7h4s5c", True),
        ("AcKdQh4s2c", False),
    ],
)
def test_what_a_hand_of_spanish_poker_is_worth_against_every_house(cards, plays, ties):
    """All 376,992 house hands beside it, settled by the rules of the game and not by the counting."""
    rank = SPANISH_POKER.rank(cards)
    values = beside(SPANISH_POKER, SPANISH_POKER.rank(cards).cards)
    mine, qualifies = rank.strength.value, SPANISH_POKER.rank("6s6h2d3c4s").strength.value
    wins = 2 + ANTE_1.pays.get(rank.category, 0)
    qualified = values >= qualifies
    won = int((~qualified).sum() + wins * (qualified & (values < mine)).sum() - 3 * (qualified & (values > mine)).sum())
    won -= 0 if ties is Ties.PUSH else 3 * int((qualified & (values == mine)).sum())
    assert len(values) == 376_992
    assert (won > -len(values)) is plays
    chosen = ante_raise(ANTE_1.pays, ties).hands[Holding(mine, shared=False)]
    assert (chosen.played == chosen.dealt) is plays


@pytest.mark.parametrize(
    ("cards", "community", "plays"),
    [("3s3d7h8c9c", "Ac", True), ("2s2d7h8c9c", "Ac", False), ("2s5d7h8c9c", "2c", True), ("AsKdQh9c8c", "2d", False)],
)
def test_what_a_hand_of_top_5_poker_is_worth_against_every_house(cards, community, plays):
    """All 1,370,754 house hands beside it: the whole answer to fold or play for this hand."""
    rank = TOP_5_POKER.rank(f"{cards}{community}")
    held = [cards[at : at + 2] for at in range(0, 10, 2)]
    values = beside(TOP_5_POKER, held, (community,))
    mine, qualifies = rank.strength.value, TOP_5_POKER.rank("2s2h3d4c5s").strength.value
    qualified = values >= qualifies
    wins = 1 + WINNING_BET.pays[rank.category]
    won = int((~qualified).sum() + wins * (qualified & (values < mine)).sum() - 2 * (qualified & (values > mine)).sum())
    assert len(values) == 1_370_754
    assert (won > -len(values)) is plays


def ties_between(lowest, above):
    """How many ordered pairs of hands tie and share no card, every group of equal hands laid side by side."""
    hands = every_hand(SPANISH_POKER.deck)
    values = evaluator(SPANISH_POKER).rank(hands)
    masks = np.bitwise_or.reduce(np.left_shift(np.uint64(1), hands.astype(np.uint64)), axis=1)
    chosen = (values >= lowest) & (values < above)
    order = np.argsort(values[chosen], kind="stable")
    starts = np.unique(values[chosen][order], return_index=True)[1][1:]
    groups = np.split(masks[chosen][order], starts)
    return sum(int((part[:, None] & group == 0).sum()) for group in groups for part in np.array_split(group, 4))


def test_ties_that_go_to_the_house_cost_three_antes_each():
    push, house = ante_raise(ANTE_1.pays), ante_raise(ANTE_1.pays, Ties.HOUSE)
    assert (house.won, house.deals, house.played) == (-16_651_803_288, SPANISH_DEALS, 553_426)
    assert edge_of(ANTE_1, ties=Ties.HOUSE) == house.edge
    sixes, sevens = (SPANISH_POKER.rank(f"{six}s{six}h2d3c4s").strength.value for six in "67")
    always_raised, sometimes_raised = ties_between(sevens, 2**31 - 1), ties_between(sixes, sevens)
    assert (always_raised, sometimes_raised) == (17_618_784, 870_912)
    assert 3 * always_raised < push.won - house.won < 3 * (always_raised + sometimes_raised)


@pytest.mark.parametrize("named", [0, 1])
def test_duels_are_all_pairs_that_share_no_card(named):
    """On a small deck every pair can be laid side by side. The strength may be anything that suits do not change."""
    deck = Deck("small deck", "2345", jokers=1)
    classes = SuitClasses(deck, named=named)

    def strength(hand):
        ranks = [place // 4 for place in hand]
        spades = sum(place % 4 == 0 and place < 16 for place in hand) if named else 0
        return sum(rank * rank for rank in ranks) % 11 + spades

    hands = list(combinations(range(17), 5))
    masks = np.array([sum(1 << place for place in hand) for hand in hands])
    strengths = np.array([strength(hand) for hand in hands])
    assert classes.weight.sum() == len(hands) == 6_188
    duel = classes.duel(np.array([strength(hand) for hand in classes.hands.tolist()]), np.arange(len(classes.hands)), 5)
    for row, hand in enumerate(classes.hands.tolist()):
        beside = strengths[masks & sum(1 << place for place in hand) == 0]
        counted = (duel.unqualified[row], duel.weaker[row], duel.equal[row])
        assert counted == ((beside < 5).sum(), (beside < strength(hand)).sum(), (beside == strength(hand)).sum())
