import pytest

from tables.games.orders import ORDERS, LargoOrder, SpanishPokerOrder
from tables.games.results import Outcome
from tables.games.settlement import read_report, settle, wagers
from tests.tables.games.refusal import refused

ORDER = SpanishPokerOrder(ante_minimum=500)


def misdeal(spots, reason="a card was exposed", house_rule="4.2"):
    return {"misdeal": {"reason": reason, "house_rule": house_rule, "spots": spots}}


@pytest.mark.parametrize("game", ORDERS)
def test_a_misdeal_of_any_game_returns_every_wager(game):
    order = ORDERS[game](500) if game in ("spanish-poker", "top-5-poker") else ORDERS[game]()
    plain = misdeal([{"spot": 1, "bets": {"ante": 500, "gran progressive": 100}}, {"spot": 4, "bets": {"ante": 700}}])
    settlement = settle(order, read_report(game, plain))
    assert [(spot.spot, spot.staked, spot.to_player) for spot in settlement.spots] == [(1, 600, 600), (4, 700, 700)]
    assert {bet.outcome for spot in settlement.spots for bet in spot.bets} == {Outcome.RETURNED}
    assert settlement.hits == ()
    assert settlement.note == "misdeal: a card was exposed (house rule: 4.2)"


@pytest.mark.parametrize(
    ("plain", "sentence"),
    [
        (misdeal([], reason=" "), "Say what went wrong and which house rule was applied."),
        (misdeal([], house_rule=""), "Say what went wrong and which house rule was applied."),
        (misdeal([{"spot": 7, "bets": {}}]), "There is no spot 7: this table has spots 1 to 6."),
        (
            misdeal([{"spot": 1, "bets": {"ante": 0}}]),
            "Spot 1 has a bet of nothing. Leave out bets that were not made.",
        ),
    ],
)
def test_a_misdeal_that_cannot_be_is_refused(plain, sentence):
    with refused(sentence):
        settle(ORDER, read_report("spanish-poker", plain))


def test_no_wager_of_a_misdeal_stands():
    """An ante over every limit may be the very irregularity: it is returned and recorded, and not checked."""
    report = read_report("spanish-poker", misdeal([{"spot": 1, "bets": {"ante": 10**9}, "patron": "card 5"}]))
    assert wagers(ORDER, report) == ()
    assert settle(ORDER, report).spots[0].to_player == 10**9


def test_the_hand_of_another_game_is_refused():
    report = read_report("spanish-poker", {"spots": [], "house": ""})
    with refused("This table is ordered with largo. Report a hand of that game."):
        settle(LargoOrder(), report)
