"""`manage.py verify`: the chain of every cardroom's entries; exit 1 on a break, naming the first broken entry."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from accounting.ledger import guards
from accounting.ledger.chain import first_break
from accounting.models import Book
from tables.models import Cardroom


class Command(BaseCommand):
    help = "Walk the hash chain of the entries and compare the stored bytes with the rows they describe."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--cardroom", help="code of one cardroom; all of them if left out")

    def handle(self, *args: Any, **options: Any) -> None:
        cardrooms = Cardroom.objects.order_by("code")
        if options["cardroom"]:
            cardrooms = cardrooms.filter(code=options["cardroom"])
            if not cardrooms:
                raise CommandError(f"There is no cardroom {options['cardroom']}.")
        lacking = guards.missing(connection, guards.all_guards())
        if lacking:
            self.stderr.write(f"The database lacks {len(lacking)} of its guards: {', '.join(lacking)}.")
        breaks = []
        for cardroom in cardrooms:
            book = Book.objects.filter(cardroom=cardroom).first()
            found = first_break(cardroom)
            if found:
                breaks.append(str(found))
            elif book:
                self.stdout.write(f"{cardroom.code}: {book.last_number} entries, no break; head {book.head}")
            else:
                self.stdout.write(f"{cardroom.code}: no entries")
        if breaks:
            raise CommandError("\n".join(breaks))
