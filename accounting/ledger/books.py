"""Opening the books of a fund and posting to them: the one way money moves.

    with transaction.atomic():
        books = open_books(fund)
        books.post(kind=Kind.HIT, moves=[Move("primary", "pending", 250_000, Reason.WON)], ...)

`open_books` locks every account of the fund in id order, so what it reads stays true until the commit; `post` takes the
cardroom's book last, gives the entry its number and chains it. The balances themselves are moved by the database as the
transfers come in (see accounting/guards.py); what is computed here is what the chain says they must be.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db import connection, transaction

from accounting.ledger.accounts import HELD, NEVER_NEGATIVE, NEVER_POSITIVE, OWED, POTS, AccountName, Kind, Reason
from accounting.ledger.chain import FORMAT, canonical_bytes, digest_of
from accounting.ledger.statements import LockedAccount, insert_entry, insert_transfers, lock_accounts, lock_book
from accounting.models import Account, Book, Entry, Fund, Transfer
from tables import clock
from tables.duties import Actor
from tables.models import Cardroom, author_of
from tables.refusals import Refused


@dataclass(frozen=True)
class Move:
    """Cents to go from one account to another. The funds may be left out where only one is open."""

    source: str
    target: str
    amount: int
    reason: Reason | None = None
    from_fund: Fund | None = None
    to_fund: Fund | None = None


class Books:
    """The locked accounts of one or more funds of a cardroom. Made by `open_books`, alive for one transaction."""

    def __init__(self, funds: Sequence[Fund], accounts: Sequence[LockedAccount]) -> None:
        self.funds = funds
        self._accounts = {(account.fund.pk, account.name): account for account in accounts}
        self._keys = {account.pk: f"{account.fund.code}/{account.name}" for account in accounts}

    @property
    def cardroom(self) -> Cardroom:
        return self.funds[0].cardroom

    def balance(self, name: str, fund: Fund | None = None) -> int:
        """Cents on the account, what was posted through these books included."""
        return self._account(name, fund).balance

    def _account(self, name: str, fund: Fund | None = None) -> LockedAccount:
        try:
            return self._accounts[(fund or self.funds[0]).pk, name]
        except KeyError:
            raise ValueError(f"{name} is no account of the books that are open.") from None

    def post(
        self,
        *,
        kind: Kind,
        gaming_day: date,
        by: Actor,
        explanation: str,
        document: str,
        moves: Iterable[Move],
        event_at: datetime | None = None,
        corrects: Entry | None = None,
    ) -> Entry:
        """Record one event and move its money. Moves of nothing are left out; the entry is recorded all the same."""
        transfers = [self._apply(move, position) for position, move in enumerate(_worth_moving(moves), start=1)]
        self._check_custody()

        last_number, head, last_recorded_at = lock_book(self.cardroom.pk)
        # Under the book's lock, and never before the last entry: a clock that was set back does not run back the chain.
        recorded_at = max(clock.now(), last_recorded_at or clock.now())
        entry = Entry(
            cardroom_id=self.cardroom.pk,
            number=last_number + 1,
            kind=kind,
            gaming_day=gaming_day,
            event_at=event_at or recorded_at,
            recorded_at=recorded_at,
            explanation=explanation,
            document=document,
            corrects=corrects,
            format=FORMAT,
            previous_digest=head,
            **author_of(by),
        )
        corrected_number = corrects.number if corrects else None
        entry.canonical = canonical_bytes(entry, transfers, account_keys=self._keys, corrects=corrected_number)
        entry.digest = digest_of(head, entry.canonical)
        insert_entry(entry)
        for transfer in transfers:
            transfer.entry_id = entry.pk
        insert_transfers(transfers)
        return entry

    def _apply(self, move: Move, position: int) -> Transfer:
        """Move the cents in memory and say how both accounts stand after it."""
        source, target = self._account(move.source, move.from_fund), self._account(move.target, move.to_fund)
        if source.name in POTS and move.reason is None:
            raise ValueError(f"A transfer out of {source.name} needs one of the listed reasons.")
        source.balance -= move.amount
        target.balance += move.amount
        for account in (source, target):
            account.version += 1
            _refuse_impossible(account)
        return Transfer(
            position=position,
            from_account_id=source.pk,
            to_account_id=target.pk,
            amount=move.amount,
            reason=move.reason or "",
            from_balance=source.balance,
            from_version=source.version,
            to_balance=target.balance,
            to_version=target.version,
        )

    def _check_custody(self) -> None:
        """Cage and bank hold exactly what is owed to players and not yet distributed."""
        for fund in self.funds:
            held = sum(self.balance(name, fund) for name in HELD)
            owed = sum(self.balance(name, fund) for name in OWED)
            if held != owed:
                raise BooksDisagreeError(f"{fund.name}: cage and bank would hold {held} cents against {owed} owed.")


class BooksDisagreeError(AssertionError):
    """An entry would break the equation of custody. This is a mistake in Bote, never in what a person entered."""


def _worth_moving(moves: Iterable[Move]) -> list[Move]:
    kept = []
    for move in moves:
        if move.amount < 0:
            raise ValueError(f"A transfer moves a positive amount; {move.amount} cents would go backwards.")
        if move.amount:
            kept.append(move)
    return kept


def _refuse_impossible(account: LockedAccount) -> None:
    wrong = (account.name in NEVER_NEGATIVE and account.balance < 0) or (
        account.name in NEVER_POSITIVE and account.balance > 0
    )
    if wrong:
        raise Refused(f"There is not enough in {account.name} of {account.fund.name} for that.")


def open_books(*funds: Fund) -> Books:
    """Lock all accounts of the funds, in id order, and read them. All funds are of one cardroom."""
    if not connection.in_atomic_block:
        raise RuntimeError("Books are opened inside a transaction, so that their locks hold until the commit.")
    if len({fund.cardroom_id for fund in funds}) != 1:
        raise ValueError("Books are opened for funds of one cardroom.")
    return Books(funds, lock_accounts(funds))


@transaction.atomic
def open_fund(*, cardroom: Cardroom, code: str, name: str) -> Fund:
    """A new fund with its accounts, all at zero, in the cardroom's book."""
    Book.objects.get_or_create(cardroom=cardroom)
    fund = Fund.objects.create(cardroom=cardroom, code=code, name=name)
    Account.objects.bulk_create([Account(fund=fund, name=account) for account in AccountName])
    return fund
