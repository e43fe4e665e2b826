"""Cards and decks: how a card is written, which cards a game is played with, and how bad ones are refused.

A card is two characters, rank then suit: `As`, `7h`, `Td`, and the joker is `*`. A hand is text with or without
spaces (`"7h Jh Qh Kh *"`, `"7hJhQhKh*"`) or a list of cards. Nothing is guessed: what is not a card of the deck is
refused with a sentence that names it.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

JOKER_CARD = "*"
SUITS = "shdc"
RANK_NAMES = {
    "A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten", "9": "nine", "8": "eight", "7": "seven",
    "6": "six", "5": "five", "4": "four", "3": "three", "2": "two",
}  # fmt: skip

Cards = str | Iterable[str]


class BadCards(ValueError):
    """These cards cannot have been dealt; the sentence says which one and why."""


@dataclass(frozen=True)
class Deck:
    """What a game is played with. `ranks` run from low to high, and neighbours are connected."""

    name: str
    ranks: str
    jokers: int = 0
    copies: int = 1

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """Every different card of the deck, by rank then suit, the joker last."""
        return (*(rank + suit for rank in self.ranks for suit in SUITS), *(JOKER_CARD for _ in range(self.jokers)))

    @property
    def size(self) -> int:
        return len(self.cards) * self.copies


SPANISH = Deck("41-card Spanish Poker deck", "234567JQKA", jokers=1)
STANDARD = Deck("52-card deck", "23456789TJQKA")
JOKER = Deck("53-card deck", "23456789TJQKA", jokers=1)
SEVEN_DECKS = Deck("shoe of seven 40-card decks", "A234567JQK", copies=7)

_pairs = re.compile("..?").findall


def split(cards: Cards) -> list[str]:
    """The cards of a hand as they are usually written, not yet checked: quick where `parse` is careful."""
    if isinstance(cards, str):
        return cards.split() if " " in cards else _pairs(cards)
    try:
        return list(cards)
    except TypeError:
        raise BadCards("Give the cards as text, like “7h Jh Qh Kh *”, or as a list of cards.") from None


def parse(cards: Cards, deck: Deck, *sizes: int) -> tuple[str, ...]:
    """The cards of a hand, checked against the deck, and against the number of cards it may have if any is given."""
    hand = _spelled(cards)
    for card in hand:
        _check_card(card, deck)
    for card, times in Counter(hand).items():
        if times > deck.copies:
            once = "only once" if deck.copies == 1 else f"only {deck.copies} times"
            raise BadCards(f"{spoken(card)} is given {times} times, but it is {once} in the {deck.name}.")
    if sizes and len(hand) not in sizes:
        wanted = " or ".join(map(str, sizes))
        raise BadCards(f"This hand has {len(hand)} card{'s' * (len(hand) != 1)}: give exactly {wanted}.")
    return hand


def _spelled(cards: Cards) -> tuple[str, ...]:
    if not isinstance(cards, str):
        return tuple(split(cards))
    return tuple(card for word in cards.split() for card in re.findall(r"\*|[^*][^*]?", word))


def _check_card(card: object, deck: Deck) -> None:
    if card in deck.cards:
        return
    if card == JOKER_CARD:
        raise BadCards(f"The joker (*) is not in the {deck.name}.")
    if isinstance(card, str) and len(card) == 2 and card[0] in RANK_NAMES and card[1] in SUITS:
        raise BadCards(f"{spoken(card)} is not in the {deck.name}.")
    raise BadCards(f"“{card}” is not a card: write rank then suit, like As, 7h or Td, and * for the joker.")


def spoken(card: str) -> str:
    """The card as a refusal names it."""
    return "The joker (*)" if card == JOKER_CARD else f"The card {card}"
