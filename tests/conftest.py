"""What the tests of every room share: test databases that other processes can open, a real broker, a real worker.

Tests that start processes use `django_db(transaction=True)`: another process sees only what is committed.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import connection

from ops.servers import die_with_parent, start_redis, stop
from tables import broker as broker_module

pytest_plugins = ["tests.guards"]

ROOT = Path(__file__).resolve().parent.parent
# Seconds until a process that does not come is given up: many times what one needs, for a machine with much else to do.
PATIENCE = 180
USES_DATABASE = {"db", "transactional_db", "live_server", "live_environment", "broker", "own_installation"}


def pytest_addoption(parser):
    help_text = "leave out the tests that use no database, and those marked one_database"
    parser.addoption("--database-only", action="store_true", help=help_text)


def pytest_configure(config):
    # Hashed names need `collectstatic`; the tests serve the files as they are.
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    # Argon2 is slow on purpose; a test that signs somebody in should not be.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]


def pytest_collection_modifyitems(config, items):
    # What takes longest begins first: at the end nobody is left to share it with.
    items.sort(key=lambda item: item.get_closest_marker("faults") is None)
    if not config.getoption("--database-only"):
        return
    kept, left_out = [], []
    for item in items:
        uses = item.get_closest_marker("django_db") or USES_DATABASE & set(item.fixturenames)
        (kept if uses and not item.get_closest_marker("one_database") else left_out).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = kept


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory):
    """One test database per pytest process; on SQLite a file, so that other processes can open it too."""
    database = settings.DATABASES["default"]
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    if database["ENGINE"] == "django.db.backends.sqlite3":
        database.setdefault("TEST", {})["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
    else:
        database.setdefault("TEST", {})["NAME"] = f"test_bote_{worker}_{os.getpid()}"


@pytest.fixture(autouse=True, scope="session")
def _no_exports_left_behind():
    yield
    shutil.rmtree(settings.EXPORTS_DIR, ignore_errors=True)


@pytest.fixture(scope="session")
def _redis_server():
    """The private Redis of this pytest process, or the one REDIS_URL gave us."""
    if os.environ["REDIS_URL"] != os.environ.get("PRIVATE_REDIS_URL"):
        yield
        client = broker_module.redis_client()
        for key in client.scan_iter(f"{settings.REDIS_KEY_PREFIX}*"):
            client.delete(key)
        return
    folder = Path(os.environ["REDIS_URL"].removeprefix("unix://")).parent
    folder.mkdir(mode=0o700)
    process = start_redis(folder, folder / "redis.sock")
    yield
    stop(process)
    shutil.rmtree(folder)


@pytest.fixture
def broker(_redis_server):
    """A real Redis with nothing of ours in it; gives a client."""
    client = broker_module.redis_client()
    for key in client.scan_iter(f"{settings.REDIS_KEY_PREFIX}*"):
        client.delete(key)
    return client


def test_database_url():
    """DATABASE_URL of the test database we are in."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    login = quote(database["USER"], safe="") + (
        f":{quote(database['PASSWORD'], safe='')}" if database["PASSWORD"] else ""
    )
    port = f":{database['PORT']}" if database["PORT"] else ""
    return f"postgres://{login}@{quote(database['HOST'], safe='')}{port}/{database['NAME']}"


test_database_url.__test__ = False


@pytest.fixture
def live_environment(transactional_db, broker):
    """The environment for a process of ours that works on the test database and the test broker."""
    return os.environ | {"DATABASE_URL": test_database_url(), "PYTHONPATH": str(ROOT)}


@pytest.fixture
def run_manage(live_environment):
    """Run `manage.py ...` in a process of its own on the test database."""

    def run(*words, **environment):
        return subprocess.run(
            [sys.executable, "manage.py", *map(str, words)],
            cwd=ROOT,
            env=live_environment | environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    return run


@pytest.fixture
def start_worker(live_environment, tmp_path):
    """Start real Celery workers on the test database and broker; gives the process, whose log is in `.log`.

    They are waited for until one answered through its queue, and ended with everything they started.
    """
    workers = []

    def start(**environment):
        log = tmp_path / f"worker-{len(workers)}.log"
        broker_module.redis_client().delete(broker_module._heartbeat_key())
        with log.open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", "celery", "-A", "config", "worker", "--concurrency=1", "--without-gossip"],
                cwd=ROOT,
                env=live_environment | environment,
                stdout=output,
                stderr=output,
                start_new_session=True,
                preexec_fn=die_with_parent,  # noqa: PLW1509
            )
        process.log = log
        workers.append(process)
        wait_until(broker_module.last_heartbeat, lambda: f"the worker did not answer: {log.read_text()}")
        return process

    yield start
    for process in workers:
        stop(process)
        end_group(process.pid)


@pytest.fixture
def celery_worker_process(start_worker):
    """One real worker that answers."""
    return start_worker()


def end_group(group):
    """End whatever is left of a process group."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def wait_until(true, otherwise, *, seconds=PATIENCE):
    """Wait for something to come true; fail with a sentence if it does not in time."""
    deadline = time.monotonic() + seconds
    while not (answer := true()):
        if time.monotonic() > deadline:
            pytest.fail(otherwise() if callable(otherwise) else otherwise)
        time.sleep(0.05)
    return answer
