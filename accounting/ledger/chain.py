"""The chain of entries: what an entry is as bytes, its digest, and the walk that finds the first break.

The canonical bytes are JSON with sorted keys and no spaces, UTF-8. They are stored beside the rows they describe; the
digest is SHA-256 over the previous entry's digest (as 64 hexadecimal characters) followed by those bytes. Anyone can
check the chain from an export with the standard library alone.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby

from accounting.models import Account, Book, Entry, Transfer
from tables.models import Cardroom

FORMAT = 1


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def author_key(entry: Entry) -> str:
    """Who wrote the entry, by the key that does not change when a person's name does."""
    if entry.author_employee_id is not None:
        return f"employee/{entry.author_employee_id}"
    if entry.author_terminal_id is not None:
        return f"terminal/{entry.author_terminal_id}"
    return f"job/{entry.author_job}"


def canonical_bytes(
    entry: Entry, transfers: Iterable[Transfer], *, account_keys: dict[int, str], corrects: int | None
) -> bytes:
    """The entry and its transfers as bytes; `corrects` is the number of the entry it points at."""
    record = {
        "format": entry.format,
        "cardroom": entry.cardroom_id,
        "number": entry.number,
        "kind": str(entry.kind),
        "gaming_day": entry.gaming_day.isoformat(),
        "event_at": _moment(entry.event_at),
        "recorded_at": _moment(entry.recorded_at),
        "explanation": entry.explanation,
        "author": author_key(entry),
        "document": entry.document,
        "corrects": corrects,
        "transfers": [
            {
                "from": account_keys[t.from_account_id],
                "to": account_keys[t.to_account_id],
                "amount": t.amount,
                "reason": str(t.reason),
                "from_balance": t.from_balance,
                "from_version": t.from_version,
                "to_balance": t.to_balance,
                "to_version": t.to_version,
            }
            for t in transfers
        ],
    }
    return json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def digest_of(previous_digest: str, canonical: bytes) -> str:
    """The digest that chains `canonical` to what came before."""
    return hashlib.sha256(previous_digest.encode() + canonical).hexdigest()


@dataclass(frozen=True)
class Break:
    """The first place at which a cardroom's books are not what was written."""

    cardroom: Cardroom
    number: int | None
    sentence: str

    def __str__(self) -> str:
        place = f"entry {self.number}" if self.number is not None else "the book"
        return f"{self.cardroom.code}: {place}: {self.sentence}"


def first_break(cardroom: Cardroom) -> Break | None:
    """Walk the cardroom's chain from its first entry; None means that every byte is as it was written."""
    account_keys = {a.pk: f"{a.fund.code}/{a.name}" for a in Account.objects.select_related("fund")}
    number, head = 0, "0" * 64
    for entry, transfers in _entries_with_transfers(cardroom):
        number += 1
        if entry.number != number:
            return Break(cardroom, number, f"is missing; the next one there is {entry.number}.")
        if entry.previous_digest != head:
            return Break(cardroom, number, "does not follow from the entry before it.")
        stored = bytes(entry.canonical)
        if digest_of(head, stored) != entry.digest:
            return Break(cardroom, number, "its stored bytes do not have its digest.")
        corrects = entry.corrects.number if entry.corrects else None
        if canonical_bytes(entry, transfers, account_keys=account_keys, corrects=corrects) != stored:
            return Break(cardroom, number, "its rows differ from the bytes that were chained.")
        head = entry.digest
    return _break_at_the_end(cardroom, number, head)


def _entries_with_transfers(cardroom: Cardroom) -> Iterator[tuple[Entry, list[Transfer]]]:
    """Entries in order with their transfers, from two streams read side by side: constant memory."""
    entries = Entry.objects.filter(cardroom=cardroom).select_related("corrects").order_by("number")
    rows = Transfer.objects.filter(entry__cardroom=cardroom).order_by("entry__number", "position")
    grouped = groupby(rows.iterator(chunk_size=2000), key=lambda t: t.entry_id)
    held: tuple[int, list[Transfer]] | None = None
    for entry in entries.iterator(chunk_size=2000):
        if held is None:
            held = next(((pk, list(group)) for pk, group in grouped), None)
        if held is not None and held[0] == entry.pk:
            yield entry, held[1]
            held = None
        else:
            yield entry, []


def _break_at_the_end(cardroom: Cardroom, number: int, head: str) -> Break | None:
    book = Book.objects.filter(cardroom=cardroom).first()
    if book is None:
        return None if number == 0 else Break(cardroom, None, "is missing, although there are entries.")
    if (book.last_number, book.head) != (number, head):
        return Break(cardroom, None, f"says {book.last_number} entries, the chain ends at {number}.")
    return next(_wrong_balances(cardroom), None)


def _wrong_balances(cardroom: Cardroom) -> Iterator[Break]:
    """Accounts that do not stand where their last transfer left them."""
    for account in Account.objects.filter(fund__cardroom=cardroom).select_related("fund").order_by("pk"):
        last_out = account.transfers_out.order_by("-from_version").first()
        last_in = account.transfers_in.order_by("-to_version").first()
        after = max(
            (0, 0),
            (last_out.from_version, last_out.from_balance) if last_out else (0, 0),
            (last_in.to_version, last_in.to_balance) if last_in else (0, 0),
            key=lambda pair: pair[0],
        )
        if after != (account.version, account.balance):
            yield Break(cardroom, None, f"account {account} holds {account.balance}, its transfers say {after[1]}.")
