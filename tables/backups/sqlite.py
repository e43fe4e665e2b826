"""SQLite: its online backup copies the whole file as of one moment, triggers and all."""

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import connection

from tables.backups.archive import CHUNK, Archive, BadBackup, NewArchive
from tables.whole_database import models_by_table

PART = "database.sqlite3"


def save(archive: NewArchive) -> None:
    with _folder_beside_the_database() as folder:
        copy = folder / PART
        connection.ensure_connection()
        with closing(sqlite3.connect(copy)) as target:
            connection.connection.backup(target)  # one step: others read and write meanwhile
            target.execute("PRAGMA journal_mode=DELETE")  # one file that stands alone
            archive.manifest.rows = _count(target)
        archive.add(PART, _chunks(copy))


def load(archive: Archive, prove: Callable[[], None]) -> None:
    """Prove a copy beside the database first; only then does it become the database."""
    with _folder_beside_the_database() as folder:
        copy = folder / PART
        with copy.open("wb") as output:
            output.writelines(archive.chunks(PART))
        with closing(sqlite3.connect(copy)) as staged:
            if _faults(staged) or _count(staged) != archive.manifest.rows:
                raise BadBackup("The database in this backup is damaged. Nothing was restored.")
            connection.ensure_connection()
            if _guards(staged) != _guards(connection.connection):
                raise BadBackup("The guards of the database in this backup are not Bote's. Nothing was restored.")
        with _working_on(copy):
            prove()
        with closing(sqlite3.connect(copy)) as staged:
            connection.ensure_connection()
            staged.backup(connection.connection)


def _faults(database: sqlite3.Connection) -> bool:
    sound = database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    return not sound or bool(database.execute("PRAGMA foreign_key_check").fetchall())


def _guards(database: sqlite3.Connection) -> set[tuple[str, ...]]:
    """What acts by itself in a database. It comes along with the file, and a forger could have put it to sleep."""
    kinds = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE type IN ('trigger', 'view')"
    return set(database.execute(kinds).fetchall())


def _count(database: sqlite3.Connection) -> dict[str, int]:
    return {table: database.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0] for table in models_by_table()}


@contextmanager
def _folder_beside_the_database() -> Iterator[Path]:
    """On the same disk, which is known to have room for a database, and readable by its owner alone."""
    beside = Path(connection.settings_dict["NAME"]).resolve().parent
    with tempfile.TemporaryDirectory(prefix=".backup-", dir=beside) as folder:
        yield Path(folder)


@contextmanager
def _working_on(file: Path) -> Iterator[None]:
    """Let the ORM work on another file inside the block."""
    usual = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(file)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = usual


def _chunks(file: Path) -> Iterator[bytes]:
    with file.open("rb") as data:
        while chunk := data.read(CHUNK):
            yield chunk
