"""The books: funds and their accounts, entries and transfers."""

from accounting.models.ledger import Account, Book, Entry, Fund, Sequence, Transfer

__all__ = ["Account", "Book", "Entry", "Fund", "Sequence", "Transfer"]
