"""`manage.py rebuild`: every balance and every close again from the source facts; exit 1 on one cent of difference."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from accounting.ledger.books import open_books
from jackpot.models import Progressive
from jackpot.rebuild import Rebuild


class Command(BaseCommand):
    help = "Recompute all balances and closes from the source facts and compare them with the ledger."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--progressive", help="code of one progressive; all of them if left out")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = Progressive.objects.order_by("code")
        if options["progressive"]:
            chosen = chosen.filter(code=options["progressive"])
        differences = []
        for progressive in chosen.select_related("cardroom", "fund__cardroom"):
            with transaction.atomic():
                open_books(progressive.fund)  # nothing is posted while it is worked out again
                found = Rebuild(progressive).run()
            differences += found
            self.stdout.write(f"{progressive.code}: {len(found) or 'no'} difference{'' if len(found) == 1 else 's'}")
        if differences:
            raise CommandError("\n".join(differences))
