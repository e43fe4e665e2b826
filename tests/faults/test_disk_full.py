"""A full disk under SQLite: hands and closes are refused with a sentence, nothing is half-written, it goes on later.

The operating system refuses the writes of the real web server beyond a size (RLIMIT_FSIZE, which needs no rights); then
SQLite itself says that the disk is full (`max_page_count`), as it does when a file system has no room.
"""

import json
import resource
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

from tables.api.problems import COME_AGAIN, NO_ROOM
from tables.models import Answer, Hand
from tests.api.conftest import PROBLEM, person, refused, spanish, spot, written
from tests.api.live import now
from tests.faults.night import Night, assert_closed_once, closed
from tests.jackpot.conftest import STRAIGHT_FLUSH, everything

pytestmark = [
    pytest.mark.faults,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="of SQLite; PostgreSQL has its own disk"),
]
ROOM = 64 * 1024  # for SQLite's log: a few hands


def hit(**more):
    return spanish(spot(1, STRAIGHT_FLUSH, gran_progressive="1.00"), house="As Ks 4h 5h 6s", **more)


@pytest.fixture
def disk(server):
    """The disk of the web server's processes: `full()` and `free()`."""
    return Disk(server.process.pid)


class Disk:
    def __init__(self, pid):
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        self.pids = [pid, *map(int, children)]

    def full(self):
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._limit(ROOM)

    def free(self):
        self._limit(resource.RLIM_INFINITY)

    def _limit(self, size):
        for pid in self.pids:
            _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, hard))


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits of another process can be set on Linux only")
def test_the_web_server_refuses_hands_while_the_disk_is_full(server, disk):
    gran = server.house.cardroom.progressives.get()
    sent = [(f"hand-on-a-full-disk-{n}", hit(dealt_at=now(seconds=30))) for n in range(20)]
    disk.full()
    answers = [server.call("POST", server.hands, report, **{"Idempotency-Key": key}) for key, report in sent]

    statuses = [status for status, _, _ in answers]
    taken = statuses.index(503)
    assert statuses == [201] * taken + [503] * (20 - taken)
    for _, headers, body in answers[taken:]:
        named = {name.lower(): value for name, value in headers.items()}
        assert (named["content-type"], named["retry-after"]) == (PROBLEM, str(COME_AGAIN))
        assert json.loads(body)["detail"] == NO_ROOM
    assert (Hand.objects.count(), Answer.objects.count(), gran.hits.count()) == (taken, taken, taken + 1)
    before = everything(gran)
    call_command("verify")
    call_command("rebuild")

    disk.free()
    again = [server.call("POST", server.hands, report, **{"Idempotency-Key": key}) for key, report in sent]
    assert [status for status, _, _ in again] == [201] * 20
    assert [body for _, _, body in again[:taken]] == [body for _, _, body in answers[:taken]]
    assert (Hand.objects.count(), Answer.objects.count(), gran.hits.count()) == (20, 20, 21)
    assert everything(gran) != before
    call_command("verify")
    call_command("rebuild")


@pytest.fixture
def no_room():
    """No page more for the database; gives a way to make room again."""

    def allow(pages):
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA max_page_count = {pages}")

    def fill():
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")  # no free page within
            cursor.execute("PRAGMA page_count")
            allow(cursor.fetchone()[0])

    yield fill, lambda: allow(2**32 - 2)
    allow(2**32 - 2)


def test_a_file_system_without_room(terminal, gran, no_room):
    fill, make_room = no_room
    fill()
    taken = 0
    while (answer := terminal.post(terminal.hands, hit(), key=f"full-{taken:06d}")).status_code == 201:
        taken += 1  # what fits into the last pages
    before = written(gran)

    answer = terminal.post(terminal.hands, hit(), key=f"full-{taken:06d}")
    assert refused(answer, 503, gran, before, NO_ROOM)["title"] == "Try again soon"
    assert answer["Retry-After"] == str(COME_AGAIN)

    make_room()
    assert terminal.post(terminal.hands, hit(), key=f"full-{taken:06d}").status_code == 201
    assert (Hand.objects.count(), gran.hits.count()) == (taken + 1, taken + 1)
    call_command("verify")
    call_command("rebuild")


def test_a_close_without_room_is_made_when_there_is_room(no_room):
    fill, make_room = no_room
    night = Night(progressives=4, days=3)
    accountant = person(night.house.accountant)
    paths = [f"progressives/{one.code}/days/{day}/close/" for one in night.progressives for day in night.days]
    fill()
    statuses = [accountant.post(path).status_code for path in paths]
    taken = statuses.index(503)  # what fits into the last pages
    assert closed() == statuses.count(200)
    before = [everything(progressive) for progressive in night.progressives]

    answer = accountant.post(paths[taken])
    assert (answer.status_code, answer.json()["detail"]) == (503, NO_ROOM)
    assert [everything(progressive) for progressive in night.progressives] == before

    make_room()
    call_command("close_day")
    assert_closed_once(night)
