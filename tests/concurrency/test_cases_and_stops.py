"""Cases and stops of the game when many see the same thing at once, in real transactions."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from threading import Barrier

import pytest
from django.db import connection, transaction

from accounting.ledger.accounts import Kind
from accounting.ledger.books import Move, open_books, open_fund
from accounting.models import BankAccount, Case, CaseKind, Deposit, FundingCheck, StatementBalance, StopGame
from accounting.services.bank import make_deposit
from accounting.services.cases import open_case
from accounting.services.funding import check_funding
from tables.duties import Job, Role
from tables.models import Cardroom
from tables.refusals import Refused
from tests.floor import hire

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("sqlite" in connection.vendor, reason="SQLite lets one transaction write at a time"),
]
DAY = date(2026, 11, 16)
JOB = Job("test")


@pytest.fixture
def cardroom():
    return Cardroom.objects.create(code="tri-city", name="Tri-City", licensee="T LLC", licence_number="67-00001")


@pytest.fixture
def fund(cardroom):
    """$500 in the cage."""
    fund = open_fund(cardroom=cardroom, code="gran-a", name="Gran Progressive A")
    with transaction.atomic():
        open_books(fund).post(
            kind=Kind.SEED,
            moves=[Move("seed", "primary", 50_000), Move("house", "cage", 50_000)],
            gaming_day=DAY,
            by=JOB,
            explanation="For the test.",
            document="test/1",
        )
    return fund


@pytest.fixture
def account(fund):
    ada = hire(fund.cardroom, "Ada", "accounting", Role.ACCOUNTANT)
    return BankAccount.objects.create(
        fund=fund, label="Jackpot A", last4="4321", named_by=ada, named_at=datetime(2026, 11, 1, tzinfo=UTC)
    )


def at_once(actions):
    """Every action in a thread and connection of its own, all started together."""
    barrier = Barrier(len(actions))

    def run(action):
        try:
            barrier.wait()
            return action()
        except Refused as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(run, actions))


def test_a_key_seen_by_many_opens_one_case_and_numbers_have_no_gap(cardroom):
    def see(key):
        return open_case(
            cardroom=cardroom,
            kind=CaseKind.OTHER,
            subject="test/1",
            sentence="Seen.",
            gaming_day=DAY,
            by=JOB,
            key=key,
        ).pk

    keys = ["same", "same", "same", "same", "a", "b", "c", "d"]
    seen = at_once([lambda key=key: see(key) for key in keys])
    assert len(set(seen[:4])) == 1
    assert list(Case.objects.values_list("number", flat=True)) == [1, 2, 3, 4, 5]


def test_checks_at_once_stop_the_game_once(fund, account):
    StatementBalance.objects.create(
        fund=fund,
        account=account,
        as_of=date(2026, 11, 1),
        balance=-1,
        reference="online",
        entered_by=account.named_by,
        entered_at=account.named_at,
    )
    at_once([lambda: check_funding(fund=fund, by=JOB)] * 6)
    assert list(FundingCheck.objects.values_list("short", flat=True)) == [1] * 6
    assert (StopGame.objects.count(), Case.objects.count()) == (1, 1)


def test_deposits_at_once_never_take_more_than_the_cage_holds(fund, account):
    def deposit(receipt):
        return make_deposit(fund=fund, amount=20_000, from_day=DAY, to_day=DAY, receipt=receipt, by=account.named_by)

    outcomes = at_once([lambda n=n: deposit(f"R-{n}") for n in range(5)])
    assert [type(outcome) for outcome in outcomes].count(Refused) == 3
    assert list(Deposit.objects.values_list("number", "amount")) == [(1, 20_000), (2, 20_000)]
    assert fund.accounts.get(name="cage").balance == 10_000
