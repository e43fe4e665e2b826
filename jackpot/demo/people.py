"""Who works in the demo's cardroom, and how they sign in. Their password and PINs are public: they are for the demo."""

from dataclasses import dataclass

from django.contrib.auth.models import Group

from tables.duties import Role
from tables.models import Cardroom, Employee

PASSWORD = "six-in-the-morning"  # noqa: S105 - printed by `manage.py demo`, for the demo only
Department = Employee.Department


@dataclass(frozen=True)
class Person:
    username: str
    name: str
    department: Employee.Department
    pin: str
    role: Role | None = None


PEOPLE = [
    Person("flor", "Flor Ibarra", Department.GAMBLING, "1101", Role.FLOOR_MANAGER),
    Person("ray", "Ray Sandoval", Department.GAMBLING, "1102", Role.FLOOR_MANAGER),
    Person("ana", "Ana Quispe", Department.GAMBLING, "1103", Role.COUNT_TEAM),
    Person("ben", "Ben Okafor", Department.GAMBLING, "1104", Role.COUNT_TEAM),
    Person("cleo", "Cleo Baptiste", Department.SECURITY, "1105", Role.COUNT_TEAM),
    Person("vera", "Vera Lindqvist", Department.GAMBLING, "1106", Role.VERIFIER),
    Person("abe", "Abe Nakamura", Department.ACCOUNTING, "1107", Role.ACCOUNTANT),
    Person("gia", "Gia Marchetti", Department.GAMBLING, "1108", Role.GENERAL_MANAGER),
    Person("sol", "Sol Whitfield", Department.SURVEILLANCE, "1109", Role.SURVEILLANCE),
    Person("odd", "Odd Haugen", Department.ACCOUNTING, "1110", Role.AUDITOR),
    Person("ada", "Ada Petrov", Department.ACCOUNTING, "1121", Role.ADMINISTRATOR),
    # They deal, guard and sign in at no tablet of ours.
    Person("dean", "Dean Castillo", Department.GAMBLING, "1112"),
    Person("sam", "Sam Tuiasosopo", Department.SECURITY, "1113"),
]
SIGNING_IN = [person for person in PEOPLE if person.role]


class Staff:
    """The employees by their user names: `staff.flor` is the floor manager."""

    def __init__(self, cardroom: Cardroom) -> None:
        self._by_name = {employee.username: employee for employee in cardroom.employees.all()}

    def __getattr__(self, username: str) -> Employee:
        try:
            return self._by_name[username]
        except KeyError as problem:
            raise AttributeError(username) from problem


def hire(cardroom: Cardroom) -> Staff:
    """Someone for every role; the administrator may enter /admin/."""
    for number, person in enumerate(PEOPLE, start=101):
        administrator = person.role == Role.ADMINISTRATOR
        employee = Employee(
            username=person.username,
            name=person.name,
            employee_number=str(number),
            licence_number=f"68-{number:05}",
            department=person.department,
            on_duty=True,
            cardroom=cardroom,
            is_staff=administrator,
            is_superuser=administrator,
        )
        if person.role:
            employee.set_password(PASSWORD)
        else:
            employee.set_unusable_password()
        employee.set_pin(person.pin)
        employee.save()
        if person.role:
            employee.groups.add(Group.objects.get(name=str(person.role)))
    return Staff(cardroom)
