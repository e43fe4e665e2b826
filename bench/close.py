"""The nightly close: 100, 1,000 and 5,000 progressives, five to a cardroom, by two workers on PostgreSQL.

    python bench/close.py [sizes ...]

One cardroom with five counted progressives is made by the real services; the others are copies of its rows, made by
SQL. Then two real Celery workers are asked for the closes as beat asks, and the time runs until the last day is closed.
What is compared are the times with each other: from size to size the time per close must stay the same.
"""

import os
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SIZES = (100, 1_000, 5_000)
PER_CARDROOM = 5
WORKERS = 2
ASKED_EVERY = 120  # seconds, as in config/schedule.py
STEP = 1_000_000  # between the ids of one copy and the next
SERVERS = "a private PostgreSQL (fsync off) and Valkey"


def main(sizes):
    from ops.servers import private_postgres, private_redis

    with private_postgres() as url, private_redis() as redis:
        environment = os.environ | {"REDIS_URL": redis, "SECRET_KEY": "for the benchmark only", "HTTPS": "off"}
        environment |= {"ALLOWED_HOSTS": "localhost", "DJANGO_SETTINGS_MODULE": "config.settings", "LOG_LEVEL": "ERROR"}
        environment |= {"PYTHONWARNINGS": "ignore"}  # Celery warns of root at every start
        base = url.rsplit("/", 1)[0]
        run(environment | {"DATABASE_URL": url}, "manage.py", "migrate", "--verbosity", "0")
        run(environment | {"DATABASE_URL": url}, __file__, "--prepare")
        print(f"{WORKERS} workers on {SERVERS}, {os.cpu_count()} cores; {PER_CARDROOM} progressives to a cardroom")
        first = None
        for size in sizes:
            name = f"close_{size}"
            with connect(url) as database:
                database.execute(f"CREATE DATABASE {name} TEMPLATE postgres")
            there = environment | {"DATABASE_URL": f"{base}/{name}", "REDIS_KEY_PREFIX": f"{name}:"}
            run(there, __file__, "--copy", str(size))
            seconds, computed = close_all(there, size)
            each = 1000 * computed / size
            first = first or each
            print(
                f"{size:>6,} progressives  {seconds:7.1f} s  {1000 * seconds / size:6.1f} ms a close, "
                f"{each:5.1f} ms of it computed by the workers: {each / first:4.2f} x the first"
            )
        print(run(environment | {"DATABASE_URL": url}, __file__, "--statements").strip())


def run(environment, *words):
    done = subprocess.run(
        [sys.executable, *map(str, words)], cwd=ROOT, env=environment, check=False, stdout=subprocess.PIPE, text=True
    )
    if done.returncode:
        sys.exit(done.returncode)
    return done.stdout


def connect(url):
    import psycopg

    return psycopg.connect(url.replace("postgres://", "postgresql://"), autocommit=True)


@contextmanager
def workers(environment):
    from ops.servers import die_with_parent

    command = [
        sys.executable,
        "-m",
        "celery",
        "-A",
        "config",
        "worker",
        "--concurrency=1",
        "--without-gossip",
        "-l",
        "ERROR",
    ]
    names = [f"worker{number}@bench" for number in range(WORKERS)]
    quietly = {"cwd": ROOT, "env": environment, "stdout": subprocess.DEVNULL, "preexec_fn": die_with_parent}
    running = [subprocess.Popen([*command, "-n", name], **quietly) for name in names]
    try:
        yield [worker.pid for worker in running]
    finally:
        for worker in running:
            worker.terminate()
        for worker in running:
            worker.wait()


def close_all(environment, size):
    """Seconds from asking, as beat does, until every progressive is closed; and of them, what the workers computed."""
    from redis import Redis

    client = Redis.from_url(environment["REDIS_URL"])
    with connect(environment["DATABASE_URL"]) as database, workers(environment) as pids:
        while not client.get(f"{environment['REDIS_KEY_PREFIX']}heartbeat"):
            time.sleep(0.1)
        time.sleep(3)  # the second worker comes up beside the first
        used = cpu_seconds(pids)
        began = asked = time.monotonic()
        ask(environment)
        while (closed := database.execute("SELECT count(*) FROM jackpot_close").fetchone()[0]) < size:
            time.sleep(0.05)
            if time.monotonic() - asked > ASKED_EVERY:
                asked = time.monotonic()
                ask(environment)
        assert closed == size
        return time.monotonic() - began, cpu_seconds(pids) - used


def cpu_seconds(pids):
    """What the workers and their children have computed: the same on a busy machine as on an idle one (Linux)."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            pid, rest = int(stat.parent.name), stat.read_text().rpartition(")")[2].split()
            if pid in pids or int(rest[1]) in pids:
                ticks += int(rest[11]) + int(rest[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def ask(environment):
    from celery import Celery

    from config.redis_urls import as_celery_broker

    app = Celery(broker=as_celery_broker(environment["REDIS_URL"]))
    app.conf.broker_transport_options = {"global_keyprefix": environment["REDIS_KEY_PREFIX"]}
    asked = {"task": "jackpot.tasks.close_days", "expires": 3600}
    app.send_task("tables.tasks.for_each_cardroom", kwargs=asked)


# What runs in a process of its own, with Django set up on one database.


def prepare():
    """One cardroom with its progressives, counted and ready to close, by the real services."""
    from tests.faults.night import Night

    Night(progressives=PER_CARDROOM)


def copy(size):
    """Copies of the one cardroom's rows, under ids and codes of their own."""
    from django.apps import apps
    from django.db import connection, transaction

    from accounting.ledger import guards

    models = [
        model
        for app in ("tables", "accounting", "jackpot")
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
        if model._meta.db_table not in {"tables_wagerlimit", "jackpot_threshold"}  # everyone's, not the cardroom's
    ]
    copied = {model._meta.db_table for model in models}
    guards.remove(connection, guards.all_guards())
    with transaction.atomic(), connection.cursor() as cursor:
        for model in models:
            columns = [field.column for field in model._meta.local_concrete_fields]
            values = [_copied(field, copied) for field in model._meta.local_concrete_fields]
            cursor.execute(
                f'INSERT INTO "{model._meta.db_table}" ({", ".join(map(_quoted, columns))}) '
                f'SELECT {", ".join(values)} FROM "{model._meta.db_table}", generate_series(1, %s) AS copy',
                [size // PER_CARDROOM - 1],
            )
    guards.install(connection, guards.all_guards())
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _copied(field, copied):
    """What a copy has in this column: its own ids, codes and digests, the rest as it is."""
    column = _quoted(field.column)
    target = field.remote_field.model._meta.db_table if field.remote_field else None
    if target in copied or (field.primary_key and not field.remote_field):
        return f"{column} + copy * {STEP}"
    if field.name in {"code", "username"}:
        return f"{column} || '-' || copy"
    if field.name == "digest":
        return f"encode(sha256(({column} || copy)::bytea), 'hex')"
    return column


def _quoted(name):
    return f'"{name}"'


def statements():
    """SQL statements of one close, and of the whole task around it."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from jackpot.models import Progressive
    from jackpot.services.closing import close_next_day
    from jackpot.tasks import close_progressive
    from tables.duties import Job

    one, other, *_ = Progressive.objects.order_by("pk").select_related("cardroom", "fund__cardroom")
    with CaptureQueriesContext(connection) as of_close:
        close_next_day(progressive=one, by=Job("bench"))
    with CaptureQueriesContext(connection) as of_task:
        close_progressive(other.pk)
    print(f"SQL statements: {len(of_close)} a close (goal: 40), {len(of_task)} with what the task looks up and logs")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    inside = {"--prepare": prepare, "--copy": lambda: copy(int(sys.argv[2])), "--statements": statements}
    if sys.argv[1:] and sys.argv[1] in inside:
        import django

        django.setup()
        inside[sys.argv[1]]()
    else:
        main([int(word) for word in sys.argv[1:]] or SIZES)
