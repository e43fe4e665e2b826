"""The audit trail of access: who got in, who was refused, who was given which rights."""

from tables import clock
from tables.models import AccessEvent, Employee


def record_access(
    *,
    kind: AccessEvent.Kind,
    employee: Employee | None,
    by: Employee | None = None,
    name_given: str = "",
    address: str | None = None,
    detail: str = "",
) -> AccessEvent:
    """Write one row. Passwords, PINs and codes never come here, right or wrong."""
    return AccessEvent.objects.create(
        kind=kind,
        at=clock.now(),
        employee=employee,
        cardroom=employee.cardroom if employee else None,
        by=by,
        name_given=name_given[:150],
        address=address,
        detail=detail[:300],
    )
