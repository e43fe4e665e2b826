"""Bote's Celery with a schedule that asks for the night's work every second: `celery -A tests.faults.brisk beat`."""

from config.celery import app

NIGHT = ("heartbeat", "roll gaming day", "close days", "verify", "rebuild")
SOON = {"expires": 5.0}  # what a slow machine does not get to in time is dropped, and asked again


def _brisk(asked):
    kwargs = asked["kwargs"] | SOON if "kwargs" in asked else {}
    return asked | {"schedule": 1.0, "kwargs": kwargs, "options": SOON}


app.conf.beat_schedule = {name: _brisk(app.conf.beat_schedule[name]) for name in NIGHT}
