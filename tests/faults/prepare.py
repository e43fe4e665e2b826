"""`python -m tests.faults.prepare N`: a night of N progressives in the database of DATABASE_URL; `--check` it later."""

import sys

import django

if __name__ == "__main__":
    django.setup()
    from tables.models import Cardroom
    from tests.faults.night import Night, assert_closed_once

    if "--check" in sys.argv:
        night = Night.__new__(Night)
        night.cardroom = Cardroom.objects.get()
        night.days = list(night.cardroom.progressives.first().closes.values_list("gaming_day", flat=True))
        assert len(night.days) == 1
        assert_closed_once(night)
    else:
        Night(progressives=int(sys.argv[1]))
