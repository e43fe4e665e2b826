"""`manage.py demo`: a believable cardroom to look around in. It can be run again: what is there stays as it is."""

from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from jackpot.demo import script
from jackpot.demo.history import make_demo
from jackpot.demo.people import PASSWORD, SIGNING_IN


def _days(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise ArgumentTypeError(f"{text} is no number of days. Give 1 or more.")
    return int(text)


class Command(BaseCommand):
    help = "Make the demo cardroom with its people and its history."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=_days, default=script.LENGTH, help="gaming days of history (default 90)")

    def handle(self, *args: Any, **options: Any) -> None:
        cardroom = make_demo(options["days"])
        self.stdout.write(f"{cardroom} is ready. Sign in with the password {PASSWORD} as:")
        for person in SIGNING_IN:
            self.stdout.write(f"  {person.username:<5} {person.name}, {person.role}, PIN {person.pin}")
