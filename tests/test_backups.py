"""The restore drill: a backup of a working cardroom, restored elsewhere, is the same to the last row, or is refused."""

import hashlib
import json
import sqlite3
import threading
import zipfile
from contextlib import closing
from contextvars import copy_context

import psycopg
import pytest
from django.db import connection

from ops.servers import private_postgres
from tables import backups
from tests.everything import PRINT, dump
from tests.jackpot.conftest import CINCOS, DAY, gran, house  # noqa: F401 - fixtures

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def elsewhere(tmp_path):
    """DATABASE_URL of an empty database of the kind that we test on."""
    if connection.vendor == "sqlite":
        (tmp_path / "elsewhere").mkdir()
        yield f"sqlite:///{tmp_path / 'elsewhere' / 'bote.sqlite3'}"
    else:
        with private_postgres() as url:
            yield url


@pytest.fixture
def backup(house, gran, tmp_path):  # noqa: F811
    """A backup of a house with a hit and a closed day."""
    house.hit(gran, CINCOS)
    house.play(gran, DAY, 1200)
    backups.save(tmp_path / "bote.zip")
    return tmp_path / "bote.zip"


def manifest_of(file):
    with zipfile.ZipFile(file) as archive:
        return json.loads(archive.read("manifest.json"))


def rewritten(file, changes):
    """The backup with some of its parts replaced."""
    other = file.with_name("rewritten.zip")
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(other, "w") as new:
        for name in old.namelist():
            new.writestr(name, changes.get(name, old.read(name)))
    return other


def with_manifest(file, **changes):
    return rewritten(file, {"manifest.json": json.dumps(manifest_of(file) | changes)})


def forged(file, *, with_digests):
    """Someone else's words on the day's close, as long as the right ones; a careful forger mends the digests too."""
    part = "database.sqlite3" if connection.vendor == "sqlite" else "accounting_entry.copy"
    with zipfile.ZipFile(file) as archive:
        ledger = archive.read(part).replace(b"gaming day 2026-11-17 closed", b"gaming day 2026-11-16 closed")
        assert ledger != archive.read(part)
    manifest = manifest_of(file)
    if with_digests:
        manifest["parts"][part] = hashlib.sha256(ledger).hexdigest()
    return rewritten(file, {part: ledger, "manifest.json": json.dumps(manifest)})


def employees(url):
    question = "SELECT count(*) FROM tables_employee"
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as file:
            return file.execute(question).fetchone()[0]
    with psycopg.connect(url) as server:
        return server.execute(question).fetchone()[0]


def test_the_drill(backup, elsewhere, run_manage, house, gran):  # noqa: F811
    rows = dump()
    manifest = manifest_of(backup)
    assert backup.stat().st_mode & 0o777 == 0o600
    assert (manifest["format"], manifest["database"]) == (1, connection.vendor)
    assert manifest["rows"] == {table: len(rows) for table, rows in json.loads(rows).items()}
    house.hit(gran, CINCOS)  # what happens after the backup is not in it

    digest = hashlib.sha256(json.dumps(manifest, indent=1, sort_keys=True).encode()).hexdigest()
    done = run_manage("restore", backup, "--digest", digest, DATABASE_URL=elsewhere)

    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == (
        f"Restored {sum(manifest['rows'].values())} rows as of {manifest['made_at']}. "
        "`verify` and `rebuild` found nothing wrong."
    )
    assert run_manage(*PRINT, DATABASE_URL=elsewhere).stdout == rows
    assert run_manage("migrate", "--check", DATABASE_URL=elsewhere).returncode == 0

    again = run_manage("restore", backup, DATABASE_URL=elsewhere)
    assert again.returncode == 1
    assert again.stderr == (
        "CommandError: This database already has a cardroom. Restore into an empty one; nothing was changed.\n"
    )
    assert run_manage(*PRINT, DATABASE_URL=elsewhere).stdout == rows


def test_a_tampered_backup_is_refused_by_its_digests(backup):
    refuses(forged(backup, with_digests=False), "in this backup is not what was saved. Nothing was restored.")


def test_a_backup_tampered_with_care_is_refused_by_the_books(backup, elsewhere, run_manage):
    refused = run_manage("restore", forged(backup, with_digests=True), DATABASE_URL=elsewhere)

    assert refused.returncode == 1
    assert "CommandError: tri-city: entry 5 " in refused.stderr
    assert employees(elsewhere) == 0


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL's guards are not in the backup")
@pytest.mark.parametrize("how", ["taken away", "put to sleep", "one too many"])
def test_a_backup_whose_guards_were_changed_is_refused(backup, tmp_path, how):
    """A careful forger leaves the books alone, and opens them for later."""
    guard, part = "accounting_entry_no_update", "database.sqlite3"
    with zipfile.ZipFile(backup) as archive:
        (tmp_path / part).write_bytes(archive.read(part))
    with closing(sqlite3.connect(tmp_path / part)) as database:
        if how != "one too many":
            database.execute(f"DROP TRIGGER {guard}")
        if how != "taken away":
            name = guard if how == "put to sleep" else "quiet"
            database.execute(f"CREATE TRIGGER {name} BEFORE UPDATE ON accounting_entry BEGIN SELECT 1; END")
        database.commit()
    does_not_fill(
        rewritten(backup, {part: (tmp_path / part).read_bytes()}),
        "The guards of the database in this backup are not Bote's. Nothing was restored.",
    )


def test_a_backup_that_does_not_fit_is_refused_in_a_sentence(backup):
    part = "database.sqlite3" if connection.vendor == "sqlite" else "accounting_entry.copy"

    does_not_fill(rewritten(backup, {part: b"nonsense\n"}), "This backup does not fit the database: ")


def test_another_backup_than_the_one_written_down_is_refused(backup):
    refuses(backup, "not the one given. Nothing was restored.", digest="0" * 64)


def test_a_backup_of_another_version_is_refused(backup):
    newer = with_manifest(backup, migrations=[*manifest_of(backup)["migrations"], "tables.9999_the_future"])

    refuses(newer, "Another version of Bote made this backup. Restore it with that version, then upgrade.")


def test_a_backup_of_the_other_database_is_refused(backup):
    other = "sqlite" if connection.vendor == "postgresql" else "postgresql"

    refuses(
        with_manifest(backup, database=other), f"This backup is of {other}, and this database is {connection.vendor}."
    )


def test_a_backup_with_a_part_too_many_is_refused(backup):
    with zipfile.ZipFile(backup, "a") as archive:
        archive.writestr("more.copy", b"")

    refuses(backup, "This backup's parts are not those of its manifest. Nothing was restored.")


def test_what_is_no_backup_is_said(house, tmp_path):  # noqa: F811
    (tmp_path / "letter.txt").write_text("Dear auditor")

    refuses(tmp_path / "letter.txt", "letter.txt is not a backup of Bote, or a damaged one. Nothing was restored.")
    refuses(tmp_path / "nowhere.zip", f"There is no file {tmp_path / 'nowhere.zip'}.")


def test_a_backup_is_never_overwritten(backup):
    before = backup.read_bytes()

    with pytest.raises(backups.BadBackup) as refused:
        backups.save(backup)

    assert str(refused.value) == f"{backup} is already there. Choose another name; nothing was saved."
    assert backup.read_bytes() == before
    assert [path.name for path in backup.parent.iterdir()] == ["bote.zip"]


def refuses(file, sentence, **options):
    """Restoring says this sentence, and the database is as it was."""
    before = dump()
    with pytest.raises(backups.BadBackup) as refused:
        backups.restore(file, **options)
    assert sentence in str(refused.value)
    assert dump() == before


def does_not_fill(file, sentence):
    """Its digests are mended, so that only the database itself can refuse what is in it."""
    before = dump()
    with backups.Archive(file) as archive, pytest.raises(backups.BadBackup) as refused:
        backups.fill(archive)
    assert str(refused.value).startswith(sentence)
    assert dump() == before


def test_a_backup_while_hits_are_recorded_is_of_one_moment(house, gran, elsewhere, run_manage, tmp_path):  # noqa: F811
    """Hits keep coming while it is made; the restored books prove themselves, and are a beginning of the real ones."""
    stop = threading.Event()
    recorded = []

    def deal():
        while not stop.is_set():
            house.hit(gran, CINCOS)
            recorded.append(1)

    dealer = threading.Thread(target=copy_context().run, args=[in_own_connection(deal)])  # at the house's time
    dealer.start()
    try:
        while len(recorded) < 3:
            stop.wait(0.01)
        done = run_manage("backup", tmp_path / "bote.zip")
    finally:
        stop.set()
        dealer.join()
    assert done.returncode == 0, done.stderr

    restored = run_manage("restore", tmp_path / "bote.zip", DATABASE_URL=elsewhere)

    assert restored.returncode == 0, restored.stderr
    theirs, ours = json.loads(run_manage(*PRINT, DATABASE_URL=elsewhere).stdout), json.loads(dump())
    saved = len(theirs["jackpot_hitevent"])
    assert 3 <= saved <= len(recorded)
    assert ours["jackpot_hitevent"][:saved] == theirs["jackpot_hitevent"]
    assert ours["accounting_entry"][: len(theirs["accounting_entry"])] == theirs["accounting_entry"]


def in_own_connection(work):
    def run():
        try:
            work()
        finally:
            connection.close()

    return run
