"""`make run`'s supervisor as a person meets it: first start, TERM, second start, a taken port, a dead broker."""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

from ops import run
from ops.servers import die_with_parent
from tests.conftest import PATIENCE, ROOT, end_group, wait_until

pytestmark = pytest.mark.faults
NOT_INHERITED = {"DATABASE_URL", "REDIS_URL", "PRIVATE_REDIS_URL", "REDIS_KEY_PREFIX", "SECRET_KEY", "HTTPS"}
NOT_INHERITED |= {"SECOND_FACTOR"}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Supervisor:
    def __init__(self, state, port, **environment):
        self.address = f"http://127.0.0.1:{port}"
        self.log = state.parent / f"run-{port}.log"
        inherited = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
        with self.log.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "ops.run"],
                cwd=ROOT,
                env=inherited | {"STATE_DIR": str(state), "PORT": str(port)} | environment,
                stdout=output,
                stderr=output,
                start_new_session=True,
                preexec_fn=die_with_parent,  # noqa: PLW1509
            )

    def get(self, path):
        try:
            with urllib.request.urlopen(f"{self.address}{path}", timeout=20) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as answer:
            return answer.code, answer.read().decode()
        except OSError:
            return None, ""

    def parts_down(self):
        status, body = self.get("/api/v1/ready/")
        return {name for name, part in json.loads(body)["parts"].items() if not part["ok"]} if status else None

    def wait_until_ready(self):
        wait_until(lambda: self.parts_down() == set(), lambda: f"not ready: {self.log.read_text()}")

    def group(self):
        """Process ids in the supervisor's group, itself included."""
        listed = subprocess.run(["ps", "-eo", "pid=,pgid=,stat="], capture_output=True, text=True, check=True).stdout
        rows = [line.split() for line in listed.splitlines()]
        return {int(pid) for pid, group, state in rows if int(group) == self.process.pid and state[0] != "Z"}

    def end(self, program):
        """Kill what runs under this name in the group; how many that were."""
        listed = subprocess.run(["ps", "-eo", "pid=,pgid=,comm="], capture_output=True, text=True, check=True).stdout
        rows = [line.split(maxsplit=2) for line in listed.splitlines()]
        pids = [int(pid) for pid, group, name in rows if int(group) == self.process.pid and name.startswith(program)]
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return len(pids)


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """The state folder of a first start without the demo. Copied, it spares the other tests a first start each."""
    folder = tmp_path_factory.mktemp("begun") / "state"
    first = Supervisor(folder, free_port(), DEMO="off")
    try:
        wait_until(lambda: first.get("/api/v1/health/")[0], first.log.read_text)
    finally:
        first.process.terminate()
    assert first.process.wait(timeout=PATIENCE) == 0
    return folder


@pytest.fixture
def begin_again(begun, tmp_path):
    """Our own copy of it, taken up by whatever is started next."""
    shutil.copytree(begun, tmp_path / "state")


@pytest.fixture
def start(tmp_path):
    started = []

    def begin(**environment):
        started.append(Supervisor(tmp_path / "state", environment.pop("port", None) or free_port(), **environment))
        return started[-1]

    yield begin
    for supervisor in started:
        end_group(supervisor.process.pid)
        supervisor.process.wait()


def test_first_start_term_and_second_start(start, tmp_path):
    first = start(DEMO_DAYS="2")
    first.wait_until_ready()
    status, page = first.get("/")
    assert (status, page.count("<h1>Tri-City Cardroom</h1>")) == (200, 1)
    said = first.log.read_text()
    assert f"Bote is at {first.address}/" in said
    assert "flor  Flor Ibarra, floor manager" in said
    secret = (tmp_path / "state" / "env").read_text()
    assert (tmp_path / "state" / "env").stat().st_mode & 0o777 == 0o600
    assert len(first.group()) > 5

    first.process.terminate()
    assert first.process.wait(timeout=PATIENCE) == 0
    assert first.group() == set()

    second = start()
    second.wait_until_ready()
    assert second.get("/")[1].count("<h1>Tri-City Cardroom</h1>") == 1
    assert "First start" not in second.log.read_text()
    kept = dict(line.split("=", 1) for line in (tmp_path / "state" / "env").read_text().splitlines())
    assert kept == dict(line.split("=", 1) for line in secret.splitlines())
    os.killpg(second.process.pid, signal.SIGINT)  # what Ctrl-C does
    assert second.process.wait(timeout=PATIENCE) == 0
    assert second.group() == set()


def test_a_dead_broker_is_named_and_started_again(begin_again, start):
    running = start()
    running.wait_until_ready()
    assert running.end("valkey") == 1

    wait_until(lambda: "Redis ended with exit code -9; starting it again." in running.log.read_text(), "not seen")
    assert running.get("/")[0] == 200
    running.wait_until_ready()


def test_what_began_without_the_demo_keeps_its_second_factor(begin_again, start, tmp_path):
    second = start()
    wait_until(lambda: second.get("/api/v1/health/")[0], second.log.read_text)

    kept = dict(line.split("=", 1) for line in (tmp_path / "state" / "env").read_text().splitlines())
    assert kept["SECOND_FACTOR"] == "on"
    assert "First start" not in second.log.read_text()
    assert "Sign in with the password" not in second.log.read_text()


def test_a_redis_that_keeps_ending_takes_nothing_else_along(begin_again, start):
    running = start()
    running.wait_until_ready()

    def tired():
        running.end("valkey")
        return "Redis ended 5 times within a minute" in running.log.read_text()

    wait_until(tired, running.log.read_text)
    wait_until(lambda: running.parts_down() == {"broker", "worker"}, running.log.read_text)
    assert running.get("/login/")[0] == 200
    assert running.get("/api/v1/progressives/")[0] == 401

    running.wait_until_ready()
    said = running.log.read_text()
    assert [line for line in said.splitlines() if line.startswith(("the web server", "the worker", "beat"))] == []


def test_a_child_that_keeps_ending_ends_everything_with_a_sentence(begin_again, start):
    stopped = start(WEB_WORKERS="0")  # which the web server refuses

    assert stopped.process.wait(timeout=PATIENCE) == 1
    lines = stopped.log.read_text().splitlines()
    assert lines.count("the web server ended with exit code 2; starting it again.") == 4
    assert "Bote stops: the web server ended 5 times within a minute (exit code 2); see above." in lines
    assert stopped.group() == set()


def test_a_killed_supervisor_takes_its_children_along(begin_again, start):
    running = start()
    running.wait_until_ready()
    running.process.kill()
    running.process.wait()

    wait_until(lambda: running.group() == set(), lambda: f"left behind: {running.group()}")


def test_a_taken_port_is_said_in_one_sentence(start):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        refused = start(port=port)
        assert refused.process.wait(timeout=PATIENCE) == 1

    assert refused.log.read_text() == (
        f"Bote stops: cannot listen on 127.0.0.1:{port} (Address already in use). "
        "Choose another port: make run PORT=8001\n"
    )


def test_a_stop_that_python_drops_is_not_forgotten(monkeypatch):
    """Raised in a hook of fork, as happens between two children, it is printed as "ignored" and nobody hears of it."""
    monkeypatch.setattr(run, "_asked_to_stop", [])
    with contextlib.suppress(run.Stopped):
        run._stop(signal.SIGTERM, None)

    with pytest.raises(run.Stopped):
        run._watch([])


def test_a_second_supervisor_on_the_same_state_is_refused(begin_again, start, tmp_path):
    running = start()
    running.wait_until_ready()
    refused = start()

    assert refused.process.wait(timeout=PATIENCE) == 1
    assert refused.log.read_text() == (
        f"Bote stops: Bote already runs on {tmp_path / 'state'}. Stop it first, or set STATE_DIR to another folder.\n"
    )
    assert running.parts_down() == set()
