"""The one place that reads the clock.

Everything else asks `now()`. The demo plays ninety days of history, and tests set the time, with `at()`; rules and
games take moments as arguments and never come here.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

_set_time: ContextVar[datetime | None] = ContextVar("set_time", default=None)


def now() -> datetime:
    """The present moment, in UTC."""
    return _set_time.get() or datetime.now(UTC)


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Let the clock stand at `moment` (which must carry its zone) inside the block."""
    if moment.tzinfo is None:
        raise ValueError("A moment needs its time zone: give an aware datetime.")
    token = _set_time.set(moment.astimezone(UTC))
    try:
        yield
    finally:
        _set_time.reset(token)
