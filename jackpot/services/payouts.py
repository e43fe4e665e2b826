"""The life of a slip after the hit: verified by someone else, paid, or voided with a reason; tray slips approved."""

from collections.abc import Mapping, Sequence

from django.db import transaction

from accounting.ledger.accounts import Kind
from accounting.ledger.books import Move, open_books
from accounting.selectors.gaming_days import closed_through, current_day
from jackpot.models import IN_PLAY, Payout, PayoutCheck, PayoutState, Threshold
from jackpot.selectors import checks_to_pay, checks_to_verify, open_day_for
from jackpot.services.pots import lock_progressive, post_to_primary
from tables import clock
from tables.duties import Role, allowed
from tables.models import Employee
from tables.refusals import Invalid, NotAllowed, NotThere, Refused

Notes = Mapping[str, str]  # what was noted of each check, by its name


@allowed(Role.FLOOR_MANAGER, Role.VERIFIER, Role.GENERAL_MANAGER)
@transaction.atomic
def verify_payout(*, payout: Payout, by: Employee, checks: Notes | None = None) -> Payout:
    """Confirm the hand of a locked slip, with the checks that its amount asks for."""
    payout = _lock(payout, Payout.Source.JACKPOT, by)
    _require_state(payout, PayoutState.LOCKED)
    _require_other_than_recorder(payout, by)
    _make_checks(payout, checks_to_verify(payout), checks or {}, by)
    payout.state = PayoutState.VERIFIED
    payout.verified_by, payout.verified_at = by, clock.now()
    payout.save(update_fields=["state", "verified_by", "verified_at"])
    return payout


@allowed(Role.FLOOR_MANAGER, Role.ACCOUNTANT, Role.GENERAL_MANAGER)
@transaction.atomic
def pay_payout(
    *, payout: Payout, paid_from: str, method: str, by: Employee, checks: Notes | None = None, patron: str = ""
) -> Payout:
    """Pay a verified slip out of the cage or the bank. Above the dated limit only by check, and with its tax forms."""
    payout = _lock(payout, Payout.Source.JACKPOT, by)
    _require_state(payout, PayoutState.VERIFIED)
    _require_second_person(payout, by)
    if paid_from not in ("cage", "bank") or method not in Payout.Method.values:
        raise Invalid("Say where it is paid from, cage or bank, and how: cash or check.")
    today = current_day(payout.cardroom)
    patron = payout.patron or patron.strip()
    due = checks_to_pay(payout, in_cash=method == Payout.Method.CASH, patron=patron, day=today)
    if method == Payout.Method.CASH and any(each.check_name == Threshold.Check.PAID_BY_CHECK for each in due):
        raise Refused(f"{payout} is above what is paid in cash or chips. Pay it by check.")
    books = open_books(payout.progressive.fund)
    _make_checks(payout, due, checks or {}, by)
    payout.final_entry = books.post(
        kind=Kind.PAYOUT_PAID,
        gaming_day=today,
        by=by,
        explanation=f"{payout} paid by {method}",
        document=payout.document,
        moves=[Move("pending", "players", payout.amount), Move(paid_from, "winners", payout.amount)],
    )
    payout.state, payout.patron = PayoutState.PAID, patron
    payout.paid_by, payout.paid_at, payout.paid_from, payout.method = by, clock.now(), paid_from, method
    payout.save()
    return payout


@allowed(Role.GENERAL_MANAGER, Role.ACCOUNTANT)
@transaction.atomic
def void_payout(*, payout: Payout, reason: str, by: Employee) -> Payout:
    """Give a locked share back to the primary. What others won in between, a promotion or a reseed stays."""
    payout = _lock(payout, Payout.Source.JACKPOT, by)
    _require_state(payout, PayoutState.LOCKED, PayoutState.VERIFIED)
    _require_other_than_recorder(payout, by)
    payout.final_entry = post_to_primary(
        payout.progressive,
        open_books(payout.progressive.fund),
        kind=Kind.PAYOUT_VOIDED,
        gaming_day=current_day(payout.cardroom),
        by=by,
        explanation=f"{payout} voided: {_said(reason)}",
        document=payout.document,
        moves=[Move("pending", "primary", payout.amount)],
        corrects=payout.entry,
        posting=f"{payout} voided",
    )
    return _voided(payout, reason, by)


@allowed(Role.FLOOR_MANAGER, Role.VERIFIER, Role.GENERAL_MANAGER)
@transaction.atomic
def approve_tray_slip(*, payout: Payout, by: Employee) -> Payout:
    """Confirm a tray award, so that its day can be closed."""
    payout = _lock(payout, Payout.Source.TRAY, by)
    _require_state(payout, PayoutState.RECORDED)
    _require_other_than_recorder(payout, by)
    payout.state = PayoutState.APPROVED
    payout.verified_by, payout.verified_at = by, clock.now()
    payout.save(update_fields=["state", "verified_by", "verified_at"])
    return payout


@allowed(Role.GENERAL_MANAGER, Role.ACCOUNTANT)
@transaction.atomic
def void_tray_slip(*, payout: Payout, reason: str, by: Employee) -> Payout:
    """Take a tray award out of the books again; the house bears it.

    Once its day is closed the house has been reimbursed for it, so it puts the money back: into today's drop.
    """
    payout = _lock(payout, Payout.Source.TRAY, by)
    _require_state(payout, PayoutState.RECORDED, PayoutState.APPROVED)
    _require_other_than_recorder(payout, by)
    closed = closed_through(payout.progressive.fund)
    moves = [Move("players", "tray_advance", payout.amount)]
    if closed and payout.gaming_day <= closed:
        moves = [
            Move("tray_advance", "drop", payout.amount),
            Move("players", "tray_advance", payout.amount),
            Move("house", "cage", payout.amount),
        ]
    payout.final_entry = open_books(payout.progressive.fund).post(
        kind=Kind.TRAY_VOID,
        # What comes into a drop has to be closed with it, also when the clock was set back into a closed day.
        gaming_day=open_day_for(payout.progressive, current_day(payout.cardroom)),
        by=by,
        explanation=f"Tray {payout} voided: {_said(reason)}",
        document=payout.document,
        moves=moves,
        corrects=payout.entry,
    )
    return _voided(payout, reason, by)


def _lock(payout: Payout, source: Payout.Source, by: Employee) -> Payout:
    """The progressive's row first, then the slip's: the order every service keeps."""
    progressive = lock_progressive(payout.progressive, by, *IN_PLAY)
    locked = Payout.objects.select_for_update(of=("self",)).select_related("cardroom", "entry", "hit").get(pk=payout.pk)
    if locked.source != source:
        raise NotThere(f"{str(locked).capitalize()} is not a {source} slip.")
    locked.progressive = progressive
    return locked


def _require_state(payout: Payout, *states: PayoutState) -> None:
    if payout.state == PayoutState.PAID:
        raise Refused(f"{str(payout).capitalize()} is paid. What was wrong with it is put right by a correction.")
    if payout.state not in states:
        raise Refused(f"{str(payout).capitalize()} is {payout.state}. It has to be {' or '.join(states)} for that.")


def _require_other_than_recorder(payout: Payout, by: Employee) -> None:
    if payout.hit.author_employee_id == by.pk:
        raise NotAllowed(f"{by} recorded this hit. Someone else has to do that.")


def _require_second_person(payout: Payout, by: Employee) -> None:
    """A hit of a terminal has no recorder to differ from, and whoever has the terminal's token can make one up."""
    if payout.hit.author_employee_id is None and payout.verified_by_id == by.pk:
        raise NotAllowed(f"A terminal reported this hit and {by} verified it. Someone else pays: nobody does it alone.")


def _make_checks(payout: Payout, due: Sequence[Threshold], notes: Notes, by: Employee) -> None:
    lacking = [each.check_name for each in due if not notes.get(each.check_name, "").strip()]
    if lacking:
        raise Refused(
            f"{str(payout).capitalize()} still needs: {', '.join(lacking)}. Do it and note it.",
            errors={name: ["Note what was done."] for name in lacking},
        )
    PayoutCheck.objects.bulk_create(
        PayoutCheck(
            payout=payout,
            check_name=each.check_name,
            threshold=each,
            note=notes[each.check_name].strip(),
            made_by=by,
            made_at=clock.now(),
        )
        for each in due
    )


def _said(reason: str) -> str:
    if not reason.strip():
        raise Invalid("A void is kept with its reason: say it in a sentence.", errors={"reason": ["Say why."]})
    return reason.strip()


def _voided(payout: Payout, reason: str, by: Employee) -> Payout:
    payout.state = PayoutState.VOIDED
    payout.void_reason = _said(reason)
    payout.voided_by, payout.voided_at = by, clock.now()
    payout.save(update_fields=["state", "void_reason", "voided_by", "voided_at", "final_entry"])
    return payout
