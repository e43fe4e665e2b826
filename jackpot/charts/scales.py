"""From figures to places in a picture, and the round figures at which an axis is marked."""

from dataclasses import dataclass

STEPS = (1, 2, 5)


@dataclass(frozen=True)
class Scale:
    """A straight line from figures (`low` to `high`) to places (`start` to `end`)."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, figure: float) -> float:
        if self.high == self.low:
            return self.end
        part = (figure - self.low) / (self.high - self.low)
        return round(self.start + part * (self.end - self.start), 1)


@dataclass(frozen=True)
class Tick:
    """A mark of an axis: where it is and what it says."""

    place: float
    label: str


def round_step(most: int, ticks: int = 5) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50 ... that gets to `most` in at most so many steps.

    >>> round_step(7_412)
    2000
    """
    power = 1
    while True:
        for step in STEPS:
            if step * power * ticks >= most:
                return step * power
        power *= 10


def money_ticks(scale: Scale, most: int) -> list[Tick]:
    """Round dollars from nothing to `most` cents."""
    step = round_step(max(1, -(-most // 100)))
    return [Tick(scale(dollars * 100), f"${dollars:,}") for dollars in range(0, -(-most // 100) + 1, step)]
