"""Celery finds its settings in Django's (names starting with CELERY_) and its tasks in each app's tasks.py."""

import logging.config
import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_ready
from django_structlog.celery.receivers import CeleryReceiver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("bote")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# The request's id goes with the task into its log lines. Signals hold their receivers weakly: keep it.
request_ids_into_tasks = CeleryReceiver()
request_ids_into_tasks.connect_worker_signals()


@setup_logging.connect
def log_like_the_rest(**_: Any) -> None:
    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)


@worker_ready.connect
def answer_at_once(**_: Any) -> None:
    """A new worker answers through its queue, so that `ready` need not wait for beat."""
    app.send_task("tables.tasks.heartbeat", expires=30)
