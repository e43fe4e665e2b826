"""Save a running installation's database to one file, and restore it into an empty one.

Each database is saved in its own exact form: SQLite by its online backup, PostgreSQL by COPY in one snapshot. A restore
is kept only if every digest is right and the books prove themselves (docs/adr/0004-backups.md).
"""

import sqlite3
from collections.abc import Iterable
from pathlib import Path

from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader

from tables.backups import postgres, sqlite
from tables.backups.archive import Archive, BadBackup, Manifest, write_archive
from tables.whole_database import is_in_use

__all__ = ["Archive", "BadBackup", "Manifest", "fill", "restore", "save"]

DATABASES = {"sqlite": sqlite, "postgresql": postgres}


def save(file: Path) -> Manifest:
    """Everything in the database as it is at one moment, while others go on working."""
    if file.exists():
        raise BadBackup(f"{file} is already there. Choose another name; nothing was saved.")
    applied = _names(MigrationLoader(connection).applied_migrations)
    with write_archive(file, database=connection.vendor, migrations=applied) as archive:
        DATABASES[connection.vendor].save(archive)
    return archive.manifest


def restore(file: Path, *, digest: str | None = None) -> Manifest:
    """Put a backup into an empty database; whatever is wrong with it, the database stays empty."""
    with Archive(file) as archive:
        archive.check(digest)
        _require_fit(archive.manifest)
        fill(archive)
    return archive.manifest


def fill(archive: Archive) -> None:
    """Put the parts into the database. It stays as it was if they do not fit it, or do not prove themselves."""
    try:
        DATABASES[connection.vendor].load(archive, _prove_the_books)
    except (DatabaseError, sqlite3.DatabaseError, KeyError) as error:
        raise BadBackup(f"This backup does not fit the database: {error}. Nothing was restored.") from error


def _require_fit(manifest: Manifest) -> None:
    if manifest.database != connection.vendor:
        raise BadBackup(
            f"This backup is of {manifest.database}, and this database is {connection.vendor}. Restore it on "
            f"{manifest.database}; `copy_database` moves it from SQLite to PostgreSQL."
        )
    if manifest.migrations != _names(MigrationLoader(connection).disk_migrations):
        raise BadBackup("Another version of Bote made this backup. Restore it with that version, then upgrade.")
    call_command("migrate", verbosity=0)
    if is_in_use():
        raise BadBackup("This database already has a cardroom. Restore into an empty one; nothing was changed.")


def _names(migrations: Iterable[tuple[str, str]]) -> list[str]:
    return sorted(f"{app}.{name}" for app, name in migrations)


def _prove_the_books() -> None:
    call_command("verify")
    call_command("rebuild")
