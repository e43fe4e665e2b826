"""A million ledger rows on PostgreSQL as CSV: how long, beside PostgreSQL's own COPY, and in how much memory.

    python -m bench.export                  # 1,000,000 transfers; --rows for another number

A private PostgreSQL is started from its wheel, unless DATABASE_URL names one (whose `bench_export` database is made
and dropped). Run by hand, never a timed test. Each is measured three times in a process of its own; the best counts.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path

from ops.servers import private_postgres

ROOT = Path(__file__).resolve().parent.parent
ROWS = 1_000_000
TRANSFERS_PER_ENTRY = 4

FILL = """
INSERT INTO tables_cardroom (id, code, name, licensee, licence_number, jurisdiction, time_zone, cut_over_hour)
VALUES (1, 'bench', 'Bench', 'Bench LLC', '67-0', 'washington', 'UTC', 6);
INSERT INTO accounting_fund (id, cardroom_id, code, name) VALUES (1, 1, 'gran-a', 'Gran A');
INSERT INTO accounting_account (id, fund_id, name, balance, version)
SELECT row_number() OVER (), 1, name, 0, 0 FROM unnest(ARRAY['primary', 'backup1', 'backup2', 'unallocated', 'pending',
'drop', 'seed', 'carryover', 'tray_advance', 'fee', 'players', 'boxes', 'cage', 'bank', 'house', 'winners']) AS name;
INSERT INTO accounting_entry (id, cardroom_id, number, kind, gaming_day, event_at, recorded_at, explanation, document,
format, canonical, previous_digest, digest, author_job)
SELECT n, 1, n, 'count', date '2026-01-01' + (n / 2000)::int, now(), now(), 'Box 3 of Spanish Poker 2 counted',
'count/' || n, 1, '{{}}', repeat('0', 64), encode(sha256(n::text::bytea), 'hex'), 'bench'
FROM generate_series(1, {entries}) AS n;
INSERT INTO accounting_transfer (id, entry_id, position, from_account_id, to_account_id, amount, reason, from_balance,
from_version, to_balance, to_version)
SELECT n, 1 + (n - 1) / {each}, 1 + (n - 1) % {each}, 11, 6, 100 + n % 90000, '', -n * 100, n, n * 100, n
FROM generate_series(1, {rows}) AS n;
ANALYZE accounting_entry; ANALYZE accounting_transfer;
"""

# The same rows, columns and order, by PostgreSQL alone.
COPY = """
COPY (SELECT entry.number AS entry, position, gaming_day, f.code || '/' || source.name AS "from",
t.code || '/' || target.name AS "to", (amount / 100.0)::numeric(20, 2) AS amount, NULLIF(reason, '') AS reason,
(from_balance / 100.0)::numeric(20, 2) AS from_balance, from_version,
(to_balance / 100.0)::numeric(20, 2) AS to_balance, to_version
FROM accounting_transfer transfer JOIN accounting_entry entry ON entry.id = transfer.entry_id
JOIN accounting_account source ON source.id = from_account_id JOIN accounting_fund f ON f.id = source.fund_id
JOIN accounting_account target ON target.id = to_account_id JOIN accounting_fund t ON t.id = target.fund_id
WHERE entry.cardroom_id = 1 ORDER BY entry.number, position) TO STDOUT WITH (FORMAT csv, HEADER)
"""

OURS = """
import json, resource, sys, time
from datetime import UTC, date, datetime
from pathlib import Path
import django
django.setup()
from accounting.exports.datasets import data_set
from accounting.exports.formats.comma_separated import write_csv
from accounting.exports.scope import Scope
from accounting.exports.snapshot import snapshot
from tables.models import Cardroom
scope = Scope(Cardroom.objects.get(), date(2026, 1, 1), date(2030, 1, 1), datetime.now(UTC))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
began, cpu = time.perf_counter(), time.process_time()
with snapshot(), Path(sys.argv[1]).open("w", encoding="utf-8", newline="") as target:
    source = data_set("transfers")
    totals = write_csv(target, source.columns, source.rows(scope))
took = time.perf_counter() - began
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
assert totals.rows == int(sys.argv[2])
print(json.dumps({"seconds": took, "cpu": time.process_time() - cpu, "peak": peak, "before": before}))
"""

THEIRS = """
import json, sys, time
import django
django.setup()
from django.db import connection
from bench.export import COPY
connection.ensure_connection()
began = time.perf_counter()
with open(sys.argv[1], "wb") as target, connection.cursor() as cursor, cursor.cursor.copy(COPY) as rows:
    for block in rows:
        target.write(block)
print(json.dumps({"seconds": time.perf_counter() - began}))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rows", type=int, default=ROWS)
    rows = parser.parse_args().rows
    given = os.environ.get("DATABASE_URL", "")
    with nullcontext(given) if given.startswith("postgres") else private_postgres() as url:
        environment = os.environ | {
            "DATABASE_URL": url,
            "SECRET_KEY": "for-the-benchmark",
            "ALLOWED_HOSTS": "localhost",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "PYTHONPATH": str(ROOT),
        }
        fill(environment, rows)
        with tempfile.TemporaryDirectory() as folder:
            compare(environment, Path(folder), rows)


def fill(environment: dict[str, str], rows: int) -> None:
    """Rows by plain SQL, guards and triggers aside: it is about reading."""
    subprocess.run([sys.executable, "manage.py", "migrate", "-v", "0"], cwd=ROOT, env=environment, check=True)
    sql = FILL.format(rows=rows, entries=1 + (rows - 1) // TRANSFERS_PER_ENTRY, each=TRANSFERS_PER_ENTRY)
    script = (
        "import django, sys; django.setup()\n"
        "from django.db import connection\n"
        "with connection.cursor() as cursor:\n"
        "    cursor.execute(\"SET session_replication_role = 'replica'\")\n"
        "    cursor.execute(sys.stdin.read())\n"
    )
    subprocess.run([sys.executable, "-c", script], input=sql, text=True, cwd=ROOT, env=environment, check=True)


def compare(environment: dict[str, str], folder: Path, rows: int) -> None:
    def best(script: str, name: str) -> dict[str, float]:
        def once() -> dict[str, float]:
            command = [sys.executable, "-c", script, str(folder / name), str(rows)]
            done = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
            return json.loads(done.stdout)

        return min((once() for _ in range(3)), key=lambda one: one["seconds"])

    theirs, ours = best(THEIRS, "copy.csv"), best(OURS, "ours.csv")
    same = (folder / "copy.csv").read_bytes() == (folder / "ours.csv").read_bytes().replace(b"\r\n", b"\n")
    size = (folder / "ours.csv").stat().st_size
    print(f"{rows:,} transfers with their accounts, in order, as CSV ({size / 1e6:.0f} MB); same content: {same}")
    print(f"  PostgreSQL COPY  {theirs['seconds']:6.1f} s")
    print(f"  Bote             {ours['seconds']:6.1f} s ({ours['cpu']:.1f} s of it in Python)")
    print(f"  ratio            {ours['seconds'] / theirs['seconds']:6.1f}")
    print(f"  peak memory      {ours['peak']:6,.0f} MB ({ours['before']:,.0f} MB before the first row)")


if __name__ == "__main__":
    main()
