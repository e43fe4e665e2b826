"""Step 6 of the close: where the day's addition goes among the pots.

The addition and what earlier closes held in `unallocated` are offered together. Each line below takes what it may and
passes the rest on; what is left at the end fits nowhere and is held for the players in `unallocated`.
"""

from dataclasses import dataclass, replace

from jackpot.rules.amounts import share_of
from jackpot.rules.balances import Balances
from jackpot.rules.policy import Policy


@dataclass(frozen=True, slots=True)
class Allocation:
    """Cents placed by each line of step 6; together they are the addition plus the old `unallocated`."""

    fill_primary: int = 0  # 6.1
    share_to_primary: int = 0  # 6.2
    fill_backup1: int = 0  # 6.3
    fill_backup2: int = 0  # 6.3
    overflow_to_primary: int = 0  # 6.4
    overflow_to_backup1: int = 0  # 6.4, its cap lifted
    held: int = 0  # the new `unallocated`

    @property
    def to_primary(self) -> int:
        return self.fill_primary + self.share_to_primary + self.overflow_to_primary

    @property
    def to_backup1(self) -> int:
        return self.fill_backup1 + self.overflow_to_backup1

    @property
    def to_backup2(self) -> int:
        return self.fill_backup2

    def applied_to(self, balances: Balances) -> Balances:
        return replace(
            balances,
            primary=balances.primary + self.to_primary,
            backup1=balances.backup1 + self.to_backup1,
            backup2=balances.backup2 + self.to_backup2,
            unallocated=self.held,
        )


def allocate(balances: Balances, added: int, policy: Policy) -> Allocation:
    """Place `added` and the old `unallocated` into the pots of `balances`."""
    offered = added + balances.unallocated
    if not policy.backups:
        return _all_to_primary(balances, offered, policy)

    fill_primary = min(offered, _room(balances.primary, policy.below_maximum(policy.backup_threshold)))
    primary, left = balances.primary + fill_primary, offered - fill_primary

    for_primary = left - share_of(left, policy.backup_share_bps)
    share_to_primary = _up_to_maximum(primary, for_primary, policy)
    # What the maximum turns away joins the backups' money.
    primary, left = primary + share_to_primary, left - share_to_primary

    fill_backup1 = min(left, _room(balances.backup1, policy.backup_cap))
    fill_backup2 = min(left - fill_backup1, _room(balances.backup2, policy.backup_cap))
    left -= fill_backup1 + fill_backup2

    overflow_to_primary = min(left, _room(primary, policy.below_maximum(policy.cap_lift)))
    primary, left = primary + overflow_to_primary, left - overflow_to_primary

    # Only a primary at the lift frees backup 1 from its cap; a maximum below the lift never lets it get there.
    overflow_to_backup1 = left if primary >= policy.cap_lift else 0
    return Allocation(
        fill_primary=fill_primary,
        share_to_primary=share_to_primary,
        fill_backup1=fill_backup1,
        fill_backup2=fill_backup2,
        overflow_to_primary=overflow_to_primary,
        overflow_to_backup1=overflow_to_backup1,
        held=left - overflow_to_backup1,
    )


def _all_to_primary(balances: Balances, offered: int, policy: Policy) -> Allocation:
    """Backups switched off: the primary takes everything the maximum allows, existing backups are left alone."""
    placed = _up_to_maximum(balances.primary, offered, policy)
    return Allocation(share_to_primary=placed, held=offered - placed)


def _up_to_maximum(primary: int, amount: int, policy: Policy) -> int:
    return amount if policy.maximum is None else min(amount, _room(primary, policy.maximum))


def _room(pot: int, level: int) -> int:
    """What a pot can still take below `level`; a pot already above it takes nothing and keeps what it has."""
    return max(0, level - pot)
