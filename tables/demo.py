"""The demo's cardroom and its people, made once: asking again changes nothing."""

from dataclasses import dataclass

from django.contrib.auth.models import Group
from django.db import transaction

from tables.duties import Role
from tables.models import Cardroom, Employee

PASSWORD = "six-in-the-morning"  # noqa: S105 - printed by `make run`, for the demo only
Department = Employee.Department


@dataclass(frozen=True)
class Person:
    username: str
    name: str
    role: Role
    department: Employee.Department


PEOPLE = [
    Person("flor", "Flor Ibarra", Role.FLOOR_MANAGER, Department.GAMBLING),
    Person("ana", "Ana Quispe", Role.COUNT_TEAM, Department.CAGE),
    Person("ben", "Ben Okafor", Role.COUNT_TEAM, Department.ACCOUNTING),
    Person("vera", "Vera Lindqvist", Role.VERIFIER, Department.CAGE),
    Person("abe", "Abe Nakamura", Role.ACCOUNTANT, Department.ACCOUNTING),
    Person("gia", "Gia Marchetti", Role.GENERAL_MANAGER, Department.GAMBLING),
    Person("sol", "Sol Whitfield", Role.SURVEILLANCE, Department.SURVEILLANCE),
    Person("odd", "Odd Haugen", Role.AUDITOR, Department.ACCOUNTING),
    Person("ada", "Ada Petrov", Role.ADMINISTRATOR, Department.ACCOUNTING),
]


@transaction.atomic
def make_cardroom() -> Cardroom:
    """Tri-City Cardroom."""
    cardroom, _ = Cardroom.objects.get_or_create(
        code="tri-city",
        defaults={
            "name": "Tri-City Cardroom",
            "licensee": "Tri-City Gaming LLC",
            "licence_number": "67-00000",
            "time_zone": "America/Los_Angeles",
            "cut_over_hour": 6,
        },
    )
    return cardroom


@transaction.atomic
def make_people(cardroom: Cardroom) -> None:
    """Someone for every role; the administrator may enter /admin/."""
    for number, person in enumerate(PEOPLE, start=101):
        if Employee.objects.filter(username=person.username).exists():
            continue
        administrator = person.role == Role.ADMINISTRATOR
        employee = Employee.objects.create_user(
            username=person.username,
            password=PASSWORD,
            name=person.name,
            employee_number=str(number),
            licence_number=f"68-{number:05}",
            department=person.department,
            on_duty=True,
            cardroom=cardroom,
            is_staff=administrator,
            is_superuser=administrator,
        )
        employee.groups.add(Group.objects.get(name=str(person.role)))
