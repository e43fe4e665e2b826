"""The books: funds and their accounts, entries and transfers; gaming days and counts."""

from accounting.models.cases import Case, CaseEvent, CaseKind, CaseState
from accounting.models.counts import (
    Count,
    CountLine,
    CountPass,
    CountRules,
    CountSignature,
    CountState,
    Denomination,
    Recount,
)
from accounting.models.days import ClosedDay, FundTable, GamingDay
from accounting.models.ledger import Account, Book, Entry, Fund, Sequence, Transfer

__all__ = [
    "Account",
    "Book",
    "Case",
    "CaseEvent",
    "CaseKind",
    "CaseState",
    "ClosedDay",
    "Count",
    "CountLine",
    "CountPass",
    "CountRules",
    "CountSignature",
    "CountState",
    "Denomination",
    "Entry",
    "Fund",
    "FundTable",
    "GamingDay",
    "Recount",
    "Sequence",
    "Transfer",
]
