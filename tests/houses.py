"""Two complete cardrooms in one installation, so that a test can try to reach from one into the other.

Whatever can be named in the second is named Zanzibar, and it has more of everything: its last count, slip or deposit
has a number that the first cardroom does not have.
"""

from datetime import date, datetime, timedelta

import pytest
from django.db.models import F, Value
from django.db.models.functions import Concat
from django.test import Client, TransactionTestCase

from accounting.ledger.books import Move
from accounting.models import Count, Entry
from accounting.models.bank import StopGame
from accounting.services import bank, cases, exports, reconciliation, retention
from jackpot import rules
from jackpot.models import Payout, Progressive
from jackpot.services import corrections, hits, policies, removal
from tables import clock
from tables.duties import Job, Role
from tables.models import Cardroom, Employee
from tables.services import limits, terminals
from tests.floor import hire
from tests.jackpot.conftest import FLUSH, NOON, ROYAL_HEARTS, House

NAME = "Zanzibar"
SEED = 7_654_321
MONTH = date(2026, 11, 1)
NOW = datetime(2026, 12, 1, 20, 0, tzinfo=NOON.tzinfo)


class FullHouse(House):
    """A cardroom with at least one of everything that a page, a call or a service can name."""

    def __init__(self, code, name, *, days, seed):
        cardroom = Cardroom.objects.create(
            code=code, name=f"{name} Cardroom", licensee=f"{name} LLC", licence_number=f"67-{name}"
        )
        self.name, self.days = name, [NOON.date() + timedelta(days=number) for number in range(days)]
        with clock.at(NOON):
            super().__init__(cardroom)
            self.auditor = hire(cardroom, "Otto", "accounting", Role.AUDITOR)
            self.administrator = hire(cardroom, "Ada", "accounting", Role.ADMINISTRATOR)
            self.cashier = hire(cardroom, "Cass", "cage", Role.FLOOR_MANAGER)
            self.gran = self.open(seed=seed, code=f"{code}-gran")
            self.ending = self._open_another()
            self.removal = removal.announce_removal(
                progressive=self.ending, last_day=NOON.date(), notice=f"{name} ends it tonight.", by=self.general
            )
            self.drafted = self.draft(code=f"{code}-draft", kinds=())
        for day in self.days:
            self._play(day)
        with clock.at(NOW):
            self._keep_books()
            self._leave_work_undone()
        Progressive.objects.filter(cardroom=cardroom).update(name=Concat(Value(f"{name} "), F("name")))
        Employee.objects.filter(cardroom=cardroom).update(name=Concat(Value(f"{name} "), F("name")))
        self.people = {
            Role.FLOOR_MANAGER: self.manager,
            Role.COUNT_TEAM: self.floor.ann,
            Role.VERIFIER: self.floor.vera,
            Role.ACCOUNTANT: self.accountant,
            Role.GENERAL_MANAGER: self.general,
            Role.SURVEILLANCE: self.floor.watcher,
            Role.AUDITOR: self.auditor,
            Role.ADMINISTRATOR: self.administrator,
        }

    def _open_another(self):
        table = self.floor.add_table(2)
        self.floor.add_box(table, 2)
        return self.open(code=f"{self.cardroom.code}-ending", tables=[table])

    def _play(self, day):
        noon = NOON + (day - NOON.date())
        with clock.at(noon):
            spots = [hits.WinningSpot(1, ROYAL_HEARTS, f"{self.name} patron"), hits.WinningSpot(2, FLUSH)]
            hits.record_hit(
                progressive=self.gran, table=self.table, spots=spots, dealt_at=noon, key=f"hit-{day}", by=self.manager
            )
        self.play(self.gran, day, dollars=1_000)

    def _keep_books(self):
        """The bank, a month to sign, a stop, a case with its history, a finished export."""
        fund, by = self.gran.fund, self.accountant
        bank.name_bank_account(fund=fund, label=f"{self.name} account", last4="4321", by=by)
        for day in self.days:
            details = {"from_day": day, "to_day": day, "receipt": f"{self.name} {day}", "by": by}
            self.deposit = bank.make_deposit(fund=fund, amount=10_000, **details)
        last_day = NOW.date() - timedelta(days=1)
        self.statement = bank.enter_statement(
            fund=fund, as_of=last_day, balance=-99_999_999, reference=f"{self.name} statement", by=by
        )
        self.reconciliation = reconciliation.prepare_reconciliation(fund=fund, month=MONTH, by=by)
        self.stop = StopGame.objects.get(fund=fund)
        for day in self.days:
            self.case = cases.report_malfunction(
                cardroom=self.cardroom,
                equipment=f"{self.name} shuffler",
                what_happened=f"{self.name} stands still.",
                noticed_at=NOON + (day - NOON.date()),
                by=self.manager,
            )
            asked = exports.request_export(exporter="entries", cardroom=self.cardroom, queue=False, by=by)
            self.export = exports.run_export(export=asked, by=Job("test"))
        self.hold = retention.place_hold(cardroom=self.cardroom, reason=f"{self.name} in court.", by=by)

    def _leave_work_undone(self):
        """What waits for somebody's next step."""
        self.policy = policies.stage_policy(
            progressive=self.gran, policy=rules.Policy(), effective_from=NOW.date() + timedelta(days=9), by=self.general
        )
        self.entry = Entry.objects.filter(cardroom=self.cardroom).latest("number")
        self.correction = corrections.propose_correction(
            progressive=self.gran,
            corrects=Entry.objects.filter(cardroom=self.cardroom, kind="seed").earliest("number"),
            moves=[Move("players", "drop", 100), Move("boxes", "cage", 100)],
            explanation=f"{self.name} made a mistake.",
            by=self.accountant,
        )
        self.barred = limits.bar_patron(
            cardroom=self.cardroom, patron=f"{self.name} owner", why="an owner", by=self.general
        )
        limits.record_limit(
            cardroom=self.cardroom,
            kind="one wager",
            game="spanish-poker",
            amount=30_000,
            source=f"{self.name} resolution",
            effective=NOW.date(),
            by=self.general,
        )
        self.box = self.floor.add_box(None, 70 + len(self.days), emergency=True)
        slips = Payout.objects.filter(cardroom=self.cardroom)
        self.slip, self.tray_slip = (slips.filter(source=source).latest("number") for source in ("jackpot", "tray"))
        self.hit_event = self.slip.hit
        self.count = Count.objects.filter(cardroom=self.cardroom).latest("number")
        _, code = terminals.invite_terminal(table=self.table, name=f"{self.name} tablet", by=self.manager)
        self.device, self.device_token = terminals.enrol_terminal(code=code)
        self.token, self.token_text = terminals.make_personal_token(name=f"{self.name} script", by=self.accountant)

    def client_of(self, role):
        """The browser of the employee who acts in this role, signed in."""
        return signed_in(self.people[role])


def two_houses():
    """The cardroom that the tests act in, and Zanzibar, which it must never see."""
    ours = FullHouse("tri-city", "Tri-City", days=1, seed=50_000)
    theirs = FullHouse(NAME.lower(), NAME, days=2, seed=SEED)
    return ours, theirs


@pytest.fixture(scope="module")
def houses(django_db_setup, django_db_blocker):
    """Both cardrooms, made once for all tests of a file: each of those ends with everything as it was."""
    with django_db_blocker.unblock():
        try:
            yield two_houses()
        finally:
            TransactionTestCase("run")._fixture_teardown()


def signed_in(employee):
    client = Client(raise_request_exception=False)
    client.force_login(employee)
    return client
