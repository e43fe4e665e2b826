"""What Bote's jobs last did, for the accountant."""

from datetime import timedelta

from django.db.models import Max, Q, QuerySet

from accounting.gaming_days import starts_at
from accounting.models.jobs import JobRun
from accounting.selectors.gaming_days import current_day
from tables import clock
from tables.models import Cardroom

# A running job that has said nothing for so long has probably lost its process.
SILENCE = timedelta(minutes=15)
# So long after the cut-over the night's closes are usually done.
AFTER_THE_NIGHT = timedelta(hours=2)


def last_runs(cardroom: Cardroom | None = None) -> QuerySet[JobRun]:
    """The newest run of every job and subject: of one cardroom and of the installation, or of all."""
    runs = _seen_by(cardroom)
    newest = runs.order_by().values("name", "cardroom", "subject").annotate(newest=Max("pk")).values("newest")
    return JobRun.objects.filter(pk__in=newest).select_related("cardroom").order_by("name", "cardroom", "subject")


def is_due_tonight(name: str, cardroom: Cardroom, subject: str = "") -> bool:
    """Whether a job of every gaming day has to run: not done since it last fell due, and not tried just now."""
    due = starts_at(cardroom, current_day(cardroom)) + AFTER_THE_NIGHT
    if due > clock.now():
        due = starts_at(cardroom, current_day(cardroom) - timedelta(days=1)) + AFTER_THE_NIGHT
    runs = JobRun.objects.filter(name=name, cardroom=cardroom, subject=subject, started_at__gte=due)
    last = runs.order_by("pk").last()
    return last is None or (last.state != JobRun.State.DONE and last.heard_at < clock.now() - SILENCE)


def failed_runs(cardroom: Cardroom | None = None) -> QuerySet[JobRun]:
    """Jobs whose newest run failed."""
    return last_runs(cardroom).filter(state=JobRun.State.FAILED)


def silent_runs(cardroom: Cardroom | None = None) -> QuerySet[JobRun]:
    """Jobs that began, have not ended, and have not been heard of for a while."""
    return last_runs(cardroom).filter(state=JobRun.State.RUNNING, heard_at__lt=clock.now() - SILENCE)


def _seen_by(cardroom: Cardroom | None) -> QuerySet[JobRun]:
    if cardroom is None:
        return JobRun.objects.all()
    return JobRun.objects.filter(Q(cardroom=cardroom) | Q(cardroom=None))
