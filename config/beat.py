"""Celery beat on a clock that may be set back: it goes on asking, and does not wait until its last time comes again."""

from datetime import datetime
from typing import Any

from celery.schedules import schedstate
from django_celery_beat.schedulers import DatabaseScheduler, ModelEntry

from tables import clock


class Entry(ModelEntry):  # type: ignore[misc] # django-celery-beat has no types
    """What last ran at a time that is yet to come, ran just now."""

    last_run_at: datetime

    def is_due(self) -> schedstate:
        self.last_run_at = min(self.last_run_at, clock.now())
        due: schedstate = super().is_due()
        return due


class Scheduler(DatabaseScheduler):  # type: ignore[misc]
    """Celery keeps what is next in order of the clock: after a step back that order is made again."""

    Entry = Entry
    _ticked_at: datetime | None = None

    def tick(self, *args: Any, **kwargs: Any) -> float:
        now = clock.now()
        if self._ticked_at and now < self._ticked_at:
            self._heap = None
        self._ticked_at = now
        return float(super().tick(*args, **kwargs))
