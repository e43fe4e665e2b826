"""A whole small Bote as its own processes on a database of its own, every one of which can be killed and started again.

    with Installation(folder, prepared) as bote:
        bote.kill("web", "redis")
        bote.start("redis", "web")

The test itself works on the same database (`books_of`), so it makes cardrooms and reads the books by the real services.
"""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing, contextmanager
from functools import partial
from urllib.parse import unquote

import environ
import psycopg
from django.db import connection
from redis import Redis

from ops.servers import Postgres, ServerFailed, die_with_parent, start_redis
from ops.web import web_server
from tests.api.live import answers
from tests.conftest import ROOT, end_group, wait_until

# Only a failure waits for so long; with many others on the machine a web server takes a minute to start.
PATIENCE = 300
# What the killed worker held comes back after this and five seconds more.
TASK_TIMEOUT = 3
PREFIX = "faults:"


class Prepared:
    """A migrated database to copy: a file, or a database in a PostgreSQL server of our own."""

    def __init__(self, folder, vendor):
        self.folder = folder
        self.postgres = Postgres(folder) if vendor == "postgresql" else None
        self.copies = 0
        if self.postgres:
            process = self.postgres.start()
            try:
                self._migrate(self.postgres.url.replace("/postgres", "/template1"))
            finally:
                process.send_signal(signal.SIGINT)
                process.wait()
        else:
            self._migrate(f"sqlite:///{folder / 'prepared.sqlite3'}")

    def _migrate(self, url):
        environment = os.environ | {"DATABASE_URL": url}
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=environment, check=True)

    def copy(self):
        """DATABASE_URL of a fresh copy; a PostgreSQL server must run."""
        self.copies += 1
        if self.postgres is None:
            file = self.folder / f"bote-{self.copies}.sqlite3"
            with closing(sqlite3.connect(self.folder / "prepared.sqlite3")) as prepared, sqlite3.connect(file) as new:
                prepared.backup(new)
            return f"sqlite:///{file}"
        with psycopg.connect(self.postgres.url, autocommit=True) as server:
            server.execute(f"CREATE DATABASE bote_{self.copies}")
        return self.postgres.url.replace("/postgres", f"/bote_{self.copies}")


class Installation:
    """Redis, web server, worker, beat, and PostgreSQL if it is one; each is known by its name."""

    def __init__(self, folder, prepared, celery="tests.faults.brisk"):
        self.folder, self.prepared = folder, prepared
        self.celery = [sys.executable, "-m", "celery", "-A", celery]
        self.kills, self.processes = Counter(), {}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.redis_socket = folder / "redis.sock"
        self.servers = ("postgres", "redis") if prepared.postgres else ("redis",)
        self.names = (*self.servers, "web", "worker", "beat")
        self.environment = os.environ | {
            "REDIS_URL": f"unix://{self.redis_socket}",
            "REDIS_KEY_PREFIX": PREFIX,
            "TASK_TIMEOUT": str(TASK_TIMEOUT),
            "LOG_LEVEL": "WARNING",
            "PYTHONPATH": str(ROOT),
            **dict.fromkeys(("CALLS_PER_TERMINAL", "CALLS_PER_STRANGER"), "0"),
        }

    def __enter__(self):
        try:
            self.start(*self.servers)
            self.environment["DATABASE_URL"] = self.prepared.copy()
            self.start("web", "worker", "beat")
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(self, *_):
        self.end()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self, *names):
        """Start what is not running, and wait for the servers and the web server, which others need."""
        for name in names:
            self.processes[name] = getattr(self, f"_start_{name}", partial(self._run, name))()
        if "web" in names:
            wait_until(lambda: answers(self.port), lambda: self.said("web"), seconds=PATIENCE)

    def _start_redis(self):
        return start_redis(self.folder, self.redis_socket)

    def _start_postgres(self):
        """As a supervisor does: the dead server's children may hold its memory for a moment longer, and it refuses."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return self.prepared.postgres.start()
            except ServerFailed:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def _run(self, name):
        with self._log(name).open("ab") as log:
            return subprocess.Popen(
                self._command(name),
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=die_with_parent,  # noqa: PLW1509
            )

    def _command(self, name):
        if name == "web":
            return web_server(self.port)
        if name == "beat":
            return [*self.celery, "beat", "--pidfile", "", "--max-interval", "1"]
        return [*self.celery, "worker", "--concurrency", "1", "--without-gossip", "--without-mingle"]

    def _log(self, name):
        return self.folder / f"{name}.log"

    def said(self, name):
        return f"{name} said: {self._log(name).read_text()[-3000:]}"

    def kill(self, *names):
        """`kill -9`, all of them and what they started, in the same moment."""
        for name in names:
            process = self.processes[name]
            process.kill() if name in self.servers else end_group(process.pid)
            self.kills[name] += 1
        for name in names:
            self.processes[name].wait()

    def end(self):
        """Nothing stays behind."""
        for name in reversed(self.names):
            process = self.processes.get(name)
            if process is None:
                continue
            if name == "postgres":
                process.send_signal(signal.SIGINT)
            elif name == "redis":
                process.kill()
            else:
                end_group(process.pid)
            process.wait()

    def waiting_tasks(self):
        """What is queued, and what a worker holds or has left behind."""
        client = Redis(unix_socket_path=str(self.redis_socket))
        return client.llen(f"{PREFIX}celery"), client.hlen(f"{PREFIX}unacked")


@contextmanager
def books_of(url, blocker):
    """Inside the block, this process works on that database."""
    chosen, kept = environ.Env.db_url_config(url), connection.settings_dict
    with blocker.unblock():
        forget_connections()
        connection.settings_dict = kept | {name: chosen[name] for name in ("NAME", "USER", "PASSWORD", "PORT")}
        connection.settings_dict["HOST"] = unquote(chosen["HOST"])
        try:
            yield
        finally:
            forget_connections()
            connection.settings_dict = kept


def forget_connections():
    """Those of before the server was killed."""
    connection.close()
    if connection.vendor == "postgresql":
        connection.close_pool()
