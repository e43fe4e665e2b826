"""Tax identity numbers: recorded once for a slip that needs a W-2G, and shown in full only to who may and says why."""

from django.db import transaction

from accounting.words import capitalised, written
from jackpot.models import Payout, TaxDisclosure, TaxIdentity
from tables import clock
from tables.duties import Role, allowed, require_same_cardroom
from tables.models import Employee
from tables.refusals import Invalid, NotThere
from tables.sealing import seal, unseal

PURPOSE = "tax identity number"


@allowed(Role.FLOOR_MANAGER, Role.ACCOUNTANT, Role.GENERAL_MANAGER)
@transaction.atomic
def record_tax_identity(*, payout: Payout, number: str, by: Employee) -> TaxIdentity:
    """Keep the winner's tax identity number with the slip, encrypted."""
    require_same_cardroom(by, payout.cardroom)
    digits = "".join(character for character in number if character.isdecimal() and character.isascii())
    if len(digits) != 9 or set(number) - set("0123456789- "):
        raise Invalid(
            "A tax identity number has nine digits, such as 900-12-3456.", errors={"number": ["Nine digits."]}
        )
    return TaxIdentity.objects.create(
        payout=payout,
        sealed=seal(digits.encode(), purpose=PURPOSE),
        last4=digits[-4:],
        recorded_by=by,
        recorded_at=clock.now(),
    )


@allowed(Role.GENERAL_MANAGER)
@transaction.atomic
def show_tax_identity(*, payout: Payout, reason: str, by: Employee) -> str:
    """The number in full; that it was seen, by whom and why, stays in the records."""
    require_same_cardroom(by, payout.cardroom)
    reason = written(reason, "reason")
    identity = payout.tax_identities.last()
    if identity is None:
        raise NotThere(f"{capitalised(payout)} has no tax identity number.")
    TaxDisclosure.objects.create(identity=identity, reason=reason, by=by, at=clock.now())
    return in_full(identity)


def in_full(identity: TaxIdentity) -> str:
    """The number as it is printed on the form. Callers have recorded why."""
    digits = unseal(bytes(identity.sealed), purpose=PURPOSE).decode()
    return f"{digits[:3]}-{digits[3:5]}-{digits[5:]}"
