"""The rules of every game: pure Python, no Django, no database, no clock.

from tables.games import GAMES
GAMES["spanish-poker"].rank("7h Jh Qh Kh *").category   # "royal flush"
"""

from typing import Any

from tables.games.escaleriado import ESCALERIADO
from tables.games.largo import LARGO
from tables.games.poker import DRAW_POKER, LOW_BALL, SPANISH_POKER, TOP_5_POKER

# By slug. Any: the poker games rank hands, Escaleriado and Largo score layouts.
GAMES: dict[str, Any] = {
    game.slug: game for game in (SPANISH_POKER, TOP_5_POKER, DRAW_POKER, LOW_BALL, ESCALERIADO, LARGO)
}
