"""Employees for tests: `hire(cardroom, "Ada", Role.ACCOUNTANT)`."""

from django.contrib.auth.models import Group

from tables.models import Employee


def hire(cardroom, name, *roles, department="accounting"):
    """An employee of the cardroom who acts in these roles."""
    username = f"{name.lower()}-{cardroom.code}"
    employee = Employee.objects.create(
        username=username, name=name, employee_number=username[:20], department=department, cardroom=cardroom
    )
    employee.groups.set(Group.objects.filter(name__in=[str(role) for role in roles]))
    return employee
