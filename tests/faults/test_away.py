"""The database is away: people and machines are told to come again soon."""

import pytest
from django.db import connection
from django.test import Client

from tables.api.problems import COME_AGAIN, SENTENCES
from tests.faults.installation import books_of

pytestmark = [
    pytest.mark.faults,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL is killed in test_random"),
]


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/board/gran-a/", "text/plain; charset=utf-8"), ("/api/v1/progressives/", "application/problem+json")],
)
def test_a_database_that_cannot_be_opened(path, kind, django_db_blocker, tmp_path):
    client = Client(raise_request_exception=False, headers={"authorization": "Bearer bote-terminal-x"})
    with books_of(f"sqlite:///{tmp_path / 'nowhere' / 'bote.sqlite3'}", django_db_blocker):
        answer = client.get(path)

    assert (answer.status_code, answer["Content-Type"]) == (503, kind)
    assert answer["Retry-After"] == str(COME_AGAIN)
    assert SENTENCES[503] in answer.content.decode()
