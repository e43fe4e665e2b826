"""The audit trail of access: who got in, who was refused, who was given which rights, who changed the set-up."""

from collections.abc import Mapping
from typing import Any

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


def record_change(*, what: str, before: Mapping[str, Any], after: Mapping[str, Any], by: Employee) -> None:
    """Write down who changed the set-up that others are held to, from what to what; nothing if it stays as it was."""
    changed = [
        f"{name} {before.get(name, 'not set')} -> {value}" for name, value in after.items() if before.get(name) != value
    ]
    if changed:
        detail = f"{what}: {'; '.join(changed)}"
        record_access(kind=AccessEvent.Kind.SETUP_CHANGED, employee=by, detail=detail)
