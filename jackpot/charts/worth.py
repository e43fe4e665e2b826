"""What a $1 progressive wager is worth to the player against the posted amount: a straight line through break-even."""

from collections.abc import Iterable
from dataclasses import dataclass

from jackpot.charts.scales import Scale, Tick, money_ticks
from tables.games.odds import Progressive as Figures

WIDTH, HEIGHT = 960, 360
LEFT, RIGHT, TOP, FOOT = 74, 944, 20, 320


@dataclass(frozen=True)
class Posted:
    """A progressive of the house on the line."""

    x: float
    y: float
    name: str
    worth: str
    down: int  # how far below the line its name stands, so that two that are close can both be read


@dataclass(frozen=True)
class WorthChart:
    line: str
    zero: float
    break_even: Tick
    amounts: tuple[Tick, ...]
    worths: tuple[Tick, ...]
    posted: tuple[Posted, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    top: int = TOP
    foot: int = FOOT


def worth_chart(figures: Figures, posted: Iterable[tuple[str, int]]) -> WorthChart:
    """`posted` are the names of progressives and the cents posted there now."""
    progressives = list(posted)
    even = int(figures.break_even)
    most = max(int(even * 150), *(int(cents * 1.1) for _, cents in progressives), 100) if progressives else even * 150
    low, high = float(figures.worth(0)), float(figures.worth(most // 100))
    x, y = Scale(0, most, LEFT, RIGHT), Scale(low * 1.05, max(high, 0.0) * 1.05, FOOT, TOP)
    return WorthChart(
        line=f"M{x(0)} {y(low)}L{x(most)} {y(high)}",
        zero=y(0),
        break_even=Tick(x(even * 100), f"${even:,}"),
        amounts=tuple(money_ticks(x, most)),
        worths=tuple(Tick(y(step / 10), _signed(step / 10, 1)) for step in range(-9, 10) if low <= step / 10 <= high),
        posted=tuple(
            _posted(figures, name, cents, place, x, y)
            for place, (name, cents) in enumerate(sorted(progressives, key=lambda each: each[1]))
        ),
    )


def _posted(figures: Figures, name: str, cents: int, place: int, x: Scale, y: Scale) -> Posted:
    worth = float(figures.worth(cents // 100))
    return Posted(x(cents), y(worth), name, _signed(worth, 4), down=16 + 18 * place)


def _signed(figure: float, places: int) -> str:
    return f"{figure:+.{places}f}".replace("-", "\N{MINUS SIGN}")
