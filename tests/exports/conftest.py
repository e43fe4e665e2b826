"""A small cardroom with a few played days, and a package of it, made once for all tests that only read it."""

from datetime import timedelta

import pytest

from accounting.services import bank
from jackpot.services import payouts
from tables import clock
from tests.jackpot.conftest import (
    CINCOS,
    DAY,
    FLUSH,
    NOON,
    QUADS,
    ROYAL_HEARTS,
    STRAIGHT_FLUSH,
    House,
)

DAYS = [DAY + timedelta(days=number) for number in range(6)]


def play_some_days(house):
    """Six days with tray slips, a royal, a cincos, a void, a correction, a deposit and a shortage."""
    progressive = house.open()
    for number, day in enumerate(DAYS):
        with clock.at(NOON + timedelta(days=number)):
            if number == 1:
                house.hit(progressive, FLUSH, QUADS)
            if number == 2:
                royal = house.hit(progressive, ROYAL_HEARTS).payouts.get()
            if number == 3:
                house.hit(progressive, STRAIGHT_FLUSH)
                payouts.void_payout(payout=royal, reason="The deck was fouled.", by=house.general)
            if number == 4:
                house.hit(progressive, CINCOS, FLUSH)
        house.play(progressive, day, dollars=(200, 900, 400, 100, 350, 800)[number])
        if number == 4:
            with clock.at(NOON + timedelta(days=5)):
                bank.name_bank_account(fund=progressive.fund, label="Jackpot fund", last4="4321", by=house.accountant)
                bank.make_deposit(
                    fund=progressive.fund,
                    amount=50_000,
                    from_day=DAYS[0],
                    to_day=DAYS[3],
                    receipt="R-1",
                    by=house.accountant,
                )
    return progressive
