"""How we reach the broker: work is queued after the commit, and a broker that is away never spoils a page.

    after_commit(close_day, cardroom_id=7)

What could not be queued is logged, not lost: it is written in the database, and the periodic tasks look there for work
that is due.
"""

from datetime import datetime, timedelta
from functools import partial
from typing import Any

import structlog
from celery import Task
from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError
from redis import Redis

from tables import clock

log = structlog.get_logger(__name__)

# Beat asks for a heartbeat every 30 seconds; a worker may miss two.
LATELY = timedelta(seconds=90)


def after_commit(task: "Task[..., Any]", **arguments: Any) -> None:
    """Queue `task` once the transaction around us is committed (at once if there is none)."""
    transaction.on_commit(partial(_publish, task, arguments))


def _publish(task: "Task[..., Any]", arguments: dict[str, Any]) -> None:
    try:
        task.apply_async(kwargs=arguments)
    except OperationalError as error:
        log.warning("task_not_queued", task=task.name, arguments=arguments, error=str(error))


def redis_client() -> "Redis":
    """A client that gives up within a second."""
    return Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1, decode_responses=True)


def remember_heartbeat() -> None:
    """A worker says that it is alive."""
    redis_client().set(_heartbeat_key(), clock.now().isoformat(), ex=LATELY)


def last_heartbeat() -> datetime | None:
    """When a worker last said so, or None if none did lately."""
    said = redis_client().get(_heartbeat_key())
    return datetime.fromisoformat(str(said)) if said else None


def _heartbeat_key() -> str:
    return f"{settings.REDIS_KEY_PREFIX}heartbeat"
