"""What the database refuses in the books."""

from accounting.ledger.accounts import NEVER_NEGATIVE, NEVER_POSITIVE, POTS, WHERE
from accounting.ledger.guards import AnyGuard, Effect, Guard, SqliteGuard, append_only, frozen, steps, undeletable
from accounting.models.bank import BANK_GUARDS
from accounting.models.cases import CASE_GUARDS
from accounting.models.exports import EXPORT_GUARDS
from accounting.models.reminders import REMINDER_GUARDS
from accounting.models.retention import RETENTION_GUARDS
from tables.models.orders import ON_A_PROGRESSIVE


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(f"'{name}'" for name in names)


def _account(side: str, column: str) -> str:
    return f"(SELECT {column} FROM accounting_account WHERE id = NEW.{side}_account_id)"


FROM_POT = f"{_account('from', 'name')} IN ({_names(POTS)})"

LEDGER: list[AnyGuard] = [
    *append_only("accounting_entry"),
    *append_only("accounting_transfer"),
    *undeletable("accounting_account"),
    *undeletable("accounting_book"),
    # Its code stands in the bytes that are chained.
    *frozen("accounting_fund", ["id", "cardroom_id", "code"]),
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
        (
            "UPDATE accounting_book SET last_number = NEW.number, head = NEW.digest, recorded_at = NEW.recorded_at "
            "WHERE cardroom_id = NEW.cardroom_id",
        ),
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
    # The bytes that were chained tell all transfers of an entry, so none is added to an older one.
    Guard(
        "accounting_transfer_comes_with_entry",
        "accounting_transfer",
        "INSERT",
        "NOT EXISTS (SELECT 1 FROM accounting_entry entry JOIN accounting_book book "
        "ON book.cardroom_id = entry.cardroom_id AND book.head = entry.digest WHERE entry.id = NEW.entry_id)",
        "An entry takes its transfers as it is recorded, not later.",
    ),
    # A column of PostgreSQL holds whole numbers and nothing else; one of SQLite takes text and fractions too.
    SqliteGuard(
        "accounting_transfer_moves_whole_cents",
        "accounting_transfer",
        "INSERT",
        "TYPEOF(NEW.amount) <> 'integer'",
        "A transfer moves whole cents.",
    ),
    # INSERT OR IGNORE passes over what the check on the account refuses in the effect below, and would keep the
    # transfer without its balances. What a transfer says of them is compared there, so it is enough to look at that.
    SqliteGuard(
        "accounting_transfer_stays_within_accounts",
        "accounting_transfer",
        "INSERT",
        f"(NEW.from_balance < 0 AND {_account('from', 'name')} IN ({_names(NEVER_NEGATIVE)})) "
        f"OR (NEW.to_balance > 0 AND {_account('to', 'name')} IN ({_names(NEVER_POSITIVE)}))",
        "No account goes beyond zero that may not.",
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
        "2 <> (SELECT COUNT(*) FROM accounting_entry entry JOIN accounting_fund fund "
        "ON fund.cardroom_id = entry.cardroom_id JOIN accounting_account account ON account.fund_id = fund.id "
        "WHERE entry.id = NEW.entry_id AND account.id IN (NEW.from_account_id, NEW.to_account_id))",
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

_BEFORE = "(SELECT kind FROM tables_custodyevent e WHERE e.box_id = NEW.box_id AND e.position = NEW.position - 1)"

# A box is placed, pulled, received, emptied, and placed again (WAC 230-15-590).
CUSTODY: list[AnyGuard] = [
    *append_only("tables_custodyevent"),
    *append_only("tables_wagerreport"),
    *frozen("tables_dropbox", ["id", "cardroom_id", "number", "kind", "table_id", "shift", "emergency"]),
    Guard(
        "tables_custodyevent_in_order",
        "tables_custodyevent",
        "INSERT",
        f"NOT COALESCE((NEW.kind = 'placed' AND (NEW.position = 1 OR {_BEFORE} = 'emptied')) "
        f"OR (NEW.kind = 'pulled' AND {_BEFORE} = 'placed') OR (NEW.kind = 'received' AND {_BEFORE} = 'pulled') "
        f"OR (NEW.kind = 'emptied' AND {_BEFORE} = 'received'), 1 = 0)",
        "A box is placed, pulled, received and emptied, in this order.",
    ),
    Guard(
        "tables_custodyevent_at_its_table",
        "tables_custodyevent",
        "INSERT",
        "NEW.table_id <> (SELECT table_id FROM tables_dropbox WHERE id = NEW.box_id) OR (NEW.kind = 'pulled' AND "
        "NEW.table_id <> (SELECT table_id FROM tables_custodyevent e WHERE e.box_id = NEW.box_id "
        "AND e.position = NEW.position - 1))",
        "A box stands on its own table and is pulled where it was placed.",
    ),
]

# What a table was ordered with and limited to, and who was barred, stays on record.
ORDERS_AND_LIMITS: list[AnyGuard] = [
    *append_only("tables_tableorder"),
    *append_only("tables_wagerlimit"),
    *append_only("tables_tablelimit"),
    *frozen("tables_barredpatron", ["id", "cardroom_id", "patron", "why", "barred_by_id", "barred_at"]),
    # A progressive is only on tables whose order has that bet (seeds 000, Gran Progressive).
    Guard(
        "tables_order_keeps_progressive",
        "tables_tableorder",
        "INSERT",
        "NOT NEW.progressive AND EXISTS (SELECT 1 FROM accounting_fundtable f WHERE f.table_id = NEW.table_id "
        "AND (f.to_day IS NULL OR f.to_day >= DATE(NEW.effective_at)))",
        ON_A_PROGRESSIVE,
    ),
]

_UNSIGNED = (
    "EXISTS (SELECT 1 FROM accounting_countpass p WHERE p.count_id = NEW.id AND p.attempt = NEW.attempt "
    "AND NOT EXISTS (SELECT 1 FROM accounting_countsignature s WHERE s.count_id = p.count_id "
    "AND s.attempt = p.attempt AND s.by_id = p.by_id))"
)
_PASSES = "(SELECT {what} FROM accounting_countpass p WHERE p.count_id = NEW.id AND p.attempt = NEW.attempt)"
_COUNT_FACTS = (
    *("id", "cardroom_id", "number", "pull_id", "box_id", "table_id", "fund_id", "gaming_day"),
    *("opened_by_id", "opened_at"),
)
_COUNT_STEPS = {
    ("opened", "half"),
    ("half", "agreed"),
    ("half", "different"),
    ("agreed", "verified"),
    ("agreed", "different"),
    ("agreed", "opened"),
    ("different", "opened"),
    ("verified", "opened"),
    ("verified", "locked"),
}
_LOCKED_COUNT = "(SELECT state FROM accounting_count WHERE id = NEW.count_id) = 'locked'"

COUNTS: list[AnyGuard] = [
    *append_only("accounting_gamingday"),
    *append_only("accounting_closedday"),
    *frozen("accounting_fundtable", ["id", "fund_id", "table_id", "from_day"]),
    *frozen("accounting_denomination", ["id", "cardroom_id", "label", "value", "kind"]),
    *append_only("accounting_countpass"),
    *append_only("accounting_countline"),
    *append_only("accounting_countsignature"),
    *append_only("accounting_recount"),
    *frozen("accounting_count", _COUNT_FACTS),
    *steps("accounting_count", "state", _COUNT_STEPS, start="opened"),
    Guard(
        "accounting_count_stays_locked",
        "accounting_count",
        "UPDATE",
        "OLD.state = 'locked'",
        "A locked count is never changed. Record a correction instead.",
    ),
    # WAC 230-15-615, -620: two independent counts, a verifier, and everyone signs for the same figure.
    Guard(
        "accounting_count_locks_when_signed",
        "accounting_count",
        "UPDATE",
        f"NEW.state = 'locked' AND (({_PASSES.format(what='COUNT(*)')} <> 3) "
        f"OR ({_PASSES.format(what='MIN(total)')} <> NEW.total) OR ({_PASSES.format(what='MAX(total)')} <> NEW.total) "
        f"OR {_UNSIGNED})",
        "A count is locked when two passes and the verifier agree and all of them have signed.",
    ),
    *(
        Guard(f"{table}_not_after_lock", table, "INSERT", _LOCKED_COUNT, "A locked count takes nothing more.")
        for table in ("accounting_countpass", "accounting_countsignature", "accounting_recount")
    ),
]

# Tables cannot import from here, so what protects the hands and the terminals stands with the rest of the floor.
TERMINALS: list[AnyGuard] = [
    *append_only("tables_hand"),
    *frozen("tables_terminal", ["id", "table_id", "enrolled_at"]),
    Guard(
        "tables_terminal_revoked_for_good",
        "tables_terminal",
        "UPDATE",
        "OLD.revoked_at IS NOT NULL AND (NEW.revoked_at IS DISTINCT FROM OLD.revoked_at OR NEW.token_digest <> '')",
        "A revoked terminal stays revoked.",
    ),
    Guard(
        "tables_enrolment_used_once",
        "tables_enrolment",
        "UPDATE",
        "OLD.terminal_id IS NOT NULL",
        "An enrolment is used once.",
    ),
    Guard(
        "tables_answer_given_once",
        "tables_answer",
        "UPDATE",
        "OLD.status IS NOT NULL OR NEW.key <> OLD.key OR NEW.call_digest <> OLD.call_digest",
        "What a terminal was answered stays as it is.",
    ),
]

# Who got in and who was given which rights is evidence, also against those who set up the system.
ACCESS: list[AnyGuard] = append_only("tables_accessevent")

GUARDS: list[AnyGuard] = [
    *LEDGER,
    *CUSTODY,
    *ORDERS_AND_LIMITS,
    *TERMINALS,
    *ACCESS,
    *COUNTS,
    *CASE_GUARDS,
    *BANK_GUARDS,
    *REMINDER_GUARDS,
    *RETENTION_GUARDS,
    *EXPORT_GUARDS,
]
