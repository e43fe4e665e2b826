"""`make soak`: the tests marked `soak`, on SQLite and on PostgreSQL, bounded by SOAK_MINUTES (40 if not set).

Fuzzing and histories, then random faults, then the load of a casino; each has its share of the time. The faults run on
both databases at once: much of a run is waiting for what was killed, and there are to be a hundred of them.
"""

import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from ops.servers import private_postgres

ROOT = Path(__file__).resolve().parent.parent
NOTHING_COLLECTED = 5
# What runs, its share of the time, and whether both databases have it at once. The load needs four minutes before its
# first hand: 200 cardrooms are opened and 3,000 terminals enrolled.
PARTS = {
    "fuzzing and histories": (["tests", "--ignore", "tests/faults", "--ignore", "tests/soak"], 0.2, False),
    "random faults": (["tests/faults"], 0.45, True),
    "load": (["tests/soak"], 0.35, False),
}


def main() -> int:
    minutes = float(os.environ.get("SOAK_MINUTES", "40"))
    outcomes: dict[str, str] = {}
    with private_postgres() as postgres:
        databases = {"SQLite": "", "PostgreSQL": postgres}
        for name, (tests, share, together) in PARTS.items():
            seconds = share * minutes * 60
            if together:
                until = time.monotonic() + seconds
                started = {database: _start(tests, url, seconds) for database, url in databases.items()}
                outcomes |= {f"{name} on {database}": _end(one, until) for database, one in started.items()}
            else:
                for database, url in databases.items():
                    until = time.monotonic() + seconds / 2
                    outcomes[f"{name} on {database}"] = _end(_start(tests, url, seconds / 2), until)
    for name, words in outcomes.items():
        print(f"soak, {name}: {words}")
    return 0 if all(not words.startswith("FAILED") for words in outcomes.values()) else 1


def _start(tests: list[str], database_url: str, seconds: float) -> "subprocess.Popen[bytes]":
    environment = os.environ | {"DATABASE_URL": database_url, "SOAK_SECONDS": str(seconds)}
    if not database_url:
        del environment["DATABASE_URL"]
    return subprocess.Popen([sys.executable, "-m", "pytest", "-q", "-m", "soak", *tests], cwd=ROOT, env=environment)


def _end(soaking: "subprocess.Popen[bytes]", until: float) -> str:
    try:
        code = soaking.wait(timeout=max(0.1, until - time.monotonic()))
    except subprocess.TimeoutExpired:
        return "stopped when its time was over, before its end; no failure until then"
    finally:
        with suppress(ProcessLookupError):
            soaking.kill()
        soaking.wait()
    if code == NOTHING_COLLECTED:
        return "there is no soak test yet"
    return "passed" if code == 0 else f"FAILED with exit code {code}"


if __name__ == "__main__":
    sys.exit(main())
