"""`make test`: every check and every test, on SQLite and on PostgreSQL and in a browser, and an honest last word.

A failing stage does not stop the others; the exit code is 0 only if nothing failed. Servers come from DATABASE_URL and
REDIS_URL if set, otherwise private ones are started here and in tests/conftest.py and always stopped, also by Ctrl-C or
TERM: nothing stays behind.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType
from xml.etree import ElementTree as ET

from ops.audit import audit
from ops.browser import find_chromium, install_chromium
from ops.servers import ServerFailed, adopt_orphans, end_orphans, private_postgres

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
# One more than there are cores: many tests wait for a process that they started or killed.
PARALLEL = str(min(4, 1 + (os.cpu_count() or 1)))
# Seconds that interrupted tests have to stop the servers they started.
PATIENCE = 20
ROOM_FOR_TESTS = 4 * 1024**3  # bytes

# What a deployment would set; the checks must pass with it, whatever the shell around us has.
DEPLOYMENT = {
    "SECRET_KEY": "only-for-these-checks-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFG",
    "ALLOWED_HOSTS": "bote.example.com",
    "DATABASE_URL": "sqlite:///:memory:",
    "DEBUG": "off",
    "HTTPS": "on",
}
LINT: dict[str, Sequence[str | Path]] = {
    "format": [BIN / "ruff", "format", "--check", "."],
    "lint": [BIN / "ruff", "check", "."],
    # Not incremental: the cache misses relations that a changed model adds to another one.
    "types": [BIN / "mypy", "--no-incremental", "."],
    "import contracts": [BIN / "lint-imports"],
    "migrations": [sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"],
    "deployment check": [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
}


@dataclass(frozen=True)
class Outcome:
    ok: bool
    words: str


def main(arguments: list[str]) -> int:
    stages: dict[str, Callable[[], Outcome]] = {name: partial(_checked, command) for name, command in LINT.items()}
    if "--only-lint" not in arguments:
        stages |= {
            "dependency audit": lambda: Outcome(*audit()),
            "tests on SQLite": _on_sqlite,
            "tests on PostgreSQL": _on_postgres,
            "browser tests": _in_browser,
        }
    outcomes = {}
    for name, stage in stages.items():
        print(f"\n=== {name} ===", flush=True)
        began = time.monotonic()
        outcome = stage()
        outcomes[name] = Outcome(outcome.ok, f"{outcome.words} ({time.monotonic() - began:.1f} s)")
    print("\n=== what ran where ===")
    for name, outcome in outcomes.items():
        print(f"{'ok    ' if outcome.ok else 'FAILED'}  {name}: {outcome.words}")
    return 0 if all(outcome.ok for outcome in outcomes.values()) else 1


def _checked(command: Sequence[str | Path]) -> Outcome:
    code = subprocess.run(command, cwd=ROOT, env=os.environ | DEPLOYMENT, check=False).returncode
    return Outcome(code == 0, "clean" if code == 0 else f"exit code {code}")


def _on_sqlite() -> Outcome:
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return _pytest(environment, "-m", "not browser and not soak and not postgres")


def _on_postgres() -> Outcome:
    """Everything that uses the database; pure rules and walks over every address have run once, on SQLite."""
    given = os.environ.get("DATABASE_URL", "")
    try:
        with nullcontext(given) if given.startswith("postgres") else private_postgres() as url:
            environment = os.environ | {"DATABASE_URL": url}
            outcome = _pytest(environment, "-m", "not browser and not soak", "--database-only")
    except ServerFailed as failure:
        return Outcome(ok=False, words=f"not run: {failure}")
    return Outcome(outcome.ok, f"{outcome.words} on {'DATABASE_URL' if given else 'a private server'}")


def _in_browser() -> Outcome:
    if not find_chromium() and not install_chromium():
        # Said, and not a failure of the code: the machine has no browser and we may not install one.
        return Outcome(ok=True, words="NOT RUN: there is no Chromium here and it could not be installed")
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return _pytest(environment, "-m", "browser and not soak")


def _pytest(environment: dict[str, str], *options: str) -> Outcome:
    with tempfile.TemporaryDirectory(prefix="bote-", dir=_quick_folder()) as folder:
        results = Path(folder) / "results.xml"
        pytest = [sys.executable, "-m", "pytest", "-q", "-n", PARALLEL, "--dist", "worksteal"]
        command = [*pytest, f"--basetemp={folder}/pytest", f"--junitxml={results}", *options]
        code = _ended(subprocess.Popen(command, cwd=ROOT, env=environment))
        return Outcome(code == 0, _counts(results) if results.exists() else f"pytest ended with exit code {code}")


def _ended(tests: "subprocess.Popen[bytes]") -> int:
    """The exit code of the tests. If we are stopped, they end first, with the servers of their fixtures."""
    try:
        return tests.wait()
    except SystemExit as stopped:
        if stopped.code != _exit_code(signal.SIGINT):  # Ctrl-C has reached them too
            tests.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            tests.wait(timeout=PATIENCE)
        raise


def _stop(signum: int, _frame: FrameType | None) -> None:
    sys.exit(_exit_code(signum))


def _exit_code(signum: int) -> int:
    """As a shell has it."""
    return 128 + signum


def _quick_folder() -> Path | None:
    """Memory instead of a disk where there is plenty: most of what a test of SQLite waits for is the disk.

    What a power cut may take is not what is tested; `kill -9` takes nothing from either.
    """
    memory = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
    roomy = os.access(memory, os.W_OK) and shutil.disk_usage(memory).free >= ROOM_FOR_TESTS
    return memory if roomy else None


def _counts(results: Path) -> str:
    suites = ET.parse(results).getroot().iter("testsuite")  # noqa: S314 - pytest wrote it just now
    total = {"tests": 0, "failures": 0, "errors": 0, "skipped": 0}
    for suite in suites:
        for kind in total:
            total[kind] += int(suite.get(kind, 0))
    passed = total["tests"] - total["failures"] - total["errors"] - total["skipped"]
    rest = [f"{total[kind]} {word}" for kind, word in _WORDS.items() if total[kind]]
    return ", ".join([f"{passed} passed", *rest])


_WORDS = {"failures": "failed", "errors": "errors", "skipped": "skipped"}

if __name__ == "__main__":
    for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(name, _stop)
    adopt_orphans()
    shutil.rmtree(ROOT / "test-results", ignore_errors=True)
    try:
        sys.exit(main(sys.argv[1:]))
    finally:
        end_orphans()
