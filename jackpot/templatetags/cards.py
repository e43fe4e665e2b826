"""Playing cards on a page: their sign, their spoken name, their outline for paper."""

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from jackpot.slips.suits import RED, svg_path
from tables.games.cards import JOKER_CARD, RANK_NAMES

register = template.Library()

# The second character asks for a letter and not for a coloured picture.
SIGNS = {"s": "♠\ufe0e", "h": "♥\ufe0e", "d": "♦\ufe0e", "c": "♣\ufe0e"}
SUIT_NAMES = {
    "s": gettext_noop("spades"),
    "h": gettext_noop("hearts"),
    "d": gettext_noop("diamonds"),
    "c": gettext_noop("clubs"),
}
SPOKEN_RANKS = (
    gettext_noop("ace"),
    gettext_noop("king"),
    gettext_noop("queen"),
    gettext_noop("jack"),
    gettext_noop("ten"),
    gettext_noop("nine"),
    gettext_noop("eight"),
    gettext_noop("seven"),
    gettext_noop("six"),
    gettext_noop("five"),
    gettext_noop("four"),
    gettext_noop("three"),
    gettext_noop("two"),
)


@register.filter
def sign(card: str) -> str:
    """`7h` as people write it: 7 and a heart; a star for the joker."""
    if card == JOKER_CARD:
        return "★"
    return f"{'10' if card[0] == 'T' else card[0]}{SIGNS[card[1]]}"


@register.filter
def spoken(card: str) -> str:
    """`7h` as a screen reader says it."""
    if card == JOKER_CARD:
        return _("joker")
    return _("%(rank)s of %(suit)s") % {"rank": _(RANK_NAMES[card[0]]), "suit": _(SUIT_NAMES[card[1]])}


@register.filter
def ink(card: str) -> str:
    """The class of its colour."""
    return "red" if card[-1] in RED else "black"


@register.filter
def cards_of(hand: str) -> list[str]:
    """The cards of a hand, one by one."""
    return hand.split()


@register.filter
def outline(card: str) -> str:
    """The suit as an SVG path in a square of 20."""
    return svg_path(card[-1])
