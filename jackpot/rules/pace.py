"""How many days it takes until the primary reaches a level, if every day is like the average one."""

from collections.abc import Sequence

from jackpot.rules.balances import Balances
from jackpot.rules.end_of_day import close
from jackpot.rules.policy import Policy

FAR = 3 * 365  # nobody plans further ahead than that


def days_until(levels: Sequence[int], balances: Balances, *, drop: int, tray: int, policy: Policy) -> list[int | None]:
    """For each level the number of closes until it is posted: 0 if it is already, None if it takes years or never.

    >>> days_until([500_000], Balances(primary=440_000), drop=100_000, tray=70_000, policy=Policy())
    [2]
    """
    found: dict[int, int] = {}
    for day in range(FAR + 1):
        found |= {level: day for level in levels if balances.primary >= level and level not in found}
        if len(found) == len(set(levels)):
            break
        before, balances = balances, close(balances, drop=drop, tray=tray, policy=policy).balances
        if balances == before:
            break
    return [found.get(level) for level in levels]
