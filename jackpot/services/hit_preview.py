"""What a hit would do if it were recorded now: who gets what, from where, and what is posted afterwards.

It reads without locks and writes nothing. What counts is what `record_hit` finds under its lock a moment later.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from accounting.selectors.gaming_days import current_day
from jackpot import rules
from jackpot.models import IN_PLAY, Payout, Progressive, Threshold
from jackpot.selectors import policy_on
from jackpot.selectors.checks import checks_by_amount, thresholds_on
from jackpot.selectors.pots import balances_now
from jackpot.services.pots import require_state
from jackpot.winners import Winner, WinningSpot, share_in_words, split_between, winners_of
from tables.duties import Role, allowed, require_same_cardroom
from tables.games import GAMES
from tables.models import Employee


@dataclass(frozen=True)
class Share:
    """What one spot would be paid, and the checks its amount asks for."""

    spot: int
    patron: str
    hand: str
    joker: str | None
    in_words: str
    amount: int
    source: Payout.Source
    checks: tuple[Threshold, ...]


@dataclass(frozen=True)
class HitPreview:
    """All shares of a hit, and what becomes of the pots after it."""

    posted: int
    shares: tuple[Share, ...]
    left: int
    after: rules.AfterHit

    @property
    def from_jackpot(self) -> int:
        return sum(share.amount for share in self.shares if share.source == Payout.Source.JACKPOT)

    @property
    def from_tray(self) -> int:
        return sum(share.amount for share in self.shares if share.source == Payout.Source.TRAY)


@allowed(Role.FLOOR_MANAGER, Role.GENERAL_MANAGER, Role.VERIFIER, Role.SURVEILLANCE, Role.ACCOUNTANT)
def preview_hit(*, progressive: Progressive, spots: Sequence[WinningSpot], by: Employee) -> HitPreview:
    """The hit as it would be recorded on what is posted now."""
    require_same_cardroom(by, progressive.cardroom)
    require_state(progressive, IN_PLAY)
    winners = winners_of(progressive, spots)
    before = balances_now(progressive)
    split = split_between(before.primary, winners)
    today = current_day(progressive.cardroom)
    thresholds = thresholds_on(today)
    return HitPreview(
        posted=before.primary,
        shares=tuple(_share(progressive, winner, winners, split, thresholds) for winner in winners),
        left=split.remaining,
        after=_afterwards(before, split, policy_on(progressive, today).elections),
    )


def _share(
    progressive: Progressive,
    winner: Winner,
    winners: Sequence[Winner],
    split: rules.Split,
    thresholds: Sequence[Threshold],
) -> Share:
    rank = GAMES[progressive.game].rank(winner.cards)
    amount = winner.amount(split)
    return Share(
        spot=winner.spot.spot,
        patron=winner.spot.patron,
        hand=str(rank),
        joker=rank.joker,
        in_words=share_in_words(winner, winners),
        amount=amount,
        source=Payout.Source.TRAY if winner.from_tray else Payout.Source.JACKPOT,
        checks=() if winner.from_tray else tuple(checks_by_amount(amount, thresholds)),
    )


def _afterwards(before: rules.Balances, split: rules.Split, policy: rules.Policy) -> rules.AfterHit:
    """Promotion, cap check and reseed follow a hit on the pot; tray awards leave all pots as they are."""
    if split.remaining == before.primary and not split.won_whole:
        return rules.AfterHit(before, 0, 0, 0, 0, 0)
    return rules.after_hit(replace(before, primary=split.remaining), split.won_whole, policy)
