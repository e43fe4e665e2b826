"""What Celery does for the gaming floor, and how beat reaches every cardroom."""

from celery import current_app, shared_task

from tables import broker
from tables.models import Cardroom


@shared_task
def heartbeat() -> None:
    """A worker answers; `/api/v1/ready/` reads when one last did."""
    broker.remember_heartbeat()


@shared_task
def for_each_cardroom(task: str, expires: float) -> None:
    """Queue a task for every cardroom, each on its own, so that one that fails holds up no other.

    What nobody took within `expires` seconds is dropped: beat asks again, and the task finds all that is due by then.
    """
    for cardroom_id in Cardroom.objects.order_by("pk").values_list("pk", flat=True):
        current_app.send_task(task, kwargs={"cardroom_id": cardroom_id}, expires=expires)
