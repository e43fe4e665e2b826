"""The four statements of a posting, as SQL.

Every service posts, many while others wait for the same accounts. Django would spend longer on composing these than the
database on running them, so they are written out; `bench/ledger.py` shows what that is worth.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import connection

from accounting.models import Entry, Fund, Transfer

TRANSFER_COLUMNS = (
    *("entry_id", "position", "from_account_id", "to_account_id", "amount", "reason"),
    *("from_balance", "from_version", "to_balance", "to_version"),
)


@dataclass(slots=True)
class LockedAccount:
    """An account as it stands under the lock, and after what has been posted since."""

    pk: int
    fund: Fund
    name: str
    balance: int
    version: int


def lock_accounts(funds: Sequence[Fund]) -> list[LockedAccount]:
    """All accounts of the funds, locked in id order until the commit."""
    by_id = {fund.pk: fund for fund in funds}
    rows = _execute(
        "SELECT id, fund_id, name, balance, version FROM accounting_account "
        f"WHERE fund_id IN ({_marks(len(by_id))}) ORDER BY id{_for_update()}",
        list(by_id),
    ).fetchall()
    return [LockedAccount(pk, by_id[fund_id], name, balance, version) for pk, fund_id, name, balance, version in rows]


def lock_book(cardroom_id: int) -> tuple[int, str, datetime | None]:
    """The last number and the head of the cardroom's book, and when that was recorded, locked until the commit."""
    sql = f"SELECT last_number, head, recorded_at FROM accounting_book WHERE cardroom_id = %s{_for_update()}"
    last_number, head, recorded_at = _execute(sql, [cardroom_id]).fetchone()
    if recorded_at and recorded_at.tzinfo is None:  # SQLite keeps moments in UTC, and does not say so
        recorded_at = recorded_at.replace(tzinfo=UTC)
    return last_number, head, recorded_at


def insert_entry(entry: Entry) -> None:
    """Write the entry and give it its id."""
    fields = [field for field in entry._meta.concrete_fields if not field.primary_key]
    values = [field.get_db_prep_save(getattr(entry, field.attname), connection) for field in fields]
    columns = ", ".join(str(field.column) for field in fields)
    sql = f"INSERT INTO accounting_entry ({columns}) VALUES ({_marks(len(fields))}) RETURNING id"
    (entry.pk,) = _execute(sql, values).fetchone()
    entry._state.adding = False
    entry._state.db = connection.alias


def insert_transfers(transfers: Sequence[Transfer]) -> None:
    if not transfers:
        return
    row = f"({_marks(len(TRANSFER_COLUMNS))})"
    _execute(
        f"INSERT INTO accounting_transfer ({', '.join(TRANSFER_COLUMNS)}) VALUES {', '.join([row] * len(transfers))}",
        [getattr(transfer, column) for transfer in transfers for column in TRANSFER_COLUMNS],
    )


def _marks(how_many: int) -> str:
    return ", ".join(["%s"] * how_many)


def _for_update() -> str:
    """SQLite locks the whole file when the transaction begins."""
    return " FOR NO KEY UPDATE" if connection.features.has_select_for_update else ""


def _execute(sql: str, values: Sequence[Any]) -> Any:
    cursor = connection.cursor()
    cursor.execute(sql, values)
    return cursor
