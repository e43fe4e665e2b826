"""The close: what becomes of one gaming day's drop.

`close` walks the steps of the end of the gaming day in their order. What is left of the drop shrinks with each step,
and every step is in the result, also when it moved nothing:

    drop = tray reimbursed + carryover repaid + fee + seed recovered + added
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from jackpot.rules.allocation import Allocation, allocate
from jackpot.rules.amounts import share_of, whole
from jackpot.rules.balances import Balances, require_balances
from jackpot.rules.policy import Policy, require_policy


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a close as people read it: the numbering is that of the end-of-day rules."""

    rule: str
    name: str
    amount: int


@dataclass(frozen=True, slots=True)
class DayClose:
    """The balances after the close and every amount that moved, in cents. `added` is the day's own money only."""

    balances: Balances
    tray_reimbursed: int
    shortage: int
    shortage_from_backup2: int
    shortage_from_backup1: int
    carryover_repaid: int
    fee: int
    seed_recovered: int
    added: int
    offered_again: int  # the old `unallocated`, offered together with `added`
    allocation: Allocation

    @property
    def shortage_from_backups(self) -> int:
        return self.shortage_from_backup2 + self.shortage_from_backup1

    @property
    def shortage_carried(self) -> int:
        return self.shortage - self.shortage_from_backups

    @property
    def from_unallocated(self) -> int:
        """What left `unallocated` for the pots, all told."""
        return max(0, self.offered_again - self.allocation.held)

    @property
    def to_unallocated(self) -> int:
        """What of the day's own money fitted nowhere, and is now held."""
        return max(0, self.allocation.held - self.offered_again)

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(_steps(self))


@dataclass(frozen=True, slots=True)
class _Shortage:
    amount: int = 0
    from_backup2: int = 0
    from_backup1: int = 0

    @property
    def carried(self) -> int:
        return self.amount - self.from_backup2 - self.from_backup1


def close(balances: Balances, drop: int, tray: int, policy: Policy) -> DayClose:
    """Close a gaming day: `drop` was counted, `tray` was paid out of the chip tray."""
    require_balances(balances)
    require_policy(policy)
    whole("drop", drop)
    whole("tray", tray)

    tray_reimbursed = min(drop, tray)  # 1
    shortage = _cover_shortage(balances, tray - tray_reimbursed, policy)  # 2
    owing = balances.carryover + shortage.carried
    remaining = drop - tray_reimbursed
    carryover_repaid = min(remaining, owing)  # 3
    remaining -= carryover_repaid
    fee = share_of(remaining, policy.fee_bps)  # 4
    remaining -= fee
    seed_recovered = _recover_seed(balances.seed_owed, remaining, policy)  # 5
    added = remaining - seed_recovered

    before_adding = replace(
        balances,
        backup1=balances.backup1 - shortage.from_backup1,
        backup2=balances.backup2 - shortage.from_backup2,
        carryover=owing - carryover_repaid,
        seed_owed=balances.seed_owed - seed_recovered,
    )
    allocation = allocate(before_adding, added, policy)  # 6
    return DayClose(
        balances=allocation.applied_to(before_adding),
        tray_reimbursed=tray_reimbursed,
        shortage=shortage.amount,
        shortage_from_backup2=shortage.from_backup2,
        shortage_from_backup1=shortage.from_backup1,
        carryover_repaid=carryover_repaid,
        fee=fee,
        seed_recovered=seed_recovered,
        added=added,
        offered_again=balances.unallocated,
        allocation=allocation,
    )


def _cover_shortage(balances: Balances, shortage: int, policy: Policy) -> _Shortage:
    """seeds 001: carry the shortage over, or take it from the backups; what they cannot cover is carried over."""
    if policy.shortage == "carryover":
        return _Shortage(shortage)
    from_backup2 = min(shortage, balances.backup2)
    from_backup1 = min(shortage - from_backup2, balances.backup1)
    return _Shortage(shortage, from_backup2, from_backup1)


def _recover_seed(seed_owed: int, remaining: int, policy: Policy) -> int:
    offered = {
        "none": 0,
        "full": remaining,
        "portion": share_of(remaining, policy.seed_portion_bps),
    }[policy.seed_recovery]
    return min(seed_owed, offered)


def _steps(day: DayClose) -> Iterator[Step]:
    placed = day.allocation
    yield Step("1", "tray payouts taken back", day.tray_reimbursed)
    yield Step("2", "shortage taken from backup 2", day.shortage_from_backup2)
    yield Step("2", "shortage taken from backup 1", day.shortage_from_backup1)
    yield Step("2", "shortage carried over", day.shortage_carried)
    yield Step("3", "carryover repaid", day.carryover_repaid)
    yield Step("4", "administrative fee", day.fee)
    yield Step("5", "seed recovered", day.seed_recovered)
    yield Step("6", "added to the pots", day.added)
    yield Step("6", "offered again out of unallocated", day.offered_again)
    yield Step("6.1", "primary filled", placed.fill_primary)
    yield Step("6.2", "primary's share", placed.share_to_primary)
    yield Step("6.3", "backup 1 filled", placed.fill_backup1)
    yield Step("6.3", "backup 2 filled", placed.fill_backup2)
    yield Step("6.4", "what did not fit, to the primary", placed.overflow_to_primary)
    yield Step("6.4", "beyond the lift, to backup 1", placed.overflow_to_backup1)
    yield Step("6", "held in unallocated", placed.held)
    yield Step("7", "posted for the next day", day.balances.primary)
