"""A slow, plain judge of hands, written apart from the product: it tries every card the joker could be.

It shares no table and no code with `tables.games`. A judgement is (place of the category, tie-break): more is better.
"""

from collections import Counter

SPANISH = [
    *("high card", "pair", "two pair", "trips", "straight", "full house", "flush", "quads"),
    *("straight flush", "royal flush", "cincos"),
]
DRAW = [
    *("high card", "pair", "two pair", "trips", "straight", "flush", "double-ace flush", "full house", "quads"),
    *("straight flush", "royal flush", "five of a kind"),
]
STANDARD_RANKS = "23456789TJQKA"
SPANISH_RANKS = "234567JQKA"


def judge(hand, ranks, order, *, wheel):
    """Five natural cards, or five of a rank."""
    numbers = sorted((ranks.index(card[0]) for card in hand), reverse=True)
    counts = Counter(numbers)
    grouped = sorted(numbers, key=lambda number: (-counts[number], -number))
    flush = len({card[1] for card in hand}) == 1
    straight = len(counts) == 5 and numbers[0] - numbers[4] == 4
    if wheel and numbers == [len(ranks) - 1, 3, 2, 1, 0]:
        straight, grouped = True, [3, 2, 1, 0, -1]
    top = counts.most_common(1)[0][1]
    if top == 5:
        name = order[-1]
    elif straight and flush:
        name = "royal flush" if grouped[0] == len(ranks) - 1 else "straight flush"
    elif flush:
        name = "flush"
    elif straight:
        name = "straight"
    elif top == 4:
        name = "quads"
    elif top == 3:
        name = "full house" if len(counts) == 2 else "trips"
    elif top == 2:
        name = "two pair" if len(counts) == 3 else "pair"
    else:
        name = "high card"
    return order.index(name), tuple(grouped)


def spanish(hand):
    return with_joker(hand, SPANISH_RANKS, SPANISH, wheel=False)


def standard(hand):
    """Top 5 Poker: the usual order of hands; it has no joker."""
    return judge(hand, STANDARD_RANKS, DRAW, wheel=True)


def draw(hand, *, bug=False):
    if "*" not in hand:
        return judge(hand, STANDARD_RANKS, DRAW, wheel=True)
    best = with_joker(hand, STANDARD_RANKS, DRAW, wheel=True, bug=bug)
    natural = [card for card in hand if card != "*"]
    if len({card[1] for card in natural}) == 1 and any(card[0] == "A" for card in natural):
        numbers = sorted((STANDARD_RANKS.index(card[0]) for card in natural), reverse=True)
        best = max(best, (DRAW.index("double-ace flush"), (12, *numbers)))
    return best


def with_joker(hand, ranks, order, *, wheel, bug=False):
    if "*" not in hand:
        return judge(hand, ranks, order, wheel=wheel)
    natural = [card for card in hand if card != "*"]
    found = []
    for rank in ranks:
        for suit in "shdc":
            # The joker is a card that is not in the hand, or the fifth of a rank.
            if rank + suit in natural and [card[0] for card in natural] != [rank] * 4:
                continue
            made = judge([*natural, rank + suit], ranks, order, wheel=wheel)
            if not bug or rank == "A" or order[made[0]] in ("straight", "flush", "straight flush", "royal flush"):
                found.append(made)
    return max(found)


def low(hand):
    """Low-Ball: fewer pairs, then lower cards; judged as a tuple that is smaller for a better hand, and negated."""
    ranks = "A23456789TJQK"
    natural = [ranks.index(card[0]) for card in hand if card != "*"]
    numbers = natural if len(natural) == 5 else [*natural, min(set(range(13)) - set(natural))]
    counts = Counter(numbers)
    shape = sorted(counts.values(), reverse=True)
    grouped = sorted(numbers, key=lambda number: (-counts[number], -number))
    return tuple(-count for count in shape), tuple(-number for number in grouped)
