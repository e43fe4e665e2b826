"""The cards of one dealt hand: each hand complete, and no card in two places."""

from collections.abc import Iterable

from tables.games.cards import BadCards, Cards, Deck, parse, spoken


def check_dealt(deck: Deck, hands: Iterable[tuple[str, Cards, int]]) -> None:
    """Refuse a hand (where it lies, its cards, how many it must have) that this deck cannot have dealt.

    >>> from tables.games.cards import STANDARD
    >>> check_dealt(STANDARD, [("spot 1", "As Ks", 2), ("the house", "As 2d", 2)])
    Traceback (most recent call last):
    tables.games.cards.BadCards: The card As is reported at spot 1 and at the house. One of them is misread.
    """
    seen: dict[str, str] = {}
    for place, cards, size in hands:
        try:
            hand = parse(cards, deck, size)
        except BadCards as bad:
            raise BadCards(f"At {place}: {bad}") from None
        for card in hand:
            if card in seen:
                both = f"{seen[card]} and at {place}"
                raise BadCards(f"{spoken(card)} is reported at {both}. One of them is misread.")
            seen[card] = place
