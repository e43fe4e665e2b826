"""What Celery does for the gaming floor."""

from celery import shared_task

from tables import broker


@shared_task
def heartbeat() -> None:
    """A worker answers; `/api/v1/ready/` reads when one last did."""
    broker.remember_heartbeat()
