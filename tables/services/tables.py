"""Setting up a table. What it deals comes with its first order."""

from django.db import transaction

from tables import clock
from tables.duties import Role, allowed, require_same_cardroom
from tables.games.limits import check_tables
from tables.models import Cardroom, Employee, Table
from tables.refusals import Invalid, Refused
from tables.selectors.limits import jurisdiction_limits


@allowed(Role.GENERAL_MANAGER, Role.ADMINISTRATOR)
@transaction.atomic
def register_table(*, cardroom: Cardroom, code: str, number: int, name: str, by: Employee) -> Table:
    """A new table of the cardroom, if the licence allows one more (RCW 9.46.0282)."""
    require_same_cardroom(by, cardroom)
    Cardroom.objects.select_for_update().get(pk=cardroom.pk)
    if number < 1 or not code.strip() or not name.strip():
        raise Invalid("A table has a number from 1 up, a code and a name.")
    if Table.objects.filter(code=code.strip()).exists():
        raise Invalid(f"The code {code.strip()} is taken. Choose another.", errors={"code": ["This code is taken."]})
    if cardroom.tables.filter(number=number).exists():
        raise Invalid(f"There is a table {number} already.", errors={"number": ["This number is taken."]})
    limits = jurisdiction_limits(cardroom, clock.now(), game="")
    if violations := check_tables(cardroom.tables.count() + 1, limits):
        raise Refused(str(violations[0]), errors={"tables": [str(violation) for violation in violations]})
    return Table.objects.create(cardroom=cardroom, code=code.strip(), number=number, name=name.strip())
