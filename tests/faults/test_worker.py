"""A real worker on a real Redis closes the night; killed in the middle of it, the next one finishes it, once."""

import signal

import psycopg
import pytest
from celery import current_app
from django.db import connection

from accounting.ledger import guards
from accounting.models import Entry, JobRun
from jackpot.tasks import close_progressive
from tables.models import Cardroom
from tests.conftest import end_group, test_database_url, wait_until
from tests.faults.night import Night, assert_closed_once, closed

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]
# A task that a killed worker held comes back after this and five seconds more.
SOON = {"TASK_TIMEOUT": "10"}
PATIENCE = 300


def ask(task):
    """What beat does."""
    current_app.send_task("tables.tasks.for_each_cardroom", kwargs={"task": task, "expires": 600})


def wait_for_closes(number, worker):
    wait_until(lambda: closed() >= number, lambda: f"not closed: {worker.log.read_text()}", seconds=PATIENCE)


def test_a_night_from_counted_boxes_to_the_posted_amount(broker, start_worker):
    night = Night(progressives=2, days=3)
    worker = start_worker()
    ask("accounting.tasks.roll_gaming_day")
    ask("jackpot.tasks.close_days")
    wait_for_closes(6, worker)
    assert_closed_once(night)

    entries = Entry.objects.count()
    for progressive in night.progressives * 3:
        close_progressive.delay(progressive_id=progressive.pk)
    ask("jackpot.tasks.close_days")
    ask("accounting.tasks.verify_books")
    verified = JobRun.objects.filter(name="verify", state="done")
    wait_until(verified.exists, lambda: f"not verified: {worker.log.read_text()}", seconds=PATIENCE)
    assert_closed_once(night)
    assert Entry.objects.count() == entries
    done = JobRun.objects.filter(name="close").order_by("subject").values_list("subject", "state", "result")
    days = ", ".join(map(str, night.days))
    assert list(done) == [(one.code, "done", f"Closed: {days}.") for one in night.progressives]


def test_two_workers_asked_for_the_same_days_close_each_once(broker, start_worker):
    night = Night(progressives=2, days=4)
    for progressive in night.progressives * 6:
        close_progressive.delay(progressive_id=progressive.pk)
    start_worker()
    worker = start_worker()
    wait_for_closes(8, worker)
    assert_closed_once(night)


def test_a_cardroom_or_a_progressive_that_fails_holds_up_no_other(broker, start_worker):
    lost, whole = Night(code="lost"), Night(progressives=2, code="whole")
    broken, sound = whole.progressives
    guards.remove(connection, guards.all_guards())
    Cardroom.objects.filter(pk=lost.cardroom.pk).update(time_zone="Mars/Olympus")
    broken.policies.update(seed_recovery="half")
    guards.install(connection, guards.all_guards())

    worker = start_worker()
    ask("jackpot.tasks.close_days")
    failed = JobRun.objects.filter(subject=broken.code, state="failed")
    wait_until(lambda: closed() and failed.exists(), lambda: f"not closed: {worker.log.read_text()}", seconds=PATIENCE)
    assert (sound.closes.count(), broken.closes.count(), lost.progressives[0].closes.count()) == (1, 0, 0)
    assert failed.get().error.startswith("ValueError")


def test_a_worker_killed_while_it_closes(broker, start_worker):
    night = Night(progressives=10)
    worker = start_worker(**SOON)
    for progressive in night.progressives:
        close_progressive.delay(progressive_id=progressive.pk)
    wait_for_closes(2, worker)
    end_group(worker.pid)
    assert worker.wait() == -signal.SIGKILL

    wait_for_closes(10, start_worker(**SOON))
    assert_closed_once(night)


@pytest.mark.postgres
def test_a_worker_killed_in_the_middle_of_its_transaction(broker, start_worker):
    night = Night()
    worker = start_worker(**SOON)
    entries = Entry.objects.count()
    with psycopg.connect(psycopg_url()) as other:
        # The close has locked the progressive and its accounts when it comes to the cardroom's book.
        other.execute("SELECT 1 FROM accounting_book FOR UPDATE")
        close_progressive.delay(progressive_id=night.progressives[0].pk)
        wait_until(waits_for_a_lock, lambda: f"not there yet: {worker.log.read_text()}", seconds=PATIENCE)
        end_group(worker.pid)
        assert worker.wait() == -signal.SIGKILL
    assert (closed(), Entry.objects.count()) == (0, entries)

    wait_for_closes(1, start_worker(**SOON))
    assert_closed_once(night)
    assert list(JobRun.objects.order_by("pk").values_list("state", flat=True)) == ["running", "done"]


def psycopg_url():
    return test_database_url().replace("postgres://", "postgresql://")


def waits_for_a_lock():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return cursor.fetchone()[0]
