"""Employees: hired with a first password, given their roles by someone else, let go with their records kept."""

import secrets
from collections.abc import Collection

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.db import transaction

from tables.duties import Job, Role, allowed, require_same_cardroom
from tables.models import AccessEvent, Cardroom, Employee
from tables.refusals import Invalid, NotAllowed, Refused
from tables.selectors.access import password_given_by
from tables.services.access import record_access
from tables.services.terminals import revoke_tokens_of

Kind = AccessEvent.Kind

# A first password is typed once, from a piece of paper.
PASSWORD_BYTES = 12


@allowed(Role.GENERAL_MANAGER, Role.ADMINISTRATOR)
@transaction.atomic
def hire_employee(
    *,
    cardroom: Cardroom,
    username: str,
    name: str,
    employee_number: str,
    department: str,
    roles: Collection[str],
    by: Employee,
    licence_number: str = "",
) -> tuple[Employee, str]:
    """Someone new, and their first password, which is shown now and never again."""
    require_same_cardroom(by, cardroom)
    for field, text in (("username", username), ("name", name), ("employee_number", employee_number)):
        if not text.strip():
            raise Invalid("Fill in what is empty.", errors={field: ["Fill this in."]})
    if department not in Employee.Department.values:
        raise Invalid("Choose a department.", errors={"department": ["Choose one."]})
    if Employee.objects.filter(username__iexact=username.strip()).exists():
        raise Refused("This name to sign in with is taken.", errors={"username": ["Choose another."]})
    if Employee.objects.filter(cardroom=cardroom, employee_number=employee_number.strip()).exists():
        raise Refused("This employee number is taken.", errors={"employee_number": ["Choose another."]})
    require_independent(department, roles)
    password = secrets.token_urlsafe(PASSWORD_BYTES)
    employee = Employee.objects.create_user(
        username=username.strip(),
        password=password,
        name=name.strip(),
        employee_number=employee_number.strip(),
        licence_number=licence_number.strip(),
        department=department,
        cardroom=cardroom,
    )
    employee.groups.set(Group.objects.filter(name__in=roles))
    record_access(kind=Kind.HIRED, employee=employee, by=by, detail=_listed(roles))
    return employee, password


@allowed(Role.GENERAL_MANAGER, Role.ADMINISTRATOR)
@transaction.atomic
def give_roles(*, employee: Employee, roles: Collection[str], by: Employee) -> Employee:
    """Let an employee act in exactly these roles from now on. Nobody gives them to themselves."""
    employee = _colleague(employee, by)
    require_independent(employee.department, roles)
    before = employee.role_names()
    employee.groups.set(Group.objects.filter(name__in=roles))
    if before != set(roles):
        detail = f"{_listed(before)} -> {_listed(roles)}"
        record_access(kind=Kind.RIGHTS_CHANGED, employee=employee, by=by, detail=detail)
    return employee


@allowed(Role.GENERAL_MANAGER, Role.ADMINISTRATOR)
@transaction.atomic
def let_go(*, employee: Employee, by: Employee) -> Employee:
    """They can no longer sign in or sign for anything. What they did stays under their name."""
    employee = _colleague(employee, by)
    if not employee.is_active:
        raise Refused(f"{employee} no longer works here.")
    employee.is_active, employee.on_duty = False, False
    employee.save(update_fields=["is_active", "on_duty"])
    revoke_tokens_of(employee)
    record_access(kind=Kind.LET_GO, employee=employee, by=by)
    return employee


@allowed(Role.GENERAL_MANAGER, Role.ADMINISTRATOR, Job)
@transaction.atomic
def reset_second_factor(*, employee: Employee, by: Employee | Job) -> Employee:
    """Forget a colleague's lost phone and recovery codes; they set up a new one when they next sign in.

    Not by whoever gave them the password that they still have: with both, one could sign in as them.
    A job does it from the command line, for the one administrator whom no colleague can help.
    """
    if isinstance(by, Employee):
        employee = _colleague(employee, by)
        if password_given_by(employee) == by:
            raise NotAllowed(f"You gave {employee} the password in use. Someone else resets the second factor.")
    removed, _ = Authenticator.objects.filter(user_id=employee.pk).delete()
    if not removed:
        raise Refused(f"{employee} has no second factor.")
    revoke_tokens_of(employee)
    record_access(
        kind=Kind.FACTOR_RESET,
        employee=employee,
        by=by if isinstance(by, Employee) else None,
        detail="" if isinstance(by, Employee) else str(by),
    )
    return employee


def require_independent(department: str, roles: Collection[str]) -> None:
    """WAC 230-15-430: surveillance watches, and does nothing that it would have to watch."""
    if unknown := set(roles) - set(Role):
        raise Invalid(f"There is no role {', '.join(sorted(unknown))}.")
    watching = department == Employee.Department.SURVEILLANCE
    if (watching and set(roles) - {Role.SURVEILLANCE}) or (not watching and Role.SURVEILLANCE in roles):
        raise Refused(
            "Surveillance is independent: its people act in that role alone, and nobody else does (WAC 230-15-430).",
            errors={"roles": ["Choose other roles or another department."]},
        )


def _colleague(employee: Employee, by: Employee) -> Employee:
    if employee.cardroom is None:
        raise NotAllowed("An installation's administrator is looked after in /admin/.")
    require_same_cardroom(by, employee.cardroom)
    if employee.pk == by.pk:
        raise NotAllowed("Nobody changes their own rights. Ask a colleague.")
    return Employee.objects.select_for_update(of=("self",)).get(pk=employee.pk)


def _listed(roles: Collection[str]) -> str:
    return ", ".join(sorted(roles)) or "no role"
