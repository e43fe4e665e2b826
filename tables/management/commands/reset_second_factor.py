"""`manage.py reset_second_factor NAME`: for an administrator who lost the phone and whom no colleague can help."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tables.duties import Job
from tables.models import Employee
from tables.refusals import Refused
from tables.services.people import reset_second_factor


class Command(BaseCommand):
    help = "Forget someone's second factor; they set up a new one when they next sign in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the name they sign in with")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        employee = Employee.objects.filter(username=name).first()
        if not employee:
            raise CommandError(f"Nobody signs in as {name}.")
        try:
            reset_second_factor(employee=employee, by=Job("reset_second_factor"))
        except Refused as refused:
            raise CommandError(refused.sentence) from refused
        self.stdout.write(f"{employee} sets up a new second factor at the next sign-in.")
