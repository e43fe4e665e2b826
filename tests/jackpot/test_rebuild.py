"""`rebuild` agrees with an eventful week, and names a single cent that does not."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from accounting.ledger import guards
from accounting.ledger.accounts import Reason
from accounting.ledger.books import Move
from jackpot import rules
from jackpot.models import Close, Payout
from jackpot.services import payouts, policies
from tables import clock
from tests.jackpot.conftest import CINCOS, DAY, FLUSH, NOON, QUADS, ROYAL_HEARTS, ROYAL_SPADES, STRAIGHT_FLUSH


def rebuild():
    out = StringIO()
    call_command("rebuild", stdout=out)
    return out.getvalue()


@pytest.fixture
def eventful(house):
    """Three days with hits, a promotion, a shortage, voids, a payment and a correction."""
    gran = house.open(rules.Policy(shortage="backup", seed_recovery="portion", seed_portion_bps=3_333))
    house.stand(gran, primary=1_900_001, backup1=510_000, backup2=20_000)
    house.hit(gran, ROYAL_HEARTS, ROYAL_SPADES, QUADS)
    house.hit(gran, FLUSH, STRAIGHT_FLUSH)
    house.play(gran, DAY, 100)
    with clock.at(NOON + timedelta(days=1)):
        house.hit(gran, CINCOS, ROYAL_SPADES)
        first, second = Payout.objects.filter(source="jackpot")[:2]
        noted = dict.fromkeys(payouts.Threshold.Check.values, "done")
        payouts.verify_payout(payout=first, by=house.other_manager, checks=noted)
        payouts.pay_payout(payout=first, paid_from="cage", method="check", by=house.accountant, checks=noted)
        payouts.void_payout(payout=second, reason="For the test.", by=house.general)
        payouts.void_tray_slip(payout=Payout.objects.filter(source="tray").first(), reason="Misread.", by=house.general)
        house.correct(gran, Move("primary", "players", 333, Reason.DISPLAY_ERROR), Move("cage", "boxes", 333))
    house.play(gran, DAY + timedelta(days=1), 777)
    house.play(gran, DAY + timedelta(days=2), 12)
    return gran


def test_the_facts_come_to_what_the_ledger_says(eventful):
    assert rebuild() == "gran-a: no differences\n"


def test_a_close_by_a_policy_that_was_not_in_force_is_named(eventful, house):
    with clock.at(NOON + timedelta(days=3)):
        staged = policies.stage_policy(
            progressive=eventful, policy=rules.Policy(), effective_from=DAY + timedelta(days=4), by=house.accountant
        )
        policies.approve_policy(policy=staged, by=house.general)
    assert rebuild() == "gran-a: no differences\n"
    guards.remove(connection, guards.all_guards())
    Close.objects.filter(gaming_day=DAY + timedelta(days=2)).update(policy=staged)
    with pytest.raises(CommandError, match="went by policy 2 of Gran Progressive A, which was not in force"):
        rebuild()


def test_a_removal_comes_out_too(house, gran):
    from tests.jackpot.test_removal import announced_and_closed, finish, plan

    second = house.floor.add_table(2)
    house.floor.add_box(second, 2)
    other = house.open(code="gran-b", tables=[second])
    house.stand(gran, backup1=70_000)
    to_other = removal_plan("primary", 50_000, other), removal_plan("backup1", 70_000, other)
    finish(house, plan(house, announced_and_closed(house, gran), *to_other), house.second, house.third)
    assert rebuild() == "gran-a: no differences\ngran-b: no differences\n"


def removal_plan(pot, cents, other):
    from jackpot.services.removal import Plan

    return Plan(pot, "another progressive", cents, "To Gran B", other)


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE accounting_account SET balance = balance + 1 WHERE name = 'primary'", "account primary"),
        ("UPDATE jackpot_payout SET amount = amount + 1 WHERE number = 1", "slip 000001"),
        ("UPDATE jackpot_payout SET pot_before = pot_before + 1 WHERE number = 2", "slip 000002: pot before"),
        ("UPDATE jackpot_payout SET pot_after = pot_after - 1 WHERE number = 4", "slip 000004: pot after"),
        ("UPDATE jackpot_payout SET share = '100 %' WHERE number = 1", "slip 000001 says royal flush with .*, 100 %"),
        ("UPDATE accounting_countline SET quantity = quantity + 1 WHERE count_pass_id = (SELECT MIN(id) FROM "
         "accounting_countpass)", "count 000001"),
        ("UPDATE accounting_countline SET quantity = quantity + 1 WHERE count_pass_id = (SELECT MAX(id) FROM "
         "accounting_countpass)", "count 000003, verifier"),
        ("UPDATE accounting_countpass SET total = total + 1 WHERE id = (SELECT MIN(id) + 1 FROM accounting_countpass)",
         "count 000001, pass B"),
        ("UPDATE jackpot_close SET tray = tray + 1 WHERE id = (SELECT MIN(id) FROM jackpot_close)", "tray payouts"),
    ],
)  # fmt: skip
def test_a_changed_figure_is_named(eventful, statement, named):
    guards.remove(connection, guards.all_guards())
    with connection.cursor() as cursor:
        cursor.execute(statement)
    with pytest.raises(CommandError, match=named):
        rebuild()
