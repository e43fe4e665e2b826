"""A casino's pace on one machine: 200 cardrooms, 3,000 tables, each dealing about once a minute by its own terminal.

No call fails, every hand is counted once, no server's memory grows. The terminals run on the same cores. LOAD_MINUTES,
LOAD_CARDROOMS, LOAD_TABLES (in each) and LOAD_HANDS (an hour, at each table) make it longer or smaller.
"""

import os
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from django.db import connection

from ops.servers import temporary_folder
from tests.conftest import ROOT, wait_until
from tests.faults.installation import Installation, Prepared, books_of
from tests.soak.many_cardrooms import open_cardrooms

pytestmark = pytest.mark.soak
MINUTES = float(os.environ.get("LOAD_MINUTES", "2"))
CARDROOMS, TABLES = int(os.environ.get("LOAD_CARDROOMS", "200")), int(os.environ.get("LOAD_TABLES", "15"))
HANDS_AN_HOUR = float(os.environ.get("LOAD_HANDS", "60"))
PATIENCE = 600
MOST_GROWTH = 1.15  # of any server's memory, from the middle of the traffic to its end


@pytest.fixture
def own_installation(django_db_blocker):
    """Everything as `make run` starts it, with the cardrooms in it."""
    with ExitStack() as ending:
        prepared = Prepared(ending.enter_context(temporary_folder()), connection.vendor)
        bote = Installation(ending.enter_context(temporary_folder()), prepared, celery="config")
        ending.enter_context(bote)
        with books_of(bote.environment["DATABASE_URL"], django_db_blocker):
            open_cardrooms(CARDROOMS, TABLES)
        yield bote


def test_a_casino_pace_on_one_machine(own_installation, run_in, capsys, tmp_path):
    bote, log = own_installation, tmp_path / "terminals.log"
    simulated = start_terminals(bote, log)
    try:
        wait_until(lambda: "enrolled" in log.read_text() or simulated.poll(), log.read_text, seconds=PATIENCE)
        time.sleep(60 * MINUTES * 0.5)
        middle = memory(bote)
        time.sleep(60 * MINUTES * 0.45)
        end = memory(bote)
        code = simulated.wait(timeout=PATIENCE)
    finally:
        simulated.kill()
        simulated.wait()
    said = log.read_text()
    with capsys.disabled():
        grown = ", ".join(f"{name} {middle[name]:.0f} then {end[name]:.0f}" for name in end)
        print(f"\n{connection.vendor}\n{said}MB of memory: {grown}", flush=True)  # noqa: T201 - the point of it
    assert code == 0
    assert "repeated" not in said
    assert [line for line in said.splitlines() if "answered" in line and "201" not in line] == []
    assert {name: end[name] for name in end if end[name] > MOST_GROWTH * middle[name]} == {}
    assert run_in(bote, "verify") == 0


def memory(bote):
    """Megabytes of every program, with what it started. PostgreSQL's processes share theirs, so they are left out."""
    groups = {bote.processes[name].pid: name for name in bote.names if name != "postgres"}
    found = dict.fromkeys(groups.values(), 0.0)
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            pid, group = int(folder.name), os.getpgid(int(folder.name))
            name = groups.get(pid) or groups.get(group)
            if name:
                pages = int((folder / "statm").read_text().split()[1])
                found[name] += pages * os.sysconf("SC_PAGE_SIZE") / 2**20
    return found


@pytest.fixture
def run_in():
    """Run a command of ours in the installation; gives its exit code."""

    def run(bote, *words):
        return subprocess.run(
            [sys.executable, "manage.py", *words], cwd=ROOT, env=bote.environment, check=False
        ).returncode

    return run


def start_terminals(bote, log):
    words = ["simulate_terminals", "--url", bote.url, "--tables", CARDROOMS * TABLES, "--hands-per-hour", HANDS_AN_HOUR]
    words += ["--hours", MINUTES / 60, "--speed", 1]
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "manage.py", *map(str, words)],
            cwd=ROOT,
            env=bote.environment | {"PYTHONUNBUFFERED": "1"},
            stdout=output,
            stderr=output,
        )
    process.log = log
    return process
