"""When Celery beat asks for what. It only asks: each task finds what is due, so a missed or doubled call does no harm.

`options.expires`: what nobody took before beat asks again is dropped and does not pile up in the queue.
"""

from typing import Any

MINUTE = 60.0


def _for_each_cardroom(task: str, every: float) -> dict[str, Any]:
    asked = {"task": task, "expires": every}
    return {
        "task": "tables.tasks.for_each_cardroom",
        "schedule": every,
        "kwargs": asked,
        "options": {"expires": every},
    }


BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "heartbeat": {"task": "tables.tasks.heartbeat", "schedule": 30.0, "options": {"expires": 30.0}},
    "roll gaming day": _for_each_cardroom("accounting.tasks.roll_gaming_day", MINUTE),
    "close days": _for_each_cardroom("jackpot.tasks.close_days", 2 * MINUTE),
    "chase": _for_each_cardroom("jackpot.tasks.chase", 60 * MINUTE),
    # Once every gaming day, some hours after the cut-over; asked often, so that a night without a worker is made up.
    "watch bank": _for_each_cardroom("accounting.tasks.watch_bank", 15 * MINUTE),
    "verify": _for_each_cardroom("accounting.tasks.verify_books", 15 * MINUTE),
    # Within a day of month-end; what is due and has no package yet gets one.
    "prepare packages": _for_each_cardroom("accounting.tasks.prepare_packages", 60 * MINUTE),
    "resume exports": _for_each_cardroom("accounting.tasks.resume_exports", MINUTE),
    "rebuild": _for_each_cardroom("jackpot.tasks.rebuild_books", 15 * MINUTE),
}
