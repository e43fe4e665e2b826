"""The rules of the Gran Progressive: cents in, plain data out, no database and no clock.

    hit.py           what a winning hand is worth            split
    after_a_hit.py   promotion, cap check, reseed            after_hit, cap_check
    end_of_day.py    the steps of the close                  close
    allocation.py    where the day's addition goes           (step 6 of the close)
    pace.py          how long until a level is reached       days_until
    policy.py        the house elections                     Policy
    balances.py      what stands in the books                Balances

Where the sources leave something open, `docs/adr/0010-readings-of-the-progressive.md` says how it is read here.
"""

from jackpot.rules.after_a_hit import AfterHit, CapCheck, after_hit, cap_check
from jackpot.rules.allocation import Allocation
from jackpot.rules.balances import Balances
from jackpot.rules.end_of_day import DayClose, Step, close
from jackpot.rules.hit import FLUSH_AWARD, QUADS_AWARD, STRAIGHT_FLUSH_AWARD, Hits, Split, split
from jackpot.rules.pace import days_until
from jackpot.rules.policy import LEAST_SEED, Policy

__all__ = [
    "FLUSH_AWARD",
    "LEAST_SEED",
    "QUADS_AWARD",
    "STRAIGHT_FLUSH_AWARD",
    "AfterHit",
    "Allocation",
    "Balances",
    "CapCheck",
    "DayClose",
    "Hits",
    "Policy",
    "Split",
    "Step",
    "after_hit",
    "cap_check",
    "close",
    "days_until",
    "split",
]
