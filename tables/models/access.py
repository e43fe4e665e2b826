from django.db import models

from tables.models.cardrooms import Cardroom
from tables.models.people import Employee


class AccessEvent(models.Model):
    """Who got in, who was refused, who was given which rights, who changed the set-up of what controls others.

    This is the audit trail of access. Rows only come in.
    """

    class Kind(models.TextChoices):
        SIGNED_IN = "signed in"
        REFUSED = "sign-in refused"
        LOCKED_OUT = "locked out"
        SIGNED_OUT = "signed out"
        SIGNATURE_REFUSED = "signature refused"
        ACTION_REFUSED = "action refused"
        FACTOR_SET_UP = "second factor set up"
        FACTOR_REMOVED = "second factor removed"
        FACTOR_RESET = "second factor reset"
        RECOVERY_CODES = "recovery codes made"
        PASSWORD_CHANGED = "password changed"  # noqa: S105 - a kind of event
        PIN_CHOSEN = "PIN chosen"
        HIRED = "hired"
        RIGHTS_CHANGED = "rights changed"
        LET_GO = "let go"
        SETUP_CHANGED = "set-up changed"

    kind = models.CharField(max_length=24, choices=Kind)
    at = models.DateTimeField()
    # Whose access it is about. Nobody's, if the name that was typed is nobody's.
    employee = models.ForeignKey(Employee, on_delete=models.PROTECT, null=True, related_name="access_events")
    cardroom = models.ForeignKey(Cardroom, on_delete=models.PROTECT, null=True, related_name="+")
    # The colleague who did it, where it was not the employee.
    by = models.ForeignKey(Employee, on_delete=models.PROTECT, null=True, related_name="+")
    name_given = models.CharField("name typed at the sign-in", max_length=150, blank=True)
    address = models.GenericIPAddressField(null=True)
    detail = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(name="access_by_cardroom", fields=["cardroom", "at"]),
            models.Index(name="access_by_employee", fields=["employee", "kind", "at"]),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.employee or self.name_given}"
