"""Tests with real transactions end with an emptied database, which the guards rightly refuse.

So the guards stand aside for exactly that moment, and what migrations put in (roles, limits, thresholds) comes back
before they return. Inside a test they are always in place.
"""

import pytest
from django.db import connection
from django.test import TransactionTestCase

from accounting.ledger import guards

_empty_the_database = TransactionTestCase._fixture_teardown
_put_in_by_migrations: list[str] = []


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """Remember what the migrations put in."""
    with django_db_blocker.unblock():
        _put_in_by_migrations.append(connection.creation.serialize_db_to_string())


def _fixture_teardown(case: TransactionTestCase) -> None:
    guards.remove(connection, guards.all_guards())
    # Django keeps it on the connection; but while a browser is driven, its event loop has a connection of its own.
    connection._test_serialized_contents = _put_in_by_migrations[-1]
    case.serialized_rollback = True  # content types and permissions come back with the rest, under their old ids
    _empty_the_database(case)
    connection.creation.deserialize_db_from_string(connection._test_serialized_contents)
    guards.install(connection, guards.all_guards())


def pytest_configure() -> None:
    TransactionTestCase._fixture_teardown = _fixture_teardown
