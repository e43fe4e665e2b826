"""`make run`: Bote on this machine, all of it, until Ctrl-C.

Prepares the state folder (secret, database, demo on the first start), then watches over four children in one process
group: Redis, the web server, a Celery worker, Celery beat. A child that ends is started again; one that keeps ending
stops everything with a sentence. Only Redis is tried again for as long as it takes: pages and API go on without it.
"""

import fcntl
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import FrameType
from typing import NoReturn, TextIO

from ops.servers import (
    ServerFailed,
    adopt_orphans,
    die_with_parent,
    end_orphans,
    redis_command,
    short_socket,
    start_redis,
)
from ops.web import web_server

ROOT = Path(__file__).resolve().parent.parent
HOST = os.environ.get("HOST") or "127.0.0.1"
PORT = os.environ.get("PORT") or "8000"
# Where a browser on this machine finds it.
SHOWN = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(HOST, HOST)  # noqa: S104 - only compared

# A child may end this often in this many seconds before we give up on it, or leave Redis alone for a while.
RESTARTS, WITHIN = 5, 60.0
REST = 15.0
PATIENCE = 20.0
REDIS = "Redis"
# In the state folder: that there was a first start, and who can sign in if it made the demo.
STARTED_BEFORE, LOG_INS = "started-before", "log-ins"


@dataclass
class Child:
    """A program we keep running."""

    name: str
    command: list[str]
    process: "subprocess.Popen[bytes] | None" = None
    endings: deque[float] = field(default_factory=lambda: deque(maxlen=RESTARTS))
    rests_until: float = 0.0

    def start(self) -> None:
        # Same process group as we: whatever ends the group ends all of it. And if only we are killed, they follow.
        self.process = subprocess.Popen(self.command, cwd=ROOT, preexec_fn=die_with_parent)  # noqa: PLW1509

    def has_ended(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def ends_too_often(self) -> bool:
        self.endings.append(time.monotonic())
        return len(self.endings) == RESTARTS and self.endings[-1] - self.endings[0] < WITHIN


class Stopped(BaseException):
    """Someone asked us to stop (Ctrl-C, TERM)."""


_asked_to_stop: list[int] = []


def main() -> int:
    for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(name, _stop)
    adopt_orphans()
    children: list[Child] = []
    try:
        _run(children)
    except (ServerFailed, _CannotRun) as failure:
        print(f"Bote stops: {failure}", file=sys.stderr)
        return 1
    except Stopped:
        return 0
    finally:
        _end(children)


def _run(children: list[Child]) -> NoReturn:
    """Prepare, start and watch; `children` is the caller's, who ends them whatever happens here."""
    _require_free_port()
    state = Path(os.environ.get("STATE_DIR") or ROOT / ".state").resolve()
    state.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (state / "lock").open("w") as lock:
        _require_only_one(lock, state)
        _prepare_environment(state)
        children += _own_redis(state)
        _prepare_data(state)
        web, *others = _programs()
        children.append(web)
        web.start()
        _await_first_page(web)
        _announce(state / LOG_INS)
        for program in others:
            children.append(program)
            program.start()
        _watch(children)


class _CannotRun(Exception):
    """The sentence says why, and what to do."""


def _stop(signum: int, _frame: FrameType | None) -> None:
    # Python drops what is raised inside a finalizer or between fork and exec, so it is remembered too.
    _asked_to_stop.append(signum)
    raise Stopped


def _require_free_port() -> None:
    if not PORT.isdigit() or not 0 < int(PORT) < 65536:
        raise _CannotRun(f"PORT is {PORT}; it must be a number from 1 to 65535.")
    family = socket.AF_INET6 if ":" in HOST else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, int(PORT)))
        except OSError as error:
            raise _CannotRun(
                f"cannot listen on {HOST}:{PORT} ({error.strerror}). Choose another port: make run PORT=8001"
            ) from error


def _require_only_one(lock: TextIO, state: Path) -> None:
    """Two Redis servers must never write to the same files."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise _CannotRun(f"Bote already runs on {state}. Stop it first, or set STATE_DIR to another folder.") from error


def _prepare_environment(state: Path) -> None:
    """Fill in what the environment leaves open, and keep it in the state folder, where manage.py finds it."""
    hosts = dict.fromkeys(["127.0.0.1", "localhost", "[::1]", HOST, socket.gethostname()])
    keys = {name: value for name, value in _read(state / "env").items() if name in {"SECRET_KEY", "DATA_KEYS"}}
    # The demo's people sign in with the password that is printed, on this machine; a cardroom's need their phone too.
    demonstration = "HTTPS" not in os.environ and _is_demo(state)
    defaults = {
        "SECRET_KEY": secrets.token_urlsafe(50),
        **keys,  # what was sealed with them must open again
        "ALLOWED_HOSTS": ",".join(host for host in hosts if host != "0.0.0.0"),  # noqa: S104 - left out
        "HTTPS": "off",
        "SECOND_FACTOR": "off" if demonstration else "on",
    }
    for name, value in defaults.items():
        os.environ.setdefault(name, value)
    os.environ["STATE_DIR"] = str(state)
    os.environ.setdefault("LOG_FORMAT", "console" if sys.stderr.isatty() else "json")
    os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(_empty(state / "metrics")))


def _own_redis(state: Path) -> list[Child]:
    """Our own Redis, unless REDIS_URL names another."""
    own: list[Child] = []
    if "REDIS_URL" not in os.environ:
        folder, redis_socket = state / "redis", short_socket(state, "redis.sock")
        folder.mkdir(mode=0o700, exist_ok=True)
        os.environ["REDIS_URL"] = f"unix://{redis_socket}"
        own = [Child(REDIS, redis_command(folder, redis_socket), start_redis(folder, redis_socket))]
    names = ["SECRET_KEY", "DATA_KEYS", "ALLOWED_HOSTS", "HTTPS", "SECOND_FACTOR"]
    names += ["STATE_DIR", "REDIS_URL", "DATABASE_URL"]
    _write(state / "env", {name: os.environ[name] for name in names if name in os.environ})
    return own


def _prepare_data(state: Path) -> None:
    """Migrate; on the first start make the demo (DEMO=off leaves it out, DEMO_DAYS says how long); collect statics."""
    _manage("migrate", "--verbosity", "0")
    if not (state / STARTED_BEFORE).exists() and _is_demo(state):
        print("First start: making the demo cardroom ...", flush=True)
        (state / LOG_INS).write_text(_manage("demo", "--days", os.environ.get("DEMO_DAYS", "90")))
    (state / STARTED_BEFORE).touch()
    fingerprint, stamp = _static_fingerprint(), state / "static-collected"
    if not stamp.exists() or stamp.read_text() != fingerprint:
        _manage("collectstatic", "--no-input", "--verbosity", "0")
        stamp.write_text(fingerprint)


def _is_demo(state: Path) -> bool:
    """Whether this folder has the demo in it, or is about to. Without it at the first start, there is none later."""
    possible = (state / LOG_INS).exists() or not (state / STARTED_BEFORE).exists()
    return possible and os.environ.get("DEMO", "on") != "off"


def _programs() -> list[Child]:
    celery = [sys.executable, "-m", "celery", "-A", "config"]
    web = web_server(PORT, host=HOST, workers=os.environ.get("WEB_WORKERS", "2"))
    return [
        Child("the web server", web),
        Child("the worker", [*celery, "worker", "--concurrency", "2", "--loglevel", "INFO", "--without-gossip"]),
        Child("beat", [*celery, "beat", "--loglevel", "WARNING", "--pidfile", ""]),
    ]


def _await_first_page(web: Child) -> None:
    """On a small machine the worker and beat, starting beside it, would keep the first page waiting."""
    deadline = time.monotonic() + PATIENCE
    while not web.has_ended() and not _answers() and time.monotonic() < deadline:
        time.sleep(0.05)


def _answers() -> bool:
    asked = HTTPConnection(SHOWN, int(PORT), timeout=PATIENCE)
    try:
        asked.request("GET", "/api/v1/health/")
        asked.getresponse()  # whatever it says
    except (OSError, HTTPException):
        return False
    else:
        return True
    finally:
        asked.close()


def _watch(children: list[Child]) -> NoReturn:
    while True:
        time.sleep(0.5)
        if _asked_to_stop:
            raise Stopped
        for child in children:
            if child.has_ended():
                _start_again(child)
            elif child.process is None and time.monotonic() > child.rests_until:
                child.start()


def _start_again(child: Child) -> None:
    code = child.process.returncode if child.process else None
    if not child.ends_too_often():
        print(f"{child.name} ended with exit code {code}; starting it again.", file=sys.stderr, flush=True)
        child.start()
        return
    too_often = f"{child.name} ended {RESTARTS} times within a minute (exit code {code})"
    if child.name != REDIS:
        raise _CannotRun(f"{too_often}; see above.")
    print(f"{too_often}; the next try is in {REST:.0f} s. Pages and API go on.", file=sys.stderr, flush=True)
    child.process, child.rests_until = None, time.monotonic() + REST


def _end(children: list[Child]) -> None:
    """Redis last, so that the worker can hand back what it holds."""
    for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(name, signal.SIG_IGN)
    programs = [child for child in children if child.name != REDIS]
    for group in (programs, [child for child in children if child.name == REDIS]):
        running = [child.process for child in group if child.process]
        for process in running:
            if process.poll() is None:
                process.terminate()
        deadline = time.monotonic() + PATIENCE
        for process in running:
            try:
                process.wait(timeout=max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
    end_orphans()


def _announce(log_ins: Path) -> None:
    host = f"[{SHOWN}]" if ":" in SHOWN else SHOWN
    print(f"\nBote is at http://{host}:{PORT}/   (Ctrl-C stops all of it)", flush=True)
    if log_ins.exists():
        print(log_ins.read_text(), flush=True)


def _manage(*words: str) -> str:
    """Run a command of ours; what it printed, or the end of everything if it failed."""
    done = subprocess.run(
        [sys.executable, "manage.py", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode != 0:
        raise _CannotRun(f"`manage.py {' '.join(words)}` failed; see above.")
    return done.stdout


def _static_fingerprint() -> str:
    """Changes when one of our static files or a pinned package does."""
    files = [path for path in ROOT.glob("*/static/**/*") if path.is_file()]
    facts = [f"{path.relative_to(ROOT)} {path.stat().st_size} {path.stat().st_mtime_ns}" for path in sorted(files)]
    return "\n".join([(ROOT / "requirements.txt").read_text(), *facts])


def _read(path: Path) -> dict[str, str]:
    lines = path.read_text().splitlines() if path.exists() else []
    return dict(line.split("=", 1) for line in lines if "=" in line)


def _write(path: Path, values: dict[str, str]) -> None:
    path.touch(mode=0o600)
    path.write_text("".join(f"{name}={value}\n" for name, value in values.items()))


def _empty(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


if __name__ == "__main__":
    sys.exit(main())
