"""The visible log of what Bote does by itself."""

from django.db import models
from django.db.models import Q

from tables.models import Cardroom


class JobRun(models.Model):
    """One run of a job: how far it is and how it ended. Written apart from the work, so a failed run leaves a row."""

    class State(models.TextChoices):
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    name = models.CharField(max_length=60)
    # None: the job is about the whole installation.
    cardroom = models.ForeignKey(Cardroom, on_delete=models.PROTECT, null=True, related_name="job_runs")
    # What it works on in the cardroom, such as a fund's code; not the day, so that runs of one thing stay together.
    subject = models.CharField(max_length=80, blank=True)
    started_at = models.DateTimeField()
    heard_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    state = models.CharField(max_length=10, choices=State, default=State.RUNNING)
    progress = models.PositiveSmallIntegerField(default=0)
    progress_text = models.CharField(max_length=200, blank=True)
    result = models.CharField(max_length=500, blank=True)
    error = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(name="job_run_by_subject", fields=["name", "cardroom", "subject"])]
        constraints = [
            models.CheckConstraint(name="job_run_progress_in_percent", condition=Q(progress__lte=100)),
            models.CheckConstraint(
                name="job_run_ends_with_a_state",
                condition=Q(state="running", finished_at__isnull=True)
                | Q(state__in=["done", "failed"], finished_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return " ".join(str(part) for part in (self.name, self.cardroom, self.subject) if part)
