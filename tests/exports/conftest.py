"""A small cardroom with a few played days, and a package of it, made once for all tests that only read it."""

import io
import zipfile
from datetime import timedelta

import pytest
from django.test import TransactionTestCase

from accounting.models import ExportState
from accounting.services import bank, cases
from accounting.services.exports import request_export, run_export
from jackpot import rules
from jackpot.models import Approval
from jackpot.services import payouts, tax
from tables import clock
from tables.duties import Job
from tables.models import Cardroom
from tests.jackpot.conftest import CINCOS, DAY, FLUSH, NOON, QUADS, ROYAL_HEARTS, ROYAL_SPADES, STRAIGHT_FLUSH, House

DAYS = [DAY + timedelta(days=number) for number in range(8)]
LATER = NOON + timedelta(days=9)
JOB = Job("test of exports")
SSN = "900-12-3456"


def play_some_days(house):
    """Two progressives over eight days: wins, a shortage, voids, a correction, deposits, a case, a paid slip."""
    first = house.open(rules.Policy(fee_bps=500, fee_max_bps=500, shortage="backup"), kinds=Approval.Kind.values)
    other_table = house.floor.add_table(2)
    other_box = house.floor.add_box(other_table, 2)
    second = house.open(code="gran-b", tables=[other_table])
    for number, day in enumerate(DAYS):
        with clock.at(NOON + timedelta(days=number)):
            _what_happens(house, first, second, number)
        with clock.at(NOON + timedelta(days=number, hours=1)):
            house.floor.place(other_box, other_table)
        with clock.at(NOON + timedelta(days=number, hours=18, minutes=5)):
            house.floor.pull(other_box)
            house.floor.receive(other_box)
            house.floor.empty(other_box)
            house.floor.lock({"$1": 100 + number, "$5": number} if number != 3 else {}, other_box)
        house.play(first, day, dollars=(3000, 900, 40, 3500, 350, 800, 0, 600)[number])
        house.close(second, day)
    return first, second


def _what_happens(house, first, second, number):
    if number == 1:
        house.hit(first, FLUSH, QUADS)
        bank.name_bank_account(fund=first.fund, label="=Jackpot fund", last4="4321", by=house.accountant)
        details = {"from_day": DAYS[0], "to_day": DAYS[0], "receipt": "R-1", "by": house.accountant}
        bank.make_deposit(fund=first.fund, amount=50_000, **details)
    if number == 2:
        house.hit(first, STRAIGHT_FLUSH, QUADS)
        house.hit(first, ROYAL_HEARTS, ROYAL_SPADES)
    if number == 3:
        voided, paid = first.payouts.filter(source="jackpot").order_by("number")
        payouts.void_payout(payout=voided, reason="The deck was fouled.", by=house.general)
        tray = first.payouts.get(category="straight flush")
        payouts.void_tray_slip(payout=tray, reason='+1 "card", short', by=house.general)
        tax.record_tax_identity(payout=paid, number=SSN, by=house.accountant)
    if number == 4:
        house.hit(first, CINCOS, FLUSH)
        cases.open_case(
            cardroom=house.cardroom,
            kind="malfunction",
            subject="table 1",
            sentence="The screen went dark.\nIt came back.",
            gaming_day=DAYS[4],
            by=house.manager,
            key="dark",
        )
    if number == 5:
        house.stand(second, primary=12_345)


def export_now(cardroom, exporter="wsgc", **more):
    """The bytes of an export, made by the real services in this process."""
    requested = request_export(exporter=exporter, cardroom=cardroom, queue=False, by=JOB, **more)
    export = run_export(export=requested, by=JOB)
    assert (export.state, export.error) == (ExportState.DONE, "")
    with export.file.open("rb") as kept:
        return kept.read()


def make_house():
    """The cardroom after its days."""
    cardroom = Cardroom.objects.create(
        code="tri-city", name="Tri-City Cardroom", licensee="Tri-City Cardroom LLC", licence_number="67-00001"
    )
    with clock.at(NOON):
        house = House(cardroom)
        house.progressives = play_some_days(house)
    return house


@pytest.fixture
def played(transactional_db):
    """The cardroom after its days, the clock standing at `LATER`."""
    house = make_house()
    with clock.at(LATER):
        yield house


@pytest.fixture(scope="session")
def package(django_db_setup, django_db_blocker):
    """The ZIP of everything, made once: tests that only read it need no database of their own."""
    with django_db_blocker.unblock():
        try:
            with clock.at(LATER):
                return export_now(make_house().cardroom)
        finally:
            TransactionTestCase("run")._fixture_teardown()


@pytest.fixture
def files(package):
    """The package's files, by name."""
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
