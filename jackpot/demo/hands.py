"""Winning hands of Spanish Poker for the demo to deal, and how often they come."""

from random import Random

SUITS = "cdhs"
RANKS = "234567JQKA"  # 7 and jack are neighbours (seeds 001)
IN_A_ROW = 5

# Among all 749,398 hands (games.md).
ALL_HANDS = 749_398
TRAY_HANDS = {"straight flush": 100, "quads": 1_800, "flush": 1_724}


def straight_flush(rng: Random) -> str:
    suit, low = rng.choice(SUITS), rng.randrange(len(RANKS) - IN_A_ROW)  # the highest of them is a royal
    return " ".join(rank + suit for rank in RANKS[low : low + IN_A_ROW])


def quads(rng: Random) -> str:
    rank, other = rng.sample(RANKS, 2)
    return " ".join([*(rank + suit for suit in SUITS), other + rng.choice(SUITS)])


def flush(rng: Random) -> str:
    suit = rng.choice(SUITS)
    while True:
        held = sorted(rng.sample(range(len(RANKS)), IN_A_ROW))
        if held[-1] - held[0] >= IN_A_ROW:  # not all in a row
            return " ".join(RANKS[index] + suit for index in held)


DEAL = {"straight flush": straight_flush, "quads": quads, "flush": flush}


def tray_hands(rng: Random, wagers: int) -> list[str]:
    """The hands that the tray pays among so many wagers."""
    return [
        DEAL[category](rng)
        for category, of_all in TRAY_HANDS.items()
        for _ in range(_times(rng, wagers, of_all / ALL_HANDS))
    ]


def _times(rng: Random, tries: int, chance: float) -> int:
    """How often something rare happens in so many tries."""
    times, gap = 0, rng.expovariate(chance)
    while gap <= tries:
        times += 1
        gap += rng.expovariate(chance)
    return times


CINCOS = {rank: " ".join([*(rank + suit for suit in SUITS), "*"]) for rank in RANKS}
ROYALS = {suit: " ".join(rank + suit for rank in RANKS[-IN_A_ROW:]) for suit in SUITS}
