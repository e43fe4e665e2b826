#!/usr/bin/env python3
"""Check a package of jackpot records, with nothing but Python 3.9 or newer and no connection.

    python3 verify_package.py                 in the unpacked folder
    python3 verify_package.py package.zip     on the ZIP itself
    python3 verify_package.py --key FILE      with the public key that you know to be the cardroom's

It trusts nobody. The chain of entries is followed digest by digest, every balance is added up again, every box's count
is made from its denominations, every jackpot is split and every day is closed once more by the arithmetic written down
here, and all of it is compared with what the files say. Exit code 0: all of it holds. Exit code 1: it does not; the
first place at which it does not is named.
"""

from __future__ import annotations

import argparse
import base64
import csv
import hashlib
import io
import json
import re
import struct
import sys
import zipfile
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

if sys.version_info < (3, 9):  # noqa: UP036 - whoever starts it with an older one shall not read that records are wrong
    print("verify_package.py needs Python 3.9 or newer; nothing was checked.")
    sys.exit(2)

MANIFEST, SUMS, SIGNATURE, PUBLIC_KEY = "manifest.json", "SHA256SUMS", "SHA256SUMS.sig", "public_key.pem"
CHAIN, JOURNAL = "chain/entries.jsonl", "journal/general_journal.csv"
Row = dict[str, Any]  # one line of a CSV file by column, and its place under ""

POTS = ("primary", "backup1", "backup2")
OWED = (*POTS, "unallocated", "pending", "drop")
HELD = ("cage", "bank")
WHERE = ("boxes", "cage", "bank", "house", "winners")
ACCOUNTS = (*OWED, "seed", "carryover", "tray_advance", "fee", "players", *WHERE)
NEVER_NEGATIVE = (*OWED, *HELD, "fee")
NEVER_POSITIVE = ("seed", "carryover", "tray_advance")
TRAY_AWARDS = {"straight flush": 15_000, "quads": 10_000, "flush": 7_500}


class Discrepancy(Exception):
    """Something is not as it should be: where, and what."""

    def __init__(self, place: str, sentence: str) -> None:
        super().__init__(f"{place}: {sentence}")


def require(holds: bool, place: str, sentence: str) -> None:
    if not holds:
        raise Discrepancy(place, sentence)


def money(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"


# --- The package ------------------------------------------------------------------------------------------------------


class Package:
    """The files, in a folder or in a ZIP. `here` is the place that was read last."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.archive = None if path.is_dir() else zipfile.ZipFile(path)
        self.here = path.name
        self._tables: dict[str, list[Row]] = {}

    def names(self) -> list[str]:
        if self.archive:
            # A folder's own record, which other software adds, is no file.
            infos = [info for info in self.archive.infolist() if not info.is_dir() or info.file_size]
            return [info.filename for info in infos]
        return sorted(p.relative_to(self.path).as_posix() for p in self.path.rglob("*") if not p.is_dir())

    def open(self, name: str) -> IO[bytes]:
        self.here = name
        return self.archive.open(name) if self.archive else (self.path / name).open("rb")

    def read(self, name: str) -> bytes:
        with self.open(name) as source:
            return source.read()

    def digest(self, name: str) -> tuple[str, int]:
        """SHA-256 and size of a file."""
        sha, size = hashlib.sha256(), 0
        with self.open(name) as source:
            for block in iter(lambda: source.read(1 << 20), b""):
                sha.update(block)
                size += len(block)
        return sha.hexdigest(), size

    def manifest(self) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(self.read(MANIFEST).decode("utf-8"))
        return data

    def lines(self, name: str, columns: dict[str, str]) -> Iterator[Row]:
        """The rows of a CSV file, each value as its column's kind says."""
        with self.open(name) as source, io.TextIOWrapper(source, encoding="utf-8", newline="") as text:
            reader = csv.reader(text, strict=True)
            heading = next(reader, [])
            require(heading == list(columns), f"{name}, line 1", "the heading is not the one in the manifest.")
            for cells in reader:
                self.here = f"{name}, line {reader.line_num}"
                require(len(cells) == len(heading), self.here, f"has {len(cells)} cells, not {len(heading)}.")
                row = {column: value(kind, cell) for (column, kind), cell in zip(columns.items(), cells)}
                row[""] = self.here
                yield row

    def table(self, name: str) -> list[Row]:
        """A data set, read once."""
        if name not in self._tables:
            about = self.manifest()["data"][name]
            self._tables[name] = list(self.lines(about["file"], about["columns"]))
        return self._tables[name]


def value(kind: str, cell: str) -> Any:
    """A cell as what it is. An apostrophe in front of a text only keeps spreadsheets from running it."""
    if kind == "text":
        return cell.removeprefix("'")
    if not cell:
        return None
    if kind == "number":
        return int(cell)
    if kind in ("money", "balance"):
        if not re.fullmatch(r"-?\d+\.\d\d", cell):
            raise ValueError(f"{cell!r} is not an amount of money")
        return int(cell.replace(".", ""))
    if kind == "flag":
        return {"yes": True, "no": False}[cell]
    return cell


# --- Files, digests, signature ----------------------------------------------------------------------------------------


def check_container(package: Package) -> str:
    """Every byte of the ZIP around the files is one that belongs there."""
    if package.archive is None:
        return "an unpacked folder: there is no ZIP to look at"
    infos, end, directory, whole = package.archive.infolist(), 0, b"", package.path.name
    with package.path.open("rb") as raw:
        of_files = [info for info in infos if not info.is_dir()]
        if not any(_read_at(raw, info.header_offset, len(_header(info))) == _header(info) for info in of_files):
            return "packed once more by other software, so it is its files alone that are looked at"
        for info in infos:
            place, header, record = f"{whole}, {info.filename}", _header(info), _record(info, end)
            require(info.header_offset == end, place, "there is something in front of it in the ZIP.")
            require(_read_at(raw, end, len(header)) == header, place, "its header in the ZIP was changed.")
            found = _read_at(raw, package.archive.start_dir + len(directory), len(record))
            require(found == record, place, "its record in the ZIP was changed.")
            package.here = place
            whole_file = _unpacks_to_the_end(raw, end + len(header), info)
            require(whole_file, place, "its packed data does not end where it should.")
            directory += record
            end += len(header) + info.compress_size
        require(package.archive.start_dir == end, whole, "the ZIP's directory does not follow its files.")
        closing = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, len(infos), len(infos), len(directory), end, 0)
        raw.seek(end + len(directory))
        require(raw.read() == closing, whole, "the end of the ZIP was changed.")
        total = raw.tell()
    return f"{total:,} bytes hold {len(infos)} files and nothing else"


def _read_at(raw: IO[bytes], place: int, size: int) -> bytes:
    raw.seek(place)
    return raw.read(size)


def _unpacks_to_the_end(raw: IO[bytes], begins: int, info: zipfile.ZipInfo) -> bool:
    """Packed data says itself where it ends, and nothing stands behind it.

    Python stops reading once it has as many bytes as the file is long, and so overlooks a changed end. It ends within a
    byte; what is left of that is nobody's, so it has to be zeros.
    """
    unpacking, size, last_at = zlib.decompressobj(-zlib.MAX_WBITS), 0, begins + info.compress_size - 1
    for start in range(begins, last_at, 1 << 20):
        size += len(unpacking.decompress(_read_at(raw, start, min(1 << 20, last_at - start))))
    last, end = _read_at(raw, last_at, 1)[0], unpacking.copy()
    ending = end.decompress(bytes([last]))
    if not end.eof or size + len(ending) != info.file_size:
        return False
    for bit in (128, 64, 32, 16, 8, 4, 2):
        other = unpacking.copy()
        try:
            matters = other.decompress(bytes([last ^ bit])) != ending or not other.eof
        except zlib.error:
            matters = True
        if matters:
            break
        if last & bit:
            return False
    return True


def _common(info: zipfile.ZipInfo) -> tuple[int, ...]:
    """What the header in front of a file and its record in the directory share, as we write it: no flags, no times."""
    name = info.filename.encode()
    return (20, 0, info.compress_type, 0, 33, info.CRC, info.compress_size, info.file_size, len(name))


def _header(info: zipfile.ZipInfo) -> bytes:
    return struct.pack("<4s5H3L2H", b"PK\3\4", *_common(info), 0) + info.filename.encode()


def _record(info: zipfile.ZipInfo, begins: int) -> bytes:
    ending = (0, 0, 0, 0, 0o644 << 16, begins)
    return struct.pack("<4s6H3L5H2L", b"PK\1\2", 3 << 8 | 20, *_common(info), *ending) + info.filename.encode()


def sums_of(package: Package) -> dict[str, str]:
    sums: dict[str, str] = {}
    for number, line in enumerate(package.read(SUMS).decode("utf-8").split("\n")[:-1], start=1):
        match = re.fullmatch(r"([0-9a-f]{64})  (\S.*)", line)
        if not match:
            raise Discrepancy(f"{SUMS}, line {number}", "is not a digest, two spaces and a name.")
        require(match[2] not in sums, f"{SUMS}, line {number}", f"names {match[2]} a second time.")
        sums[match[2]] = match[1]
    return sums


def check_files(package: Package) -> str:
    """SHA256SUMS names every file, and every file has its digest."""
    present = package.names()
    twice = [name for name, times in Counter(present).items() if times > 1]
    require(not twice, "".join(twice[:1]), "is there twice.")
    for needed in (SUMS, SIGNATURE, MANIFEST, PUBLIC_KEY):
        require(needed in present, needed, "is missing.")
    sums, described = sums_of(package), _described(package)
    for name in present:
        if name not in sums and name not in (SUMS, SIGNATURE):
            require(name not in described, SUMS, f"does not name {name}, which the manifest describes.")
            raise Discrepancy(name, f"is extra: {SUMS} does not name it.")
    for name in sums:
        require(name in present, name, f"is missing; {SUMS} names it.")
    for name, expected in sums.items():
        found = package.digest(name)[0]
        if found != expected:
            sentence = f"has another SHA-256 of {name} than the manifest and the file itself."
            require(described.get(name) != found, SUMS, sentence)
            raise Discrepancy(name, f"was altered: its SHA-256 is not the one in {SUMS}.")
    return f"{len(sums)} files, each with its SHA-256"


def _described(package: Package) -> dict[str, str]:
    """The digests in the manifest, as far as it can be read: where it agrees with a file, the sums are wrong."""
    try:
        return {name: about["sha256"] for name, about in package.manifest()["files"].items()}
    except UNREADABLE:
        return {}


def check_manifest(package: Package) -> str:
    """The manifest describes the same files."""
    manifest = package.manifest()
    described, sums = manifest["files"], sums_of(package)
    require(set(described) == set(sums) - {MANIFEST}, MANIFEST, f"does not describe the files that {SUMS} names.")
    for name, about in described.items():
        digest, size = package.digest(name)
        require(digest == about["sha256"], name, "was altered: its SHA-256 is not the one in the manifest.")
        require(size == about["bytes"], name, f"has {size} bytes, not {about['bytes']} as the manifest says.")
    period = manifest["period"]
    return f"{manifest['licensee']}, {period['first_day']} to {period['last_day']}, as of {manifest['as_of']}"


def check_signature(package: Package, known_key: str | None) -> str:
    """The cardroom signed SHA256SUMS, which stands for all other files."""
    key = key_from(package.read(PUBLIC_KEY).decode("ascii"))
    if known_key:
        require(key == key_from(known_key), PUBLIC_KEY, "is not the key that you gave.")
    signature, message = package.read(SIGNATURE), package.read(SUMS)
    require(is_signed(key, signature, message), SIGNATURE, f"is not the cardroom's signature over {SUMS}.")
    word = "your key" if known_key else "the key in the package: compare it with the one the cardroom gave you"
    return f"signed with {word}, {key.hex()}"


def key_from(text: str) -> bytes:
    """The 32 bytes of an Ed25519 key, from PEM or hexadecimal."""
    text = text.strip()
    if re.fullmatch(r"[0-9a-fA-F]{64}", text):
        return bytes.fromhex(text)
    body = re.fullmatch(r"-----BEGIN PUBLIC KEY-----\n([A-Za-z0-9+/=\n]+)\n-----END PUBLIC KEY-----", text)
    der = base64.b64decode(body[1]) if body else b""
    require(len(der) == 44 and der[:12] == bytes.fromhex("302a300506032b6570032100"), PUBLIC_KEY, "is no Ed25519 key.")
    return der[12:]


def is_signed(key: bytes, signature: bytes, message: bytes) -> bool:
    """By the `cryptography` package where there is one, otherwise by the arithmetic of RFC 8032."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        return is_signed_by_hand(key, signature, message)
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except InvalidSignature:
        return False
    return True


# Ed25519 as RFC 8032 has it, checking only. Points are (x, y, z, x * y / z) on -x^2 + y^2 = 1 + d x^2 y^2.
PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, PRIME - 2, PRIME) % PRIME


def is_signed_by_hand(key: bytes, signature: bytes, message: bytes) -> bool:
    if len(signature) != 64 or int.from_bytes(signature[32:], "little") >= ORDER:
        return False
    public, nonce = point_from(key), point_from(signature[:32])
    if public is None or nonce is None:
        return False
    hashed = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    base = point_from((4 * pow(5, PRIME - 2, PRIME) % PRIME).to_bytes(32, "little"))
    left = times(int.from_bytes(signature[32:], "little"), base)
    right = plus(nonce, times(hashed, public))
    same_x = (left[0] * right[2] - right[0] * left[2]) % PRIME == 0
    return bool(same_x and (left[1] * right[2] - right[1] * left[2]) % PRIME == 0)


def point_from(data: bytes) -> Any:
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    if y >= PRIME:
        return None
    squared = (y * y - 1) * pow(CURVE * y * y + 1, PRIME - 2, PRIME) % PRIME
    x = pow(squared, (PRIME + 3) // 8, PRIME)
    if (x * x - squared) % PRIME:
        x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    if (x * x - squared) % PRIME or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = PRIME - x
    return (x, y, 1, x * y % PRIME)


def plus(p: Any, q: Any) -> Any:
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % PRIME, (p[1] + p[0]) * (q[1] + q[0]) % PRIME
    c, d = 2 * p[3] * q[3] * CURVE % PRIME, 2 * p[2] * q[2] % PRIME
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME)


def times(number: int, point: Any) -> Any:
    result: Any = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = plus(result, point)
        point = plus(point, point)
        number >>= 1
    return result


# --- Records and the chain --------------------------------------------------------------------------------------------


def check_records(package: Package) -> str:
    """Every data file has as many rows, and its money comes to as much, as the manifest says."""
    rows = 0
    data = package.manifest()["data"]
    for name, about in data.items():
        money_columns = {column for column, kind in about["columns"].items() if kind in ("money", "balance")}
        require(set(about["cents"]) == money_columns, MANIFEST, f"does not have the totals of {name}.")
        sums, count = dict.fromkeys(about["cents"], 0), 0
        for row in package.lines(about["file"], about["columns"]):
            count += 1
            for column in sums:
                sums[column] += row[column] or 0
        require(count == about["rows"], about["file"], f"has {count} rows; the manifest says {about['rows']}.")
        for column, cents in about["cents"].items():
            sentence = f"{column} comes to {money(sums[column])}; the manifest says {money(cents)}."
            require(sums[column] == cents, about["file"], sentence)
        rows += count
    return f"{rows:,} rows in {len(data)} data sets, with their control totals"


class Books:
    """The entries of the chain, and how every account stood around them."""

    def __init__(self) -> None:
        self.entries: dict[int, dict[str, Any]] = {}
        self.before: dict[int, dict[str, int]] = {}  # balances before an entry, where a later check asks for them

    def net(self, number: int, fund: str) -> Counter[str]:
        """What one entry did to each account of a fund, in cents."""
        net: Counter[str] = Counter()
        for transfer in self.entries[number]["transfers"]:
            for side, sign in (("from", -1), ("to", 1)):
                of, _, name = transfer[side].partition("/")
                if of == fund:
                    net[name] += sign * transfer["amount"]
        return Counter({name: cents for name, cents in net.items() if cents})


def check_chain(package: Package, books: Books) -> str:
    """Each entry's digest is over the digest before it and its own bytes; none is missing or out of order."""
    about = package.manifest()["chain"]
    number, digest = about["first"] - 1, about["before"]
    if number == 0:
        require(digest in ("0" * 64, ""), MANIFEST, "the first entry of all follows on nothing.")
    with package.open(CHAIN) as source:
        for line_number, line in enumerate(source, start=1):
            package.here = place = f"{CHAIN}, line {line_number}"
            record = json.loads(line.decode("utf-8"))
            number += 1
            require(record["number"] == number, place, f"is entry {record['number']}; entry {number} should be here.")
            place = f"{place} (entry {number})"
            require(record["previous_digest"] == digest, place, "does not follow from the entry before it.")
            canonical = record["canonical"].encode("utf-8")
            digest = hashlib.sha256(digest.encode() + canonical).hexdigest()
            require(digest == record["digest"], place, "its bytes do not have its digest.")
            entry = json.loads(canonical)
            require(entry["number"] == number, place, f"its bytes speak of entry {entry['number']}.")
            entry["digest"] = digest
            books.entries[number] = entry
    require(number == about["last"], CHAIN, f"ends at entry {number}; the manifest says {about['last']}.")
    require(digest == about["head"], CHAIN, "does not end with the head that the manifest names.")
    if number == about["book"]["number"]:
        require(digest == about["book"]["digest"], MANIFEST, "the head of the book is not the last entry's digest.")
    return f"entries {about['first']} to {number}, head {digest}"


def check_ledger_files(package: Package, books: Books) -> str:
    """entries.csv and transfers.csv say what the chained bytes say."""
    rows = iter(package.table("entries"))
    for number, entry in books.entries.items():
        row = next(rows, None)
        if row is None:
            raise Discrepancy("data/entries.csv", f"entry {number} is missing.")
        require(row["number"] == number, row[""], f"is entry {row['number']}; entry {number} should be here.")
        for column in ("kind", "gaming_day", "event_at", "recorded_at", "explanation", "document", "author", "digest"):
            same = row[column] == entry[column]
            require(same, row[""], f"{column} of entry {number} is {row[column]!r}; the chain says {entry[column]!r}.")
        require(row["corrects"] == entry["corrects"], row[""], f"entry {number} corrects another entry in the chain.")
    extra = next(rows, None)
    require(extra is None, extra[""] if extra else "", "is an entry that is not in the chain.")
    return _check_transfers(package, books)


def _check_transfers(package: Package, books: Books) -> str:
    rows, count = iter(package.table("transfers")), 0
    for number, entry in books.entries.items():
        for position, transfer in enumerate(entry["transfers"], start=1):
            row = next(rows, None)
            if row is None:
                raise Discrepancy("data/transfers.csv", f"transfer {position} of entry {number} is missing.")
            what = f"transfer {position} of entry {number}"
            require((row["entry"], row["position"]) == (number, position), row[""], f"{what} should be here.")
            require(row["gaming_day"] == entry["gaming_day"], row[""], f"{what} has another gaming day in the chain.")
            for name, chained in transfer.items():
                require(row[name] == chained, row[""], f"{name} of {what} is not the one in the chain.")
            count += 1
    extra = next(rows, None)
    require(extra is None, extra[""] if extra else "", "is a transfer that is not in the chain.")
    return f"{len(books.entries):,} entries and {count:,} transfers, as chained"


def check_balances(package: Package, books: Books) -> str:
    """From the opening balances, transfer by transfer, to the closing ones; what is owed is always held."""
    standing: dict[str, int] = {}
    version: dict[str, int] = {}
    for row in package.table("accounts"):
        key = f"{row['fund']}/{row['account']}"
        standing[key], version[key] = row["opening"], row["opening_version"]
    asked_for = {row["entry"] for name in ("closes", "slips", "postings") for row in package.table(name)}
    funds = sorted({key.partition("/")[0] for key in standing})
    for fund in funds:
        lacking = [name for name in ACCOUNTS if f"{fund}/{name}" not in standing]
        require(not lacking, "data/accounts.csv", f"{fund} has no account {', '.join(lacking)}.")
    for number, entry in books.entries.items():
        place = f"{CHAIN} (entry {number})"
        if number in asked_for:
            books.before[number] = dict(standing)
        for transfer in entry["transfers"]:
            _move(transfer, entry, standing, version, place)
        for fund in funds:
            held = sum(standing[f"{fund}/{name}"] for name in HELD)
            owed = sum(standing[f"{fund}/{name}"] for name in OWED)
            require(held == owed, place, f"{fund}: cage and bank hold {money(held)}, {money(owed)} are owed.")
    for row in package.table("accounts"):
        key = f"{row['fund']}/{row['account']}"
        sentence = f"{key} closes with {money(row['closing'])}; the entries lead to {money(standing[key])}."
        require(row["closing"] == standing[key], row[""], sentence)
        require(row["closing_version"] == version[key], row[""], f"{key} was moved another number of times.")
    return f"{len(standing)} accounts of {len(funds)} funds; what is owed to players was held after every entry"


def _move(
    transfer: dict[str, Any], entry: dict[str, Any], standing: dict[str, int], version: dict[str, int], place: str
) -> None:
    """One transfer, with everything that must be true of it."""
    source, target, amount = transfer["from"], transfer["to"], transfer["amount"]
    require(amount > 0, place, f"moves {money(amount)}.")
    same_side = (source.partition("/")[2] in WHERE) == (target.partition("/")[2] in WHERE)
    require(same_side, place, f"goes from {source} to {target}: from one side of the books to the other.")
    if source.partition("/")[2] in POTS:
        require(bool(transfer["reason"]), place, f"takes {money(amount)} out of {source} without a listed reason.")
        linked = transfer["reason"] != "correction" or entry["corrects"] is not None
        require(linked, place, "is a correction that does not say what it corrects.")
    for side, key, change in (("from", source, -amount), ("to", target, amount)):
        require(key in standing, place, f"names {key}, which is no account.")
        standing[key] += change
        version[key] += 1
        name, cents = key.partition("/")[2], standing[key]
        sentence = f"{key} stands at {money(transfer[side + '_balance'])} in the entry, and adds up to {money(cents)}."
        require(transfer[side + "_balance"] == cents and transfer[side + "_version"] == version[key], place, sentence)
        possible = not (name in NEVER_NEGATIVE and cents < 0) and not (name in NEVER_POSITIVE and cents > 0)
        require(possible, place, f"{key} stands at {money(cents)}, which cannot be.")


# --- Numbers, counts, slips -------------------------------------------------------------------------------------------

# Numbered records: the data set, the column of the number, and what each series belongs to.
NUMBERED = (
    ("entries", "number", ()),
    ("slips", "number", ()),
    ("counts", "number", ()),
    ("deposits", "number", ()),
    ("cases", "number", ()),
    ("hits", "number", ("progressive",)),
    ("postings", "number", ("progressive",)),
    ("policies", "number", ("progressive",)),
    ("custody", "position", ("box_kind", "box")),
)

# The same in the gap report, for a package of everything: the data set, and the column of what each belongs to.
SERIES = {
    "entry": ("entries", ""),
    "slip": ("slips", ""),
    "count": ("counts", ""),
    "deposit": ("deposits", ""),
    "case": ("cases", ""),
    "hit": ("hits", "progressive"),
    "posting": ("postings", "progressive"),
    "policy": ("policies", "progressive"),
}


def check_numbers(package: Package) -> str:
    """No series has a gap: neither in this package nor, by the gap report, since its beginning."""
    series = 0
    for name, column, of in NUMBERED:
        last: dict[Any, int] = {}
        for row in package.table(name):
            key = tuple(row[each] for each in of)
            follows = key not in last or row[column] == last[key] + 1
            require(follows, row[""], f"{name} {row[column]} follows on {last.get(key)}: a number is missing.")
            last[key] = row[column]
        series += len(last)
    chain = package.manifest()["chain"]
    everything = chain["first"] == 1 and chain["last"] == chain["book"]["number"]
    for row in package.table("gaps"):
        whole = (row["first"], row["present"], row["missing"]) == (1, row["last"], "")
        sentence = f"the {row['series']}s of {row['of']} run to {row['last']}, and {row['present']} are there."
        require(whole, row[""], sentence)
        if everything and row["series"] in SERIES:
            name, belongs = SERIES[row["series"]]
            there = sum(1 for each in package.table(name) if not belongs or each[belongs] == row["of"])
            sentence = f"has {there} of the {row['last']} {row['series']}s of {row['of']}."
            require(there == row["last"], f"data/{name}.csv", sentence)
    return f"{series} series without a gap, and {len(package.table('gaps'))} since their beginning"


def check_counts(package: Package, books: Books) -> str:
    """A count is what its denominations come to, found three times by three people, signed, and posted."""
    lines: dict[Any, int] = defaultdict(int)
    for row in package.table("count_lines"):
        sentence = f"{row['quantity']} pieces of {money(row['value'])} are not {money(row['amount'])}."
        require(row["quantity"] * row["value"] == row["amount"], row[""], sentence)
        lines[row["count"], row["attempt"], row["pass"]] += row["amount"]
    passes: dict[Any, dict[str, Row]] = defaultdict(dict)
    for row in package.table("count_passes"):
        came_to = lines.pop((row["count"], row["attempt"], row["pass"]), 0)
        what = f"pass {row['pass']} of count {row['count']}"
        sentence = f"{what} says {money(row['total'])}; its lines come to {money(came_to)}."
        require(row["total"] == came_to and row["nil"] == (came_to == 0), row[""], sentence)
        passes[row["count"], row["attempt"]][row["pass"]] = row
    require(not lines, "data/count_lines.csv", f"has lines of a pass that is not there: {next(iter(lines), '')}.")
    signed: dict[Any, set[str]] = defaultdict(set)
    for row in package.table("count_signatures"):
        signed[row["count"], row["attempt"]].add(row["by"])
    locked = [row for row in package.table("counts") if row["state"] == "locked"]
    for row in locked:
        key = (row["number"], row["attempt"])
        _check_count(row, passes[key], signed[key], books)
    return f"{len(locked)} locked counts, made from their denominations"


def _check_count(row: Row, passes: dict[str, Row], signed: set[str], books: Books) -> None:
    what = f"count {row['number']}"
    require(set(passes) == {"A", "B", "V"}, row[""], f"{what} has passes {', '.join(sorted(passes))}, not A, B and V.")
    for one in passes.values():
        sentence = f"pass {one['pass']} of {what} found {money(one['total'])}; the count says {money(row['total'])}."
        require(one["total"] == row["total"], one[""], sentence)
        require(one["by"] in signed, one[""], f"{one['by']} counted {what} and has not signed.")
    people = {one["by"] for one in passes.values()}
    require(len(people) == 3, row[""], f"{what} was made by {len(people)} people, not by three.")
    if row["fund"] and row["entry"] in books.entries:
        entry = books.entries[row["entry"]]
        expected = {"players": -row["total"], "drop": row["total"], "boxes": -row["total"], "cage": row["total"]}
        posted = books.net(row["entry"], row["fund"])
        matches = posted == Counter({name: cents for name, cents in expected.items() if cents})
        require(matches, row[""], f"{what} came to {money(row['total'])}; entry {row['entry']} posted something else.")
        same = (entry["kind"], entry["gaming_day"]) == ("count", row["gaming_day"])
        require(same, row[""], f"entry {row['entry']} is not the count of {row['gaming_day']}.")


def check_hits(package: Package, books: Books) -> str:
    """Every hit is split once more, and what follows it worked out once more."""
    slips: dict[Any, list[Row]] = defaultdict(list)
    for row in package.table("slips"):
        slips[row["progressive"], row["hit"]].append(row)
    funds = {row["code"]: row["fund"] for row in package.table("progressives")}
    follow_ups: dict[str, list[int]] = defaultdict(list)
    for number, entry in books.entries.items():
        if entry["kind"] in ("promotion", "cap check", "reseed"):
            follow_ups[entry["document"]].append(number)
    hits = package.table("hits")
    for row in hits:
        mine = slips.pop((row["progressive"], row["number"]), [])
        require(bool(mine), row[""], f"hit {row['number']} of {row['progressive']} has no slip.")
        _check_shares(row, mine)
        _check_hit_in_books(package, row, mine, funds[row["progressive"]], follow_ups, books)
    require(not slips, "data/slips.csv", f"there are slips of a hit that is not there: {next(iter(slips), '')}.")
    for row in package.table("slips"):
        _check_end_of_slip(row, funds[row["progressive"]], books)
    return f"{len(hits)} hits and {len(package.table('slips'))} slips, shared out again"


def _check_shares(hit: Row, slips: list[Row]) -> None:
    """Royals win a quarter each, beside a cincos they split one quarter; the cincos wins all the rest."""
    held = Counter(slip["category"] for slip in slips)
    royals, cincos, posted = held["royal flush"], held["cincos"], hit["posted"]
    require(cincos <= 1 and royals <= 4, hit[""], f"one hand cannot hold {cincos} cincos and {royals} royal flushes.")
    royal = 0 if not royals else posted // (4 * royals) if cincos else posted // 4
    awards = {**TRAY_AWARDS, "royal flush": royal, "cincos": posted - royal * royals}
    pot = posted
    for slip in slips:
        what = f"slip {slip['number']:06d}, {slip['category']}"
        require(slip["category"] in awards, slip[""], f"{what}: the progressive does not pay that.")
        due = awards[slip["category"]]
        require(slip["amount"] == due, slip[""], f"{what} is {money(slip['amount'])}; {money(due)} are due.")
        source = "tray" if slip["category"] in TRAY_AWARDS else "jackpot"
        require(slip["source"] == source, slip[""], f"{what} is paid from the {source}.")
        left = pot - due if source == "jackpot" else pot
        sentence = f"{what} took the pot from {money(pot)} to {money(left)}, not as it says."
        require((slip["pot_before"], slip["pot_after"]) == (pot, left), slip[""], sentence)
        pot = left


def _check_hit_in_books(
    package: Package, hit: Row, slips: list[Row], fund: str, follow_ups: dict[str, list[int]], books: Books
) -> None:
    what = f"hit {hit['number']} of {hit['progressive']}"
    for source, moved in (("jackpot", ("primary", "pending")), ("tray", ("tray_advance", "players"))):
        of_source = [slip for slip in slips if slip["source"] == source]
        entries = {slip["entry"] for slip in of_source}
        cents = sum(slip["amount"] for slip in of_source)
        posted: Counter[str] = Counter()
        for number in entries & set(books.entries):
            for name, change in books.net(number, fund).items():
                posted[name] += change
            primary = books.before[number][f"{fund}/primary"]
            if source == "jackpot":
                sentence = f"{what} was shared out of {money(hit['posted'])}; the pot stood at {money(primary)}."
                require(primary == hit["posted"], hit[""], sentence)
        expected = {moved[0]: -cents, moved[1]: cents} if cents else {}
        require(
            not entries or dict(posted) == expected, hit[""], f"the slips of {what} are not what was posted for it."
        )
    locked = [slip["entry"] for slip in slips if slip["source"] == "jackpot" and slip["entry"] in books.entries]
    if locked:
        _check_after_hit(package, hit, slips, locked[0], fund, follow_ups, books)


def _check_after_hit(
    package: Package, hit: Row, slips: list[Row], locked: int, fund: str, follow_ups: dict[str, list[int]], books: Books
) -> None:
    """Promotion, cap check, reseed: what they moved together is what the rules say."""
    what = f"hit {hit['number']} of {hit['progressive']}"
    numbers = [n for n in follow_ups[f"hit/{hit['progressive']}/{hit['number']}"] if n > locked]
    day = books.entries[numbers[0] if numbers else locked]["gaming_day"]
    policy = policy_on(package, hit["progressive"], day)
    pots = {name: books.before[locked][f"{fund}/{name}"] for name in POTS}
    pots["primary"] -= sum(slip["amount"] for slip in slips if slip["source"] == "jackpot")
    start = dict(pots)
    held = Counter(slip["category"] for slip in slips)
    if held["cincos"] or held["royal flush"] == 4:
        pots = {"primary": pots["primary"] + pots["backup1"], "backup1": pots["backup2"], "backup2": 0}
    for backup in ("backup1", "backup2"):
        room = max(0, policy["cap_lift"] - pots["primary"])
        excess = min(room, max(0, pots[backup] - policy["backup_cap"]))
        pots[backup] -= excess
        pots["primary"] += excess
    seeded = max(0, policy["seed_minimum"] - pots["primary"])
    pots["primary"] += seeded
    expected = {name: pots[name] - start[name] for name in POTS if pots[name] != start[name]}
    if seeded:
        expected.update({"seed": -seeded, "house": -seeded, "cage": seeded})
    moved: Counter[str] = Counter()
    for number in numbers:
        for name, cents in books.net(number, fund).items():
            moved[name] += cents
    posted = {name: cents for name, cents in moved.items() if cents}
    require(posted == expected, hit[""], f"what followed {what} is not what the rules say: {posted}, not {expected}.")


def _check_end_of_slip(slip: Row, fund: str, books: Books) -> None:
    """A paid slip left `pending` for the winner; a voided one went back."""
    if slip["final_entry"] not in books.entries:
        return
    posted, cents = books.net(slip["final_entry"], fund), slip["amount"]
    if slip["state"] == "paid":
        expected = {"pending": -cents, "players": cents, slip["paid_from"]: -cents, "winners": cents}
        fits = dict(posted) == expected
    elif slip["source"] == "jackpot":
        fits = dict(posted) == {"pending": -cents, "primary": cents}
    else:
        # Before its day was closed the advance is taken back; after it the house pays it into the drop.
        after = {"players": -cents, "drop": cents, "house": -cents, "cage": cents}
        fits = dict(posted) in ({"players": -cents, "tray_advance": cents}, after)
    sentence = f"slip {slip['number']:06d} is {slip['state']}; entry {slip['final_entry']} posted something else."
    require(fits, slip[""], sentence)


# --- The days ---------------------------------------------------------------------------------------------------------


def policy_on(package: Package, progressive: str, day: str) -> Row:
    """The approved elections in force: the latest to take effect, and of those the last staged."""
    mine = [row for row in package.table("policies") if row["progressive"] == progressive and row["approved_at"]]
    in_force = [row for row in mine if row["effective_from"] and row["effective_from"] <= day]
    require(bool(in_force), "data/policies.csv", f"{progressive} has no policy in force on {day}.")
    return max(in_force, key=lambda row: (row["effective_from"], row["number"]))


def waterfall(before: dict[str, int], drop: int, tray: int, policy: Row) -> tuple[dict[str, int], dict[str, int]]:
    """The end of a gaming day: every step, and the balances after it. All in cents; a share is rounded down."""
    step: dict[str, int] = {}
    primary, backup1, backup2 = before["primary"], before["backup1"], before["backup2"]
    # 1. The house takes back what the trays paid.
    step["tray_reimbursed"] = min(drop, tray)
    left = drop - step["tray_reimbursed"]
    # 2. A shortage is taken from the backups, if elected, or carried over.
    short = tray - step["tray_reimbursed"]
    from_backups = policy["shortage"] == "backup"
    step["shortage_from_backup2"] = min(short, backup2) if from_backups else 0
    step["shortage_from_backup1"] = min(short - step["shortage_from_backup2"], backup1) if from_backups else 0
    step["shortage_carried"] = short - step["shortage_from_backup2"] - step["shortage_from_backup1"]
    backup2 -= step["shortage_from_backup2"]
    backup1 -= step["shortage_from_backup1"]
    # 3. What was carried over is repaid.
    carryover = before["carryover"] + step["shortage_carried"]
    step["carryover_repaid"] = min(left, carryover)
    left -= step["carryover_repaid"]
    # 4. The administrative fee.
    step["fee"] = left * policy["fee_bps"] // 10_000
    left -= step["fee"]
    # 5. The seed is recovered.
    offers = {"none": 0, "full": left, "portion": left * policy["seed_portion_bps"] // 10_000}
    step["seed_recovered"] = min(before["seed_owed"], offers[policy["seed_recovery"]])
    left -= step["seed_recovered"]
    # 6. The rest, and what was held before, is added to the pots.
    step["added"], step["offered_again"] = left, before["unallocated"]
    left += before["unallocated"]
    maximum = policy["maximum"] if policy["maximum"] is not None else 1 << 62

    def fill(pot: int, level: int) -> int:
        return min(left, max(0, level - pot))

    if policy["backups"]:
        step["primary_filled"] = fill(primary, min(policy["backup_threshold"], maximum))
        primary, left = primary + step["primary_filled"], left - step["primary_filled"]
        share = left - left * policy["backup_share_bps"] // 10_000
        step["primary_share"] = min(share, max(0, maximum - primary))
        primary, left = primary + step["primary_share"], left - step["primary_share"]
        step["backup1_filled"] = fill(backup1, policy["backup_cap"])
        backup1, left = backup1 + step["backup1_filled"], left - step["backup1_filled"]
        step["backup2_filled"] = fill(backup2, policy["backup_cap"])
        backup2, left = backup2 + step["backup2_filled"], left - step["backup2_filled"]
        step["overflow_to_primary"] = fill(primary, min(policy["cap_lift"], maximum))
        primary, left = primary + step["overflow_to_primary"], left - step["overflow_to_primary"]
        step["overflow_to_backup1"] = left if primary >= policy["cap_lift"] else 0
        backup1, left = backup1 + step["overflow_to_backup1"], left - step["overflow_to_backup1"]
    else:
        none = ("primary_filled", "backup1_filled", "backup2_filled", "overflow_to_primary", "overflow_to_backup1")
        step.update(dict.fromkeys(none, 0))
        step["primary_share"] = fill(primary, maximum)
        primary, left = primary + step["primary_share"], left - step["primary_share"]
    step["held"], step["posted"] = left, primary
    after = {
        "primary": primary,
        "backup1": backup1,
        "backup2": backup2,
        "seed_owed": before["seed_owed"] - step["seed_recovered"],
        "carryover": carryover - step["carryover_repaid"],
        "unallocated": left,
    }
    return step, after


def check_days(package: Package, books: Books) -> str:
    """Every close follows from the day's counts, its tray slips, the balances and the policy."""
    funds = {row["code"]: row["fund"] for row in package.table("progressives")}
    counted: dict[Any, list[Row]] = defaultdict(list)
    for row in package.table("counts"):
        if row["state"] == "locked" and row["fund"]:
            counted[row["fund"], row["gaming_day"]].append(row)
    other: dict[Any, int] = defaultdict(int)
    for number, entry in books.entries.items():
        if entry["kind"] not in ("count", "close"):
            for fund in set(funds.values()):
                other[fund, entry["gaming_day"]] += books.net(number, fund)["drop"]
    previous: dict[str, str] = {}
    for row in package.table("closes"):
        code, day, fund = row["progressive"], row["gaming_day"], funds[row["progressive"]]
        require(
            code not in previous or day == next_day(previous[code]), row[""], f"{day} follows on {previous.get(code)}."
        )
        previous[code] = day
        require(row["entry"] in books.entries, row[""], f"the close of {day} has no entry {row['entry']}.")
        drop = sum(count["total"] for count in counted[fund, day]) + other[fund, day]
        sentence = f"{code}, {day}: the drop is {money(row['drop'])}; counts and corrections come to {money(drop)}."
        require(row["drop"] == drop, row[""], sentence)
        _check_close(package, row, fund, books)
    return f"{len(package.table('closes'))} closes of {len(previous)} progressives, worked out again"


def _check_close(package: Package, row: Row, fund: str, books: Books) -> None:
    code, day, place, number = row["progressive"], row["gaming_day"], row[""], row["entry"]
    what = f"{code}, {day}"
    tray = sum(
        slip["amount"]
        for slip in package.table("slips")
        if (slip["progressive"], slip["gaming_day"], slip["source"]) == (code, day, "tray")
        and (slip["state"] != "voided" or slip["final_entry"] > number)
    )
    require(row["tray"] == tray, place, f"{what}: the tray paid {money(row['tray'])}; its slips come to {money(tray)}.")
    policy = policy_on(package, code, day)
    require(row["policy"] == policy["number"], place, f"{what}: policy {policy['number']} was in force.")
    stood = books.before[number]
    before = {name: stood[f"{fund}/{name}"] for name in (*POTS, "unallocated")}
    before["seed_owed"], before["carryover"] = -stood[f"{fund}/seed"], -stood[f"{fund}/carryover"]
    steps, after = waterfall(before, row["drop"], tray, policy)
    expected = {f"before_{name}": cents for name, cents in before.items()}
    expected.update(steps)
    expected.update({f"after_{name}": cents for name, cents in after.items()})
    for column, cents in expected.items():
        sentence = f"{what}: {column.replace('_', ' ')} is {money(row[column])}; by the rules it is {money(cents)}."
        require(row[column] == cents, place, sentence)
    taken = steps["tray_reimbursed"] + steps["carryover_repaid"] + steps["fee"] + steps["seed_recovered"]
    taken += steps["shortage_from_backup1"] + steps["shortage_from_backup2"]
    moved = {name: after[name] - before[name] for name in (*POTS, "unallocated")}
    moved.update({"drop": -row["drop"], "tray_advance": tray, "fee": steps["fee"], "house": taken})
    moved.update({"seed": steps["seed_recovered"], "carryover": before["carryover"] - after["carryover"]})
    posted = books.net(number, fund)
    moved["custody"], posted["custody"] = -taken, posted.pop("cage", 0) + posted.pop("bank", 0)
    for name, cents in moved.items():
        sentence = f"{what}: entry {number} moved {money(posted[name])} at {name}; by the rules it is {money(cents)}."
        require(posted[name] == cents, place, sentence)


def next_day(day: str) -> str:
    from datetime import date, timedelta

    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


# --- What is left -----------------------------------------------------------------------------------------------------


def check_postings(package: Package, books: Books) -> str:
    """Every posted amount is what the entry left in the primary pot."""
    funds = {row["code"]: row["fund"] for row in package.table("progressives")}
    last: dict[str, int] = {}
    for row in package.table("postings"):
        code = row["progressive"]
        what = f"posting {row['number']} of {code}"
        continues = code not in last or row["before"] == last[code]
        require(continues, row[""], f"{what} begins at {money(row['before'])}; {money(last.get(code, 0))} were posted.")
        require(row["entry"] in books.entries, row[""], f"{what} names entry {row['entry']}, which is not there.")
        stood = books.before[row["entry"]][f"{funds[code]}/primary"]
        sentence = f"{what} begins at {money(row['before'])}; the pot stood at {money(stood)}."
        require(row["before"] == stood, row[""], sentence)
        change = books.net(row["entry"], funds[code])["primary"]
        sentence = f"{what} goes to {money(row['after'])}; entry {row['entry']} moved {money(change)}."
        require(row["after"] - row["before"] == change, row[""], sentence)
        last[code] = row["after"]
    return f"{len(package.table('postings'))} changes of the posted amounts, each with its entry"


def check_documents(package: Package, books: Books) -> str:
    """Every entry that a document stands behind has it in the files, and every change of a pot was posted."""
    period = package.manifest()["period"]
    found = {
        "deposit": {row["entry"] for row in package.table("deposits")},
        "hit": {row["entry"] for row in package.table("slips")},
        "tray payout": {row["entry"] for row in package.table("slips")},
        "count": {row["entry"] for row in package.table("counts")},
        "close": {row["entry"] for row in package.table("closes")},
    }
    funds = {row["fund"]: row["code"] for row in package.table("progressives")}
    posted = {(row["entry"], row["progressive"]) for row in package.table("postings")}
    for number, entry in books.entries.items():
        of_period = period["first_day"] <= entry["gaming_day"] <= period["last_day"]
        if entry["kind"] in found and (of_period or entry["kind"] not in ("count", "close")):
            sentence = f"the files do not have {entry['document']}, which it was posted from."
            require(number in found[entry["kind"]], f"{CHAIN} (entry {number})", sentence)
        for fund, code in funds.items():
            if books.net(number, fund)["primary"]:
                sentence = f"it changed the jackpot of {code}, and data/postings.csv does not say so."
                require((number, code) in posted, f"{CHAIN} (entry {number})", sentence)
    return f"{sum(map(len, found.values())):,} documents, one behind every entry that needs one"


def check_deposits(package: Package, books: Books) -> str:
    """Every deposit went from the cage to the bank."""
    for row in package.table("deposits"):
        expected = {"cage": -row["amount"], "bank": row["amount"]}
        fits = row["entry"] in books.entries and dict(books.net(row["entry"], row["fund"])) == expected
        require(
            fits, row[""], f"deposit {row['number']} of {money(row['amount'])} is not what entry {row['entry']} posted."
        )
    return f"{len(package.table('deposits'))} deposits, from cage to bank"


def check_tables(package: Package) -> str:
    """What each table's line of the master games report is adjusted by: together they are the day."""
    days: dict[Any, Counter[str]] = defaultdict(Counter)
    for row in package.table("table_adjustments"):
        due = row["fee"] - row["drop"] + row["tray"]
        sentence = f"the adjustment is {money(row['adjustment'])}; fee less drop plus tray is {money(due)}."
        require(row["adjustment"] == due, row[""], sentence)
        for name in ("drop", "tray", "fee"):
            days[row["progressive"], row["gaming_day"]][name] += row[name]
    funds = {row["code"]: row["fund"] for row in package.table("progressives")}
    counted: Counter[Any] = Counter()
    for row in package.table("counts"):
        counted[row["fund"], row["gaming_day"]] += row["total"] or 0
    for row in package.table("closes"):
        code, day = row["progressive"], row["gaming_day"]
        for name, due in (("drop", counted[funds[code], day]), ("tray", row["tray"]), ("fee", row["fee"])):
            found = days[code, day][name]
            sentence = f"{code}, {day}: {name} of all tables is {money(found)}; it is {money(due)}."
            require(found == due, "data/table_adjustments.csv", sentence)
    return f"{len(package.table('table_adjustments'))} adjustments of the master games report"


def check_totals(package: Package) -> str:
    """The manifest's control totals for each progressive, added up from the files."""
    totals: dict[str, Counter[str]] = defaultdict(Counter)
    for row in package.table("closes"):
        mine = totals[row["progressive"]]
        mine["days_closed"] += 1
        mine["shortage_from_backups"] += row["shortage_from_backup1"] + row["shortage_from_backup2"]
        for name in ("drop", "tray_reimbursed", "carryover_repaid", "fee", "seed_recovered", "added"):
            mine[name] += row[name]
    for row in package.table("slips"):
        mine = totals[row["progressive"]]
        kind = "voided" if row["state"] == "voided" else f"won_from_{row['source']}"
        mine[kind] += row["amount"]
        mine["voided_slips" if kind == "voided" else f"{row['source']}_slips"] += 1
    stated = package.manifest()["control_totals"]
    for row in package.table("progressives"):
        require(row["code"] in stated, MANIFEST, f"has no control totals of {row['code']}.")
    for code, figures in stated.items():
        for name, figure in figures.items():
            sentence = f"control total {name} of {code} is {figure}; the files come to {totals[code][name]}."
            require(totals[code][name] == figure, MANIFEST, sentence)
        spent = sum(figures[name] for name in ("tray_reimbursed", "carryover_repaid", "fee", "seed_recovered", "added"))
        sentence = f"{code}: {money(figures['drop'])} were dropped and {money(spent)} accounted for."
        require(figures["drop"] == spent, MANIFEST, sentence)
    return f"{sum(map(len, stated.values()))} control totals of {len(stated)} progressives"


def check_tray(package: Package) -> str:
    """What the trays paid and how it came back is what the closes say."""
    columns = ("progressive", "gaming_day", "entry")
    told = {tuple(row[column] for column in columns): row for row in package.table("tray_reimbursements")}
    for row in package.table("closes"):
        due = {
            "paid_from_tray": row["tray"],
            "taken_from_drop": row["tray_reimbursed"],
            "taken_from_backups": row["shortage_from_backup1"] + row["shortage_from_backup2"],
            "carried_over": row["shortage_carried"],
            "carryover_repaid": row["carryover_repaid"],
            "carryover_left": row["after_carryover"],
        }
        mine = told.pop(tuple(row[column] for column in columns), {})
        what = f"{row['progressive']}, {row['gaming_day']}"
        require(bool(mine), "data/tray_reimbursements.csv", f"{what} is missing.")
        for column, cents in due.items():
            sentence = f"{what}: {column.replace('_', ' ')} is {money(mine[column])}; the close says {money(cents)}."
            require(mine[column] == cents, mine[""], sentence)
    extra = next(iter(told.values()), None)
    require(extra is None, extra[""] if extra else "", "there is no such close.")
    return f"{len(package.table('tray_reimbursements'))} days of the trays, as closed"


def check_journal(package: Package, books: Books) -> str:
    """In the general journal every entry's debits are its credits, and as much as the chain moved."""
    columns = dict.fromkeys(
        ("Journal No.", "Journal Date", "Account", "Debits", "Credits", "Description", "Name"), "text"
    )
    columns.update({"Journal No.": "number", "Debits": "money", "Credits": "money"})
    debits: Counter[int] = Counter()
    credits_: Counter[int] = Counter()
    lines = 0
    for row in package.lines(JOURNAL, columns):
        known = row["Journal No."] in books.entries
        require(known, row[""], f"there is no entry {row['Journal No.']}.")
        debits[row["Journal No."]] += row["Debits"] or 0
        credits_[row["Journal No."]] += row["Credits"] or 0
        lines += 1
    for number, entry in books.entries.items():
        moved = sum(transfer["amount"] for transfer in entry["transfers"])
        debit, credit = money(debits[number]), money(credits_[number])
        sentence = f"entry {number} debits {debit} and credits {credit}; the chain moved {money(moved)}."
        require(debits[number] == credits_[number] == moved, JOURNAL, sentence)
    return f"{lines:,} lines, debits and credits equal entry by entry"


# --- Running ----------------------------------------------------------------------------------------------------------

# What reading a damaged file may raise; an unknown version or compression in a ZIP is a NotImplementedError.
UNREADABLE = (
    *(ValueError, KeyError, TypeError, AttributeError, IndexError, OSError, EOFError, RuntimeError),
    *(csv.Error, struct.error, zlib.error, zipfile.BadZipFile),
)


def checks_of(known_key: str | None) -> list[tuple[str, Callable[[Package], str]]]:
    books = Books()
    return [
        ("container", check_container),
        ("files", check_files),
        ("manifest", check_manifest),
        ("records", check_records),
        ("chain", lambda package: check_chain(package, books)),
        ("ledger files", lambda package: check_ledger_files(package, books)),
        ("balances", lambda package: check_balances(package, books)),
        ("numbers", check_numbers),
        ("counts", lambda package: check_counts(package, books)),
        ("hits and slips", lambda package: check_hits(package, books)),
        ("days", lambda package: check_days(package, books)),
        ("posted amounts", lambda package: check_postings(package, books)),
        ("documents", lambda package: check_documents(package, books)),
        ("deposits", lambda package: check_deposits(package, books)),
        ("trays", check_tray),
        ("tables", check_tables),
        ("control totals", check_totals),
        ("journal", lambda package: check_journal(package, books)),
        # Last: where the records themselves do not agree, that place says more than a signature that does not fit.
        ("signature", lambda package: check_signature(package, known_key)),
    ]


def verify(path: Path, known_key: str | None = None, say: Callable[[str], None] = print) -> list[str]:
    """Run every check, say how each went, and give what is wrong, first things first."""
    try:
        package = Package(path)
    except UNREADABLE as problem:
        say(f"WRONG  {path}: cannot be opened: {problem}")
        return [f"{path}: cannot be opened: {problem}"]
    wrong = []
    for name, check in checks_of(known_key):
        try:
            said = check(package)
        except Discrepancy as found:
            wrong.append(str(found))
            say(f"WRONG  {name}: {found}")
        except UNREADABLE as problem:
            wrong.append(f"{package.here}: cannot be read as it should be ({type(problem).__name__}: {problem})")
            say(f"WRONG  {name}: {wrong[-1]}")
        else:
            say(f"ok     {name}: {said}")
    return wrong


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("package", nargs="?", type=Path, default=Path(__file__).parent, help="the ZIP or its folder")
    parser.add_argument("--key", help="the cardroom's public key: a PEM file, or 64 hexadecimal digits")
    options = parser.parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):  # a name that the console has no letters for is no discrepancy
        sys.stdout.reconfigure(errors="backslashreplace")
    key = options.key
    if key and Path(key).is_file():
        key = Path(key).read_text(encoding="ascii")
    wrong = verify(options.package, key)
    if wrong:
        print(f"\nTHIS PACKAGE DOES NOT HOLD. First discrepancy: {wrong[0]}")
        return 1
    print("\nEverything holds.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
