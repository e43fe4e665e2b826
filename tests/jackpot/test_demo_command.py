"""`manage.py demo` on an empty installation."""

from datetime import UTC, datetime

import pytest
from django.core.management import CommandError, call_command

from accounting.models import Entry
from jackpot.demo.history import make_demo
from jackpot.demo.people import PASSWORD, SIGNING_IN
from jackpot.models import Payout, Progressive
from jackpot.rebuild import Rebuild
from tables import clock
from tables.models import Cardroom, Employee

pytestmark = pytest.mark.django_db


def test_early_in_the_morning_nothing_lies_ahead():
    now = datetime(2026, 11, 18, 14, 5, tzinfo=UTC)  # five minutes after the cut-over
    with clock.at(now):
        make_demo(days=2)
    assert Entry.objects.filter(recorded_at__gt=now).count() == 0
    assert Payout.objects.filter(state="locked").count() == 1


def test_the_command_prints_the_log_ins(capsys):
    call_command("demo", days=1)
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == f"Tri-City Cardroom is ready. Sign in with the password {PASSWORD} as:"
    assert printed[1] == "  flor  Flor Ibarra, floor manager, PIN 1101"
    assert len(printed) == 1 + len(SIGNING_IN)


@pytest.mark.parametrize("days", ["0", "-3", "many"])
def test_a_history_has_days(days):
    with pytest.raises(CommandError, match=f"{days} is no number of days. Give 1 or more."):
        call_command("demo", f"--days={days}")
    assert (Cardroom.objects.count(), Employee.objects.count()) == (0, 0)


@pytest.mark.soak
def test_all_ninety_days():
    with clock.at(datetime(2026, 11, 18, 21, 30, tzinfo=UTC)):
        make_demo()
    gran_a, gran_b = Progressive.objects.order_by("code")
    assert (gran_a.closes.count(), gran_b.closes.count()) == (89, 90)
    assert (Rebuild(gran_a).run(), Rebuild(gran_b).run()) == ([], [])
    assert sorted(set(Entry.objects.values_list("kind", flat=True))) == [
        *("close", "correction", "count", "deposit", "hit", "payout paid", "payout voided", "promotion", "reseed"),
        *("seed", "tray payout", "tray slip voided"),
    ]
