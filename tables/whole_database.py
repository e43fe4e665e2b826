"""A database as a whole: which tables are ours, whether anybody uses it, how a PostgreSQL is filled with given rows.

For moving, saving and restoring an installation. Rows go in as they are, with the triggers asleep: balances, digests
and numbers are facts by now and must not be computed a second time.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.apps import apps
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

from tables.models import Cardroom, Employee


def models_by_table() -> dict[str, type[Model]]:
    """Every table that migrations made for a model, sorted by name."""
    models = apps.get_models(include_auto_created=True)
    return {
        model._meta.db_table: model
        for model in sorted(models, key=lambda model: model._meta.db_table)
        if model._meta.managed and not model._meta.proxy
    }


def is_in_use(using: str = DEFAULT_DB_ALIAS) -> bool:
    """Whether a migrated database has a cardroom or a person in it; everything else hangs on these."""
    return Cardroom.objects.using(using).exists() or Employee.objects.using(using).exists()


@contextmanager
def refilled(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """PostgreSQL's tables emptied and their triggers asleep inside the block, all in order after it.

    Needs a transaction around it, which a dangling reference undoes. What migrations put into the tables gives way too:
    the block brings what the installation made of it.
    """
    tables = models_by_table()
    quoted = [connection.ops.quote_name(table) for table in tables]
    with connection.cursor() as cursor:
        for table in quoted:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        cursor.execute(f"TRUNCATE {', '.join(quoted)}")
        yield
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table in quoted:
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
        for statement in connection.ops.sequence_reset_sql(no_style(), list(tables.values())):
            cursor.execute(statement)
