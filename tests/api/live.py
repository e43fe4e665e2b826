"""A real web server on the test database, and a cardroom that is open at the real time."""

import contextlib
import http.client
import json
import socket
import subprocess
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from accounting.models import Count
from accounting.services import counts
from ops.servers import die_with_parent, stop
from ops.web import web_server
from tables import clock
from tables.duties import Role
from tables.models import Cardroom
from tables.services import terminals
from tests.conftest import ROOT, end_group, wait_until
from tests.floor import hire
from tests.jackpot.conftest import STRAIGHT_FLUSH, House


@dataclass
class Server:
    """Where it listens, and a token for each kind of caller."""

    port: int
    house: House
    count: Count
    terminal: str
    person: str
    process: "subprocess.Popen[bytes]"

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def hands(self):
        return f"/api/v1/tables/{self.house.table.code}/hands/"

    def call(self, method, path, body=None, token=None, **headers):
        """One call on a connection of its own: status, headers, bytes."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        with contextlib.closing(connection):
            data = json.dumps(body) if isinstance(body, dict) else body
            sent = {"Authorization": f"Bearer {token or self.terminal}", "Content-Type": "application/json", **headers}
            connection.request(method, path, data, sent)
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()


def now(**ago):
    return (datetime.now(UTC) - timedelta(**ago)).isoformat()


@pytest.fixture
def server(live_environment, tmp_path):
    with clock.at(datetime.now(UTC) - timedelta(days=1)):
        cardroom = Cardroom.objects.create(
            code="tri-city", name="Tri-City Cardroom", licensee="Tri-City Cardroom LLC", licence_number="67-00001"
        )
        house = House(cardroom)
        gran = house.open()
        house.floor.bring()
        count = counts.open_count(box=house.floor.box, by=house.floor.ann)
        house.hit(gran, STRAIGHT_FLUSH, by=house.manager)
    everyone = hire(cardroom, "Everyone", "gambling", *Role)
    with serve(
        live_environment | {"CALLS_PER_TERMINAL": "0", "CALLS_PER_PERSON": "0", "CALLS_PER_STRANGER": "0"}, tmp_path
    ) as (port, process):
        _, code = terminals.invite_terminal(table=house.table, name="T7", by=house.manager)
        _, token = terminals.enrol_terminal(code=code)
        yield Server(port, house, count, token, terminals.make_personal_token(name="fuzz", by=everyone)[1], process)


@contextlib.contextmanager
def serve(environment, folder, application="config.wsgi:application"):
    """Granian as `make run` starts it, for the length of the block; gives its port and process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = Path(folder) / "web.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            web_server(port, application=application),
            cwd=ROOT,
            env=environment,
            stdout=output,
            stderr=output,
            start_new_session=True,
            preexec_fn=die_with_parent,  # noqa: PLW1509
        )
    try:
        wait_until(lambda: answers(port), lambda: f"the web server did not answer: {log.read_text()[-2000:]}")
        yield port, process
    finally:
        stop(process)
        end_group(process.pid)  # its workers, if it had to be killed


def answers(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/api/v1/health/")
        return connection.getresponse().status == 200
    except OSError:
        time.sleep(0.1)
        return False
    finally:
        connection.close()
