"""What the database refuses in the books."""

from accounting.ledger.accounts import POTS, WHERE
from accounting.ledger.guards import AnyGuard, Effect, Guard, append_only, undeletable


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(f"'{name}'" for name in names)


def _account(side: str, column: str) -> str:
    return f"(SELECT {column} FROM accounting_account WHERE id = NEW.{side}_account_id)"


def _cardroom(side: str) -> str:
    return (
        "(SELECT fund.cardroom_id FROM accounting_fund fund JOIN accounting_account account "
        f"ON account.fund_id = fund.id WHERE account.id = NEW.{side}_account_id)"
    )


ENTRY_CARDROOM = "(SELECT cardroom_id FROM accounting_entry WHERE id = NEW.entry_id)"
FROM_POT = f"{_account('from', 'name')} IN ({_names(POTS)})"

LEDGER: list[AnyGuard] = [
    *append_only("accounting_entry"),
    *append_only("accounting_transfer"),
    *undeletable("accounting_account"),
    *undeletable("accounting_book"),
    # An entry takes the next number and chains to the head of its cardroom's book, and becomes the head.
    Guard(
        "accounting_entry_is_next",
        "accounting_entry",
        "INSERT",
        "NOT EXISTS (SELECT 1 FROM accounting_book book WHERE book.cardroom_id = NEW.cardroom_id "
        "AND book.last_number + 1 = NEW.number AND book.head = NEW.previous_digest)",
        "An entry takes the next number of its cardroom and chains to the one before.",
    ),
    Effect(
        "accounting_entry_moves_head",
        "accounting_entry",
        ("UPDATE accounting_book SET last_number = NEW.number, head = NEW.digest WHERE cardroom_id = NEW.cardroom_id",),
    ),
    Guard(
        "accounting_book_follows_entries",
        "accounting_book",
        "UPDATE",
        "NEW.cardroom_id <> OLD.cardroom_id OR NEW.last_number <> OLD.last_number + 1 OR NOT EXISTS "
        "(SELECT 1 FROM accounting_entry entry WHERE entry.cardroom_id = NEW.cardroom_id "
        "AND entry.number = NEW.last_number AND entry.digest = NEW.head)",
        "The head of a book moves only with its next entry.",
    ),
    Guard(
        "accounting_book_starts_empty",
        "accounting_book",
        "INSERT",
        f"NEW.last_number <> 0 OR NEW.head <> '{'0' * 64}'",
        "A book starts empty.",
    ),
    # A pot goes down only for a listed reason, and a correction says what it corrects (WAC 230-15-695).
    Guard(
        "accounting_pot_decrease_needs_reason",
        "accounting_transfer",
        "INSERT",
        f"NEW.reason = '' AND {FROM_POT}",
        "A pot goes down only for a listed reason.",
    ),
    Guard(
        "accounting_correction_is_linked",
        "accounting_transfer",
        "INSERT",
        "NEW.reason = 'correction' AND (SELECT corrects_id FROM accounting_entry WHERE id = NEW.entry_id) IS NULL",
        "A correction points at the entry it corrects.",
    ),
    # Both sides, whose money and where it is, sum to zero because no transfer crosses.
    Guard(
        "accounting_transfer_keeps_side",
        "accounting_transfer",
        "INSERT",
        f"({_account('from', 'name')} IN ({_names(WHERE)})) <> ({_account('to', 'name')} IN ({_names(WHERE)}))",
        "A transfer stays on its side of the books: whose money it is, or where it is.",
    ),
    Guard(
        "accounting_transfer_keeps_cardroom",
        "accounting_transfer",
        "INSERT",
        f"{_cardroom('from')} <> {ENTRY_CARDROOM} OR {_cardroom('to')} <> {ENTRY_CARDROOM}",
        "A transfer stays in the cardroom of its entry.",
    ),
    # The balances follow from the transfers, here and nowhere else. The guard below compares them with what the
    # transfer itself says they are, so that a wrong balance on a transfer is refused too.
    Effect(
        "accounting_transfer_moves_balances",
        "accounting_transfer",
        (
            "UPDATE accounting_account SET balance = balance - NEW.amount, version = version + 1 "
            "WHERE id = NEW.from_account_id",
            "UPDATE accounting_account SET balance = balance + NEW.amount, version = version + 1 "
            "WHERE id = NEW.to_account_id",
        ),
    ),
    Guard(
        "accounting_account_follows_transfers",
        "accounting_account",
        "UPDATE",
        "NEW.id <> OLD.id OR NEW.fund_id <> OLD.fund_id OR NEW.name <> OLD.name OR NEW.version <> OLD.version + 1 "
        "OR NOT ("
        "EXISTS (SELECT 1 FROM accounting_transfer t WHERE t.from_account_id = NEW.id "
        "AND t.from_version = NEW.version AND t.from_balance = NEW.balance) OR "
        "EXISTS (SELECT 1 FROM accounting_transfer t WHERE t.to_account_id = NEW.id "
        "AND t.to_version = NEW.version AND t.to_balance = NEW.balance))",
        "A balance changes only by a transfer.",
    ),
    Guard(
        "accounting_account_starts_empty",
        "accounting_account",
        "INSERT",
        "NEW.balance <> 0 OR NEW.version <> 0",
        "An account starts empty.",
    ),
    # Numbers without gaps only go up.
    *undeletable("accounting_sequence"),
    Guard(
        "accounting_sequence_goes_up",
        "accounting_sequence",
        "UPDATE",
        "NEW.last <= OLD.last OR NEW.cardroom_id <> OLD.cardroom_id OR NEW.name <> OLD.name",
        "A series of numbers only goes up.",
    ),
]

GUARDS: list[AnyGuard] = [*LEDGER]
