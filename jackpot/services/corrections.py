"""Corrections: nothing recorded is ever edited. What was wrong is put right by new moves.

One person proposes the moves and says what they correct and why; another approves, and only then does money move. It is
booked on the gaming day of what it corrects while that day is open, and on the present one once it is closed.
"""

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from accounting.ledger.accounts import HELD, POTS, AccountName, Kind, Reason
from accounting.ledger.books import Books, BooksDisagreeError, Move, open_books
from accounting.models import Count, CountState, Entry
from jackpot.models import IN_PLAY, Correction, Progressive
from jackpot.selectors import drop_on, open_day_for
from jackpot.selectors.corrections import counted_in_books, undecided_of
from jackpot.services.pots import check_caps, lock_progressive, out_of_custody, post_to_primary
from tables import clock
from tables.duties import Role, allowed
from tables.models import Employee
from tables.refusals import Invalid, NotAllowed, NotThere, Refused

# A person may give these; what is won, promoted or covered is for the services that know it.
REASONS = (
    Reason.CORRECTION,
    Reason.DISPLAY_ERROR,
    Reason.ABOVE_MAXIMUM,
    Reason.GROSS_RECEIPTS,
    Reason.SEED_RECOVERED,
)


def reversal_of(entry: Entry) -> list[Move]:
    """The moves that take an entry back, the last one first; the right moves are added by whoever corrects it."""
    transfers = entry.transfers.select_related("from_account", "to_account").order_by("-position")
    return [
        Move(
            transfer.to_account.name,
            transfer.from_account.name,
            transfer.amount,
            Reason.CORRECTION if transfer.to_account.name in POTS else None,
        )
        for transfer in transfers
    ]


@allowed(Role.ACCOUNTANT, Role.GENERAL_MANAGER)
@transaction.atomic
def propose_correction(
    *, progressive: Progressive, corrects: Entry, moves: Sequence[Move], explanation: str, by: Employee
) -> Correction:
    """Write down the moves that would put `corrects` right, for someone else to approve."""
    progressive = lock_progressive(progressive, by, *IN_PLAY)
    if not corrects.transfers.filter(from_account__fund=progressive.fund).exists():
        raise NotThere(f"{progressive} has no such entry.")
    return _propose(progressive, corrects, moves, explanation, by)


@allowed(Role.ACCOUNTANT, Role.GENERAL_MANAGER)
@transaction.atomic
def correct_count(*, count: Count, total: int, explanation: str, by: Employee) -> Correction:
    """Propose to put a locked count right. The difference goes through the drop: its own day's while that is open,
    else today's. A count that was corrected before is put right from where those corrections left it.

    What that drop does not hold is taken out of the primary: the money was added to it and was never there.
    """
    if not count.fund or count.state != CountState.LOCKED or not count.entry or count.total is None:
        raise Refused(f"{str(count).capitalize()} is not locked: it is recounted, not corrected.")
    progressive = lock_progressive(Progressive.objects.get(fund=count.fund), by, *IN_PLAY)
    if waiting := undecided_of(count.entry):
        raise Refused(f"{str(waiting).capitalize()} waits for approval. Approve or decline it first.")
    difference = total - counted_in_books(count)
    if total < 0 or not difference:
        raise Invalid("Give what was really in the box, in cents; it has to differ from what the books have.")
    if difference > 0:
        moves = [Move("players", "drop", difference), Move("boxes", "cage", difference)]
    else:
        books = open_books(progressive.fund)
        from_drop = min(-difference, drop_on(progressive, open_day_for(progressive, count.gaming_day)))
        moves = [
            Move("drop", "players", from_drop),
            Move("primary", "players", -difference - from_drop, Reason.CORRECTION),
            *out_of_custody(books, -difference, "boxes"),
        ]
    return _propose(progressive, count.entry, moves, explanation, by)


@allowed(Role.ACCOUNTANT, Role.GENERAL_MANAGER)
@transaction.atomic
def approve_correction(*, correction: Correction, by: Employee) -> Correction:
    """Post the proposed moves. A primary that went down is followed by the cap check."""
    progressive = lock_progressive(correction.progressive, by, *IN_PLAY)
    correction = Correction.objects.select_for_update(of=("self",)).select_related("corrects").get(pk=correction.pk)
    _require_undecided(correction)
    if correction.proposed_by_id == by.pk:
        raise NotAllowed(f"{by} proposed this correction. Someone else approves it.")
    books = open_books(progressive.fund)
    before = books.balance("primary")
    entry = _post(progressive, correction, books, by)
    _require_drop_left(progressive, entry)
    if books.balance("primary") < before:
        check_caps(progressive, books, by=by, document=f"correction/{correction.pk}")
    correction.approved_by, correction.approved_at, correction.entry = by, clock.now(), entry
    correction.save(update_fields=["approved_by", "approved_at", "entry"])
    return correction


@allowed(Role.ACCOUNTANT, Role.GENERAL_MANAGER)
@transaction.atomic
def decline_correction(*, correction: Correction, why: str, by: Employee) -> Correction:
    """Decide that it is not made, for a reason; whoever proposed it may take it back the same way."""
    lock_progressive(correction.progressive, by)
    correction = Correction.objects.select_for_update(of=("self",)).get(pk=correction.pk)
    _require_undecided(correction)
    if not why.strip():
        raise Invalid("Say why it is not made.", errors={"why": ["Say why it is not made."]})
    correction.declined_by, correction.declined_at, correction.why_declined = by, clock.now(), why.strip()
    correction.save(update_fields=["declined_by", "declined_at", "why_declined"])
    return correction


def _require_undecided(correction: Correction) -> None:
    if correction.entry_id:
        raise Refused("This correction is posted already.")
    if correction.declined_by_id:
        raise Refused("This correction was declined. Propose another.")


def moves_of(correction: Correction) -> list[Move]:
    """The moves as they were proposed."""
    return [
        Move(each["source"], each["target"], each["amount"], Reason(each["reason"]) if each["reason"] else None)
        for each in correction.moves
    ]


def _propose(
    progressive: Progressive, corrects: Entry, moves: Sequence[Move], explanation: str, by: Employee
) -> Correction:
    if not explanation.strip():
        raise Invalid("A correction is explained: say what was wrong.", errors={"explanation": ["Say what was wrong."]})
    kept = [move for move in moves if move.amount]
    if not kept:
        raise Invalid("A correction moves something. Give its moves.")
    for move in kept:
        _require_sound(move)
    return Correction.objects.create(
        progressive=progressive,
        corrects=corrects,
        explanation=explanation.strip(),
        moves=[_as_data(move) for move in kept],
        proposed_by=by,
        proposed_at=clock.now(),
    )


def _require_sound(move: Move) -> None:
    if move.amount < 0 or {move.source, move.target} - set(AccountName):
        raise Invalid("A correction moves a positive amount between two accounts of the progressive.")
    if move.source in POTS and move.reason not in REASONS:
        listed = "; ".join(REASONS)
        raise Invalid(f"A correction takes money out of {move.source} only for one of: {listed} (WAC 230-15-695).")


def _as_data(move: Move) -> dict[str, Any]:
    return {"source": move.source, "target": move.target, "amount": move.amount, "reason": move.reason or ""}


def _post(progressive: Progressive, correction: Correction, books: Books, by: Employee) -> Entry:
    try:
        return post_to_primary(
            progressive,
            books,
            kind=Kind.CORRECTION,
            gaming_day=open_day_for(progressive, correction.corrects.gaming_day),
            by=by,
            explanation=correction.explanation,
            document=f"correction/{correction.pk}",
            moves=moves_of(correction),
            corrects=correction.corrects,
            posting=f"correction of {correction.corrects}",
        )
    except BooksDisagreeError as problem:
        raise Invalid(
            f"These moves change what is owed to players and not what {' and '.join(HELD)} hold, or the reverse. "
            "Give both sides."
        ) from problem


def _require_drop_left(progressive: Progressive, entry: Entry) -> None:
    if drop_on(progressive, entry.gaming_day) < 0:
        raise Refused(
            f"The drop of {entry.gaming_day} does not hold that much. Propose to take the rest out of the primary."
        )
