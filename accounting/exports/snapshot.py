"""One consistent view of the database for the length of an export, while others go on writing.

On PostgreSQL a read-only transaction at REPEATABLE READ; on SQLite one deferred read transaction, which in WAL mode
holds up no writer. What the run itself has to write meanwhile goes through a connection of its own (pulse.py).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """Everything read inside the block is as it stood when it began."""
    if connection.in_atomic_block:
        raise RuntimeError("A snapshot begins its own transaction, so that it sees one moment and no other.")
    if connection.vendor == "sqlite":
        with _deferred_transaction():
            yield
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


@contextmanager
def _deferred_transaction() -> Iterator[None]:
    """Our settings begin every SQLite transaction with the write lock; a reader must not take it."""
    wrapper: Any = connection
    usual, wrapper.transaction_mode = wrapper.transaction_mode, "DEFERRED"
    try:
        with transaction.atomic():
            wrapper.transaction_mode = usual
            yield
    finally:
        wrapper.transaction_mode = usual
