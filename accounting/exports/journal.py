"""The books for other tools: a general journal as CSV (as QuickBooks imports it) and a Beancount ledger.

Our ledger has two sides. On the side of *whose* money it is, an account that goes up is credited; on the side of
*where* it is, debited. Each of our transfers so becomes one debit and one credit, and every entry balances.

    whose   primary, backups, unallocated, pending, drop   owed: Liabilities
            seed, carryover, tray_advance                   the house's to take back: Assets
            fee                                             Income
            players                                         Equity
    where   cage, bank                                      Assets
            boxes, house, winners                           Equity
"""

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from accounting.exports.datasets import CHUNK, data_set
from accounting.exports.exporters import Exporter, register
from accounting.exports.formats.comma_separated import dollars, safe
from accounting.exports.runs import Run
from accounting.exports.scope import Scope
from accounting.ledger.accounts import HELD, OWED, WHERE, AccountName
from accounting.models import Entry


@dataclass(frozen=True)
class Line:
    """One side of a transfer: cents that an account is debited (positive) or credited (negative)."""

    account: str
    debit: int


def entries_of(scope: Scope) -> Iterator[tuple[dict[str, Any], list[Line]]]:
    """Every entry as it was chained, with its lines."""
    entries = Entry.objects.filter(cardroom=scope.cardroom, number__range=scope.entries).order_by("number")
    for canonical in entries.values_list("canonical", flat=True).iterator(chunk_size=CHUNK):
        entry = json.loads(bytes(canonical))
        lines = []
        for transfer in entry["transfers"]:
            raised, lowered = (1, -1) if _is_where(transfer["to"]) else (-1, 1)
            lines.append(Line(transfer["to"], raised * transfer["amount"]))
            lines.append(Line(transfer["from"], lowered * transfer["amount"]))
        yield entry, sorted(lines, key=lambda line: line.debit < 0)


def _is_where(account: str) -> bool:
    return account.partition("/")[2] in WHERE


def write_general_journal(path: Path, scope: Scope) -> None:
    """Debits and credits under QuickBooks' column names; entries that moved nothing are left out."""
    with path.open("w", encoding="utf-8", newline="") as target:
        writer = csv.writer(target, lineterminator="\r\n")
        writer.writerow(["Journal No.", "Journal Date", "Account", "Debits", "Credits", "Description", "Name"])
        for entry, lines in entries_of(scope):
            for line in lines:
                account = named(line.account)
                debit, credit = (dollars(line.debit), "") if line.debit > 0 else ("", dollars(-line.debit))
                told = safe(f"{entry['kind']}: {entry['explanation']}")
                name = safe(entry["document"])
                writer.writerow([entry["number"], entry["gaming_day"], account, debit, credit, told, name])


def write_beancount(path: Path, scope: Scope) -> None:
    """A ledger that `bean-check` accepts. It ends with our balances, as assertions of its own."""
    columns = [column.name for column in data_set("accounts").columns]
    accounts = [dict(zip(columns, row, strict=True)) for row in data_set("accounts").rows(scope)]
    first, last = _dates(scope)
    with path.open("w", encoding="utf-8", newline="\n") as target:
        target.write(f'option "title" {_quoted(f"{scope.cardroom.licensee}: progressive jackpots")}\n')
        target.write('option "operating_currency" "USD"\n\n')
        for row in accounts:
            target.write(f"{first} open {named(_key(row))} USD\n")
        _transaction(
            target, first, "opening", "Balances brought forward", [_standing(row, row["opening"]) for row in accounts]
        )
        for entry, lines in entries_of(scope):
            if lines:
                about = {"entry": entry["number"], "document": entry["document"]}
                _transaction(target, entry["gaming_day"], entry["kind"], entry["explanation"], lines, about)
        target.write("\n")
        for row in accounts:
            line = _standing(row, row["closing"])
            target.write(f"{last + timedelta(days=1)} balance {named(line.account)} {dollars(line.debit)} USD\n")


def named(account: str) -> str:
    """`gran-a/primary` as accounting software knows it: Liabilities:Gran-a:Primary."""
    fund, _, name = account.partition("/")
    code = "".join(letter if letter.isalnum() else "-" for letter in fund)
    return f"{_type(AccountName(name))}:{code[:1].upper()}{code[1:]}:{name[:1].upper()}{name[1:].replace('_', '-')}"


def _type(name: AccountName) -> str:
    if name in OWED:
        return "Liabilities"
    if name in HELD or name in (AccountName.SEED, AccountName.CARRYOVER, AccountName.TRAY_ADVANCE):
        return "Assets"
    return "Income" if name == AccountName.FEE else "Equity"


def _dates(scope: Scope) -> tuple[date, date]:
    """The first and last gaming day of any entry, those of neighbouring days included."""
    days = list(
        Entry.objects.filter(cardroom=scope.cardroom, number__range=scope.entries)
        .order_by("gaming_day")
        .values_list("gaming_day", flat=True)
        .distinct()
    )
    return (days[0], days[-1]) if days else (scope.first_day, scope.last_day)


def _key(row: dict[str, Any]) -> str:
    return f"{row['fund']}/{row['account']}"


def _standing(row: dict[str, Any], cents: int) -> Line:
    return Line(_key(row), cents if _is_where(_key(row)) else -cents)


def _transaction(
    target: Any, day: date | str, payee: str, narration: str, lines: list[Line], about: dict[str, Any] | None = None
) -> None:
    kept = [line for line in lines if line.debit]
    if not kept:
        return
    target.write(f"\n{day} * {_quoted(payee)} {_quoted(narration)}\n")
    for name, value in (about or {}).items():
        target.write(f"  {name}: {value if isinstance(value, int) else _quoted(value)}\n")
    for line in kept:
        target.write(f"  {named(line.account)}  {dollars(line.debit)} USD\n")


def _quoted(text: str) -> str:
    escaped = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


@register
class GeneralJournal(Exporter):
    name = "journal"
    title = "General journal"
    description = "Debits and credits as a CSV file that QuickBooks and other accounting software import."
    formats = ("csv",)

    def write(self, run: Run) -> Path:
        return _one_file(self, run, write_general_journal)


@register
class Beancount(Exporter):
    name = "beancount"
    title = "Beancount ledger"
    description = "The same books as plain text, with our balances as assertions that bean-check confirms."
    formats = ("beancount",)

    def write(self, run: Run) -> Path:
        return _one_file(self, run, write_beancount)


def _one_file(exporter: Exporter, run: Run, write: Any) -> Path:
    name = exporter.file_name(run)
    run.part(name, lambda path: write(path, run.scope))
    return run.folder / name
