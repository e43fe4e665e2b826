"""`manage.py simulate_terminals`: terminals that deal and report against a running server, and what became of it."""

from argparse import ArgumentParser
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tables import clock
from tables.duties import Job
from tables.games.orders import SpanishPokerOrder
from tables.models import Hand, Table
from tables.selectors.orders import order_of
from tables.services.terminals import invite_terminal
from tables.simulator import FAULTS, Dealer, Terminal, enrol, play

SECONDS_AN_HOUR = 3600


class Command(BaseCommand):
    help = "Let terminals deal and report Spanish Poker hands against a running server."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--url", default="http://127.0.0.1:8000")
        parser.add_argument("--tables", type=int, default=3)
        parser.add_argument("--hands-per-hour", type=float, default=60)
        parser.add_argument("--hours", type=float, default=1, help="how long each table deals, in its own time")
        parser.add_argument("--speed", type=float, default=0, help="hours a real hour; 0: as fast as it goes")
        parser.add_argument("--seed", type=int, default=41)
        parser.add_argument("--faults", nargs="*", choices=FAULTS, default=[], help="what goes wrong in the network")
        parser.add_argument("--fault-rate", type=float, default=0.1)

    def handle(self, *args: Any, **options: Any) -> None:
        terminals = self._enrol(options)
        self.stdout.write(f"{len(terminals)} terminals are enrolled.")
        hands = round(options["hands_per_hour"] * options["hours"])
        pause = SECONDS_AN_HOUR / options["hands_per_hour"] / options["speed"] if options["speed"] else 0.0
        began, known = clock.now(), Hand.objects.count()
        with ThreadPoolExecutor(len(terminals)) as floor:
            played = [floor.submit(play, terminal, dealer, hands=hands, pause=pause) for terminal, dealer in terminals]
            seen = sum((one.result() for one in played), Counter[str]())
        seconds = (clock.now() - began).total_seconds()
        counted, dealt = Hand.objects.count() - known, hands * len(terminals)
        self.stdout.write(f"{len(terminals)} terminals dealt {dealt} hands in {seconds:.1f} s; {counted} were counted.")
        answered = sorted(taken for terminal, _ in terminals for taken in terminal.seconds)
        p50, p99 = (1000 * answered[int(len(answered) * part)] for part in (0.5, 0.99))
        self.stdout.write(f"Answered within {p50:.0f} ms (half of the calls), {p99:.0f} ms (99 of 100).")
        for what, times in sorted(seen.items()):
            self.stdout.write(f"  {what}: {times}")
        if counted != dealt:
            raise CommandError("Not every hand was counted exactly once.")

    def _enrol(self, options: dict[str, Any]) -> list[tuple[Terminal, Dealer]]:
        """A terminal for each of the first tables that deal Spanish Poker."""
        orders = [(table, order_of(table, clock.now())) for table in Table.objects.select_related("cardroom")]
        dealing = [(table, row.order) for table, row in orders if row and row.game == SpanishPokerOrder.game]
        if len(dealing) < options["tables"]:
            raise CommandError(
                f"Only {len(dealing)} tables are ordered with Spanish Poker. Ask for fewer, or order more."
            )
        enrolled = []
        for number, (table, order) in enumerate(dealing[: options["tables"]], start=1):
            name = f"simulator {number}"
            _, code = invite_terminal(table=table, name=name, by=Job("simulate terminals"))
            seed = options["seed"] * 1_000 + number
            terminal = enrol(
                options["url"],
                code,
                table=table.code,
                name=f"{table.code}-{clock.now():%H%M%S%f}",
                rng=Random(seed),  # noqa: S311 - a fixed seed is the point
                faults=options["faults"],
                fault_rate=options["fault_rate"],
            )
            bonus = tuple(str(bet) for bet in getattr(order, "bonus_bets", ()))
            dealer = Dealer(Random(seed), order.spots, bonus)  # noqa: S311
            enrolled.append((terminal, dealer))
        return enrolled
