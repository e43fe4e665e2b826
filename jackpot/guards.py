"""What the database refuses in the records of the progressive."""

from accounting.ledger.guards import AnyGuard

GUARDS: list[AnyGuard] = []
