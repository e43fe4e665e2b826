"""A worker that stands still for longer than its lock, and beat killed and started again: the work is done once."""

import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from datetime import timedelta

import psycopg
import pytest
from celery import current_app
from django_celery_beat.models import PeriodicTask

from accounting.models import Entry, JobRun
from jackpot.tasks import close_progressive
from ops.servers import die_with_parent
from tables import clock
from tests.conftest import ROOT, end_group, wait_until
from tests.faults.brisk import NIGHT
from tests.faults.night import Night, assert_closed_once, closed
from tests.faults.test_worker import PATIENCE, psycopg_url, waits_for_a_lock

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]
# A task in a silent worker's hands comes back after this and five seconds; its transaction is given up after this.
SOON = {"TASK_TIMEOUT": "3"}


def wait_for(number, worker):
    wait_until(lambda: closed() >= number, lambda: f"not closed: {worker.log.read_text()}", seconds=PATIENCE)


def thaw(worker):
    os.killpg(worker.pid, signal.SIGCONT)


def freeze(worker):
    os.killpg(worker.pid, signal.SIGSTOP)


def test_a_frozen_worker_with_a_task_in_its_hands(broker, start_worker):
    """It waits at the queue when it freezes, so that it is given the first task; beat asks again."""
    night = Night(days=2)
    frozen = start_worker(**SOON)
    freeze(frozen)
    try:
        close_progressive.delay(progressive_id=night.progressives[0].pk)
        other = start_worker(**SOON)
        close_progressive.delay(progressive_id=night.progressives[0].pk)
        wait_for(2, other)
        entries = Entry.objects.count()
    finally:
        thaw(frozen)
    close_progressive.delay(progressive_id=night.progressives[0].pk)
    wait_until(lambda: tasks_left(broker) == 0, lambda: f"left: {frozen.log.read_text()}", seconds=PATIENCE)
    assert Entry.objects.count() == entries
    assert_closed_once(night)


def tasks_left(broker):
    prefix = current_app.conf.broker_transport_options["global_keyprefix"]
    return broker.llen(f"{prefix}celery") + broker.hlen(f"{prefix}unacked")


@pytest.mark.postgres
def test_a_worker_frozen_in_the_middle_of_its_transaction(broker, start_worker):
    """PostgreSQL gives up the transaction of a client that says nothing, and with it the locks it holds."""
    night = Night()
    frozen = start_worker(**SOON)
    with psycopg.connect(psycopg_url()) as other:
        other.execute("SELECT 1 FROM accounting_book FOR UPDATE")
        close_progressive.delay(progressive_id=night.progressives[0].pk)
        wait_until(waits_for_a_lock, lambda: f"not there yet: {frozen.log.read_text()}", seconds=PATIENCE)
        freeze(frozen)
    try:
        wait_for(1, start_worker(**SOON))
    finally:
        thaw(frozen)
    wait_until(lambda: tasks_left(broker) == 0, lambda: f"left: {frozen.log.read_text()}", seconds=PATIENCE)
    assert_closed_once(night)


@contextmanager
def beat(environment, log):
    """Beat as it runs, but asking every second; killed at the end."""
    with log.open("ab") as output:
        process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "celery",
                "-A",
                "tests.faults.brisk",
                "beat",
                "--pidfile",
                "",
                "--max-interval",
                "1",
            ],
            cwd=ROOT,
            env=environment,
            stdout=output,
            stderr=output,
            start_new_session=True,
            preexec_fn=die_with_parent,  # noqa: PLW1509
        )
    try:
        yield
    finally:
        end_group(process.pid)
        process.wait()


def asked(broker):
    """What beat has queued: the name of its task, or of the one that is for each cardroom."""
    prefix = current_app.conf.broker_transport_options["global_keyprefix"]
    messages = [json.loads(message)["headers"] for message in broker.lrange(f"{prefix}celery", 0, -1)]
    return [message["periodic_task_name"] for message in messages]


def test_beat_killed_and_started_again(broker, live_environment, start_worker, tmp_path):
    night = Night(days=2)
    log = tmp_path / "beat.log"
    for _ in range(2):
        broker.flushdb()
        with beat(live_environment, log):
            wait_until(lambda: set(asked(broker)) >= set(NIGHT), log.read_text, seconds=PATIENCE)
    assert PeriodicTask.objects.filter(name__in=NIGHT).count() == len(NIGHT)

    worker = start_worker()
    wait_for(2, worker)
    verified = JobRun.objects.filter(name="verify", state="done")
    wait_until(verified.exists, worker.log.read_text, seconds=PATIENCE)
    wait_until(lambda: tasks_left(broker) == 0, worker.log.read_text, seconds=PATIENCE)
    assert verified.count() == 1
    assert_closed_once(night)


def test_beat_goes_on_after_the_clock_was_set_back(broker, live_environment, tmp_path):
    log = tmp_path / "beat.log"
    with beat(live_environment, log):
        wait_until(lambda: set(asked(broker)) >= set(NIGHT), log.read_text, seconds=PATIENCE)
    PeriodicTask.objects.update(last_run_at=clock.now() + timedelta(hours=3))
    broker.flushdb()
    with beat(live_environment, log):
        wait_until(lambda: set(asked(broker)) >= set(NIGHT), log.read_text, seconds=PATIENCE)
