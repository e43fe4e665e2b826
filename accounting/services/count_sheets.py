"""The lines of a cardroom's count sheet. A line never changes: it is taken off the sheet and may come back."""

from django.db import transaction

from accounting.models import Count, CountState, Denomination
from accounting.words import written
from tables.duties import Role, allowed, require_same_cardroom
from tables.models import Cardroom, Employee
from tables.money import dollars
from tables.refusals import Invalid, NotThere, Refused
from tables.services.access import record_change

LARGEST = 1_000_000  # cents: no chip and no bill is worth more than $10,000


@allowed(Role.GENERAL_MANAGER, Role.ADMINISTRATOR)
@transaction.atomic
def add_denomination(*, cardroom: Cardroom, label: str, value: int, kind: str, by: Employee) -> Denomination:
    """Put a chip, a bill or coins on the count sheet, or back on it."""
    require_same_cardroom(by, cardroom)
    _lock(cardroom)
    label = written(label, "label", most=20)
    if kind not in Denomination.Kind.values:
        raise Invalid(f"A line counts chips, bills or coins; {kind} is none of them.")
    if kind == Denomination.Kind.COIN and value != 1:
        raise Invalid("Coins are counted as an amount: their line has the value of one cent.")
    if not 1 <= value <= LARGEST:
        raise Invalid("A piece is worth a cent at least, and $10,000 at most.", errors={"value": ["Check the value."]})
    known = Denomination.objects.filter(cardroom=cardroom, label=label).first()
    if known is None:
        record_change(what="count sheet", before={}, after={label: f"{kind} of {dollars(value)}"}, by=by)
        return Denomination.objects.create(cardroom=cardroom, label=label, value=value, kind=kind)
    if not known.retired or (known.value, known.kind) != (value, kind):
        raise Refused(f"There is a line {label} already, and lines do not change. Give this one another name.")
    return _set_retired(known, retired=False, by=by)


@allowed(Role.GENERAL_MANAGER, Role.ADMINISTRATOR)
@transaction.atomic
def retire_denomination(*, cardroom: Cardroom, label: str, by: Employee) -> Denomination:
    """Take a line off the count sheet; what was counted on it stays. Not while a box is being counted."""
    require_same_cardroom(by, cardroom)
    _lock(cardroom)
    lines = Denomination.objects.filter(cardroom=cardroom, retired=False)
    line = lines.filter(label=label).first()
    if not line:
        raise NotThere("There is no such line on your count sheet.")
    if not lines.exclude(pk=line.pk).exists():
        raise Refused(f"{label} is the only line of the count sheet. Add another before it is taken off.")
    under_way = Count.objects.filter(cardroom=cardroom).exclude(state=CountState.LOCKED).order_by("number").first()
    if under_way:
        raise Refused(f"{under_way} {under_way.get_state_display()}. Take {label} off when no box is being counted.")
    return _set_retired(line, retired=True, by=by)


def _set_retired(line: Denomination, *, retired: bool, by: Employee) -> Denomination:
    on, off = {line.label: "on the sheet"}, {line.label: "off the sheet"}
    record_change(what="count sheet", before=on if retired else off, after=off if retired else on, by=by)
    line.retired = retired
    line.save(update_fields=["retired"])
    return line


def _lock(cardroom: Cardroom) -> None:
    Cardroom.objects.select_for_update(no_key=True).get(pk=cardroom.pk)
