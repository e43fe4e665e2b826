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
from itertools import count, groupby

from django.db import Error
from django.db.models import Exists, OuterRef, Q

from accounting.models import Account, Book, Entry, Transfer
from tables.models import Cardroom

FORMAT = 1
START = "0" * 64  # what the first entry chains to
# What reading a row can raise that someone has changed behind our back: a date that is none, text that is no text.
UNREADABLE = (Error, ValueError, TypeError, AttributeError, KeyError)


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
        return f"{self.cardroom.code}: {place} {self.sentence}"


def first_break(cardroom: Cardroom) -> Break | None:
    """Walk the cardroom's chain from its first entry; None means that every byte is as it was written.

    Entries may be posted meanwhile: the walk ends where the book stood when it began.
    """
    book = Book.objects.filter(cardroom=cardroom).first() or Book(cardroom=cardroom)
    account_keys = {a.pk: f"{a.fund.code}/{a.name}" for a in Account.objects.select_related("fund")}
    number, head = 0, START
    try:
        for entry, transfers in _entries_with_transfers(cardroom, book.last_number):
            number += 1
            problem = _problem_of(entry, transfers, number, head, account_keys)
            if problem:
                return Break(cardroom, number, problem)
            head = entry.digest
    except UNREADABLE as problem:
        return Break(cardroom, _first_unreadable(cardroom, number), f"cannot be read: {problem}")
    if number < book.last_number:
        return Break(cardroom, number + 1, f"is missing; the book says that there are {book.last_number}.")
    if book.head != head:
        return Break(cardroom, None, "has another head than its last entry's digest.")
    return _entry_beyond_book(cardroom) or _wrong_balance(cardroom)


def _problem_of(
    entry: Entry, transfers: list[Transfer], number: int, head: str, account_keys: dict[int, str]
) -> str | None:
    if entry.number != number:
        return f"is missing; the next one there is {entry.number}."
    if entry.previous_digest != head:
        return "does not follow from the entry before it."
    stored = bytes(entry.canonical)
    if digest_of(head, stored) != entry.digest:
        return "has stored bytes that do not give its digest."
    if [transfer.position for transfer in transfers] != list(range(1, len(transfers) + 1)):
        return "has lost a transfer, or the order of its transfers."
    corrects = entry.corrects.number if entry.corrects else None
    try:
        described = canonical_bytes(entry, transfers, account_keys=account_keys, corrects=corrects)
    except UNREADABLE as problem:
        return f"has rows that cannot be read: {problem}"
    return None if described == stored else "has rows that differ from the bytes that were chained."


def _entries_with_transfers(cardroom: Cardroom, last: int) -> Iterator[tuple[Entry, list[Transfer]]]:
    """Entries in order with their transfers, from two streams read side by side: constant memory."""
    entries = Entry.objects.filter(cardroom=cardroom, number__lte=last).select_related("corrects").order_by("number")
    rows = Transfer.objects.filter(entry__cardroom=cardroom, entry__number__lte=last)
    grouped = groupby(rows.order_by("entry__number", "position").iterator(), key=lambda t: t.entry_id)
    held: tuple[int, list[Transfer]] | None = None
    for entry in entries.iterator():
        if held is None:
            held = next(((pk, list(group)) for pk, group in grouped), None)
        if held is not None and held[0] == entry.pk:
            yield entry, held[1]
            held = None
        else:
            yield entry, []


def _first_unreadable(cardroom: Cardroom, readable: int) -> int:
    """The stream broke somewhere after entry `readable`; one by one, the entry that breaks it is found."""
    for number in count(readable + 1):
        try:
            entry = Entry.objects.get(cardroom=cardroom, number=number)
            list(entry.transfers.all())
        except (Entry.DoesNotExist, *UNREADABLE):
            return number
    raise AssertionError("count() does not end")


def _entry_beyond_book(cardroom: Cardroom) -> Break | None:
    """An entry that the book does not know: its head was set back. One statement, so that a new entry is no alarm."""
    known = Book.objects.filter(cardroom=OuterRef("cardroom"), last_number__gte=OuterRef("number"))
    beyond = Entry.objects.filter(~Exists(known), cardroom=cardroom).order_by("number").first()
    return Break(cardroom, beyond.number, "is there, and the book ends before it.") if beyond else None


def _wrong_balance(cardroom: Cardroom) -> Break | None:
    """An account that does not stand where its last transfer left it, found in one statement for the same reason."""
    left_at = Transfer.objects.filter(
        Q(from_account=OuterRef("pk"), from_version=OuterRef("version"), from_balance=OuterRef("balance"))
        | Q(to_account=OuterRef("pk"), to_version=OuterRef("version"), to_balance=OuterRef("balance"))
    )
    later = Transfer.objects.filter(
        Q(from_account=OuterRef("pk"), from_version__gt=OuterRef("version"))
        | Q(to_account=OuterRef("pk"), to_version__gt=OuterRef("version"))
    )
    unmoved = Q(version=0, balance=0)
    accounts = Account.objects.filter(fund__cardroom=cardroom).select_related("fund").order_by("pk")
    wrong = accounts.filter(Exists(later) | ~unmoved & ~Exists(left_at)).first()
    return Break(cardroom, None, f"has {wrong} at {wrong.balance} cents, not as its transfers say.") if wrong else None
