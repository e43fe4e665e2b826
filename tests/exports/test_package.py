"""The package for the WSGC holds: as it was made it verifies with plain Python, altered it does not."""

import ast
import csv
import hashlib
import io
import json
import random
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from jackpot.exports import verify_package
from jackpot.exports.verify_package import is_signed_by_hand, key_from, verify
from tests.conftest import ROOT

pytestmark = pytest.mark.django_db
SCRIPT = ROOT / "jackpot/exports/verify_package.py"
MANIFEST, SUMS, SIGNATURE, KEY = "manifest.json", "SHA256SUMS", "SHA256SUMS.sig", "public_key.pem"


def unpack(files, folder):
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def discrepancies(folder, key=None):
    said = []
    return verify(folder, key, said.append)


def run_script(path, *words, python=(sys.executable, "-I")):
    return subprocess.run([*python, str(path), *map(str, words)], capture_output=True, text=True, check=False)


def test_verifies_with_plain_python_as_zip_and_unpacked(package, files, tmp_path):
    """-I and -S: neither our code nor any installed package can be imported."""
    target = tmp_path / "package.zip"
    target.write_bytes(package)
    folder = unpack(files, tmp_path / "unpacked")
    plain = (sys.executable, "-I", "-S")
    zipped = run_script(folder / "verify_package.py", target, python=plain)
    unpacked = run_script(folder / "verify_package.py", python=plain)
    assert (zipped.returncode, unpacked.returncode) == (0, 0), zipped.stdout + unpacked.stdout
    assert zipped.stdout.count("ok     ") == unpacked.stdout.count("ok     ") == 19
    assert "ok     days: 16 closes of 2 progressives, worked out again" in zipped.stdout
    assert zipped.stdout.endswith("\nEverything holds.\n")
    assert sorted(path.name for path in folder.iterdir()) == sorted({name.partition("/")[0] for name in files})


def test_checks_the_signature_against_a_key_one_knows(files, tmp_path):
    folder = unpack(files, tmp_path)
    known = key_from(files[KEY].decode()).hex()
    assert discrepancies(folder, known) == []
    assert discrepancies(folder, "ab" * 32) == [f"{KEY}: is not the key that you gave."]


def test_the_script_needs_only_the_standard_library_and_python_3_9():
    tree = ast.parse(SCRIPT.read_text(), feature_version=(3, 9))
    imported = {
        name.name.partition(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names
    }
    imported |= {node.module.partition(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported - {"cryptography"} <= sys.stdlib_module_names
    assert "match" not in {type(node).__name__.lower() for node in ast.walk(tree)}


def test_signatures_by_hand_agree_with_the_library():
    chance = random.Random(8032)
    for _ in range(6):
        private = Ed25519PrivateKey.from_private_bytes(chance.randbytes(32))
        public, message = private.public_key().public_bytes_raw(), chance.randbytes(chance.randrange(200))
        signature = private.sign(message)
        assert is_signed_by_hand(public, signature, message)
        wrong = bytearray(signature)
        wrong[chance.randrange(64)] ^= 1 << chance.randrange(8)
        assert not is_signed_by_hand(public, bytes(wrong), message)
        assert not is_signed_by_hand(public, signature, message + b"!")


@pytest.mark.one_database
def test_every_single_flipped_bit_is_found_and_its_file_named(files, tmp_path):
    """One bit of one random byte, 130 times over all files, by a checker without any installed package."""
    folder = unpack(files, tmp_path)
    chance = random.Random(1)
    names = sorted(files)
    for turn in range(130):
        name = names[turn % len(names)]
        altered = bytearray(files[name])
        altered[chance.randrange(len(altered))] ^= 1 << chance.randrange(8)
        (folder / name).write_bytes(altered)
        wrong = discrepancies(folder)
        assert wrong, f"{name} altered and not found"
        assert any(place.startswith(name) for place in wrong), f"{name} altered; found was {wrong}"
        if name not in (SUMS, SIGNATURE, MANIFEST):
            assert wrong[0] == f"{name}: was altered: its SHA-256 is not the one in {SUMS}."
        (folder / name).write_bytes(files[name])
    assert discrepancies(folder) == []


@pytest.mark.one_database
def test_flipped_bits_of_the_zip_itself_are_found(package, tmp_path):
    """Also those that only describe a file: names, times, sizes, offsets."""
    target = tmp_path / "package.zip"
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        directory = archive.start_dir
    chance = random.Random(2)
    for turn in range(40):
        altered = bytearray(package)
        place = chance.randrange(directory, len(package)) if turn % 2 else chance.randrange(30)
        altered[place] ^= 1 << chance.randrange(8)
        target.write_bytes(altered)
        assert discrepancies(target), f"byte {place} of the ZIP altered and not found"


@pytest.mark.one_database
def test_where_packed_data_ends_is_read_too(package, tmp_path):
    """Python stops once it has the file's bytes: it sees neither a changed end nor the bits that are left over."""
    target = tmp_path / "package.zip"
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        infos = archive.infolist()
    chance = random.Random(3)
    for info in infos:
        altered = bytearray(package)
        last = info.header_offset + 30 + len(info.filename) + info.compress_size - 1
        altered[last] ^= 1 << chance.randrange(8)
        target.write_bytes(altered)
        assert any(info.filename in found for found in discrepancies(target)), info.filename


@pytest.mark.parametrize("field", [6, 29, 32], ids=["version needed", "length of the name", "length of the comment"])
def test_what_python_overlooks_in_a_zip_or_cannot_open_is_named(package, tmp_path, field):
    """In the directory's last record: a comment that is not there, and a version that Python's zipfile refuses."""
    target = tmp_path / "package.zip"
    altered = bytearray(package)
    altered[package.rindex(b"PK\1\2") + field] ^= 0x80
    target.write_bytes(altered)
    outcome = run_script(SCRIPT, target)
    assert (outcome.returncode, outcome.stderr) == (1, "")
    assert "THIS PACKAGE DOES NOT HOLD. First discrepancy: " in outcome.stdout
    assert "package.zip" in outcome.stdout.splitlines()[-1]


def repacked(files, *folders):
    """The same files in a ZIP that another program made, with times and records of folders."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for folder in folders:
            archive.mkdir(folder)
        for name, content in files.items():
            archive.writestr(name, content)
    return target.getvalue()


def test_files_that_were_packed_once_more_still_hold(files, tmp_path):
    """A portal or a mail gateway may unpack a package and pack it again; only the files have to be ours."""
    target = tmp_path / "package.zip"
    target.write_bytes(repacked(files, "data", "chain"))
    outcome = run_script(SCRIPT, target)
    assert outcome.returncode == 0, outcome.stdout
    said = "ok     container: packed once more by other software, so it is its files alone that are looked at"
    assert outcome.stdout.splitlines()[0] == said
    target.write_bytes(repacked(files | {"data/counts.csv": files["data/counts.csv"].replace(b"locked", b"locker")}))
    altered = "data/counts.csv: was altered: its SHA-256 is not the one in SHA256SUMS."
    assert discrepancies(target)[0] == altered
    target.write_bytes(repacked(files | {"data/more.csv": b"x\r\n"}))
    assert discrepancies(target) == ["data/more.csv: is extra: SHA256SUMS does not name it."]


def test_extra_and_missing_files_are_named(files, tmp_path):
    folder = unpack(files, tmp_path)
    (folder / "data/more.csv").write_text("x\r\n")
    assert discrepancies(folder)[0] == "data/more.csv: is extra: SHA256SUMS does not name it."
    (folder / "data/more.csv").unlink()
    (folder / "data/counts.csv").unlink()
    assert discrepancies(folder)[0] == "data/counts.csv: is missing; SHA256SUMS names it."


def test_where_the_sums_alone_were_altered_they_are_named(files, tmp_path):
    """The file and the manifest agree, so it is not the file that is wrong."""
    folder = unpack(files, tmp_path)
    line = next(line for line in files[SUMS].splitlines() if line.endswith(b"  data/counts.csv"))
    other = (b"1" if line[:1] == b"0" else b"0") + line[1:]
    (folder / SUMS).write_bytes(files[SUMS].replace(line, other))
    sentence = "has another SHA-256 of data/counts.csv than the manifest and the file itself."
    assert discrepancies(folder)[0] == f"{SUMS}: {sentence}"
    (folder / SUMS).write_bytes(files[SUMS].replace(line, line.replace(b"counts", b"countz")))
    assert discrepancies(folder)[0] == f"{SUMS}: does not name data/counts.csv, which the manifest describes."
    (folder / "data/counts.csv").write_bytes(files["data/counts.csv"] + b"1")
    (folder / SUMS).write_bytes(files[SUMS])
    assert discrepancies(folder)[0] == f"data/counts.csv: was altered: its SHA-256 is not the one in {SUMS}."


# A forger who can write every file, knows the format, makes digests, counts and totals right again and signs with a key
# of his own. What stands against him, beside the cardroom's known key, is that the records must still add up.


class Forgery:
    def __init__(self, files):
        self.files = dict(files)
        self.manifest = json.loads(files[MANIFEST])

    def rows(self, name):
        return list(csv.reader(io.StringIO(self.files[f"data/{name}.csv"].decode(), newline="")))

    def put(self, name, rows):
        text = io.StringIO(newline="")
        csv.writer(text, lineterminator="\r\n").writerows(rows)
        self.files[f"data/{name}.csv"] = text.getvalue().encode()
        about = self.manifest["data"][name]
        about["rows"] = len(rows) - 1
        for column in about["cents"]:
            place = rows[0].index(column)
            about["cents"][column] = sum(int(row[place].replace(".", "") or 0) for row in rows[1:])

    def put_chain(self, lines):
        self.files["chain/entries.jsonl"] = b"".join(lines)

    def seal(self, *, signed=True):
        private = Ed25519PrivateKey.generate()
        if signed:
            self.files[KEY] = private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        described = {name: content for name, content in self.files.items() if name not in (MANIFEST, SUMS, SIGNATURE)}
        self.manifest["files"] = {
            name: {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
            for name, content in described.items()
        }
        self.files[MANIFEST] = json.dumps(self.manifest).encode()
        sums = {**described, MANIFEST: self.files[MANIFEST]}
        self.files[SUMS] = "".join(
            f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in sorted(sums.items())
        ).encode()
        if signed:
            self.files[SIGNATURE] = private.sign(self.files[SUMS])
        return self.files


MUST_ADD_UP = (
    *("entries", "transfers", "accounts", "counts", "count_passes", "count_lines", "count_signatures"),
    *("hits", "slips", "closes", "postings", "deposits", "policies", "tray_reimbursements"),
)
MONEY = {
    "transfers": ("amount", "from_balance", "to_balance"),
    "accounts": ("opening", "closing"),
    "counts": ("total",),
    "count_passes": ("total",),
    "count_lines": ("value", "amount"),
    "slips": ("amount", "pot_before", "pot_after"),
    "tray_reimbursements": ("paid_from_tray", "taken_from_drop", "carried_over", "carryover_left"),
    "closes": ("drop", "tray", "fee", "seed_recovered", "added", "posted", "before_primary", "after_backup1"),
    "postings": ("before", "after"),
    "deposits": ("amount",),
}


def drop_a_row(forgery, chance):
    name = chance.choice(MUST_ADD_UP)
    rows = forgery.rows(name)
    dropped = rows.pop(chance.randrange(1, len(rows)))
    forgery.put(name, rows)
    return f"{name} without {dropped}"


def change_an_amount(forgery, chance):
    name = chance.choice(list(MONEY))
    rows = forgery.rows(name)
    column, row = rows[0].index(chance.choice(MONEY[name])), chance.choice(rows[1:])
    cents = int(row[column].replace(".", "") or 0) + chance.choice([1, -1, 100, 2500])
    row[column] = f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"
    forgery.put(name, rows)
    return f"{name}: {row} with another {rows[0][column]}"


def reorder_two_rows(forgery, chance):
    name = chance.choice(["entries", "transfers", "slips", "counts", "postings", "closes"])
    rows = forgery.rows(name)
    first = chance.randrange(1, len(rows) - 1)
    rows[first], rows[first + 1] = rows[first + 1], rows[first]
    forgery.put(name, rows)
    return f"{name}: lines {first} and {first + 1} exchanged"


def reorder_two_entries(forgery, chance):
    lines = forgery.files["chain/entries.jsonl"].splitlines(keepends=True)
    first = chance.randrange(len(lines) - 1)
    lines[first], lines[first + 1] = lines[first + 1], lines[first]
    forgery.put_chain(lines)
    return f"entries {first + 1} and {first + 2} exchanged in the chain"


def drop_an_entry(forgery, chance):
    lines = forgery.files["chain/entries.jsonl"].splitlines(keepends=True)
    dropped = chance.randrange(len(lines))
    lines.pop(dropped)
    forgery.put_chain(lines)
    return f"entry {dropped + 1} taken out of the chain"


def change_a_count(forgery, chance):
    """All three passes of one count, their lines and the count itself, consistently: only the books know better."""
    number = chance.choice([row[0] for row in forgery.rows("counts")[1:] if row[10] not in ("", "0.00")])
    lines = forgery.rows("count_lines")
    label = next(row[3] for row in lines[1:] if row[0] == number)
    for row in lines[1:]:
        if row[0] == number and row[3] == label:
            row[5] = str(int(row[5]) + 1)
            row[6] = f"{int(row[4][:-3]) * int(row[5])}.00"
            value = int(row[4][:-3])
    forgery.put("count_lines", lines)
    for name, place in (("count_passes", 6), ("counts", 10)):
        rows = forgery.rows(name)
        for row in rows[1:]:
            if row[0] == number:
                row[place] = f"{int(row[place][:-3]) + value}.00"
        forgery.put(name, rows)
    return f"count {number} with one more piece"


def rewrite_an_entry(forgery, chance):
    """An entry's bytes changed and its digest made right: the next one does not follow any more."""
    lines = [json.loads(line) for line in forgery.files["chain/entries.jsonl"].splitlines()]
    record = chance.choice(lines[:-1])
    entry = json.loads(record["canonical"])
    entry["explanation"] += " Honestly."
    record["canonical"] = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    record["digest"] = hashlib.sha256((record["previous_digest"] + record["canonical"]).encode()).hexdigest()
    forgery.put_chain([json.dumps(line).encode() + b"\n" for line in lines])
    return f"entry {record['number']} rewritten"


def shift_the_postings(forgery, _chance):
    """Every posted amount a cent higher: each step still is what its entry moved."""
    rows = forgery.rows("postings")
    for row in rows[1:]:
        for column in ("before", "after"):
            place = rows[0].index(column)
            row[place] = f"{(int(row[place].replace('.', '')) + 1) / 100:.2f}"
    forgery.put("postings", rows)
    return "all postings a cent higher"


def leave_out_totals(forgery, chance):
    """A manifest that says nothing cannot be wrong, so it has to say everything."""
    if chance.random() < 0.5:
        forgery.manifest["control_totals"].popitem()
        return "no control totals of a progressive"
    forgery.manifest["data"]["transfers"]["cents"].pop("amount")
    return "no total of the transfers"


def change_an_election(forgery, _chance):
    rows = forgery.rows("policies")
    rows[1][rows[0].index("fee_bps")] = "400"
    forgery.put("policies", rows)
    return "another fee"


FORGERIES = (
    (drop_a_row, 40),
    (change_an_amount, 40),
    (reorder_two_rows, 10),
    (reorder_two_entries, 8),
    (drop_an_entry, 8),
    (change_a_count, 10),
    (rewrite_an_entry, 8),
    (shift_the_postings, 1),
    (leave_out_totals, 4),
    (change_an_election, 1),
)


@pytest.mark.one_database
@pytest.mark.parametrize(("forge", "times"), FORGERIES, ids=lambda value: getattr(value, "__name__", str(value)))
def test_forgeries_that_were_sealed_again_do_not_add_up(files, tmp_path, forge, times):
    folder = unpack(files, tmp_path)
    known = key_from(files[KEY].decode()).hex()
    for turn in range(times):
        forgery = Forgery(files)
        what = forge(forgery, random.Random(turn))
        sealed = forgery.seal()
        for name in sealed:
            if sealed[name] != files[name]:
                (folder / name).write_bytes(sealed[name])
        wrong = discrepancies(folder)
        assert wrong, f"{what}: not found"
        assert ".csv" in wrong[0] or ".jsonl" in wrong[0] or MANIFEST in wrong[0], wrong[0]
        assert discrepancies(folder, known)[-1] == f"{KEY}: is not the key that you gave."
        for name in sealed:
            (folder / name).write_bytes(files[name])


def test_a_discrepancy_is_named_to_the_line_and_ends_with_exit_code_1(files, tmp_path):
    forgery = Forgery(files)
    rows = forgery.rows("count_lines")
    rows[1][5] = "2999"
    forgery.put("count_lines", rows)
    folder = unpack(forgery.seal(), tmp_path)
    outcome = run_script(folder / "verify_package.py")
    assert outcome.returncode == 1
    expected = "data/count_lines.csv, line 2: 2999 pieces of $1.00 are not $100.00."
    assert outcome.stdout.endswith(f"THIS PACKAGE DOES NOT HOLD. First discrepancy: {expected}\n")


def test_a_day_closed_wrongly_is_named_by_the_step(files, tmp_path):
    forgery = Forgery(files)
    rows = forgery.rows("closes")
    place = rows[0].index("fee")
    assert rows[1][place] == "150.00"
    rows[1][place] = "149.00"
    forgery.put("closes", rows)
    wrong = discrepancies(unpack(forgery.seal(), tmp_path))
    assert wrong[0] == "data/closes.csv, line 2: gran-a, 2026-11-17: fee is $149.00; by the rules it is $150.00."


def test_a_row_is_named_before_the_signature_that_no_longer_fits(files, tmp_path):
    """Digests and totals made right again, and no key to sign them with: the place named first is the row."""
    forgery = Forgery(files)
    rows = forgery.rows("counts")
    place = rows[0].index("total")
    assert rows[1][place] == "100.00"
    rows[1][place] = "99.00"
    forgery.put("counts", rows)
    wrong = discrepancies(unpack(forgery.seal(signed=False), tmp_path))
    assert wrong[0] == "data/count_passes.csv, line 2: pass A of count 1 found $100.00; the count says $99.00."
    assert wrong[-1] == f"{SIGNATURE}: is not the cardroom's signature over {SUMS}."


def test_a_console_that_lacks_a_letter_is_no_discrepancy(files, tmp_path):
    forgery = Forgery(files)
    forgery.manifest["licensee"] = "Nguy\u1ec5n Cardroom LLC"
    folder = unpack(forgery.seal(), tmp_path)
    command = [sys.executable, str(folder / "verify_package.py")]
    outcome = subprocess.run(command, capture_output=True, env={"PYTHONIOENCODING": "ascii"}, check=False)
    assert (outcome.returncode, outcome.stderr) == (0, b"")
    assert b"ok     manifest: Nguy\\u1ec5n Cardroom LLC, 2026-11-17" in outcome.stdout


def test_its_arithmetic_is_its_own():
    """The checker shares no line with the rules it checks."""
    source = Path(verify_package.__file__).read_text()
    assert "jackpot.rules" not in source
    assert "import jackpot" not in source
