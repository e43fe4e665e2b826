"""`make soak`: the tests marked `soak`, on SQLite and on PostgreSQL, bounded by SOAK_MINUTES (15 if not set)."""

import os
import subprocess
import sys
from pathlib import Path

from ops.servers import private_postgres

ROOT = Path(__file__).resolve().parent.parent
NOTHING_COLLECTED = 5


def main() -> int:
    minutes = float(os.environ.get("SOAK_MINUTES", "15"))
    with private_postgres() as postgres:
        codes = {name: _soak(url, minutes * 60 / 2) for name, url in {"SQLite": "", "PostgreSQL": postgres}.items()}
    for name, words in codes.items():
        print(f"soak on {name}: {words}")
    return 0 if all(not words.startswith("FAILED") for words in codes.values()) else 1


def _soak(database_url: str, seconds: float) -> str:
    environment = os.environ | {"DATABASE_URL": database_url, "SOAK_SECONDS": str(seconds)}
    if not database_url:
        del environment["DATABASE_URL"]
    command = [sys.executable, "-m", "pytest", "-q", "-m", "soak"]
    try:
        code = subprocess.run(command, cwd=ROOT, env=environment, timeout=seconds, check=False).returncode
    except subprocess.TimeoutExpired:
        return f"no failure in {seconds / 60:.1f} minutes, then stopped"
    if code == NOTHING_COLLECTED:
        return "there is no soak test yet"
    return "passed" if code == 0 else f"FAILED with exit code {code}"


if __name__ == "__main__":
    sys.exit(main())
