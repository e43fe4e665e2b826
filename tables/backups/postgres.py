"""PostgreSQL: every table by COPY, all of one snapshot. It needs no program of PostgreSQL's on this machine."""

from collections.abc import Callable, Iterator
from typing import Any

from django.db import connection, transaction
from django.db.models import Model

from tables.backups.archive import Archive, BadBackup, NewArchive
from tables.whole_database import models_by_table, refilled


def save(archive: NewArchive) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        for table, model in models_by_table().items():
            archive.add(_part(table), _rows(cursor, model))
            archive.manifest.rows[table] = model._base_manager.count()


def load(archive: Archive, prove: Callable[[], None]) -> None:
    """In one transaction that ends only after the books are proven."""
    with transaction.atomic():
        with refilled(connection), connection.cursor() as cursor:
            for table, model in models_by_table().items():
                # Django translates what a cursor's own calls raise, not what a COPY raises as it ends.
                with connection.wrap_database_errors, cursor.copy(f"COPY {_columns(model)} FROM STDIN") as copy:
                    for chunk in archive.chunks(_part(table)):
                        copy.write(chunk)
        if {table: model._base_manager.count() for table, model in models_by_table().items()} != archive.manifest.rows:
            raise BadBackup("The rows in this backup are not those of its manifest. Nothing was restored.")
        prove()


def _rows(cursor: Any, model: type[Model]) -> Iterator[memoryview]:
    with connection.wrap_database_errors, cursor.copy(f"COPY {_columns(model)} TO STDOUT") as copy:
        yield from copy


def _columns(model: type[Model]) -> str:
    """The table with its columns by name, so that their order in the table does not matter."""
    quote = connection.ops.quote_name
    columns = [quote(str(field.column)) for field in model._meta.concrete_fields if not field.generated]
    return f"{quote(model._meta.db_table)} ({', '.join(columns)})"


def _part(table: str) -> str:
    return f"{table}.copy"
