"""One consistent view of the database for the length of an export, while others go on writing.

On PostgreSQL a read-only transaction at REPEATABLE READ; on SQLite one deferred read transaction, which in WAL mode
holds up no writer. What the run itself has to write meanwhile (its progress) goes through `Aside`.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self, TypeVar

from django.db import connection, transaction

Answer = TypeVar("Answer")


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


class Aside:
    """A second connection beside the snapshot, in a thread of its own, whose writes others see at once."""

    def __enter__(self) -> Self:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="aside")
        return self

    def run(self, work: Callable[[], Answer]) -> Answer:
        return self._thread.submit(work).result()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._thread.submit(lambda: connection.close()).result()  # noqa: PLW0108 - the connection of that thread
        self._thread.shutdown()
