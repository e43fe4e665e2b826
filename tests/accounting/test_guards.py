"""The database refuses what must not happen, also from raw SQL, on SQLite and PostgreSQL alike."""

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from accounting.ledger import guards
from accounting.ledger.accounts import Kind
from accounting.ledger.books import Move
from accounting.models import Account, Book, Entry, Fund, Transfer
from tests.accounting.conftest import balances, post


def execute(sql, params=()):
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, params)


def contents():
    """Everything the ledger holds, to compare before and after."""
    return [list(model.objects.order_by("pk").values_list()) for model in (Account, Book, Entry, Fund, Transfer)]


TRANSFER = (
    "INSERT INTO accounting_transfer (entry_id, position, from_account_id, to_account_id, amount, reason, "
    "from_balance, from_version, to_balance, to_version) VALUES (%s, 9, %s, %s, %s, %s, %s, %s, %s, %s)"
)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE accounting_entry SET explanation = 'another'",
        "UPDATE accounting_entry SET gaming_day = '2026-01-01'",
        "DELETE FROM accounting_entry",
        "UPDATE accounting_transfer SET amount = amount + 1",
        "DELETE FROM accounting_transfer",
        "UPDATE accounting_account SET balance = balance - 1 WHERE name = 'primary'",
        "UPDATE accounting_account SET balance = -1, version = version + 1 WHERE name = 'primary'",
        "UPDATE accounting_account SET name = 'backup1' WHERE name = 'primary'",
        "DELETE FROM accounting_account",
        "UPDATE accounting_book SET last_number = 7",
        "DELETE FROM accounting_book",
        "UPDATE accounting_sequence SET last = last - 1",
        "UPDATE accounting_fund SET code = 'gran-z'",
        "DELETE FROM accounting_fund",
    ],
)
def test_rows_of_the_books_are_never_changed_or_deleted(seeded, sql):
    connection.cursor().execute(
        "INSERT INTO accounting_sequence (cardroom_id, name, last) VALUES (%s, 'payout', 5)", [seeded.cardroom_id]
    )
    before = contents()
    with pytest.raises(IntegrityError):
        execute(sql)
    assert contents() == before


@pytest.mark.parametrize(
    ("source", "target", "amount", "reason", "after", "sentence"),
    [
        ("primary", "pending", 100, "", (49_900, 2, 100, 1), "A pot goes down only for a listed reason"),
        ("primary", "pending", 100, "because", (49_900, 2, 100, 1), "transfer_reason_is_listed"),
        ("primary", "pending", 0, "won", (50_000, 2, 0, 1), "transfer_moves_money"),
        ("primary", "pending", -5, "won", (50_005, 2, -5, 1), "transfer_moves_money"),
        ("primary", "pending", 50_001, "won", (-1, 2, 50_001, 1), "account_never_negative|goes beyond zero"),
        ("players", "seed", 50_001, "", (-50_001, 1, 1, 2), "account_never_positive|goes beyond zero"),
        ("primary", "pending", 100, "won", (49_901, 2, 100, 1), "A balance changes only by a transfer"),
        ("primary", "pending", 100, "won", (49_900, 3, 100, 1), "A balance changes only by a transfer"),
        ("primary", "pending", 100, "correction", (49_900, 2, 100, 1), "A correction points at the entry it corrects"),
        ("cage", "primary", 100, "", (49_900, 2, 50_100, 2), "A transfer stays on its side of the books"),
    ],
)
def test_an_impossible_transfer_is_refused(seeded, source, target, amount, reason, after, sentence):
    account = {a.name: a.pk for a in seeded.accounts.all()}
    before = contents()
    with pytest.raises(IntegrityError, match=sentence):
        execute(TRANSFER, [Entry.objects.get().pk, account[source], account[target], amount, reason, *after])
    assert contents() == before


def test_no_transfer_is_added_to_an_older_entry(seeded):
    older = Entry.objects.get()
    post(seeded, Kind.DEPOSIT, Move("cage", "bank", 20_000))
    account = {a.name: a.pk for a in seeded.accounts.all()}
    before = contents()
    with pytest.raises(IntegrityError, match="An entry takes its transfers as it is recorded, not later"):
        execute(TRANSFER, [older.pk, account["primary"], account["pending"], 100, "won", 49_900, 2, 100, 1])
    assert contents() == before


on_sqlite = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL has no REPLACE and typed columns")
NEXT = {
    "number": "(SELECT last_number + 1 FROM accounting_book)",
    "previous_digest": "(SELECT head FROM accounting_book)",
    "digest": "'x'",
}


@on_sqlite
@pytest.mark.parametrize("amount", ["7x", 7.5])
def test_only_whole_cents_move(seeded, amount):
    account = {a.name: a.pk for a in seeded.accounts.all()}
    before = contents()
    with pytest.raises(IntegrityError, match="A transfer moves whole cents"):
        execute(
            TRANSFER,
            [Entry.objects.get().pk, account["primary"], account["pending"], amount, "won", 49_993, 2, 7, 1],
        )
    assert contents() == before


@on_sqlite
@pytest.mark.parametrize("instead", ["IGNORE", "REPLACE", "FAIL", "ABORT"])
@pytest.mark.parametrize(
    ("source", "target", "reason", "after"),
    [("primary", "pending", "won", (-1, 2, 50_001, 1)), ("players", "seed", "", (-50_001, 1, 1, 2))],
)
def test_no_form_of_insert_takes_an_account_beyond_zero(seeded, instead, source, target, reason, after):
    """With OR IGNORE the check on the account alone would leave the transfer in, and the balance as it was."""
    account = {a.name: a.pk for a in seeded.accounts.all()}
    before = contents()
    with pytest.raises(IntegrityError, match="goes beyond zero"):
        execute(
            TRANSFER.replace("INSERT", f"INSERT OR {instead}"),
            [Entry.objects.get().pk, account[source], account[target], 50_001, reason, *after],
        )
    assert contents() == before


@on_sqlite
@pytest.mark.parametrize(
    ("table", "changes"),
    [
        ("accounting_entry", NEXT),  # an old one by its id, as the next of the chain
        ("accounting_transfer", {"amount": "amount + 1"}),
        ("accounting_transfer", {"id": "NULL", "amount": "amount + 1"}),
        ("accounting_account", {"balance": "0", "version": "0"}),
        ("accounting_account", {"id": "NULL", "balance": "0", "version": "0"}),
        ("accounting_book", {"last_number": "0", "head": f"'{'0' * 64}'"}),
        ("accounting_fund", {"name": "'Another'"}),
    ],
)
def test_no_row_is_replaced(seeded, table, changes):
    columns = [column.name for column in connection.introspection.get_table_description(connection.cursor(), table)]
    values = ", ".join(changes.get(column, column) for column in columns)
    before = contents()
    with pytest.raises(IntegrityError, match=f"Rows of {table} are never replaced"):
        execute(f"REPLACE INTO {table} ({', '.join(columns)}) SELECT {values} FROM {table} LIMIT 1")
    assert contents() == before


@on_sqlite
def test_every_table_whose_rows_stay_refuses_a_replace():
    names = {guard.name for guard in guards.all_guards()}
    kept = {guard.table for guard in guards.all_guards() if guard.name == f"{guard.table}_no_delete"}
    assert {f"{table}_no_replace" for table in kept} <= names
    assert len(kept) > 40


def test_guards_that_are_lacking_are_put_in_place(db):
    name = "accounting_transfer_comes_with_entry"
    guards.remove(connection, [guard for guard in guards.all_guards() if guard.name == name])
    assert guards.missing(connection, guards.all_guards()) == [name]
    guards.put_in_lacking(connection, "accounting")
    assert guards.missing(connection, guards.all_guards()) == []


def test_an_account_and_a_book_start_empty(seeded):
    with pytest.raises(IntegrityError, match="An account starts empty"):
        execute("INSERT INTO accounting_account (fund_id, name, balance, version) VALUES (%s, 'x', 5, 0)", [seeded.pk])
    with pytest.raises(IntegrityError):
        execute("INSERT INTO accounting_account (fund_id, name, balance, version) VALUES (%s, 'x', 0, 0)", [seeded.pk])
    assert seeded.accounts.count() == 16


def test_an_entry_out_of_number_is_refused(seeded):
    entry = Entry.objects.get()
    entry.pk, entry.number, entry.digest = None, 3, "f" * 64
    with pytest.raises(IntegrityError, match="takes the next number"), transaction.atomic():
        entry.save(force_insert=True)
    assert Entry.objects.count() == 1


def test_the_orm_is_refused_like_everyone_else(seeded):
    before = contents()
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.update(document="other/1")
    with pytest.raises(DatabaseError), transaction.atomic():
        Transfer.objects.all().delete()
    assert contents() == before


def test_every_guard_is_in_place_and_a_missing_one_is_named(db):
    assert guards.missing(connection, guards.all_guards()) == []
    guards.remove(connection, [g for g in guards.all_guards() if g.name == "accounting_entry_no_update"])
    assert guards.missing(connection, guards.all_guards()) == ["accounting_entry_no_update"]


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has no TRUNCATE")
def test_a_truncate_is_refused(seeded):
    before = contents()
    execute("SET CONSTRAINTS ALL IMMEDIATE")  # what this test inserted waits for its foreign keys to be checked
    with pytest.raises(IntegrityError, match="never deleted"):
        execute("TRUNCATE accounting_transfer")
    assert contents() == before


def test_legal_entries_still_pass(seeded):
    post(seeded, Kind.DEPOSIT, Move("cage", "bank", 20_000))
    assert balances(seeded) == {"primary": 50_000, "seed": -50_000, "cage": 30_000, "bank": 20_000, "house": -50_000}
