"""Slips: verified by another person, paid with the checks of their amount, voided with a reason; never twice."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from jackpot.models import Payout, PayoutCheck
from jackpot.services import payouts
from tables import clock
from tables.refusals import Invalid, NotAllowed, NotThere, Refused
from tests.jackpot.conftest import (
    CINCOS,
    DAY,
    FLUSH,
    NOON,
    QUADS,
    ROYAL_HEARTS,
    ROYAL_SPADES,
    balances,
    everything,
)

HAND = {"hand and deck verified": "sealed in bag 7"}
CAMERAS = {"cameras verified": "camera 4, 12:00"}
W2G = {"W-2G filled in": "form 1"}
BY_CHECK = {"paid by check within 24 hours": "check 1001"}
WITHHELD = {"tax withheld": "24 %"}


def slip_of(house, gran, cents, hand=CINCOS, **more):
    """A locked slip over `cents`: the whole pot."""
    house.stand(gran, primary=cents - 50_000)
    return house.hit(gran, hand, **more).payouts.get()


def verified(house, slip, checks=None):
    return payouts.verify_payout(payout=slip, by=house.other_manager, checks={**HAND, **CAMERAS} | (checks or {}))


def test_verified_and_paid(house, gran):
    slip = slip_of(house, gran, 190_000)
    slip = payouts.verify_payout(payout=slip, by=house.other_manager, checks=HAND)
    assert (slip.state, slip.verified_by, slip.verified_at) == ("verified", house.other_manager, NOON)
    slip = payouts.pay_payout(payout=slip, paid_from="cage", method="cash", by=house.accountant)
    assert (slip.state, slip.paid_by, slip.paid_from, slip.method) == ("paid", house.accountant, "cage", "cash")
    assert balances(gran) == {
        "primary": 50_000,
        "seed": -100_000,
        "players": -140_000 + 190_000,
        "boxes": -140_000,
        "cage": 50_000,
        "house": -100_000,
        "winners": 190_000,
    }
    assert (slip.final_entry.kind, slip.final_entry.document) == ("payout paid", "payout/000001")


def test_nobody_verifies_and_pays_what_a_terminal_reported(house, gran):
    """Whoever has the terminal's token could have made it up: there is no recorder to differ from."""
    slip = verified(house, slip_of(house, gran, 190_000, by=house.terminal))
    before = balances(gran)
    pay = {"payout": slip, "paid_from": "cage", "method": "cash"}

    with pytest.raises(NotAllowed) as refused:
        payouts.pay_payout(**pay, by=house.other_manager)
    assert refused.value.sentence == (
        "A terminal reported this hit and Mona verified it. Someone else pays: nobody does it alone."
    )
    slip.refresh_from_db()
    assert (slip.state, slip.paid_by, balances(gran)) == ("verified", None, before)
    assert payouts.pay_payout(**pay, by=house.manager).state == "paid"


@pytest.mark.parametrize(
    ("cents", "to_verify", "to_pay"),
    [
        (50_000, {**HAND}, {}),
        (199_999, {**HAND}, {}),
        (200_000, {**HAND}, W2G),
        (300_000, {**HAND}, W2G),
        (300_001, {**HAND, **CAMERAS}, W2G),
        (500_000, {**HAND, **CAMERAS}, W2G),
        (500_001, {**HAND, **CAMERAS}, {**W2G, **BY_CHECK}),
        (500_101, {**HAND, **CAMERAS}, {**W2G, **BY_CHECK, **WITHHELD}),
    ],
)
def test_the_checks_that_an_amount_asks_for(house, gran, cents, to_verify, to_pay):
    slip = slip_of(house, gran, cents)
    with pytest.raises(Refused, match="still needs") as refusal:
        payouts.verify_payout(payout=slip, by=house.other_manager)
    assert set(refusal.value.errors) == set(to_verify)
    slip = payouts.verify_payout(payout=slip, by=house.other_manager, checks=to_verify)
    if to_pay:
        with pytest.raises(Refused, match="still needs") as refusal:
            payouts.pay_payout(payout=slip, paid_from="cage", method="check", by=house.accountant)
        assert set(refusal.value.errors) == set(to_pay)
    payouts.pay_payout(payout=slip, paid_from="cage", method="check", by=house.accountant, checks=to_pay)
    assert {(check.check_name, check.note) for check in PayoutCheck.objects.all()} == {*(to_verify | to_pay).items()}


def test_a_small_share_needs_no_check(house, gran):
    slip = house.hit(gran, ROYAL_HEARTS).payouts.get()
    assert slip.amount == 12_500
    assert payouts.verify_payout(payout=slip, by=house.other_manager).state == "verified"
    assert PayoutCheck.objects.count() == 0


def test_tax_forms_go_by_the_year_of_payment(house):
    from tests.jackpot.conftest import rules

    with clock.at(NOON - timedelta(days=365)):
        gran = house.open(rules.Policy())
        slip = verified(house, slip_of(house, gran, 60_000))
        with pytest.raises(Refused, match="W-2G"):
            payouts.pay_payout(payout=slip, paid_from="cage", method="cash", by=house.accountant)
    paid = payouts.pay_payout(payout=slip, paid_from="cage", method="cash", by=house.accountant)
    assert paid.state == "paid"


def test_above_5000_dollars_only_by_check(house, gran):
    slip = verified(house, slip_of(house, gran, 500_001))
    stands = everything(gran)
    with pytest.raises(Refused, match="Pay it by check"):
        payouts.pay_payout(
            payout=slip, paid_from="cage", method="cash", by=house.accountant, checks={**W2G, **BY_CHECK}
        )
    assert everything(gran) == stands


def test_cash_to_one_person_is_added_up_over_the_gaming_day(house, gran):
    """31 CFR 1021.311: over $10,000 in one gaming day, in however many payments."""
    for hand, amount in ((ROYAL_HEARTS, 450_000), (ROYAL_SPADES, 450_000)):
        house.stand(gran, primary=4 * amount - balances(gran)["primary"])
        slip = verified(house, house.hit(gran, hand).payouts.get())
        payouts.pay_payout(
            payout=slip, paid_from="cage", method="cash", by=house.accountant, checks=W2G, patron="card 77"
        )
    slip = verified(house, house.hit(gran, ROYAL_HEARTS).payouts.get())
    assert slip.amount == 337_500
    stands = everything(gran)
    with pytest.raises(Refused, match="currency transaction report"):
        payouts.pay_payout(
            payout=slip, paid_from="cage", method="cash", by=house.accountant, checks=W2G, patron="card 77"
        )
    assert everything(gran) == stands
    noted = {**W2G, "currency transaction report": "CTR 5"}
    paid = payouts.pay_payout(
        payout=slip, paid_from="cage", method="cash", by=house.accountant, checks=noted, patron="card 77"
    )
    assert paid.checks.count() == 4


def test_someone_else_verifies(house, gran):
    slip = house.hit(gran, ROYAL_HEARTS).payouts.get()
    stands = everything(gran)
    with pytest.raises(NotAllowed, match="recorded this hit"):
        payouts.verify_payout(payout=slip, by=house.manager)
    assert everything(gran) == stands


def test_states_cannot_be_skipped_or_repeated(house, gran):
    slip = house.hit(gran, ROYAL_HEARTS).payouts.get()
    pay = {"paid_from": "cage", "method": "cash", "by": house.accountant}
    with pytest.raises(Refused, match="has to be verified"):
        payouts.pay_payout(payout=slip, **pay)
    payouts.verify_payout(payout=slip, by=house.other_manager)
    with pytest.raises(Refused, match="has to be locked"):
        payouts.verify_payout(payout=slip, by=house.other_manager)
    payouts.pay_payout(payout=slip, **pay)
    stands = everything(gran)
    with pytest.raises(Refused, match="is paid"):
        payouts.pay_payout(payout=slip, **pay)
    with pytest.raises(Refused, match="is paid"):
        payouts.void_payout(payout=slip, reason="No.", by=house.general)
    assert everything(gran) == stands


def test_a_void_gives_the_share_back_and_recomputes_nothing(house, gran):
    house.stand(gran, primary=950_000)
    first = house.hit(gran, ROYAL_HEARTS).payouts.get()
    second = house.hit(gran, ROYAL_SPADES).payouts.get()
    voided = payouts.void_payout(payout=first, reason="The hand was dealt out of turn.", by=house.general)
    assert (voided.state, voided.void_reason) == ("voided", "The hand was dealt out of turn.")
    assert voided.final_entry.corrects == first.entry
    second.refresh_from_db()
    assert (second.amount, second.state) == (187_500, "locked")
    after = balances(gran)
    assert (after["primary"], after["pending"]) == (812_500, 187_500)
    assert gran.postings.last().reason == "slip 000001 voided"


def test_a_void_after_a_promotion_leaves_the_promotion(house, gran):
    house.stand(gran, backup1=300_000)
    slip = house.hit(gran, CINCOS).payouts.get()
    payouts.void_payout(payout=slip, reason="A card was marked.", by=house.general)
    assert balances(gran)["primary"] == 350_000
    assert "backup1" not in balances(gran)


def test_a_void_needs_a_reason(house, gran):
    slip = house.hit(gran, ROYAL_HEARTS).payouts.get()
    stands = everything(gran)
    with pytest.raises(Invalid, match="its reason"):
        payouts.void_payout(payout=slip, reason=" ", by=house.general)
    assert everything(gran) == stands


def test_a_tray_slip_is_approved_by_another_and_voided_before_the_close(house, gran):
    slip = house.hit(gran, FLUSH).payouts.get()
    with pytest.raises(NotAllowed, match="recorded this hit"):
        payouts.approve_tray_slip(payout=slip, by=house.manager)
    payouts.approve_tray_slip(payout=slip, by=house.other_manager)
    payouts.void_tray_slip(payout=slip, reason="The cards were misread.", by=house.general)
    assert Payout.objects.get().state == "voided"
    assert balances(gran) == {"primary": 50_000, "seed": -50_000, "cage": 50_000, "house": -50_000}


def test_a_tray_slip_voided_after_its_day_was_closed_brings_the_money_to_todays_drop(house, gran):
    slip = house.hit(gran, QUADS).payouts.get()
    house.play(gran, DAY, 300)
    before = balances(gran)
    with clock.at(NOON + timedelta(days=1)):
        payouts.void_tray_slip(payout=slip, reason="The cards were misread.", by=house.general)
    after = balances(gran)
    assert after["drop"] == 10_000
    assert after["cage"] - before["cage"] == 10_000
    assert after["house"] - before["house"] == -10_000
    assert "tray_advance" not in after
    closed = house.play(gran, DAY + timedelta(days=1), 40)
    assert closed.drop == 14_000


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE jackpot_payout SET paid_from = 'bank'",
        "UPDATE jackpot_payout SET patron = 'card 78'",
        "UPDATE jackpot_payout SET state = 'voided', void_reason = 'x'",
        "UPDATE jackpot_payoutcheck SET note = 'x'",
    ],
)
def test_the_database_refuses_to_change_a_paid_slip(house, gran, statement):
    slip = verified(house, slip_of(house, gran, 190_000))
    payouts.pay_payout(payout=slip, paid_from="cage", method="cash", by=house.accountant)
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert Payout.objects.get().state == "paid"


def test_the_two_kinds_of_slips_are_not_mixed_up(house, gran):
    tray, jackpot = house.hit(gran, FLUSH).payouts.get(), house.hit(gran, ROYAL_HEARTS).payouts.get()
    with pytest.raises(NotThere, match="not a jackpot slip"):
        payouts.verify_payout(payout=tray, by=house.other_manager)
    with pytest.raises(NotThere, match="not a tray slip"):
        payouts.void_tray_slip(payout=jackpot, reason="x", by=house.general)
