"""Cardrooms, terminals and servers of the other rooms' tests."""

from tests.api.conftest import gran, house, server, terminal  # noqa: F401 - fixtures
