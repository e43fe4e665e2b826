"""`manage.py odds <game>`: the exact figures of a game, published beside exact."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tables.games.odds.report import REPORTS, report


class Command(BaseCommand):
    help = "Print a game's exact odds: hand frequencies, house edges, optimal play. Top 5 Poker takes some 20 seconds."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=sorted(REPORTS))

    def handle(self, *args: Any, **options: Any) -> None:
        for line in report(options["game"]):
            self.stdout.write(line)
