"""Keeping the log of jobs.

    with job_run("close", cardroom=cardroom, subject=fund.code) as run:
        run.report(40, "two of five progressives")
        ...
        run.result = "All five are closed."

Start and end are each committed by themselves, so a run that fails, or whose work rolls back, is still seen.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from accounting.models.jobs import JobRun
from tables import clock
from tables.models import Cardroom
from tables.refusals import Refused


class Run:
    """The run at hand, for the job to say how far it is and what came of it."""

    def __init__(self, row: JobRun) -> None:
        self.row = row
        self.result = ""

    def report(self, percent: int, text: str = "") -> None:
        """Say how far the work is. Others see it at once if the job is between two transactions, else at the commit."""
        JobRun.objects.filter(pk=self.row.pk).update(progress=percent, progress_text=text[:200], heard_at=clock.now())


@contextmanager
def job_run(name: str, *, cardroom: Cardroom | None = None, subject: str = "") -> Iterator[Run]:
    """Log one run of a job around its work; an error is noted and goes on its way."""
    now = clock.now()
    # Durable: inside someone else's transaction the row would roll back with the work, so that is refused.
    with transaction.atomic(durable=True):
        row = JobRun.objects.create(name=name, cardroom=cardroom, subject=subject, started_at=now, heard_at=now)
    run = Run(row)
    try:
        yield run
    except BaseException as error:
        _finish(row, state=JobRun.State.FAILED, error=_sentence(error))
        raise
    _finish(row, state=JobRun.State.DONE, progress=100, result=run.result[:500])


def _finish(row: JobRun, **ending: str | int) -> None:
    now = clock.now()
    with transaction.atomic(durable=True):
        JobRun.objects.filter(pk=row.pk).update(finished_at=now, heard_at=now, **ending)


def _sentence(error: BaseException) -> str:
    said = error.sentence if isinstance(error, Refused) else f"{type(error).__name__}: {error}"
    return said[:500]
