"""The demo's one line of time: what is put on the agenda happens in the order of its moments, whoever put it there."""

from collections.abc import Callable
from datetime import UTC, datetime
from heapq import heappop, heappush
from itertools import count as numbers

from tables import clock

Action = Callable[[], object]


class Agenda:
    """Actions with their moments. An action may put others on the agenda for later."""

    def __init__(self) -> None:
        self._waiting: list[tuple[datetime, int, Action]] = []
        self._order = numbers(1)  # of two at one moment, the first put on comes first

    def at(self, moment: datetime, action: Action) -> None:
        heappush(self._waiting, (moment.astimezone(UTC), next(self._order), action))

    def run(self, until: datetime) -> None:
        """Let everything happen that is due by then, each with the clock standing at its moment."""
        while self._waiting and self._waiting[0][0] <= until:
            moment, _, action = heappop(self._waiting)
            with clock.at(moment):
                action()
