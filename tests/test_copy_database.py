"""Moving to PostgreSQL loses nothing, and never half arrives."""

import json
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from ops.servers import private_postgres
from tests.everything import PRINT, dump
from tests.jackpot.conftest import CINCOS, DAY, gran, house  # noqa: F401 - fixtures

# The way is from SQLite.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]


@pytest.fixture
def target():
    """The address of an empty PostgreSQL."""
    with private_postgres() as url:
        yield url


def query(url, question):
    with psycopg.connect(url) as server:
        return server.execute(question).fetchall()


TRIGGERS_ASLEEP = "SELECT tgname FROM pg_trigger WHERE tgenabled = 'D'"


def test_every_row_arrives_once_and_work_goes_on(house, gran, target, run_manage):  # noqa: F811
    house.hit(gran, CINCOS)
    house.play(gran, DAY, 1200)
    rows = dump()
    counts = [len(rows) for rows in json.loads(rows).values()]
    assert len(json.loads(rows)["accounting_transfer"]) == 10

    done = run_manage("copy_database", "--to", target)

    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == f"Copied {sum(counts)} rows of {len(counts)} tables."
    assert run_manage(*PRINT, DATABASE_URL=target).stdout == rows
    assert query(target, TRIGGERS_ASLEEP) == []
    assert run_manage("rebuild", DATABASE_URL=target).stdout == "gran-a: no differences\n"

    again = run_manage("copy_database", "--to", target)
    assert again.returncode == 1
    assert again.stderr == (
        "CommandError: The target already has a cardroom. Give an empty database; nothing was copied.\n"
    )
    assert run_manage(*PRINT, DATABASE_URL=target).stdout == rows
    # New rows are numbered after those that were copied.
    assert query(target, "SELECT nextval('tables_cardroom_id_seq')") == [(house.cardroom.pk + 1,)]


def test_a_row_that_points_nowhere_stops_the_whole_copy(house, target, run_manage):  # noqa: F811
    with connection.constraint_checks_disabled(), connection.cursor() as cursor:
        cursor.execute("UPDATE tables_employee SET cardroom_id = 999 WHERE name = 'Flora'")

    refused = run_manage("copy_database", "--to", target)

    assert refused.returncode == 1
    assert "violates foreign key constraint" in refused.stderr
    assert query(target, "SELECT count(*) FROM tables_employee") == [(0,)]
    assert query(target, "SELECT count(*) FROM auth_group") == [(8,)]  # what migrations put there is back
    assert query(target, TRIGGERS_ASLEEP) == []


def test_the_target_must_be_postgresql(run_manage, tmp_path):
    refused = run_manage("copy_database", "--to", f"sqlite:///{tmp_path / 'other.sqlite3'}")

    assert refused.returncode == 1
    assert refused.stderr == "CommandError: The target must be PostgreSQL: --to postgres://user:password@host/name\n"
    assert not Path(tmp_path / "other.sqlite3").exists()


def test_a_server_that_is_not_there_is_said(run_manage, tmp_path):
    refused = run_manage("copy_database", "--to", "postgres://bote@127.0.0.1:1/bote")

    assert refused.returncode == 1
    assert refused.stderr.startswith("CommandError: The target does not answer, so nothing was copied: ")
