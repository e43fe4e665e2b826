"""What the database itself refuses, whoever asks: ORM, admin or raw SQL, on SQLite and on PostgreSQL alike.

An app lists its guards and effects in its own guards.py as `GUARDS`, and its last migration installs them. A
condition is SQL that both databases understand; it may look at NEW, OLD and other tables. A guard that fires raises
IntegrityError.

SQLite loses a table's triggers when a migration rebuilds the table, so `missing()` lets `verify` and the readiness
check see whether all of them are in place.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from django.apps import apps
from django.db import migrations
from django.db.backends.base.base import BaseDatabaseWrapper


@dataclass(frozen=True)
class Guard:
    """Refuse `event` (INSERT, UPDATE or DELETE) on `table` when `condition` holds."""

    name: str
    table: str
    event: str
    condition: str
    sentence: str

    def create(self, vendor: str) -> list[str]:
        sentence = self.sentence.replace("'", "''")
        if vendor == "sqlite":
            return [
                f"CREATE TRIGGER {self.name} BEFORE {self.event} ON {self.table} FOR EACH ROW "
                f"WHEN {self.condition} BEGIN SELECT RAISE(ABORT, '{sentence}'); END"
            ]
        # WHEN of a PostgreSQL trigger may not look at other tables, so the condition stands in the function.
        back = "OLD" if self.event == "DELETE" else "NEW"
        raise_it = f"RAISE EXCEPTION USING MESSAGE = '{sentence}', ERRCODE = 'check_violation'"
        return [
            f"CREATE OR REPLACE FUNCTION {self.name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"IF {self.condition} THEN {raise_it}; END IF; RETURN {back}; END $$",
            f"CREATE TRIGGER {self.name} BEFORE {self.event} ON {self.table} "
            f"FOR EACH ROW EXECUTE FUNCTION {self.name}()",
        ]


@dataclass(frozen=True)
class Effect:
    """After an INSERT into `table`, run `statements`: how a balance follows from its transfers."""

    name: str
    table: str
    statements: tuple[str, ...]

    def create(self, vendor: str) -> list[str]:
        body = "; ".join(self.statements)
        if vendor == "sqlite":
            return [f"CREATE TRIGGER {self.name} AFTER INSERT ON {self.table} FOR EACH ROW BEGIN {body}; END"]
        return [
            f"CREATE OR REPLACE FUNCTION {self.name}() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN {body}; RETURN NULL; END $$",
            f"CREATE TRIGGER {self.name} AFTER INSERT ON {self.table} FOR EACH ROW EXECUTE FUNCTION {self.name}()",
        ]


@dataclass(frozen=True)
class NoTruncate:
    """PostgreSQL can empty a table at once; SQLite has no such statement."""

    name: str
    table: str

    def create(self, vendor: str) -> list[str]:
        if vendor == "sqlite":
            return []
        return [
            f"CREATE OR REPLACE FUNCTION {self.name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"RAISE EXCEPTION USING MESSAGE = 'Rows of {self.table} are never deleted.', ERRCODE = 'check_violation'; "
            "END $$",
            f"CREATE TRIGGER {self.name} BEFORE TRUNCATE ON {self.table} FOR EACH STATEMENT "
            f"EXECUTE FUNCTION {self.name}()",
        ]


@dataclass(frozen=True)
class SqliteGuard(Guard):
    """A guard that PostgreSQL does not need."""

    def create(self, vendor: str) -> list[str]:
        return super().create(vendor) if vendor == "sqlite" else []


@dataclass(frozen=True)
class NoReplace:
    """SQLite's REPLACE deletes the rows that are in its way, and asks no guard on DELETE.

    So a row that would stand in the place of another is refused as it comes in. Unique constraints that hold for some
    rows only are not looked at; no table of the ledger has one.
    """

    name: str
    table: str

    def create(self, vendor: str) -> list[str]:
        taken = " OR ".join(
            f"EXISTS (SELECT 1 FROM {self.table} WHERE {' AND '.join(f'{column} = NEW.{column}' for column in key)})"
            for key in _keys_of(self.table)
        )
        sentence = f"Rows of {self.table} are never replaced."
        return SqliteGuard(self.name, self.table, "INSERT", taken, sentence).create(vendor)


def _keys_of(table: str) -> list[list[str]]:
    """The columns of each key of which a table has every value once."""
    (meta,) = (model._meta for model in apps.get_models() if model._meta.db_table == table)
    columns = {field.name: str(field.column) for field in meta.concrete_fields}
    keys = [[columns[field.name]] for field in meta.concrete_fields if field.unique]
    return keys + [[columns[name] for name in constraint.fields] for constraint in meta.total_unique_constraints]


AnyGuard = Guard | Effect | NoTruncate | NoReplace
ALWAYS = "1 = 1"


def undeletable(table: str) -> list[AnyGuard]:
    """Rows of `table` stay."""
    return [
        Guard(f"{table}_no_delete", table, "DELETE", ALWAYS, f"Rows of {table} are never deleted."),
        NoTruncate(f"{table}_no_truncate", table),
        NoReplace(f"{table}_no_replace", table),
    ]


def append_only(table: str) -> list[AnyGuard]:
    """Rows of `table` are written once and stay as they are."""
    sentence = f"Rows of {table} are never changed. Record a correction instead."
    return [Guard(f"{table}_no_update", table, "UPDATE", ALWAYS, sentence), *undeletable(table)]


def frozen(table: str, columns: Sequence[str]) -> list[AnyGuard]:
    """These columns of `table` never change, and its rows stay."""
    changed = " OR ".join(f"NEW.{column} IS DISTINCT FROM OLD.{column}" for column in columns)
    sentence = f"These never change in {table}: {', '.join(columns)}."
    return [Guard(f"{table}_frozen", table, "UPDATE", f"({changed})", sentence), *undeletable(table)]


def steps(table: str, column: str, allowed: Iterable[tuple[str, str]], *, start: str | None = None) -> list[AnyGuard]:
    """`column` of `table` moves only along the listed steps (and, if `start` is given, begins there)."""
    legal = " OR ".join(f"(OLD.{column} = '{a}' AND NEW.{column} = '{b}')" for a, b in sorted(allowed))
    condition = f"NEW.{column} IS DISTINCT FROM OLD.{column} AND NOT ({legal})"
    sentence = f"{table}.{column} cannot skip a step or go back."
    guards: list[AnyGuard] = [Guard(f"{table}_{column}_steps", table, "UPDATE", condition, sentence)]
    if start is not None:
        begins = f"A new row of {table} starts as {start}."
        guards.append(Guard(f"{table}_{column}_start", table, "INSERT", f"NEW.{column} <> '{start}'", begins))
    return guards


def guards_of(app_label: str) -> list[AnyGuard]:
    """The guards that an app lists in its guards.py."""
    return list(import_module(f"{apps.get_app_config(app_label).name}.guards").GUARDS)


def all_guards() -> list[AnyGuard]:
    """Every guard of the installation."""
    return [guard for app in ("accounting", "jackpot") for guard in guards_of(app)]


def install(connection: BaseDatabaseWrapper, guards: Iterable[AnyGuard]) -> None:
    """Put the guards in place, replacing those of the same name."""
    with connection.cursor() as cursor:
        for guard in guards:
            _drop(cursor, connection.vendor, guard)
            for statement in guard.create(connection.vendor):
                cursor.execute(statement)


def remove(connection: BaseDatabaseWrapper, guards: Iterable[AnyGuard]) -> None:
    """Take the guards away. For moving a whole database and for emptying one between tests, never in a service."""
    with connection.cursor() as cursor:
        for guard in guards:
            _drop(cursor, connection.vendor, guard)


def missing(connection: BaseDatabaseWrapper, guards: Iterable[AnyGuard]) -> list[str]:
    """The names of guards that should be in the database and are not."""
    query = (
        "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        if connection.vendor == "sqlite"
        else "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')"
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        present = {row[0] for row in cursor.fetchall()}
    return [guard.name for guard in guards if guard.create(connection.vendor) and guard.name not in present]


def _drop(cursor: Any, vendor: str, guard: AnyGuard) -> None:
    cursor.execute(f"DROP TRIGGER IF EXISTS {guard.name}" + ("" if vendor == "sqlite" else f" ON {guard.table}"))


def guard_migration(app_label: str) -> migrations.RunPython:
    """The operation that installs an app's guards. Repeat it after a migration that alters a guarded table."""
    return migrations.RunPython(
        lambda _apps, editor: install(editor.connection, guards_of(app_label)),
        lambda _apps, editor: remove(editor.connection, guards_of(app_label)),
    )


def put_in_lacking(connection: BaseDatabaseWrapper, app_label: str) -> None:
    """Bring an app's newer guards to a database that was migrated before they were written."""
    lacking = set(missing(connection, guards_of(app_label)))
    install(connection, [guard for guard in guards_of(app_label) if guard.name in lacking])
