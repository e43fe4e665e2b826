"""Asking for exports: who may, for what, and what is refused; keys; scheduled packages; tax identity numbers."""

from datetime import UTC, date, datetime, timedelta

import pypdfium2
import pytest
from django.db import IntegrityError, connection, transaction

from accounting.exports.chained import write_chain
from accounting.exports.datasets import data_set, data_sets
from accounting.exports.exporters import exporters
from accounting.exports.scope import Scope
from accounting.exports.signing import Signer
from accounting.gaming_days import ends_at
from accounting.ledger.accounts import Kind
from accounting.ledger.books import Move, open_books, open_fund
from accounting.models import CardroomBooks, Export, SigningKey
from accounting.selectors.exports import exporters_for, exports_of, signing_keys_of
from accounting.services.exports import (
    replace_signing_key,
    request_export,
    request_unmasked_export,
    signing_key,
)
from accounting.services.scheduled_exports import PATIENCE, due_packages, prepare_package, settled_periods
from jackpot.exports.report import write_report
from jackpot.models import TaxDisclosure, TaxIdentity
from jackpot.services import tax
from tables import clock
from tables.duties import Job, Role
from tables.models import Cardroom
from tables.refusals import Invalid, NotAllowed, NotThere
from tables.sealing import SealBroken, seal, unseal
from tests.floor import hire
from tests.jackpot.conftest import FLUSH, NOON, house  # noqa: F401 - a fixture

JOB = Job("test of exports")


@pytest.fixture
def room(db):
    return Cardroom.objects.create(code="tri-city", name="Tri-City", licensee="Tri-City LLC", licence_number="67-1")


@pytest.fixture
def accountant(room):
    return hire(room, "Abe", "accounting", Role.ACCOUNTANT)


def post(fund, day):
    with clock.at(datetime(day.year, day.month, day.day, 20, tzinfo=UTC)), transaction.atomic():
        books = open_books(fund)
        moves = [Move("seed", "primary", 50_000), Move("house", "cage", 50_000)]
        return books.post(kind=Kind.SEED, gaming_day=day, by=JOB, explanation="Seed", document="x/1", moves=moves)


def test_every_data_set_of_the_issue_is_there():
    assert [each.name for each in data_sets()] == [
        *("accounts", "approvals", "bank_reconciliations", "case_events", "cases", "closes", "corrections"),
        *("count_lines", "count_passes", "count_signatures", "counts", "custody", "deposits", "employees", "entries"),
        *("exports", "funding_checks", "gaps", "hands", "hits", "limits", "policies", "posted_limits", "postings"),
        *("progressives", "reconciliation_lines", "recounts", "reminders", "removal_approvals", "removals"),
        *("sign_offs", "slip_checks", "slip_prints", "slips", "statement_balances", "stops", "table_adjustments"),
        *("table_orders", "terminals", "transfers", "tray_reimbursements", "wagers"),
    ]
    assert [each.name for each in exporters()[:3]] == ["journal", "beancount", "wsgc"]
    assert all(each.title and each.description and each.formats for each in exporters())


def test_a_request_is_written_down_with_who_when_and_what(room, accountant):
    with clock.at(NOON):
        export = request_export(exporter="counts", cardroom=room, format="xlsx", by=accountant)
    asked = (export.number, export.exporter, export.format, export.author_employee, export.requested_at, export.as_of)
    assert asked == (1, "counts", "xlsx", accountant, NOON, NOON)
    assert (export.first_day, export.last_day) == (date(2026, 11, 17), date(2026, 11, 17))
    assert list(exports_of(room)) == [export]


@pytest.mark.parametrize(
    ("asked", "refusal", "sentence"),
    [
        ({"exporter": "secrets"}, NotThere, "There is no export called secrets"),
        ({"format": "pdf"}, Invalid, "comes as csv or xlsx or jsonl, not as pdf"),
        ({"as_of": NOON + timedelta(hours=1)}, Invalid, "a moment that has passed"),
        ({"first_day": date(2026, 11, 2), "last_day": date(2026, 11, 1)}, Invalid, "backwards"),
    ],
)
def test_what_cannot_be_exported_is_refused_and_takes_no_number(room, accountant, asked, refusal, sentence):
    with clock.at(NOON), pytest.raises(refusal, match=sentence):
        request_export(**{"exporter": "counts", "cardroom": room, "by": accountant, **asked})
    assert not Export.objects.exists()
    assert not room.sequences.exists()


def test_only_who_reads_the_books_may_ask(room):
    other = Cardroom.objects.create(code="other", name="Other", licensee="Other LLC", licence_number="67-2")
    for role, may in ((Role.AUDITOR, True), (Role.FLOOR_MANAGER, False), (Role.COUNT_TEAM, False)):
        someone = hire(room, str(role), "gambling", role)
        assert bool(exporters_for(someone)) == may
        if may:
            request_export(exporter="counts", cardroom=room, by=someone)
        else:
            with pytest.raises(NotAllowed):
                request_export(exporter="counts", cardroom=room, by=someone)
    stranger = hire(other, "Stranger", "accounting", Role.ACCOUNTANT)
    with pytest.raises(NotThere):
        request_export(exporter="counts", cardroom=room, by=stranger)
    assert Export.objects.count() == 1


def test_a_finished_export_and_what_was_asked_never_change(room, accountant):
    export = request_export(exporter="counts", cardroom=room, by=accountant)
    for change in ({"as_of": NOON}, {"exporter": "slips"}, {"unmask_reason": "x"}, {"state": "done"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Export.objects.filter(pk=export.pk).update(**change)
    with pytest.raises(IntegrityError), transaction.atomic():
        export.delete()


def test_unmasked_needs_a_general_manager_and_a_reason(room, accountant):
    general = hire(room, "Gia", "gambling", Role.GENERAL_MANAGER)
    with pytest.raises(NotAllowed):
        request_unmasked_export(exporter="slips", cardroom=room, reason="IRS asks", by=accountant)
    with pytest.raises(Invalid):
        request_unmasked_export(exporter="slips", cardroom=room, reason="  ", by=general)
    assert not Export.objects.exists()
    export = request_unmasked_export(exporter="slips", cardroom=room, reason="IRS asks", by=general)
    assert (export.unmask_reason, export.author_employee) == ("IRS asks", general)


def test_unmasked_is_downloaded_by_who_asked_for_it(room, accountant, client):
    """Not by the others who may export: they see the numbers masked. Nor by who is no general manager any more."""
    general, other = (hire(room, name, "gambling", Role.GENERAL_MANAGER) for name in ("Gus", "Gil"))
    auditor = hire(room, "Otto", "accounting", Role.AUDITOR)
    export = request_unmasked_export(exporter="slips", cardroom=room, reason="IRS asks", by=general)

    def downloads(person):
        client.force_login(person)
        answers = client.get(f"/exports/{export.number}/file/"), client.get(f"/api/v1/exports/{export.pk}/file/")
        return [answer.status_code for answer in answers]

    assert [downloads(person) for person in (accountant, auditor, other)] == [[403, 403]] * 3
    assert downloads(general) == [409, 409]  # theirs, and not finished yet
    general.groups.set(auditor.groups.all())
    assert downloads(general) == [403, 403]


def test_tax_identity_numbers_are_encrypted_and_every_look_is_recorded(house):  # noqa: F811
    slip = house.hit(house.open(), FLUSH).payouts.get()
    identity = tax.record_tax_identity(payout=slip, number="900-12-3456", by=house.accountant)
    with connection.cursor() as cursor:
        cursor.execute("SELECT sealed, last4 FROM jackpot_taxidentity")
        sealed, last4 = cursor.fetchone()
    assert b"900123456" not in bytes(sealed)
    assert (last4, str(identity)) == ("3456", "***-**-3456")
    with pytest.raises(NotAllowed):
        tax.show_tax_identity(payout=slip, reason="curious", by=house.accountant)
    with pytest.raises(Invalid):
        tax.show_tax_identity(payout=slip, reason=" ", by=house.general)
    assert TaxDisclosure.objects.count() == 0
    assert tax.show_tax_identity(payout=slip, reason="W-2G reprinted", by=house.general) == "900-12-3456"
    assert [(seen.by, seen.reason) for seen in TaxDisclosure.objects.all()] == [(house.general, "W-2G reprinted")]
    with pytest.raises(Invalid, match="nine digits"):
        tax.record_tax_identity(payout=slip, number="12-345", by=house.accountant)
    assert TaxIdentity.objects.count() == 1


def test_what_is_sealed_opens_with_old_keys_for_its_own_purpose_only(settings):
    sealed = seal(b"secret", purpose="tax identity number")
    settings.DATA_KEYS = ["a new key", *settings.DATA_KEYS]
    assert unseal(sealed, purpose="tax identity number") == b"secret"
    with pytest.raises(SealBroken):
        unseal(sealed, purpose="signing key")
    settings.DATA_KEYS = ["a new key"]
    with pytest.raises(SealBroken, match="DATA_KEYS lacks the key"):
        unseal(sealed, purpose="tax identity number")


def test_the_signing_key_is_made_once_sealed_and_can_be_replaced(room):
    general = hire(room, "Gia", "gambling", Role.GENERAL_MANAGER)
    first = signing_key(room)
    assert signing_key(room) == first
    private = Signer(first)._private.private_bytes_raw()
    assert private not in bytes(first.private)
    assert private.hex().encode() not in bytes(first.private)
    second = replace_signing_key(cardroom=room, by=general)
    assert signing_key(room) == second != first
    assert list(signing_keys_of(room)) == [second, first]
    with pytest.raises(IntegrityError), transaction.atomic():
        SigningKey.objects.filter(pk=first.pk).update(public="00" * 32)


def test_months_and_fiscal_years_are_prepared_once_when_they_are_over(room):
    fund = open_fund(cardroom=room, code="gran-a", name="Gran A")
    CardroomBooks.objects.create(cardroom=room, fiscal_year_end_month=9)
    post(fund, date(2026, 8, 19))
    post(fund, date(2026, 9, 3))
    over = ends_at(room, date(2026, 9, 30))
    with clock.at(over - timedelta(seconds=1)):
        assert [period.key for period in due_packages(room)] == ["wsgc/2026-08"]
    with clock.at(over):
        due = due_packages(room)
        assert [(period.key, period.first_day, period.last_day) for period in due] == [
            ("wsgc/2026-08", date(2026, 8, 1), date(2026, 8, 31)),
            ("wsgc/2026-09", date(2026, 9, 1), date(2026, 9, 30)),
            ("wsgc/fiscal-year-2026-09", date(2025, 10, 1), date(2026, 9, 30)),
        ]
        for period in (*due, *due):
            prepare_package(cardroom=room, period=period, by=JOB)
        assert [export.key for export in Export.objects.order_by("number")] == [period.key for period in due]
        assert due_packages(room) == []


def test_a_month_without_entries_begins_and_ends_where_the_books_stood(room, tmp_path):
    fund = open_fund(cardroom=room, code="gran-a", name="Gran A")
    entry = post(fund, date(2026, 8, 19))
    begun = Scope(room, date(2026, 10, 1), date(2026, 10, 31), as_of=datetime(2026, 11, 2, tzinfo=UTC))
    primary = next(row for row in data_set("accounts").rows(begun) if row[1] == "primary")
    assert primary == ("gran-a", "primary", 50_000, 1, 50_000, 1)
    chain = {"first": 2, "last": 1, "entries": 0, "before": entry.digest, "head": entry.digest}
    assert write_chain(tmp_path / "entries.jsonl", begun) == chain
    assert (tmp_path / "entries.jsonl").read_bytes() == b""
    not_yet = Scope(room, date(2026, 7, 1), date(2026, 7, 31), as_of=begun.as_of)
    assert (not_yet.entries, write_chain(tmp_path / "none.jsonl", not_yet)["head"]) == ((1, 0), "0" * 64)
    assert {row[2] for row in data_set("accounts").rows(not_yet)} == {0}


def test_a_report_of_days_without_a_close_says_so(house, tmp_path):  # noqa: F811
    house.open()
    scope = Scope(house.cardroom, date(2026, 10, 1), date(2026, 10, 31), as_of=NOON + timedelta(hours=1))
    write_report(tmp_path / "report.pdf", scope)
    with pypdfium2.PdfDocument(tmp_path / "report.pdf") as document:
        text = "".join(page.get_textpage().get_text_bounded() for page in document)
    assert "No day of this period is closed." in text
    assert "none; the books stand at entry 0" in text


def test_a_month_that_is_not_closed_waits_most_of_a_day(house):  # noqa: F811
    house.open()
    over = ends_at(house.cardroom, date(2026, 11, 30))
    with clock.at(over + PATIENCE - timedelta(seconds=1)):
        assert settled_periods(house.cardroom) == []
    with clock.at(over + PATIENCE):
        assert [period.key for period in settled_periods(house.cardroom)] == ["wsgc/2026-11"]
    assert timedelta(0) < PATIENCE < timedelta(days=1)
