"""What must work before Bote can: each part says how it is in a few words, or raises `Down`.

    @part("chain")
    def chain() -> str: ...

A room that has something to watch adds its part this way; `/api/v1/ready/` asks them all.
"""

from collections.abc import Callable
from typing import TypedDict

import structlog
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from redis.exceptions import RedisError

from tables import broker, clock

log = structlog.get_logger(__name__)


class Down(Exception):
    """A part does not work; the sentence says how one sees that."""


class PartReport(TypedDict):
    ok: bool
    says: str


PARTS: dict[str, Callable[[], str]] = {}


def part(name: str) -> Callable[[Callable[[], str]], Callable[[], str]]:
    """Add a part to the list that `report()` asks."""

    def add(check: Callable[[], str]) -> Callable[[], str]:
        PARTS[name] = check
        return check

    return add


def report() -> dict[str, PartReport]:
    """How every part is, by name."""
    return {name: _ask(check) for name, check in PARTS.items()}


def _ask(check: Callable[[], str]) -> PartReport:
    try:
        return {"ok": True, "says": check()}
    except Down as error:
        return {"ok": False, "says": str(error)}
    except (DatabaseError, RedisError) as error:
        # Anyone may ask, and a driver's sentence names hosts, ports and accounts: it is for the log.
        log.warning("part_down", part=check.__name__, error=str(error))
        return {"ok": False, "says": f"does not answer ({type(error).__name__}); the log says more"}


@part("database")
def database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return connection.vendor


@part("migrations")
def migrations() -> str:
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        raise Down(f"{len(missing)} migrations are not applied: run `manage.py migrate`.")
    return "all applied"


@part("broker")
def redis() -> str:
    broker.redis_client().ping()
    return "answers"


@part("worker")
def worker() -> str:
    heard = broker.last_heartbeat()
    if heard is None:
        raise Down(f"No worker answered in the last {broker.LATELY.seconds} seconds.")
    return f"answered {(clock.now() - heard).seconds} s ago"
