"""Hands a second through the API, beside a bare REST framework endpoint on the same server and database.

For 1 to 64 terminals at once: a full hand report (six spots, settled, limits checked, hits priced, the answer kept
under its key), the posted amount asked for again by a board (nothing changed), and the bare endpoint that does one
insert and one update. Ratios are to the bare endpoint with as many terminals. The load comes from the same two cores,
so figures a second are for comparing, not for planning. A call that fails ends the benchmark.

    python bench/api.py [seconds for each figure]
"""

import contextlib
import http.client
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from io import StringIO
from pathlib import Path
from random import Random
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
TERMINALS = (1, 4, 16, 64)
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 6.0
ROUNDS, WARM_UP = 4, 0.3


def main():
    from ops.servers import private_postgres, private_redis

    with private_redis() as redis, tempfile.TemporaryDirectory() as folder:
        os.environ["REDIS_URL"] = redis
        run_on("SQLite", f"sqlite:///{folder}/bench.sqlite3")
        with private_postgres() as postgres:
            run_on("PostgreSQL", postgres)


def run_on(name, database):
    """One database in a process of its own: Django is set up once in a process."""
    environment = os.environ | {
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": "bench._settings",
        "SECRET_KEY": "for-the-benchmark-only-0123456789-abcdefghijklmnopqrstuvwxyz",
        "ALLOWED_HOSTS": "127.0.0.1",
        "HTTPS": "off",
        "LOG_LEVEL": "ERROR",
        "PYTHONPATH": str(ROOT),
        **dict.fromkeys(("CALLS_PER_TERMINAL", "CALLS_PER_PERSON", "CALLS_PER_STRANGER"), "0"),
    }
    print(f"\n{name}", flush=True)
    subprocess.run([sys.executable, __file__, str(SECONDS), "measure"], env=environment, check=True)


def measure():
    tokens, table, spots, bonus = prepare()
    with served() as port:
        calls = {
            "bare": bare_calls,
            "hand report": lambda n, rng: hand_calls(tokens[n], table, spots, bonus, rng),
            "posted amount": lambda n, _rng: posted_calls(tokens[n], port),
        }
        print(f"{'':10}" + "".join(f"{name:>24}{'ratio':>8}" for name in calls).replace("ratio", "", 1))
        print(f"{'terminals':10}" + f"{'a second    p50    p99':>24}{'':8}" * len(calls))
        for terminals in TERMINALS:
            measured = load_in_turn(port, terminals, calls)
            bare = measured["bare"][0]
            line = "".join(f"{figures(one)}{one[0] / bare:8.2f}" for one in measured.values())
            print(f"{terminals:<10}{line}", flush=True)
    statements()


def load_in_turn(port, terminals, calls):
    """Every kind of call by turns, so that whatever else the machine does falls on all of them: rate, p50, p99."""
    times = {name: [] for name in calls}
    for _ in range(ROUNDS):
        for name, call in calls.items():
            times[name] += load(port, terminals, call)
    return {name: summary(sorted(every)) for name, every in times.items()}


def summary(every):
    return len(every) / SECONDS, every[len(every) // 2], every[int(len(every) * 0.99)]


def figures(measured):
    rate, p50, p99 = measured
    return f"{rate:10.0f}{p50:7.1f}{p99:7.1f}"


def prepare():
    """A cardroom with a progressive, a terminal for each of 64 tokens, and the bare endpoint's tables."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from bench._bare import Line, Tally
    from tables.duties import Job
    from tables.models import Table
    from tables.services.terminals import enrol_terminal, invite_terminal

    call_command("migrate", verbosity=0)
    call_command("demo", days=1, verbosity=0, stdout=StringIO())
    with connection.schema_editor() as editor:
        editor.create_model(Line)
        editor.create_model(Tally)
    Tally.objects.bulk_create(Tally(pk=n) for n in range(max(TERMINALS)))
    table = Table.objects.order_by("number").first()
    tokens = []
    for n in range(max(TERMINALS)):
        _, code = invite_terminal(table=table, name=f"bench {n}", by=Job("bench"))
        tokens.append(enrol_terminal(code=code)[1])
    from tables import clock
    from tables.selectors.orders import order_of

    order = order_of(table, clock.now()).order
    return tokens, table.code, order.spots, tuple(map(str, order.bonus_bets))


@contextlib.contextmanager
def served():
    """The web server as `make run` starts it."""
    from ops.servers import stop
    from ops.web import web_server

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(web_server(port), cwd=ROOT)
    try:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                break
            time.sleep(0.1)
        yield port
    finally:
        stop(process)


def load(port, terminals, calls):
    """So many terminals as fast as they can: how long each call took, in milliseconds. A failed call ends it all."""
    times, failures = [[] for _ in range(terminals)], []
    start_at = time.perf_counter() + WARM_UP
    stop_at = start_at + SECONDS / ROUNDS

    def one(n):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        for method, path, body, headers, expected in calls(n, Random(n)):
            began = time.perf_counter()
            if began >= stop_at:
                break
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read()
            if answer.status != expected:
                failures.append((answer.status, text[:300]))
                break
            if began >= start_at:
                times[n].append(time.perf_counter() - began)
        connection.close()

    threads = [threading.Thread(target=one, args=(n,)) for n in range(terminals)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise SystemExit(f"{len(failures)} terminals were not answered as expected: {failures[0]}")
    return [1000 * seconds for one_of in times for seconds in one_of]


JSON = {"Content-Type": "application/json"}


def bare_calls(n, rng):
    """The same body that a hand report has, to be fair."""
    from tables import clock
    from tables.simulator import Dealer

    dealer = Dealer(rng, 6, ("dos pares", "gran progressive"))
    while True:
        yield "POST", f"/bare/{n}/", json.dumps(dealer.deal(clock.now(), everyone=True)), JSON, 201


def hand_calls(token, table, spots, bonus, rng):
    from tables import clock
    from tables.simulator import Dealer

    dealer = Dealer(rng, spots, bonus)
    while True:
        headers = JSON | {"Authorization": f"Bearer {token}", "Idempotency-Key": f"bench-{time.time_ns()}"}
        yield (
            "POST",
            f"/api/v1/tables/{table}/hands/",
            json.dumps(dealer.deal(clock.now(), everyone=True)),
            headers,
            201,
        )


def posted_calls(token, port):
    headers = {"Authorization": f"Bearer {token}"}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request("GET", "/api/v1/progressives/gran-a/", headers=headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    while True:
        yield (
            "GET",
            "/api/v1/progressives/gran-a/",
            None,
            headers | {"If-None-Match": quote(answer.headers["ETag"], '"')},
            304,
        )


def statements():
    """How many SQL statements a hand takes, by how many spots it has."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from jackpot.api.reports import read_hand
    from jackpot.services.hands import report_hand
    from tables import clock
    from tables.models import Terminal
    from tables.simulator import Dealer

    terminal = Terminal.objects.select_related("table__cardroom").filter(name="bench 0").get()
    counted = {}
    for spots in (1, 6):
        hand = Dealer(Random(3), spots).deal(clock.now(), everyone=True)
        report = read_hand(hand)
        kind, dealt_at = report.pop("report"), report.pop("dealt_at")
        with CaptureQueriesContext(connection) as queries:
            report_hand(table=terminal.table, game=kind, report=report, dealt_at=dealt_at, by=terminal)
        counted[spots] = len(queries)
    print(f"SQL statements of the service, without hits: {counted[1]} for one spot, {counted[6]} for six")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    measure() if "measure" in sys.argv else main()
