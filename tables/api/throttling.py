"""So many calls a minute for each terminal and each person; strangers who try codes get few.

Counted in Redis, in windows of a minute. While Redis is away nobody is held up: the tables come first.
"""

from functools import cache
from typing import Any

from django.conf import settings
from redis import Redis
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from tables import broker, clock
from tables.models import Terminal

WINDOW = 60


@cache
def _redis() -> "Redis":
    return broker.redis_client()


class PerMinute(BaseThrottle):
    """A fixed number of calls in each minute; 0 in the settings means any number."""

    def allow_request(self, request: Request, view: Any) -> bool:
        caller, most = self._caller(request)
        if not most:
            return True
        minute, self.gone = divmod(int(clock.now().timestamp()), WINDOW)
        key = f"{settings.REDIS_KEY_PREFIX}calls:{caller}:{minute}"
        try:
            pipeline = _redis().pipeline(transaction=False)
            pipeline.incr(key)
            pipeline.expire(key, 2 * WINDOW)
            calls, _ = pipeline.execute()
        except RedisError:
            return True
        return int(calls) <= most

    def wait(self) -> float:
        return WINDOW - self.gone

    def _caller(self, request: Request) -> tuple[str, int]:
        rates = settings.CALLS_PER_MINUTE
        caller: Any = request.user
        if isinstance(caller, Terminal):
            return f"terminal-{caller.pk}", rates["terminal"]
        if caller and caller.is_authenticated:
            return f"person-{caller.pk}", rates["person"]
        return f"stranger-{self.get_ident(request)}", rates["stranger"]
