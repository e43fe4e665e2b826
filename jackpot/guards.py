"""What the database refuses in the records of the progressive. Each list stands beside the models it guards."""

from accounting.ledger.guards import AnyGuard
from jackpot.models.closes import CLOSE_GUARDS
from jackpot.models.corrections import CORRECTION_GUARDS
from jackpot.models.hits import HIT_GUARDS
from jackpot.models.payouts import PAYOUT_GUARDS
from jackpot.models.policies import POLICY_GUARDS
from jackpot.models.postings import POSTING_GUARDS
from jackpot.models.prints import PRINT_GUARDS
from jackpot.models.progressives import PROGRESSIVE_GUARDS
from jackpot.models.removals import REMOVAL_GUARDS
from jackpot.models.tax import TAX_GUARDS

GUARDS: list[AnyGuard] = [
    *PROGRESSIVE_GUARDS,
    *POLICY_GUARDS,
    *POSTING_GUARDS,
    *HIT_GUARDS,
    *PAYOUT_GUARDS,
    *PRINT_GUARDS,
    *CLOSE_GUARDS,
    *CORRECTION_GUARDS,
    *REMOVAL_GUARDS,
    *TAX_GUARDS,
]
