"""Celery beat on a clock that may be set back: it goes on asking, and does not wait until its last time comes again."""

from typing import Any

from celery.schedules import schedstate
from django_celery_beat.schedulers import DatabaseScheduler, ModelEntry

from tables import clock


class Entry(ModelEntry):
    """What last ran at a time that is yet to come, ran just now."""

    def is_due(self) -> schedstate:
        self.last_run_at = min(self.last_run_at, clock.now())
        return super().is_due()


class Scheduler(DatabaseScheduler):
    """Celery keeps what is next in order of the clock: after a step back that order is made again."""

    Entry = Entry
    _ticked_at = None

    def tick(self, *args: Any, **kwargs: Any) -> float:
        now = clock.now()
        if self._ticked_at and now < self._ticked_at:
            self._heap = None
        self._ticked_at = now
        return float(super().tick(*args, **kwargs))
