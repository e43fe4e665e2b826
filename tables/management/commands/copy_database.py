"""`manage.py copy_database --to URL`: this installation's database, row by row, into an empty PostgreSQL.

Counts are compared before the copy is committed, so that it is whole or not there at all; afterwards `verify` and
`rebuild` on the new database prove the books.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any
from urllib.parse import unquote

import environ
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DEFAULT_DB_ALIAS, OperationalError, connections, transaction
from django.db.models import Model
from django.db.models.sql import InsertQuery

from tables.whole_database import is_in_use, models_by_table, refilled

TARGET = "target"
ROWS_AT_ONCE = 500


class Command(BaseCommand):
    help = "Copy this installation's database into an empty PostgreSQL database."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", required=True, metavar="URL", help="postgres://user:password@host/name")

    def handle(self, *args: object, to: str, **options: object) -> None:
        with _target(to):
            if is_in_use(TARGET):
                raise CommandError("The target already has a cardroom. Give an empty database; nothing was copied.")
            # SQLite's write lock is held until the target is committed: nobody adds a row that would stay behind.
            with transaction.atomic(), transaction.atomic(using=TARGET):
                with refilled(connections[TARGET]):
                    copied = {table: _copy(model) for table, model in models_by_table().items()}
                _require_all(copied)
        self.stdout.write(f"Copied {sum(copied.values())} rows of {len(copied)} tables.")
        self.stdout.write("Now run `verify` and `rebuild` with DATABASE_URL set to the new database, then start on it.")


@contextmanager
def _target(url: str) -> Iterator[None]:
    """The database at `url`, migrated, as the connection TARGET inside the block."""
    parsed = environ.Env.db_url_config(url)
    if parsed["ENGINE"] != "django.db.backends.postgresql":
        raise CommandError("The target must be PostgreSQL: --to postgres://user:password@host/name")
    more = {"HOST": unquote(parsed["HOST"]), "OPTIONS": {}}
    connections.databases[TARGET] = {**connections.databases[DEFAULT_DB_ALIAS], **parsed, **more}
    try:
        connections[TARGET].ensure_connection()
        _migrate(url)
        yield
    except OperationalError as error:
        raise CommandError(f"The target does not answer, so nothing was copied: {error}") from error
    finally:
        connections[TARGET].close()
        del connections[TARGET], connections.databases[TARGET]


def _migrate(url: str) -> None:
    """In a process that knows no other database: a migration that names none would write to ours."""
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    if subprocess.run(migrate, cwd=settings.BASE_DIR, env=os.environ | {"DATABASE_URL": url}, check=False).returncode:
        raise CommandError("The target could not be migrated; see above. Nothing was copied.")


def _copy(model: type[Model]) -> int:
    fields = [field for field in model._meta.concrete_fields if not field.generated]
    count = 0
    for rows in _in_batches(model._base_manager.using(DEFAULT_DB_ALIAS).order_by("pk").iterator(ROWS_AT_ONCE)):
        query = InsertQuery(model)
        query.insert_values(fields, rows, raw=True)  # raw: no field may put a new value in, such as "now"
        query.get_compiler(using=TARGET).execute_sql()
        count += len(rows)
    return count


def _in_batches(rows: Iterator[Any]) -> Iterator[list[Any]]:
    while batch := list(islice(rows, ROWS_AT_ONCE)):
        yield batch


def _require_all(copied: dict[str, int]) -> None:
    for table, model in models_by_table().items():
        arrived = model._base_manager.using(TARGET).count()
        if arrived != copied[table]:
            raise CommandError(f"{table}: {copied[table]} rows left and {arrived} arrived. Nothing was copied.")
