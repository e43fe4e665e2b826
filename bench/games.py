"""How fast hands are ranked and odds are counted, beside treys and phevaluator, in one run.

    pip install -r bench/requirements.txt
    python -m bench.games            # add --top-5 for the exact Ante/Bet of Top 5 Poker (some 20 s)

Run by hand, never a timed test. Ratios over 1 mean that Bote is faster.
"""

import argparse
import random
import resource
import subprocess
import sys
import timeit
from collections.abc import Callable, Sequence
from time import perf_counter

from phevaluator import evaluate_cards
from treys import Card
from treys import Evaluator as Treys

from tables.games import GAMES

HANDS = 20_000


def microseconds(call: Callable, hands: Sequence) -> float:
    """The time of one call, the best of seven runs over all hands."""
    return 1e6 * min(timeit.repeat(lambda: [call(hand) for hand in hands], number=1, repeat=7)) / len(hands)


def one_at_a_time() -> None:
    game, treys = GAMES["top-5-poker"], Treys()
    deal = random.Random(5)
    lists = [deal.sample(game.deck.cards, 5) for _ in range(HANDS)]
    texts = [" ".join(hand) for hand in lists]
    strengths = game.strengths[None]
    ours_read = [[strengths.codes[card] for card in hand] for hand in lists]
    treys_read = [[Card.new(card) for card in hand] for hand in lists]

    text = microseconds(game.rank, texts)
    cards = microseconds(game.rank, lists)
    read = microseconds(lambda hand: strengths.of(sum(hand)), ours_read)
    treys_text = microseconds(lambda hand: treys.evaluate([], [Card.new(card) for card in hand.split()]), texts)
    treys_cards = microseconds(lambda hand: treys.evaluate([], [Card.new(card) for card in hand]), lists)
    treys_of_read = microseconds(lambda hand: treys.evaluate([], hand), treys_read)
    phe_text = microseconds(lambda hand: evaluate_cards(*hand.split()), texts)
    phe_cards = microseconds(lambda hand: evaluate_cards(*hand), lists)

    print(f"one hand of five at a time, {HANDS:,} random hands of 52 cards, microseconds a hand")
    print(f"  {'':34}{'Bote':>8}{'treys':>8}{'ratio':>8}{'phevaluator':>14}{'ratio':>8}")
    line("text to rank, checked by Bote", text, treys_text, phe_text)
    line("list of cards to rank, checked", cards, treys_cards, phe_cards)
    line("cards already read, unchecked", read, treys_of_read, None)
    print(f"  and rank() of text against treys' evaluate() of cards already read: ratio {treys_of_read / text:.2f}")


def line(what: str, ours: float, treys: float, phe: float | None) -> None:
    beside = f"{phe:>14.2f}{phe / ours:>8.2f}" if phe else f"{'-':>14}{'-':>8}"
    print(f"  {what:<34}{ours:>8.2f}{treys:>8.2f}{treys / ours:>8.2f}{beside}")


def seconds(what: str, goal: str, call: Callable) -> object:
    start = perf_counter()
    result = call()
    print(f"  {what:<58}{perf_counter() - start:>8.3f} s   goal {goal}")
    return result


def whole_decks() -> None:
    from tables.games.bulk import evaluator, every_hand
    from tables.games.odds.play import ante_raise
    from tables.games.paytables import ANTE_1, ANTE_2
    from tables.games.poker import SPANISH_POKER

    print("whole decks")
    hands, ranker = every_hand(SPANISH_POKER.deck), evaluator(SPANISH_POKER)
    seconds(f"{len(hands):,} Spanish hands ranked", "under 0.2 s", lambda: ranker.rank(hands))
    seconds("Ante/Raise exact, both pay tables", "within 2 s", lambda: [ante_raise(t.pays) for t in (ANTE_1, ANTE_2)])


def top_5() -> None:
    from tables.games.odds.play import ante_bet
    from tables.games.paytables import WINNING_BET

    seconds("Top 5 Ante/Bet exact", "within 60 s", lambda: ante_bet(WINNING_BET.pays))
    print(f"  memory at its highest: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB   goal 2 GB")


def imported() -> None:
    """In a fresh interpreter, so that nothing is there yet."""
    program = """
import sys, time
start = time.perf_counter()
import tables.games
print(f"{1000 * (time.perf_counter() - start):5.1f} ms, NumPy {'' if 'numpy' in sys.modules else 'not '}loaded")
"""
    runs = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True) for _ in range(5)
    ]
    print(f"import tables.games: {min(run.stdout for run in runs).strip()}   goal under 50 ms")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--top-5", action="store_true", help="also the exact Ante/Bet of Top 5 Poker")
    options = parser.parse_args()
    imported()
    one_at_a_time()
    whole_decks()
    if options.top_5:
        top_5()
