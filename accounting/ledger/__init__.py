"""The ledger: money goes from one account to another, is never edited, and every entry is chained to the one before."""
