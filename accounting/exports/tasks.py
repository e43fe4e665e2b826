"""What Celery does for exports: run one, pick up what was left behind, prepare what is due."""

from celery import shared_task

from accounting.models import Export
from accounting.services.exports import resume_exports, run_export
from accounting.services.scheduled_exports import prepare_due_packages
from tables.duties import Job
from tables.models import Cardroom


@shared_task
def run_export_task(export_id: int) -> None:
    """Runs at most once at a time, however often it is queued."""
    run_export(export=Export.objects.get(pk=export_id), by=Job("exports"))


@shared_task
def resume_exports_task() -> None:
    resume_exports(by=Job("exports"))


@shared_task
def prepare_due_packages_task() -> None:
    for cardroom in Cardroom.objects.all():
        prepare_due_packages(cardroom=cardroom, by=Job("scheduled packages"))
