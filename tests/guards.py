"""Tests with real transactions end with an emptied database, which the guards rightly refuse.

So the guards stand aside for exactly that moment, and what migrations put in (roles, limits, thresholds) comes back
before they return. Inside a test they are always in place.
"""

from django.db import connection
from django.test import TransactionTestCase

from accounting.ledger import guards

_empty_the_database = TransactionTestCase._fixture_teardown


def _fixture_teardown(case: TransactionTestCase) -> None:
    guards.remove(connection, guards.all_guards())
    _empty_the_database(case)
    connection.creation.deserialize_db_from_string(connection._test_serialized_contents)
    guards.install(connection, guards.all_guards())


def pytest_configure() -> None:
    TransactionTestCase._fixture_teardown = _fixture_teardown
