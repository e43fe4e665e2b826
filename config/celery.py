"""Celery finds its settings in Django's (names starting with CELERY_) and its tasks in each app's tasks.py."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("bote")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
