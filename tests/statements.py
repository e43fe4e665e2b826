"""How many SQL statements a page takes: it must not grow with the data."""

from django.db import connection
from django.test.utils import CaptureQueriesContext


def statements(client, path):
    with CaptureQueriesContext(connection) as taken:
        assert client.get(path).status_code == 200
    return len(taken)
