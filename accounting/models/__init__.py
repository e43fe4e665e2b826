"""The books: funds and their accounts, entries and transfers; gaming days and counts."""

from accounting.models.bank import (
    BankAccount,
    BankReconciliation,
    Deposit,
    FundingCheck,
    ReconciliationLine,
    StatementBalance,
    StopGame,
)
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
from accounting.models.exports import Export, ExportState, SigningKey
from accounting.models.jobs import JobRun
from accounting.models.ledger import Account, Book, Entry, Fund, Sequence, Transfer
from accounting.models.reminders import Reminder
from accounting.models.retention import CardroomBooks, LegalHold, Purge

__all__ = [
    "Account",
    "BankAccount",
    "BankReconciliation",
    "Book",
    "CardroomBooks",
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
    "Deposit",
    "Entry",
    "Export",
    "ExportState",
    "Fund",
    "FundTable",
    "FundingCheck",
    "GamingDay",
    "JobRun",
    "LegalHold",
    "Purge",
    "ReconciliationLine",
    "Recount",
    "Reminder",
    "Sequence",
    "SigningKey",
    "StatementBalance",
    "StopGame",
    "Transfer",
]
