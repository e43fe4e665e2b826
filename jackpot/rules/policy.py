"""The house elections: every choice that the rules of the game leave to the house, with its default."""

from dataclasses import dataclass

from jackpot.rules.amounts import BPS, whole

SEED_RECOVERIES = ("none", "full", "portion")
SHORTAGES = ("carryover", "backup")
LEAST_SEED = 50_000  # seeds 000 and 001: "seed the jackpot with at least $500"


@dataclass(frozen=True, slots=True)
class Policy:
    """One set of elections. Rates are basis points, amounts cents; `maximum` is None where no maximum is set.

    Elections that have no effect together are accepted: `shortage="backup"` with `backups=False` uses up the backup
    money that is still there.
    """

    fee_bps: int = 0
    fee_max_bps: int = 0
    seed_recovery: str = "full"
    seed_portion_bps: int = 0
    shortage: str = "carryover"
    backups: bool = True
    backup_share_bps: int = BPS
    backup_threshold: int = 500_000
    backup_cap: int = 500_000
    cap_lift: int = 2_000_000
    seed_minimum: int = LEAST_SEED
    maximum: int | None = None

    def __post_init__(self) -> None:
        for name in ("fee_bps", "fee_max_bps", "seed_portion_bps", "backup_share_bps"):
            if whole(name, getattr(self, name)) > BPS:
                raise ValueError(f"{name} is a rate from 0 to {BPS:,} basis points, and is {getattr(self, name)}.")
        for name in ("backup_threshold", "backup_cap", "cap_lift", "seed_minimum"):
            whole(name, getattr(self, name))
        if self.maximum is not None:
            whole("maximum", self.maximum)
        if not isinstance(self.backups, bool):
            raise ValueError(f"backups is True or False, not {self.backups!r}.")
        self._refuse_unknown_elections()
        self._refuse_forbidden_amounts()

    def _refuse_unknown_elections(self) -> None:
        for name, known in (("seed_recovery", SEED_RECOVERIES), ("shortage", SHORTAGES)):
            if getattr(self, name) not in known:
                raise ValueError(f"{name} must be one of {', '.join(known)}, not {getattr(self, name)!r}.")

    def _refuse_forbidden_amounts(self) -> None:
        if self.fee_bps > self.fee_max_bps:
            raise ValueError(
                f"The fee of {self.fee_bps} basis points is above the {self.fee_max_bps} that the WSGC allowed. "
                "Lower the fee, or record the approval of a higher one first."
            )
        if self.seed_minimum < LEAST_SEED:
            raise ValueError(f"The seed minimum is at least {LEAST_SEED:,} cents ($500), and is {self.seed_minimum:,}.")

    def below_maximum(self, level: int) -> int:
        """`level`, or the maximum jackpot where that is smaller."""
        return level if self.maximum is None else min(level, self.maximum)


def require_policy(value: object) -> None:
    if not isinstance(value, Policy):
        raise ValueError(f"Give the elections as Policy(...), not {value!r}.")
