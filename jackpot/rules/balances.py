"""What stands in the books of one progressive, as the rules see it."""

from dataclasses import dataclass, fields

from jackpot.rules.amounts import whole


@dataclass(frozen=True, slots=True)
class Balances:
    """Cents in the pots, cents held for the players outside them, and cents owed back to the house."""

    primary: int = 0
    backup1: int = 0
    backup2: int = 0
    seed_owed: int = 0
    carryover: int = 0
    unallocated: int = 0

    def __post_init__(self) -> None:
        for field in fields(self):
            whole(field.name, getattr(self, field.name))

    @property
    def owed_to_players(self) -> int:
        """Everything the licensee only holds: the three pots and what fitted in none of them."""
        return self.primary + self.backup1 + self.backup2 + self.unallocated


def require_balances(value: object) -> None:
    if not isinstance(value, Balances):
        raise ValueError(f"Give the balances as Balances(...), not {value!r}.")
