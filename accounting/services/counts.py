"""Counting a drop box: two blind passes, a blind verifier, everyone's signature, then locked.

    opened - pass A - pass B - agreed - verified - signed by all - locked
                         \\ different: a reasoned recount begins a new attempt

Every step locks the count's row before it decides. A repeated pass with the same key answers the same again. The last
signature locks the count and posts it to the books in one transaction.
"""

from collections.abc import Mapping
from datetime import date

from django.db import transaction

from accounting.gaming_days import gaming_day as gaming_day_of
from accounting.ledger.accounts import Kind
from accounting.ledger.books import Move, open_books
from accounting.ledger.numbers import take_number
from accounting.models import (
    CaseKind,
    Count,
    CountLine,
    CountPass,
    CountRules,
    CountSignature,
    CountState,
    Denomination,
    Fund,
    Recount,
)
from accounting.quantities import MOST
from accounting.selectors.counts import compare, members_lacking, require_may_count, rules_of, still_to_sign, variance
from accounting.selectors.gaming_days import box_day, closed_through, fund_of
from accounting.services.cases import open_case
from accounting.words import capitalised, written
from tables import clock
from tables.duties import Role, allowed, require_same_cardroom
from tables.models import Cardroom, CustodyEvent, DropBox, Employee, Table
from tables.money import dollars
from tables.refusals import Invalid, Refused
from tables.services.access import record_change
from tables.services.identity import confirm_identity

Letter = CountPass.Letter
Sheet = dict[Denomination, int]
USUAL_DENOMINATIONS = (
    ("$1", 100, Denomination.Kind.CHIP),
    ("$5", 500, Denomination.Kind.CHIP),
    ("$25", 2_500, Denomination.Kind.CHIP),
    ("$100", 10_000, Denomination.Kind.CHIP),
    ("coins", 1, Denomination.Kind.COIN),
)


@allowed(Role.GENERAL_MANAGER, Role.ADMINISTRATOR)
@transaction.atomic
def set_count_rules(
    *,
    cardroom: Cardroom,
    tier: str,
    by: Employee,
    currency_counter: bool = False,
    variance_threshold: int = 2_000,
    reminder_hours: int = 4,
    exception_hours: int = 12,
    early_change_hours: int = 4,
) -> CountRules:
    """Set what the cardroom's counts need. The first time, its count sheet gets the usual denominations."""
    require_same_cardroom(by, cardroom)
    if tier not in CountRules.Tier.values:
        raise Invalid(f"{tier} is no tier. Use one of: {', '.join(CountRules.Tier.values)}.")
    if min(variance_threshold, reminder_hours, exception_hours, early_change_hours) < 0:
        raise Invalid("Hours and amounts cannot be below zero.")
    Cardroom.objects.select_for_update(no_key=True).get(pk=cardroom.pk)
    asked = {
        "tier": tier,
        "currency_counter": currency_counter,
        "variance_threshold": variance_threshold,
        "reminder_hours": reminder_hours,
        "exception_hours": exception_hours,
        "early_change_hours": early_change_hours,
    }
    stood = CountRules.objects.filter(cardroom=cardroom).values(*asked).first() or {}
    rules, first = CountRules.objects.update_or_create(cardroom=cardroom, defaults=asked)
    # A threshold that is raised hides a difference: who raised it, and from what, stays on record.
    record_change(what="count rules", before=stood, after=asked, by=by)
    if first:
        known = set(cardroom.denominations.values_list("label", flat=True))
        Denomination.objects.bulk_create(
            Denomination(cardroom=cardroom, label=label, value=value, kind=kind)
            for label, value, kind in USUAL_DENOMINATIONS
            if label not in known
        )
    return rules


@allowed(Role.COUNT_TEAM, Role.FLOOR_MANAGER)
@transaction.atomic
def open_count(*, box: DropBox, by: Employee, gaming_day: date | None = None) -> Count:
    """Open the count of the box's oldest pull that has none, and give it the next number. Opened twice, it is one."""
    require_same_cardroom(by, box.cardroom)
    box = DropBox.objects.select_for_update(of=("self",)).select_related("cardroom").get(pk=box.pk)
    pull = _pull_to_count(box)
    if not pull:
        latest = Count.objects.filter(box=box).exclude(state=CountState.LOCKED).order_by("-number").first()
        if latest and gaming_day in (None, latest.gaming_day):
            return latest
        raise Refused(f"{capitalised(box)} has nothing to count. Pull it and receive it in the count room first.")
    assert pull.table is not None  # noqa: S101 - the database holds it: a box is pulled at a table
    fund, day = _fund_and_day(box, pull, pull.table, gaming_day)
    count = Count(
        cardroom=box.cardroom,
        pull=pull,
        box=box,
        table=pull.table,
        fund=fund,
        gaming_day=day,
        opened_by=by,
        opened_at=clock.now(),
    )
    require_may_count(count, by)
    count.number = take_number(box.cardroom, "count")
    count.save(force_insert=True)
    return count


@allowed(Role.COUNT_TEAM, Role.FLOOR_MANAGER)
@transaction.atomic
def record_pass(*, count: Count, quantities: Mapping[str, int], by: Employee, key: str, nil: bool = False) -> CountPass:
    """Take in one person's own count of the box: the first to finish is pass A, the next, someone else, pass B."""
    count = _lock(count, by)
    sheet = _read_sheet(count, quantities, nil=nil)
    known = _same_pass(count, by, key, sheet)
    if known:
        return known
    require_may_count(count, by)
    if count.state not in (CountState.OPENED, CountState.HALF):
        raise Refused(f"Both passes of {count} are in: it {count.get_state_display()}.")
    if count.passes.filter(attempt=count.attempt, by=by).exists():
        raise Refused(f"{by} has counted this box. Pass B is counted by someone else.")
    if count.passes.filter(letter=Letter.VERIFIER, by=by).exists():
        raise Refused(f"{by} is the verifier of this box. Let two others count it.")
    if count.state == CountState.OPENED:
        first = _write_pass(count, Letter.A, sheet, by, key)
        _go(count, CountState.HALF)
        return first
    second = _write_pass(count, Letter.B, sheet, by, key)
    _go(count, CountState.DIFFERENT if _differ(count) else CountState.AGREED)
    return second


@allowed(Role.VERIFIER, Role.FLOOR_MANAGER)
@transaction.atomic
def verify_count(
    *, count: Count, quantities: Mapping[str, int], by: Employee, key: str, nil: bool = False
) -> CountPass:
    """Take in the verifier's own figures, found without seeing the others' (WAC 230-15-620)."""
    count = _lock(count, by)
    sheet = _read_sheet(count, quantities, nil=nil)
    known = _same_pass(count, by, key, sheet)
    if known:
        return known
    require_may_count(count, by)
    if count.state != CountState.AGREED:
        raise Refused(f"{count} cannot be verified now: it {count.get_state_display()}.")
    if count.passes.exclude(letter=Letter.VERIFIER).filter(by=by).exists():
        raise Refused(f"{by} has counted this box. It is verified by someone who has not.")
    verified = _write_pass(count, Letter.VERIFIER, sheet, by, key)
    _go(count, CountState.DIFFERENT if _differ(count) else CountState.VERIFIED)
    return verified


@allowed(Role.COUNT_TEAM, Role.FLOOR_MANAGER, Role.VERIFIER)
@transaction.atomic
def begin_recount(*, count: Count, reason: str, by: Employee) -> Recount:
    """Count again from the start, both passes and the verifier, and say why. What was found before stays on record."""
    count = _lock(count, by)
    require_may_count(count, by)
    if not reason.strip():
        raise Invalid("Say why the box is counted again.")
    reason = written(reason, "reason")
    if count.state not in (CountState.DIFFERENT, CountState.AGREED, CountState.VERIFIED):
        raise Refused(f"{count} cannot be counted again now: it {count.get_state_display()}.")
    count.attempt += 1
    _go(count, CountState.OPENED)
    return Recount.objects.create(count=count, attempt=count.attempt, reason=reason, by=by, at=clock.now())


@allowed(Role.COUNT_TEAM, Role.VERIFIER, Role.FLOOR_MANAGER)
def sign_count(*, count: Count, by: Employee, credential: str) -> Count:
    """Sign with one's own PIN or password. The last signature that is needed locks the count."""
    require_same_cardroom(by, count.cardroom)
    confirm_identity(employee=by, credential=credential)
    with transaction.atomic():
        count = _lock(count, by)
        if count.signatures.filter(attempt=count.attempt, by=by).exists():
            return count
        if count.state != CountState.VERIFIED:
            raise Refused(f"{count} cannot be signed now: it {count.get_state_display()}.")
        require_may_count(count, by)
        CountSignature.objects.create(count=count, attempt=count.attempt, by=by, at=clock.now())
        if not still_to_sign(count) and not members_lacking(count):
            _lock_and_post(count, by)
    return count


def _lock_and_post(count: Count, by: Employee) -> None:
    """The last step: from here on the count is a fact, and the money is in the books."""
    agreed = count.passes.get(attempt=count.attempt, letter=Letter.A)
    if count.fund:
        count.entry = open_books(count.fund).post(
            kind=Kind.COUNT,
            gaming_day=count.gaming_day,
            by=by,
            explanation=f"{capitalised(count.box)} of {count.table} counted, verified and signed",
            document=f"count/{count.number}",
            moves=[Move("players", "drop", agreed.total), Move("boxes", "cage", agreed.total)],
        )
    count.total = agreed.total
    count.locked_at = clock.now()
    _go(count, CountState.LOCKED)
    _question_variance(count, by)


def _question_variance(count: Count, by: Employee) -> None:
    """A count too far from the terminals' figure has to be explained and reviewed."""
    cents = variance(count) if count.fund else None
    if cents is None or abs(cents) <= rules_of(count.cardroom).variance_threshold:
        return
    difference = f"{dollars(abs(cents))} {'under' if cents < 0 else 'over'}"
    open_case(
        cardroom=count.cardroom,
        kind=CaseKind.VARIANCE,
        subject=f"count/{count.number}",
        sentence=f"{capitalised(count.box)} of {count.table}: the count is {difference} the terminals' figure.",
        gaming_day=count.gaming_day,
        by=by,
        key=f"variance/count/{count.number}",
    )


def _pull_to_count(box: DropBox) -> CustodyEvent | None:
    """The oldest pull of the box that has no count; refused while the box is on its way."""
    pulls = CustodyEvent.objects.filter(box=box, kind=CustodyEvent.Kind.PULLED, count=None)
    pull = pulls.select_related("table", "box__cardroom").order_by("position").first()
    if pull and not CustodyEvent.objects.filter(box=box, position=pull.position + 1).exists():
        raise Refused(f"{capitalised(box)} is pulled and not yet in the count room. Receive it first.")
    return pull


def _fund_and_day(box: DropBox, pull: CustodyEvent, table: Table, asked: date | None) -> tuple[Fund | None, date]:
    """Whose money the box holds and of which gaming day: by its own times, or a day that the person names."""
    latest = gaming_day_of(box.cardroom, pull.at)
    if asked and asked > latest:
        raise Refused(f"{capitalised(box)} was pulled on gaming day {latest} and holds nothing of {asked}.")
    day = asked or box_day(pull)
    if box.kind != DropBox.Kind.PROGRESSIVE:
        return None, day
    fund = fund_of(table, day)
    if not fund:
        raise Refused(f"{table} was on no progressive on {day}. Name the gaming day that the box was on the table.")
    # The close takes the same lock before it looks for missing counts, so no count slips into a closed day.
    open_books(fund)
    closed = closed_through(fund)
    if closed and day <= closed:
        raise Refused(f"{fund} is closed through {closed}. Open the count for a later gaming day.")
    return fund, day


def _read_sheet(count: Count, quantities: Mapping[str, int], *, nil: bool) -> Sheet:
    """The quantities by denomination, those of none left out; refused unless an empty box is said to be empty."""
    denominations = {one.label: one for one in Denomination.objects.filter(cardroom=count.cardroom, retired=False)}
    errors = {}
    for label, quantity in quantities.items():
        if label not in denominations:
            errors[label] = [f"{label} is not on this cardroom's count sheet."]
        elif isinstance(quantity, bool) or not isinstance(quantity, int) or not 0 <= quantity <= MOST:
            errors[label] = [f"The quantity of {label} must be a whole number from 0 to {MOST:,}."]
    if errors:
        raise Invalid("Check the quantities.", errors=errors)
    sheet = {denominations[label]: quantity for label, quantity in quantities.items() if quantity}
    if not sheet and not nil:
        raise Invalid("Nothing is entered. If the box is empty, say so: a nil count is an explicit count.")
    if sheet and nil:
        raise Invalid("The box is said to be empty, yet there are quantities. Take one of them back.")
    return sheet


def _same_pass(count: Count, by: Employee, key: str, sheet: Sheet) -> CountPass | None:
    """The pass that this person has sent before with this key."""
    if not key:
        raise Invalid("A pass carries a key of its own, so that it is taken once.")
    known = count.passes.filter(by=by, key=key).first()
    if known and known.quantities() != {one.label: quantity for one, quantity in sheet.items()}:
        raise Invalid("This key was used for other figures. What is finished stays; ask for a recount.")
    return known


def _write_pass(count: Count, letter: Letter, sheet: Sheet, by: Employee, key: str) -> CountPass:
    total = sum(denomination.value * quantity for denomination, quantity in sheet.items())
    written = CountPass.objects.create(
        count=count, attempt=count.attempt, letter=letter, by=by, nil=not sheet, total=total, key=key, at=clock.now()
    )
    CountLine.objects.bulk_create(
        [CountLine(count_pass=written, denomination=one, quantity=quantity) for one, quantity in sheet.items()]
    )
    return written


def _differ(count: Count) -> bool:
    return bool(compare(count.passes.filter(attempt=count.attempt)))


def _go(count: Count, state: CountState) -> None:
    count.state = state
    count.save(update_fields=["state", "attempt", "total", "locked_at", "entry"])


def _lock(count: Count, by: Employee) -> Count:
    require_same_cardroom(by, count.cardroom)
    locked = Count.objects.select_for_update(of=("self",))
    return locked.select_related("cardroom", "box", "table", "fund__cardroom", "pull").get(pk=count.pk)
