"""The progressive: what it runs on, what was hit, paid, closed, corrected and removed."""

from jackpot.models.closes import Close
from jackpot.models.corrections import Correction
from jackpot.models.hits import HitEvent
from jackpot.models.payouts import Payout, PayoutCheck, PayoutState, Threshold
from jackpot.models.policies import ELECTIONS, PolicyVersion
from jackpot.models.postings import Posting
from jackpot.models.prints import SlipPrint
from jackpot.models.progressives import IN_PLAY, Approval, Progressive, ProgressiveState
from jackpot.models.removals import Disposition, Removal, RemovalApproval
from jackpot.models.tax import TaxDisclosure, TaxIdentity

__all__ = [
    "ELECTIONS",
    "IN_PLAY",
    "Approval",
    "Close",
    "Correction",
    "Disposition",
    "HitEvent",
    "Payout",
    "PayoutCheck",
    "PayoutState",
    "PolicyVersion",
    "Posting",
    "Progressive",
    "ProgressiveState",
    "Removal",
    "RemovalApproval",
    "SlipPrint",
    "TaxDisclosure",
    "TaxIdentity",
    "Threshold",
]
