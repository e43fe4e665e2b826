"""The pulse of a run: every second, beside the snapshot, it writes down how far the run is and hears whether to stop.

It beats in a thread with a connection of its own, so others see the progress at once, and a run that waits for a slow
query is not taken for dead. Whoever holds the export is known by a token; if another holds it now, the run stops.
"""

import threading
from contextvars import copy_context
from types import TracebackType
from typing import Self

from django.db import connection

from accounting.models import Export, ExportState
from tables import clock

EVERY = 1.0  # seconds


class Cancelled(Exception):
    """Someone asked for this export to stop."""


class TakenOver(Exception):
    """Another worker runs this export now."""


class Pulse:
    """Use it as a context around the run, and call it with percent and words as the run goes on."""

    def __init__(self, export: Export, holder: str) -> None:
        self._held = Export.objects.filter(pk=export.pk, holder=holder, state=ExportState.RUNNING)
        self._progress = (0, "")
        self._stop: type[Exception] | None = None
        self._over = threading.Event()
        # The clock that a demo or a test has set holds in the thread too.
        self._thread = threading.Thread(target=copy_context().run, args=(self._beat_until_over,), daemon=True)

    def __call__(self, percent: int, text: str) -> None:
        self._progress = (percent, text[:200])
        if self._stop:
            raise self._stop

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def _beat_until_over(self) -> None:
        try:
            while not self._over.wait(EVERY) and not self._stop:
                self.beat()
        finally:
            connection.close()

    def beat(self) -> None:
        percent, text = self._progress
        if not self._held.update(progress=percent, progress_text=text, heard_at=clock.now()):
            self._stop = TakenOver
        elif self._held.filter(cancelled_at__isnull=False).exists():
            self._stop = Cancelled
