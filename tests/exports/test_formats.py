"""What is in the files: CSV, workbook, report, journal, Beancount; the same bytes for the same period and moment."""

import csv
import io
import json
import subprocess
import sys
import zipfile
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pypdfium2
import pytest
from beancount import loader
from beancount.core import realization
from openpyxl import load_workbook

from accounting.models import Account, ExportState
from accounting.services.exports import request_unmasked_export, run_export
from jackpot.exports.verify_package import verify
from jackpot.services import payouts
from tables import clock
from tests.exports.conftest import DAYS, JOB, LATER, SSN, export_now
from tests.jackpot.conftest import FLUSH

pytestmark = pytest.mark.django_db
SEALS = {"manifest.json", "SHA256SUMS", "SHA256SUMS.sig"}


def rows(files, name):
    return list(csv.DictReader(io.StringIO(files[f"data/{name}.csv"].decode(), newline="")))


def unzip(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _cell(*parts):
    """A date in a workbook, which knows no zones."""
    return datetime(*parts)  # noqa: DTZ001


def test_csv_is_utf8_rfc_4180_and_no_cell_is_a_formula(files):
    for name, content in files.items():
        if name.endswith(".csv"):
            text = content.decode("utf-8")
            assert text.endswith("\r\n")
            kinds = json.loads(files["manifest.json"])["data"].get(Path(name).stem, {}).get("columns", {})
            for row in csv.DictReader(io.StringIO(text, newline=""), strict=True):
                for column, cell in row.items():
                    if kinds.get(column) == "text":
                        assert cell[:1] not in ("=", "+", "-", "@", "\t", "\r", "\n"), (name, row)
    assert {row["account"] for row in rows(files, "deposits")} == {"'=Jackpot fund"}
    voided = next(row for row in rows(files, "slips") if row["category"] == "straight flush")
    assert (voided["void_reason"], voided["state"]) == ('\'+1 "card", short', "voided")
    assert rows(files, "cases")[-1]["sentence"] == "The screen went dark.\nIt came back."


def test_money_days_and_moments_in_csv(files):
    close = rows(files, "closes")[0]
    figures = {name: close[name] for name in ("gaming_day", "drop", "fee", "seed_recovered", "added", "posted")}
    assert figures == {
        "gaming_day": "2026-11-17",
        "drop": "3000.00",
        "fee": "150.00",
        "seed_recovered": "500.00",
        "added": "2350.00",
        "posted": "2850.00",
    }
    assert close["closed_at"] == "2026-11-18T14:30:00.000000+00:00"


def test_tax_identity_numbers_are_masked_in_every_file(files):
    assert [row["tax_identity"] for row in rows(files, "slips") if row["tax_identity"]] == ["***-**-3456"]
    for name, content in files.items():
        assert SSN.encode() not in content, name
        assert SSN.replace("-", "").encode() not in content, name
    assert json.loads(files["manifest.json"])["tax_identities"] == "masked"


def test_the_manifest_says_what_it_is(files):
    manifest = json.loads(files["manifest.json"])
    told = {
        name: manifest[name] for name in ("licensee", "licence_number", "zone", "period", "generated_by", "software")
    }
    assert told == {
        "licensee": "Tri-City Cardroom LLC",
        "licence_number": "67-00001",
        "zone": "America/Los_Angeles",
        "period": {"first_day": "2026-11-17", "last_day": "2026-11-24"},
        "generated_by": "job test of exports",
        "software": {"name": "Bote", "version": "0.1.0"},
    }
    assert manifest["as_of"] == manifest["generated_at"] == "2026-11-26T20:00:00.000000+00:00"
    last = [json.loads(line) for line in files["chain/entries.jsonl"].splitlines()][-1]
    assert manifest["chain"]["head"] == manifest["chain"]["book"]["digest"] == last["digest"]
    assert manifest["control_totals"]["gran-a"]["days_closed"] == 8
    assert set(manifest["files"]) == set(files) - SEALS


def test_the_workbook_opens_elsewhere_with_numbers_and_dates(files):
    book = load_workbook(io.BytesIO(files["workbook.xlsx"]))
    assert len(book.sheetnames) == 1 + 42
    contents = book["contents"]
    assert [contents[place].value for place in ("A1", "A2")] == [
        "Tri-City Cardroom LLC: records",
        "Gaming days 2026-11-17 to 2026-11-24, as known at 2026-11-26 12:00:00, America/Los_Angeles.",
    ]
    listed = [row[0] for row in contents.iter_rows(min_row=5, max_col=1)]
    assert [cell.value for cell in listed] == book.sheetnames[1:]
    assert [cell.hyperlink.location for cell in listed] == [f"'{name}'!A1" for name in book.sheetnames[1:]]
    sheet = book["closes"]
    heading = [cell.value for cell in sheet[4]]
    first = dict(zip(heading, (cell.value for cell in sheet[5]), strict=True))
    assert sheet["A1"].value == "Daily reconciliations"
    assert (first["gaming day"], first["drop"], first["fee"]) == (_cell(2026, 11, 17), 3000, 150)
    assert first["closed at"] == _cell(2026, 11, 18, 6, 30)  # the cardroom's own time
    drop = heading.index("drop") + 1
    assert sheet.cell(5, drop).number_format.startswith("#,##0.00")
    assert sheet.auto_filter.ref == f"A4:{sheet.cell(20, sheet.max_column).coordinate}"
    assert sheet.cell(21, 1).value == "total"
    assert sheet.cell(21, drop).value == "=SUM(K5:K20)"
    stored = load_workbook(io.BytesIO(files["workbook.xlsx"]), data_only=True)["closes"]
    assert stored.cell(21, drop).value == sum(stored.cell(line, drop).value for line in range(5, 21))
    account = next(
        cell for row in book["deposits"].iter_rows(min_row=5) for cell in row if cell.value == "=Jackpot fund"
    )
    assert account.data_type == "s"  # a text that looks like a formula is a text


def test_the_report_can_be_read_and_every_page_shows_something(files):
    document = pypdfium2.PdfDocument(files["report.pdf"])
    pages = [document[number] for number in range(len(document))]
    texts = [page.get_textpage().get_text_bounded() for page in pages]
    assert len(pages) == 6
    assert "Progressive jackpots" in texts[0]
    assert "Tri-City Cardroom LLC" in texts[0]
    for number, (text, title) in enumerate(
        zip(
            texts[1:],
            ("Summary", "The jackpots over the period", "Daily reconciliations", "Payouts", "Exceptions and notices"),
            strict=True,
        ),
        start=2,
    ):
        assert title in text
        assert f"page {number} of 6" in text
    assert "drop" in texts[3].lower()
    assert "The deck was fouled." in texts[4].replace("\r\n", " ")
    assert "The screen went dark." in texts[5].replace("\r\n", " ")
    for page in pages:
        picture = page.render(scale=0.5).to_pil().convert("L")
        assert len(picture.getcolors()) > 10, "a page without anything on it"


def test_bean_check_accepts_the_books_and_its_balances_are_ours(files, tmp_path):
    path = tmp_path / "books.beancount"
    path.write_bytes(files["journal/books.beancount"])
    checked = subprocess.run(
        [Path(sys.executable).with_name("bean-check"), path], capture_output=True, text=True, check=False
    )
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, "", "")
    entries, errors, _ = loader.load_file(str(path))
    assert errors == []
    root = realization.realize(entries)
    ours = {(row["fund"], row["account"]): Decimal(row["closing"]) for row in rows(files, "accounts")}
    assert len(ours) == 32
    where = {"boxes", "cage", "bank", "house", "winners"}
    theirs = {}
    for account in realization.iter_children(root, leaf_only=True):
        _, fund, name = account.account.split(":")
        amount = account.balance.get_currency_units("USD").number
        name = name.lower().replace("-", "_")
        theirs[fund.lower(), name] = amount if name in where else -amount
    assert theirs == ours


def test_a_wrong_cent_in_the_beancount_ledger_is_refused(files, tmp_path):
    text = files["journal/books.beancount"].decode()
    path = tmp_path / "books.beancount"
    path.write_text(text.replace("Assets:Gran-a:Cage  500.00 USD", "Assets:Gran-a:Cage  500.01 USD", 1))
    checked = subprocess.run([Path(sys.executable).with_name("bean-check"), path], capture_output=True, check=False)
    assert checked.returncode == 1


def test_the_general_journal_balances_under_quickbooks_columns(files):
    journal = list(csv.DictReader(io.StringIO(files["journal/general_journal.csv"].decode(), newline="")))
    heading = ["Journal No.", "Journal Date", "Account", "Debits", "Credits", "Description", "Name"]
    assert list(journal[0]) == heading
    debits = sum(Decimal(row["Debits"] or 0) for row in journal)
    assert debits == sum(Decimal(row["Credits"] or 0) for row in journal)
    assert debits == sum(Decimal(row["amount"]) for row in rows(files, "transfers"))


@pytest.mark.django_db(transaction=True)
def test_same_period_and_moment_same_bytes_whatever_happened_since(played, tmp_path):
    """Also a part of the books verifies, and what was paid, voided and dealt later does not show in it."""
    period = {"first_day": DAYS[1], "last_day": DAYS[4], "as_of": LATER}
    first = unzip(export_now(played.cardroom, **period))
    with clock.at(LATER + timedelta(hours=2)):
        progressive, _ = played.progressives
        slip = progressive.payouts.filter(source="jackpot", state="locked").order_by("number").first()
        payouts.verify_payout(payout=slip, checks={"hand and deck verified": "seal 1"}, by=played.other_manager)
        played.hit(progressive, FLUSH)
        again = unzip(export_now(played.cardroom, **period))
        now = unzip(export_now(played.cardroom, first_day=DAYS[1], last_day=DAYS[4]))
    assert {name for name in first if first[name] != again[name]} <= SEALS
    assert set(first) == set(again)
    assert now["data/slips.csv"] != first["data/slips.csv"]
    manifest = json.loads(first["manifest.json"])
    assert manifest["chain"]["first"] > 1
    assert [row["gaming_day"] for row in rows(first, "closes")] == [str(day) for day in DAYS[1:5]] * 2
    for number, files in enumerate((first, now)):
        for name, content in files.items():
            path = tmp_path / str(number) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        assert verify(tmp_path / str(number), None, lambda _said: None) == []


@pytest.mark.django_db(transaction=True)
def test_single_data_sets_come_as_csv_workbook_and_json_lines(played):
    as_csv = export_now(played.cardroom, "accounts")
    as_lines = [json.loads(line) for line in export_now(played.cardroom, "accounts", format="jsonl").splitlines()]
    sheet = load_workbook(io.BytesIO(export_now(played.cardroom, "accounts", format="xlsx")))["accounts"]
    assert as_csv.count(b"\r\n") == 1 + 32
    for account in Account.objects.select_related("fund"):
        line = next(row for row in as_lines if (row["fund"], row["account"]) == (account.fund.code, account.name))
        assert (line["closing"], line["closing_version"]) == (account.balance, account.version)
        assert (account.fund.code, account.name, account.balance / 100) in {
            (row[0], row[1], row[4]) for row in sheet.iter_rows(min_row=5, values_only=True)
        }
    requested = request_unmasked_export(exporter="slips", cardroom=played.cardroom, reason="IRS", by=played.general)
    unmasked = run_export(export=requested, by=JOB)
    assert unmasked.state == ExportState.DONE
    with unmasked.file.open("rb") as kept:
        assert SSN.encode() in kept.read()
    with clock.at(LATER + timedelta(minutes=1)):
        listed = export_now(
            played.cardroom, "exports", format="jsonl", first_day=date(2026, 11, 1), last_day=date(2026, 12, 1)
        )
    told = [json.loads(line) for line in listed.splitlines()]
    assert [row["exporter"] for row in told] == ["accounts", "accounts", "accounts", "slips"]
    assert (told[-1]["unmask_reason"], told[-1]["requested_by"], told[-1]["digest"]) == (
        "IRS",
        "Gus (Gus)",
        unmasked.digest,
    )
