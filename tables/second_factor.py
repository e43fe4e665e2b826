"""Who must prove themselves twice: with the password, and with a code from their own phone.

Those who can move money alone, or hand out rights, are not let in on a password that someone has read over their
shoulder. `SECOND_FACTOR=off` is for demonstrations: nobody must have one then, and the sign-in page says so.
"""

from allauth.mfa.models import Authenticator
from django.conf import settings

from tables.duties import Role
from tables.models import Employee

REQUIRED_FOR = (Role.GENERAL_MANAGER, Role.ACCOUNTANT, Role.ADMINISTRATOR)


def is_required_of(employee: Employee) -> bool:
    """Whether the employee must have a second factor: by role, or because /admin/ is open to them."""
    return settings.SECOND_FACTOR and (employee.is_staff or bool(employee.role_names() & set(REQUIRED_FOR)))


def has_one(employee: Employee) -> bool:
    """Whether the employee has set one up. Recovery codes alone are none."""
    factors = Authenticator.objects.filter(user_id=employee.pk)
    return bool(factors.exclude(type=Authenticator.Type.RECOVERY_CODES).exists())


def is_missing(employee: Employee) -> bool:
    """Whether the employee must set one up before anything else."""
    return is_required_of(employee) and not has_one(employee)
