"""The chart of accounts, the kinds of entries and the reasons a pot may go down for, as plain data.

Every fund has the same sixteen accounts on two sides: *whose* money it is and *where* it is. A transfer stays on its
side, so each side always sums to zero.
"""

from enum import StrEnum


class AccountName(StrEnum):
    """One account of a fund; the name says what the money is."""

    PRIMARY = "primary"
    BACKUP1 = "backup1"
    BACKUP2 = "backup2"
    UNALLOCATED = "unallocated"
    PENDING = "pending"
    DROP = "drop"
    SEED = "seed"
    CARRYOVER = "carryover"
    TRAY_ADVANCE = "tray_advance"
    FEE = "fee"
    PLAYERS = "players"
    BOXES = "boxes"
    CAGE = "cage"
    BANK = "bank"
    HOUSE = "house"
    WINNERS = "winners"


POTS = (AccountName.PRIMARY, AccountName.BACKUP1, AccountName.BACKUP2)
# The accounts of "where it is"; all others are of "whose it is".
WHERE = (AccountName.BOXES, AccountName.CAGE, AccountName.BANK, AccountName.HOUSE, AccountName.WINNERS)
# What the licensee holds in custody, and for what: these two sums are always equal.
HELD = (AccountName.CAGE, AccountName.BANK)
OWED = (*POTS, AccountName.UNALLOCATED, AccountName.PENDING, AccountName.DROP)

NEVER_NEGATIVE = (*OWED, *HELD, AccountName.FEE)
NEVER_POSITIVE = (AccountName.SEED, AccountName.CARRYOVER, AccountName.TRAY_ADVANCE)


class Kind(StrEnum):
    """What an entry records."""

    SEED = "seed"
    RESEED = "reseed"
    TRAY_PAYOUT = "tray payout"
    TRAY_VOID = "tray slip voided"
    HIT = "hit"
    PAYOUT_PAID = "payout paid"
    PAYOUT_VOIDED = "payout voided"
    PROMOTION = "promotion"
    CAP_CHECK = "cap check"
    COUNT = "count"
    CLOSE = "close"
    DEPOSIT = "deposit"
    CORRECTION = "correction"
    REMOVAL = "removal"


class Reason(StrEnum):
    """The closed list of reasons for which a pot may go down (WAC 230-15-695)."""

    WON = "won"
    PROMOTED = "promoted"
    CAP_EXCESS = "cap excess returned to the primary"
    DISPLAY_ERROR = "display error by equipment malfunction"
    ABOVE_MAXIMUM = "displayed above its maximum"
    GROSS_RECEIPTS = "non-displayed funds taken as gross receipts"
    SEED_RECOVERED = "seed recovered"
    SHORTAGE_COVERED = "shortage covered"
    CORRECTION = "correction"
    REMOVAL = "removal"
