"""`verify`: every byte of an entry counts, and the first broken one is named."""

import os
import shutil
import sqlite3
import subprocess
import sys
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from accounting.ledger import guards
from accounting.ledger.accounts import Kind, Reason
from accounting.ledger.books import Move, open_fund
from accounting.ledger.chain import first_break
from accounting.models import Book, Entry
from tables.models import Cardroom
from tests.accounting.conftest import NOON, post
from tests.conftest import ROOT, test_database_url


def verify(*words):
    out = StringIO()
    call_command("verify", *words, stdout=out, stderr=StringIO())
    return out.getvalue()


def tamper(sql, params=()):
    """Change something behind the back of everyone, the guards taken off."""
    guards.remove(connection, guards.all_guards())
    with connection.cursor() as cursor:
        cursor.execute(sql, params)


@pytest.fixture
def books(seeded):
    """Four entries; the third corrects the second."""
    hit = post(
        seeded,
        Kind.HIT,
        Move("primary", "pending", 12_500, Reason.WON),
        document="hit/1",
        explanation="A royal.",
        event_at=NOON - timedelta(seconds=1),
    )
    post(seeded, Kind.PAYOUT_VOIDED, Move("pending", "primary", 12_500), corrects=hit)
    post(seeded, Kind.DEPOSIT, Move("cage", "bank", 20_000), Move("cage", "bank", 5_000))
    return seeded


def test_books_as_they_were_written(books):
    assert verify() == f"tri-city: 4 entries, no break; head {Book.objects.get().head}\n"


def test_a_cardroom_without_entries(cardroom):
    assert verify() == "tri-city: no entries\n"


def test_every_cardroom_has_a_chain_of_its_own(books):
    elsewhere = Cardroom.objects.create(code="elsewhere", name="Elsewhere", licensee="E", licence_number="1")
    fund = open_fund(cardroom=elsewhere, code="gran-e", name="Gran Progressive E")
    post(fund, Kind.SEED, Move("seed", "primary", 60_000), Move("house", "cage", 60_000))
    tamper("UPDATE accounting_entry SET explanation = 'x' WHERE document = 'hit/1'")
    assert first_break(elsewhere) is None
    assert verify("--cardroom", "elsewhere").startswith("elsewhere: 1 entries, no break")
    with pytest.raises(CommandError, match="tri-city: entry 2 has rows that differ from the bytes"):
        verify()
    with pytest.raises(CommandError, match="no cardroom nowhere"):
        verify("--cardroom", "nowhere")


ENTRY = {
    "kind": "'close'",
    "gaming_day": "'2026-11-18'",
    "event_at": "'2026-11-17 20:00:00.000001+00:00'",
    "recorded_at": "'2026-11-17 20:00:01+00:00'",
    "explanation": "'For the tesT.'",
    "document": "'hit/2'",
    "author_job": "'tess'",
    "corrects_id": "(SELECT MIN(id) FROM accounting_entry)",
    "format": "2",
    "digest": "'f' || SUBSTR(digest, 2, 62) || 'x'",
    "previous_digest": "SUBSTR(previous_digest, 1, 63) || 'x'",
    "number": "40",
}
TRANSFER = {
    "amount": "amount + 1",
    "reason": "'correction'",
    "from_balance": "from_balance + 1",
    "from_version": "from_version + 100",
    "to_balance": "to_balance - 1",
    "to_version": "to_version + 100",
    "position": "2",
    "to_account_id": "(SELECT id FROM accounting_account WHERE name = 'drop')",
    "entry_id": "(SELECT MAX(id) FROM accounting_entry) ",
}


@pytest.mark.parametrize("column", ENTRY)
def test_no_column_of_an_entry_changes_unseen(books, column):
    tamper(f"UPDATE accounting_entry SET {column} = {ENTRY[column]} WHERE number = 2")
    assert first_break(books.cardroom).number == 2


@pytest.mark.parametrize("column", TRANSFER)
def test_no_column_of_a_transfer_changes_unseen(books, column):
    second = Entry.objects.get(number=2).pk
    change = "position = 9, entry_id" if column == "entry_id" else column
    tamper(f"UPDATE accounting_transfer SET {change} = {TRANSFER[column]} WHERE entry_id = %s", [second])
    assert first_break(books.cardroom).number == 2


def test_no_byte_of_the_stored_bytes_changes_unseen(books):
    guards.remove(connection, guards.all_guards())
    entry = Entry.objects.get(number=2)
    stored = bytes(entry.canonical)
    for place in range(len(stored)):
        changed = bytearray(stored)
        changed[place] ^= 1
        Entry.objects.filter(pk=entry.pk).update(canonical=bytes(changed))
        found = first_break(books.cardroom)
        assert (found.number, found.sentence) == (2, "has stored bytes that do not give its digest.")
    Entry.objects.filter(pk=entry.pk).update(canonical=stored)
    assert first_break(books.cardroom) is None


@pytest.mark.parametrize(
    ("statements", "sentence"),
    [
        (["DELETE FROM accounting_transfer WHERE amount = 5000"], "entry 4 has rows that differ"),
        (
            ["DELETE FROM accounting_transfer WHERE amount = 20000"],
            "entry 4 has lost a transfer, or the order of its transfers.",
        ),
        (
            [
                "DELETE FROM accounting_transfer WHERE amount IN (20000, 5000)",
                "DELETE FROM accounting_entry WHERE number = 4",
            ],
            "entry 4 is missing; the book says that there are 4.",
        ),
        (["UPDATE accounting_book SET last_number = 3"], "the book has another head"),
        (["UPDATE accounting_book SET head = SUBSTR(head, 1, 63) || 'x'"], "the book has another head"),
        (
            [
                "UPDATE accounting_book SET last_number = 3, "
                "head = (SELECT previous_digest FROM accounting_entry WHERE number = 4)"
            ],
            "entry 4 is there, and the book ends before it.",
        ),
        (
            ["UPDATE accounting_account SET balance = balance + 1 WHERE name = 'primary'"],
            "the book has gran-a primary at 50001 cents, not as its transfers say.",
        ),
        (
            ["UPDATE accounting_account SET version = version - 1 WHERE name = 'bank'"],
            "the book has gran-a bank at 25000 cents, not as its transfers say.",
        ),
        (
            ["UPDATE accounting_account SET balance = 5 WHERE name = 'fee'"],
            "the book has gran-a fee at 5 cents, not as its transfers say.",
        ),
    ],
)
def test_what_is_gone_or_moved_is_named(books, statements, sentence):
    for statement in statements:
        tamper(statement)
    with pytest.raises(CommandError, match=f"tri-city: {sentence}"):
        verify()


def test_lacking_guards_are_said(books):
    guards.remove(connection, [guard for guard in guards.all_guards() if guard.name == "accounting_entry_no_update"])
    said = StringIO()
    call_command("verify", stdout=StringIO(), stderr=said)
    assert said.getvalue() == "The database lacks 1 of its guards: accounting_entry_no_update.\n"


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="there is one database file only on SQLite")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("written", "changed"),
    [
        (b"A royal.", b"A rOyal."),
        (b"A royal.", b"A r\xffyal."),
        (b"2026-11-17 19:59:59", b"2026-11-17 19:59:99"),
        (b"2026-11-17 19:59:59", b"2026-11-17 19x59:59"),
        (b'"explanation":"A royal."', b'"explanation":"A loyal."'),
    ],
)
def test_a_byte_changed_in_the_database_file_is_found(books, tmp_path, written, changed):
    """Not by SQL: in the file itself, as an editor on the disk would do it."""
    with sqlite3.connect(test_database_url().removeprefix("sqlite:///")) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        copy = tmp_path / "copy.sqlite3"
        shutil.copy(test_database_url().removeprefix("sqlite:///"), copy)
    content = copy.read_bytes()
    place = content.index(written)
    copy.write_bytes(content[:place] + changed + content[place + len(changed) :])
    done = subprocess.run(
        [sys.executable, "manage.py", "verify"],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": f"sqlite:///{copy}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "CommandError: tri-city: entry 2 " in done.stderr
