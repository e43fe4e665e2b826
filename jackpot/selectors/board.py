"""What a board at the table shows, and a cheap way to ask whether it has changed."""

from dataclasses import dataclass
from datetime import datetime

from accounting.ledger.accounts import AccountName
from accounting.models import Account
from accounting.selectors.gaming_days import current_day
from jackpot.models import IN_PLAY, Payout, PayoutState, PolicyVersion, Posting, Progressive
from jackpot.selectors import policy_on
from tables import clock

UNPAID = (PayoutState.LOCKED, PayoutState.VERIFIED)


@dataclass(frozen=True)
class Board:
    progressive: Progressive
    amount: int
    posting: Posting | None
    policy: PolicyVersion
    pending: list[Payout]

    @property
    def posted_at(self) -> datetime | None:
        return self.posting.at if self.posting else None


def board_version(code: str) -> str | None:
    """A text that changes whenever the board does; None if there is no such progressive in play.

    Every cent that moves raises the version of its account. A policy comes into force at a cut-over, on the hour.
    """
    accounts = Account.objects.filter(fund__progressive__code=code, fund__progressive__state__in=IN_PLAY)
    versions = dict(accounts.filter(name__in=[AccountName.PRIMARY, AccountName.PENDING]).values_list("name", "version"))
    if not versions:
        return None
    return f'"{versions[AccountName.PRIMARY]}-{versions[AccountName.PENDING]}-{clock.now():%j%H}"'


def board_of(code: str) -> Board | None:
    """The posted amount, since when, what is locked for winners and not yet paid, and the policy in force."""
    rows = Progressive.objects.filter(code=code, state__in=IN_PLAY).select_related("cardroom", "fund")
    progressive = rows.first()
    if progressive is None:
        return None
    return Board(
        progressive=progressive,
        amount=Account.objects.get(fund=progressive.fund_id, name=AccountName.PRIMARY).balance,
        posting=progressive.postings.order_by("-number").first(),
        policy=policy_on(progressive, current_day(progressive.cardroom)),
        pending=list(
            progressive.payouts.filter(source=Payout.Source.JACKPOT, state__in=UNPAID).order_by("-number")[:4]
        ),
    )
