"""Redis killed with tasks queued, PostgreSQL killed under load: after their restart the night is closed, once."""

import os
import signal
import subprocess
import sys
import time

import psycopg
import pytest

from ops.servers import Postgres, ServerFailed, die_with_parent, start_redis, stop, temporary_folder
from tests.conftest import ROOT, end_group, wait_until
from tests.faults.night import Night, assert_closed_once, closed

pytestmark = pytest.mark.faults
PATIENCE = 300


@pytest.fixture
def folder():
    with temporary_folder() as made:
        yield made


@pytest.fixture
def redis(folder):
    """A Redis of this test alone; `restart(kill=True)` kills it first."""
    server = PrivateRedis(folder)
    yield server
    stop(server.process)


class PrivateRedis:
    def __init__(self, folder):
        self.folder, self.socket = folder, folder / "redis.sock"
        self.process = start_redis(folder, self.socket)
        self.environment = os.environ | {
            "REDIS_URL": f"unix://{self.socket}",
            "REDIS_KEY_PREFIX": "faults:",
            "PYTHONPATH": str(ROOT),
        }

    def kill_and_start_again(self):
        self.process.kill()
        self.process.wait()
        self.process = start_redis(self.folder, self.socket)


@pytest.fixture
def run():
    """Run a program of ours to its end."""

    def to_the_end(environment, *words):
        done = subprocess.run(
            [sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return to_the_end


@pytest.fixture
def worker(tmp_path):
    """Start a worker that is ended with everything it started."""
    started = []

    def start(environment):
        with (tmp_path / "worker.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "celery", "-A", "config", "worker", "--concurrency=1", "--without-gossip"],
                cwd=ROOT,
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=die_with_parent,  # noqa: PLW1509
            )
        started.append(process)

    yield start
    for process in started:
        end_group(process.pid)
        process.wait()


def ask_for_closes(run, environment):
    """What beat does."""
    kwargs = '{"task": "jackpot.tasks.close_days", "expires": 600}'
    run(environment, "-m", "celery", "-A", "config", "call", "tables.tasks.for_each_cardroom", "--kwargs", kwargs)


@pytest.mark.django_db(transaction=True)
def test_redis_killed_with_tasks_queued(redis, run, worker, live_environment, tmp_path):
    night = Night(progressives=3)
    environment = redis.environment | {"DATABASE_URL": live_environment["DATABASE_URL"]}
    ask_for_closes(run, environment)
    redis.kill_and_start_again()
    assert closed() == 0

    worker(environment)
    wait_until(lambda: closed() == 3, (tmp_path / "worker.log").read_text, seconds=PATIENCE)
    assert_closed_once(night)


@pytest.mark.django_db(transaction=True)
def test_a_worker_outlives_its_redis(redis, run, worker, live_environment, tmp_path):
    night = Night()
    environment = redis.environment | {"DATABASE_URL": live_environment["DATABASE_URL"]}
    worker(environment)
    wait_until(lambda: "ready" in (tmp_path / "worker.log").read_text(), "the worker did not start", seconds=PATIENCE)
    redis.kill_and_start_again()
    ask_for_closes(run, environment)
    wait_until(lambda: closed() == 1, (tmp_path / "worker.log").read_text, seconds=PATIENCE)
    assert_closed_once(night)


def test_postgres_killed_under_load(folder, redis, run, worker, tmp_path):
    server = Postgres(folder)
    process = server.start()
    environment = redis.environment | {"DATABASE_URL": server.url, "DJANGO_SETTINGS_MODULE": "config.settings"}
    try:
        run(environment, "manage.py", "migrate", "--verbosity", "0")
        run(environment, "-m", "tests.faults.prepare", "15")
        worker(environment)
        ask_for_closes(run, environment)
        wait_until(lambda: closes_in(server) >= 3, (tmp_path / "worker.log").read_text, seconds=PATIENCE)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process = started_again(server)
        before = closes_in(server)
        assert before < 15
        ask_for_closes(run, environment)
        wait_until(lambda: closes_in(server) == 15, (tmp_path / "worker.log").read_text, seconds=PATIENCE)
        run(environment, "-m", "tests.faults.prepare", "15", "--check")
    finally:
        stop(process, signal.SIGINT)


def started_again(server):
    """As a supervisor does: the dead server's children may hold its memory for a moment longer, and it refuses."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return server.start()
        except ServerFailed:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


def closes_in(server):
    with psycopg.connect(server.url.replace("postgres://", "postgresql://")) as database:
        return database.execute("SELECT count(*) FROM jackpot_close").fetchone()[0]
