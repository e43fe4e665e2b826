"""Bote's Celery with a schedule that asks for the night's work every second: `celery -A tests.faults.brisk beat`."""

from config.celery import app

NIGHT = ("heartbeat", "roll gaming day", "close days", "verify", "rebuild")

app.conf.beat_schedule = {name: app.conf.beat_schedule[name] | {"schedule": 1.0} for name in NIGHT}
