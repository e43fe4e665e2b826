"""What follows a hit, once the winners' shares have left the primary: promotion, cap check, reseed, in this order."""

from dataclasses import dataclass, replace

from jackpot.rules.balances import Balances, require_balances
from jackpot.rules.policy import Policy, require_policy


@dataclass(frozen=True, slots=True)
class AfterHit:
    """The balances afterwards, and the cents that moved.

    `promoted` is what backup 1 gave to the primary and `moved_up` what backup 2 gave to backup 1; `returned` is the cap
    excess of both backups together; `seeded` is new house money.
    """

    balances: Balances
    promoted: int
    moved_up: int
    returned_from_backup1: int
    returned_from_backup2: int
    seeded: int

    @property
    def returned(self) -> int:
        return self.returned_from_backup1 + self.returned_from_backup2


@dataclass(frozen=True, slots=True)
class CapCheck:
    balances: Balances
    from_backup1: int
    from_backup2: int


def after_hit(balances: Balances, won_whole: bool, policy: Policy) -> AfterHit:  # noqa: FBT001 - a name others hold on to
    """Promote if the whole jackpot was won, return cap excess, seed up to the minimum.

    `balances` are those after the payout. Backups that were switched off still hold players' money: they are promoted
    and checked like any others. A maximum jackpot limits what a close adds; it does not hold back a promotion or a
    cap excess, which only bring players' money back to where it is played for (docs/adr/0010).
    """
    require_balances(balances)
    require_policy(policy)
    if not isinstance(won_whole, bool):
        raise ValueError(f"won_whole is True or False, not {won_whole!r}.")
    promoted = _promote(balances) if won_whole else balances
    checked = cap_check(promoted, policy)
    seeded = max(0, policy.seed_minimum - checked.balances.primary)
    return AfterHit(
        balances=replace(
            checked.balances,
            primary=checked.balances.primary + seeded,
            seed_owed=checked.balances.seed_owed + seeded,
        ),
        promoted=balances.backup1 if won_whole else 0,
        moved_up=balances.backup2 if won_whole else 0,
        returned_from_backup1=checked.from_backup1,
        returned_from_backup2=checked.from_backup2,
        seeded=seeded,
    )


def cap_check(balances: Balances, policy: Policy) -> CapCheck:
    """Under the lift ($20,000) no backup keeps more than its cap ($5,000): the excess goes to the primary.

    Backup 1 gives first, then backup 2, until the primary stands at the lift (seeds 000: "may not exceed $5000.00
    unless the primary jackpot is $20,000"). It runs after every decrease of the primary.
    """
    room = max(0, policy.cap_lift - balances.primary)
    from_backup1 = min(room, max(0, balances.backup1 - policy.backup_cap))
    from_backup2 = min(room - from_backup1, max(0, balances.backup2 - policy.backup_cap))
    after = replace(
        balances,
        primary=balances.primary + from_backup1 + from_backup2,
        backup1=balances.backup1 - from_backup1,
        backup2=balances.backup2 - from_backup2,
    )
    return CapCheck(after, from_backup1, from_backup2)


def _promote(balances: Balances) -> Balances:
    """Backup 1 becomes the primary, which may still hold the odd cents of four royals; backup 2 becomes backup 1."""
    return replace(balances, primary=balances.primary + balances.backup1, backup1=balances.backup2, backup2=0)
