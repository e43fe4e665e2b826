"""What the games are called on a page."""

from django import template

from tables.games import GAMES

register = template.Library()


@register.filter
def game_name(slug: str | None) -> str:
    """`spanish-poker` as it is printed on the felt."""
    return str(GAMES[slug].name) if slug in GAMES else "\N{EN DASH}"
