"""Any history at all: hits, payments, voids, deposits, corrections and closes in any order, through the real services.

After every step the books balance and what is posted is the primary; at the end the facts come to the same cent and the
chain is whole.
"""

from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from accounting.ledger.accounts import HELD, OWED, WHERE, AccountName, Reason
from accounting.ledger.books import Move
from accounting.ledger.chain import first_break
from accounting.models import BankAccount, Count
from accounting.services.bank import make_deposit
from jackpot.models import Approval, Payout, Threshold
from jackpot.rebuild import Rebuild
from jackpot.services import corrections, payouts
from tables import clock
from tables.models import Cardroom
from tables.refusals import Refused
from tests.jackpot.conftest import (
    CINCOS,
    DAY,
    FLUSH,
    NOON,
    QUADS,
    ROYAL_CLUBS,
    ROYAL_DIAMONDS,
    ROYAL_HEARTS,
    ROYAL_SPADES,
    STRAIGHT_FLUSH,
    House,
)
from tests.jackpot.rules.strategies import policies

HANDS = [
    [ROYAL_HEARTS],
    [ROYAL_HEARTS, ROYAL_SPADES],
    [ROYAL_CLUBS, ROYAL_DIAMONDS, ROYAL_HEARTS, ROYAL_SPADES],
    [CINCOS],
    [CINCOS, ROYAL_HEARTS, ROYAL_SPADES, ROYAL_DIAMONDS],
    [FLUSH],
    [STRAIGHT_FLUSH, QUADS],
    [ROYAL_HEARTS, STRAIGHT_FLUSH, QUADS, FLUSH],
]
CHECKED = dict.fromkeys(Threshold.Check.values, "done")
cents = st.one_of(st.integers(1, 300), st.integers(1, 3_000_000))


class AnyHistory(RuleBasedStateMachine):
    @initialize(policy=policies(maximum=None), room_above=st.one_of(st.none(), cents))
    def open(self, policy, room_above):
        self.point = transaction.savepoint()
        self.day, self.now = DAY, NOON
        cardroom = Cardroom.objects.create(code="tri-city", name="T", licensee="T", licence_number="1")
        if room_above is not None:
            policy = policy.__class__(**{**_elections(policy), "maximum": policy.seed_minimum + room_above})
        with clock.at(self.now):
            self.house = House(cardroom)
            self.gran = self.house.open(policy, seed=policy.seed_minimum, kinds=tuple(Approval.Kind))
            BankAccount.objects.create(
                fund=self.gran.fund,
                label="Jackpot A",
                last4="4321",
                named_by=self.house.accountant,
                named_at=datetime(2026, 11, 1, tzinfo=UTC),
            )
        self.receipts = 0

    @rule(hands=st.sampled_from(HANDS))
    def hit(self, hands):
        with clock.at(self.now):
            self.house.hit(self.gran, *hands)

    @rule(which=st.integers(0, 99), paid_from=st.sampled_from(["cage", "bank"]))
    def pay(self, which, paid_from):
        slip = self._one(Payout.objects.filter(state="locked"), which)
        if slip:
            with clock.at(self.now), suppress(Refused), transaction.atomic():  # the cage or the bank may lack the money
                payouts.verify_payout(payout=slip, by=self.house.other_manager, checks=CHECKED)
                payouts.pay_payout(
                    payout=slip, paid_from=paid_from, method="check", by=self.house.accountant, checks=CHECKED
                )

    @rule(which=st.integers(0, 99))
    def void(self, which):
        slip = self._one(Payout.objects.filter(state="locked"), which)
        if slip:
            with clock.at(self.now):
                payouts.void_payout(payout=slip, reason="For the test.", by=self.house.general)

    @rule(which=st.integers(0, 99))
    def void_from_the_tray(self, which):
        slip = self._one(Payout.objects.filter(state__in=["recorded", "approved"]), which)
        if slip:
            with clock.at(self.now):
                payouts.void_tray_slip(payout=slip, reason="For the test.", by=self.house.general)

    @rule(amount=cents, pot=st.sampled_from(["primary", "backup1", "backup2"]))
    def correct_upwards(self, amount, pot):
        with clock.at(self.now):
            self.house.correct(self.gran, Move("players", pot, amount), Move("boxes", "cage", amount))

    @rule(amount=cents, pot=st.sampled_from(["primary", "backup1"]))
    def correct_downwards(self, amount, pot):
        with clock.at(self.now), suppress(Refused), transaction.atomic():  # the pot or the cage may hold less
            self.house.correct(
                self.gran, Move(pot, "players", amount, Reason.DISPLAY_ERROR), Move("cage", "boxes", amount)
            )

    @rule(which=st.integers(0, 99), total=st.integers(0, 100_000))
    def correct_a_count(self, which, total):
        count = self._one(Count.objects.filter(state="locked"), which)
        if count:
            with clock.at(self.now), suppress(Refused), transaction.atomic():  # the same total, or no money left
                proposed = corrections.correct_count(
                    count=count, total=total, explanation="For the test.", by=self.house.accountant
                )
                corrections.approve_correction(correction=proposed, by=self.house.general)

    @rule(amount=cents)
    def deposit(self, amount):
        self.receipts += 1
        with clock.at(self.now), suppress(Refused), transaction.atomic():  # the cage may hold less
            make_deposit(
                fund=self.gran.fund,
                amount=amount,
                from_day=self.day,
                to_day=self.day,
                receipt=f"R-{self.receipts}",
                by=self.house.accountant,
            )

    @rule(dollars=st.one_of(st.just(0), st.integers(1, 900), st.integers(1, 90_000)))
    def close(self, dollars):
        self.house.play(self.gran, self.day, dollars)
        self.day += timedelta(days=1)
        self.now += timedelta(days=1)

    @invariant()
    def the_books_balance(self):
        stands = dict(self.gran.fund.accounts.values_list("name", "balance"))
        assert sum(stands[name] for name in HELD) == sum(stands[name] for name in OWED)
        assert sum(stands[name] for name in WHERE) == 0
        assert sum(stands[name] for name in AccountName if name not in WHERE) == 0
        assert min(stands[name] for name in (*OWED, *HELD)) >= 0
        assert self.gran.postings.order_by("number").last().after == stands["primary"]

    def teardown(self):
        assert Rebuild(self.gran).run() == []
        assert first_break(self.house.cardroom) is None
        transaction.savepoint_rollback(self.point)

    @staticmethod
    def _one(rows, which):
        rows = list(rows.order_by("number"))
        return rows[which % len(rows)] if rows else None


def _elections(policy):
    return {name: getattr(policy, name) for name in policy.__slots__}


BRIEF = settings(
    max_examples=10,
    stateful_step_count=20,
    deadline=None,
    derandomize=True,  # the same histories everywhere; `make soak` looks for new ones
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.django_db
def test_any_history():
    run_state_machine_as_test(AnyHistory, settings=BRIEF)


@pytest.mark.soak
@pytest.mark.django_db
def test_many_histories():
    run_state_machine_as_test(
        AnyHistory, settings=settings(BRIEF, max_examples=300, stateful_step_count=60, derandomize=False, database=None)
    )
