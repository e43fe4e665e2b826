"""An export while it runs: seen, cancelled, left behind by a dead process and continued, never done twice at once."""

import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection, transaction

from accounting.exports.snapshot import snapshot
from accounting.models import Entry, Export, ExportState
from accounting.services.exports import (
    SILENCE,
    cancel_export,
    request_export,
    resume_exports,
    retry_export,
    run_export,
)
from tables import clock
from tables.duties import Job, Role
from tables.models import Cardroom, Employee
from tables.refusals import Refused
from tests.conftest import ROOT, wait_until
from tests.exports import slow
from tests.floor import hire

pytestmark = pytest.mark.django_db(transaction=True)
JOB = Job("test of exports")


@pytest.fixture
def room():
    return Cardroom.objects.create(code="tri-city", name="Tri-City", licensee="Tri-City LLC", licence_number="67-1")


@pytest.fixture
def accountant(room):
    return hire(room, "Abe", "accounting", Role.ACCOUNTANT)


@pytest.fixture
def held(room):
    """The slow export waits in its second file until this is released."""
    path = slow.hold(room)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    yield path
    path.unlink(missing_ok=True)


def request(room, **more):
    return request_export(exporter="slow", cardroom=room, by=JOB, **{"queue": False, **more})


@contextmanager
def running(export):
    """The export run by a thread of this process; gives a function that waits for its end."""
    ended = []

    def work():
        try:
            ended.append(run_export(export=export, by=JOB))
        finally:
            connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    wait_until(lambda: now(export).progress_text.startswith("Slow rows"), "the export did not come that far")
    yield lambda: thread.join(30)
    thread.join(30)
    assert not thread.is_alive()


def elsewhere(work):
    """What `work` gives in a thread, and so on a connection, of its own."""

    def and_close():
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(and_close).result()


def now(export):
    return Export.objects.get(pk=export.pk)


def content(export):
    with export.file.open("rb") as kept:
        return kept.read()


IN_ANOTHER_PROCESS = """
import django
django.setup()
from tests.exports import slow
slow.run_in_this_process({})
"""
EXPECTED = b"number\r\n" + b"".join(b"%d\r\n" % row for row in range(slow.ROWS))


def test_others_see_how_far_it_is_and_the_result_is_kept(room, held):
    export = request(room)
    assert (export.number, export.state, export.progress) == (1, ExportState.QUEUED, 0)
    with running(export):
        seen = now(export)
        assert (seen.state, seen.progress, seen.progress_text) == ("running", 50, "Slow rows: 5,000 rows")
        held.unlink()
    done = now(export)
    assert (done.state, done.progress, done.error) == (ExportState.DONE, 100, "")
    assert content(done) == EXPECTED
    assert done.size == len(EXPECTED)
    assert not (Path(settings.EXPORTS_DIR) / "work" / str(export.pk)).exists()


def test_a_second_worker_leaves_a_running_export_alone(room, held):
    export = request(room)
    with running(export):
        holder = now(export).holder
        again = run_export(export=export, by=JOB)
        assert (again.state, again.holder) == (ExportState.RUNNING, holder)
        held.unlink()
    assert now(export).state == ExportState.DONE
    assert run_export(export=export, by=JOB).digest == now(export).digest


def test_cancelled_while_it_runs(room, held, accountant):
    export = request(room)
    with running(export):
        assert cancel_export(export=export, by=accountant).state == ExportState.RUNNING
        held.unlink()
    stopped = now(export)
    assert (stopped.state, stopped.cancelled_by, stopped.file.name) == (ExportState.CANCELLED, accountant, "")
    assert not (Path(settings.EXPORTS_DIR) / "work" / str(export.pk)).exists()


def test_cancelled_before_it_runs(room, accountant):
    export = cancel_export(export=request(room), by=accountant)
    assert export.state == ExportState.CANCELLED
    assert run_export(export=export, by=JOB).state == ExportState.CANCELLED
    with pytest.raises(Refused, match="there is nothing to cancel"):
        cancel_export(export=export, by=accountant)


def test_continued_after_its_process_was_killed(room, held, live_environment):
    """What the dead process had finished is kept as it is; only the rest is written."""
    export = request(room)
    worker = subprocess.Popen(
        [sys.executable, "-c", IN_ANOTHER_PROCESS.format(export.pk)],
        cwd=ROOT,
        env=live_environment | {"DJANGO_SETTINGS_MODULE": "config.settings", "EXPORTS_DIR": str(settings.EXPORTS_DIR)},
    )
    wait_until(lambda: now(export).progress_text.startswith("Slow rows"), "the process did not come that far")
    os.kill(worker.pid, signal.SIGKILL)
    worker.wait()
    folder = Path(settings.EXPORTS_DIR) / "work" / str(export.pk)
    first = (folder / "first.txt").stat()
    held.unlink()

    assert run_export(export=export, by=JOB).state == ExportState.RUNNING  # it may still be alive
    later = clock.now() + SILENCE + timedelta(seconds=5)
    with clock.at(later):
        # Keep the folder to look at: the first file must be the one that the dead process wrote.
        kept = folder.with_name("kept")
        kept.mkdir(exist_ok=True)
        os.link(folder / "first.txt", kept / "first.txt")
        done = run_export(export=export, by=JOB)
    assert (done.state, content(done)) == (ExportState.DONE, EXPECTED)
    after = (kept / "first.txt").stat()
    assert (after.st_ino, after.st_mtime_ns) == (first.st_ino, first.st_mtime_ns)


def test_what_was_left_behind_is_queued_again(room, broker):
    lost, fresh = request(room), request(room)
    with clock.at(clock.now() + SILENCE - timedelta(seconds=30)):
        assert resume_exports(cardroom=room, by=JOB) == []
    Export.objects.filter(pk=fresh.pk).update(state="cancelled")
    with clock.at(clock.now() + SILENCE + timedelta(seconds=1)):
        assert resume_exports(cardroom=room, by=JOB) == [lost]
    assert broker.llen("celery") == 1 or broker.llen(f"{settings.REDIS_KEY_PREFIX}celery") == 1


def test_a_real_worker_runs_what_was_requested(room, celery_worker_process):
    export = request_export(exporter="entries", cardroom=room, by=JOB)
    done = wait_until(
        lambda: now(export) if now(export).state == ExportState.DONE else None,
        lambda: f"the worker did not finish it: {celery_worker_process.log.read_text()}",
    )
    assert content(done).startswith(b"number,kind,gaming_day,")


def test_a_failure_is_said_and_may_be_tried_again(room, accountant, broker):
    export = request(room)
    folder = Path(settings.EXPORTS_DIR) / "work" / str(export.pk)
    folder.mkdir(parents=True)
    (folder / ".facts").write_text("in the way")
    with pytest.raises(FileExistsError):
        run_export(export=export, by=JOB)
    failed = now(export)
    assert (failed.state, failed.error[:15]) == (ExportState.FAILED, "FileExistsError")
    (folder / ".facts").unlink()
    assert retry_export(export=failed, by=accountant).state == ExportState.QUEUED
    assert run_export(export=export, by=JOB).state == ExportState.DONE
    with pytest.raises(Refused, match="Only one that failed is tried again"):
        retry_export(export=now(export), by=accountant)


def test_a_snapshot_sees_one_moment_while_others_write(room):
    hire(room, "Ann", "gambling")
    with snapshot():
        before = Employee.objects.count()
        assert elsewhere(lambda: hire(room, "Bob", "gambling") and Employee.objects.count()) == before + 1
        assert Employee.objects.count() == before
    assert Employee.objects.count() == before + 1
    with transaction.atomic(), pytest.raises(RuntimeError, match="begins its own transaction"), snapshot():
        pass
    assert Entry.objects.count() == 0
