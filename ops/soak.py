"""`make soak`: the tests marked `soak`, on SQLite and on PostgreSQL, bounded by SOAK_MINUTES (30 if not set).

On each database: fuzzing and histories, then random faults, then the load of a casino; each has its share of the time.
"""

import os
import subprocess
import sys
from pathlib import Path

from ops.servers import private_postgres

ROOT = Path(__file__).resolve().parent.parent
NOTHING_COLLECTED = 5
# What runs together, and its share of the time. The load needs some minutes before its first hand: its cardrooms.
SHARES = {
    "fuzzing and histories": (["tests", "--ignore", "tests/faults", "--ignore", "tests/soak"], 0.3),
    "random faults": (["tests/faults"], 0.4),
    "load": (["tests/soak"], 0.3),
}


def main() -> int:
    minutes = float(os.environ.get("SOAK_MINUTES", "30"))
    outcomes = {}
    with private_postgres() as postgres:
        for database, url in {"SQLite": "", "PostgreSQL": postgres}.items():
            for name, (tests, share) in SHARES.items():
                outcomes[f"{name} on {database}"] = _soak(tests, url, share * minutes * 60 / 2)
    for name, words in outcomes.items():
        print(f"soak, {name}: {words}")
    return 0 if all(not words.startswith("FAILED") for words in outcomes.values()) else 1


def _soak(tests: list[str], database_url: str, seconds: float) -> str:
    environment = os.environ | {"DATABASE_URL": database_url, "SOAK_SECONDS": str(seconds)}
    if not database_url:
        del environment["DATABASE_URL"]
    command = [sys.executable, "-m", "pytest", "-q", "-m", "soak", *tests]
    try:
        code = subprocess.run(command, cwd=ROOT, env=environment, timeout=seconds, check=False).returncode
    except subprocess.TimeoutExpired:
        return f"no failure in {seconds / 60:.1f} minutes, then stopped"
    if code == NOTHING_COLLECTED:
        return "there is no soak test yet"
    return "passed" if code == 0 else f"FAILED with exit code {code}"


if __name__ == "__main__":
    sys.exit(main())
