"""What Celery does for the progressives, each on its own. A task finds what is due, so it may run twice, or late."""

from celery import Task, shared_task
from django.db import transaction

from accounting.ledger.books import open_books
from accounting.models import CaseKind
from accounting.selectors.cases import stands_open
from accounting.selectors.counts import missing_counts
from accounting.selectors.gaming_days import current_day
from accounting.selectors.jobs import is_due_tonight
from accounting.services.cases import open_case
from accounting.services.jobs import job_run
from accounting.services.reminders import chase_day
from jackpot.models import IN_PLAY, Progressive
from jackpot.rebuild import Rebuild
from jackpot.selectors import days_to_close, missing_for_close, progressives_to_close, unapproved_slips
from jackpot.services.closing import close_next_day
from tables.duties import Job
from tables.models import Cardroom

# What nobody took in so many seconds is dropped; beat asks again.
EXPIRES = 600


@shared_task
def close_days(cardroom_id: int) -> None:
    """Queue a close for every progressive that has a day to close."""
    for progressive in progressives_to_close(Cardroom.objects.get(pk=cardroom_id)):
        _queue(close_progressive, progressive)


@shared_task
def close_progressive(progressive_id: int) -> None:
    """Close every day that is over and complete, in order; the first that still waits holds up those after it."""
    progressive = _get(progressive_id)
    days = days_to_close(progressive)
    if not days or missing_for_close(progressive, days[0]):
        return
    with job_run("close", cardroom=progressive.cardroom, subject=progressive.code) as run:
        closed = []
        while close := close_next_day(progressive=progressive, by=Job("close")):
            closed.append(str(close.gaming_day))
            run.report(100 * len(closed) // (len(days) + 1), f"{close.gaming_day} is closed.")
        run.result = f"Closed: {', '.join(closed) or 'nothing, someone else was quicker'}."


@shared_task
def chase(cardroom_id: int) -> None:
    """Queue a look at every progressive that has a day to close."""
    for progressive in progressives_to_close(Cardroom.objects.get(pk=cardroom_id)):
        _queue(chase_progressive, progressive)


@shared_task
def chase_progressive(progressive_id: int) -> None:
    """Remind of days that wait for something, and make exceptions of those that have waited too long."""
    progressive = _get(progressive_id)
    with job_run("chase", cardroom=progressive.cardroom, subject=progressive.code) as run:
        said = []
        for day in days_to_close(progressive):
            uncounted, slips = missing_counts(progressive.fund, day), unapproved_slips(progressive, day)
            if chase_day(fund=progressive.fund, day=day, uncounted=uncounted, other=slips, by=Job("chase")):
                said.append(str(day))
        run.result = f"Days that have waited too long: {', '.join(said) or 'none'}."


@shared_task
def rebuild_books(cardroom_id: int) -> None:
    """Queue the night's rebuild of every progressive in play."""
    cardroom = Cardroom.objects.get(pk=cardroom_id)
    for progressive in Progressive.objects.filter(cardroom=cardroom, state__in=IN_PLAY).order_by("code"):
        if is_due_tonight("rebuild", cardroom, progressive.code):
            _queue(rebuild_progressive, progressive)


@shared_task
def rebuild_progressive(progressive_id: int) -> None:
    """Once every gaming day: work all balances and closes out again from the facts. A cent of difference is a case.

    It stays the same case while that is open, and is a new one after it was resolved.
    """
    progressive = _get(progressive_id)
    if not is_due_tonight("rebuild", progressive.cardroom, progressive.code):
        return
    with job_run("rebuild", cardroom=progressive.cardroom, subject=progressive.code) as run, transaction.atomic():
        open_books(progressive.fund)  # nothing is posted while it is worked out again
        differences = Rebuild(progressive).run()
        run.result = " ".join(differences) or "No difference."
        subject = f"fund/{progressive.code}"
        if differences and not stands_open(progressive.cardroom, CaseKind.REBUILD_DIFFERENCE, subject):
            open_case(
                cardroom=progressive.cardroom,
                kind=CaseKind.REBUILD_DIFFERENCE,
                subject=subject,
                sentence=run.result[:500],
                gaming_day=current_day(progressive.cardroom),
                by=Job("rebuild"),
                key=f"rebuild/{progressive.code}/{current_day(progressive.cardroom)}",
            )


def _get(progressive_id: int) -> Progressive:
    return Progressive.objects.select_related("cardroom", "fund__cardroom").get(pk=progressive_id)


def _queue(task: "Task[..., None]", progressive: Progressive) -> None:
    task.apply_async(kwargs={"progressive_id": progressive.pk}, expires=EXPIRES)
