"""`manage.py odds <game>`: the exact figures of a game, published beside exact.

manage.py odds spanish-poker
manage.py odds spanish-poker --bet "dos pares" --pays "two pair 2, trips 5, straight 8"
manage.py odds spanish-poker --posted 12500 --wagers 800
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tables.games.odds.report import REPORTS, own_table, progressive_at, report
from tables.games.orders import Ties
from tables.games.paytables import BETS_OF, Bet


class Command(BaseCommand):
    help = "Print a game's exact odds: hand frequencies, house edges, optimal play. Top 5 Poker takes some 20 seconds."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=sorted(REPORTS))
        parser.add_argument("--bet", choices=list(Bet), help="the bet of a pay table of your own")
        parser.add_argument("--pays", help="what it pays to one: “two pair 2, trips 9/2”")
        parser.add_argument("--ties", choices=list(Ties), help="what becomes of equal hands, with --bet")
        parser.add_argument("--posted", type=int, help="the posted jackpot in dollars, for the Gran Progressive")
        parser.add_argument("--wagers", type=int, help="progressive wagers of a day, with --posted (1000)")

    def handle(self, *args: Any, **options: Any) -> None:
        game, bet, posted = options["game"], options["bet"], options["posted"]
        _check(options)
        try:
            if bet:
                lines = own_table(Bet(bet), options["pays"], ties=Ties(options["ties"] or Ties.PUSH), posted=posted)
            elif posted is not None:
                lines = progressive_at(posted, 1000 if options["wagers"] is None else options["wagers"])
            else:
                lines = report(game)
            for line in lines:
                self.stdout.write(line)
        except ValueError as problem:
            raise CommandError(str(problem)) from problem


def _check(options: dict[str, Any]) -> None:
    """Refuse words that do not belong together; none is passed over."""
    game, bet, posted = options["game"], options["bet"], options["posted"]
    if bet and bet not in BETS_OF.get(game, ()):
        raise CommandError(f"{game} has no bet “{bet}” that pays by a table.")
    if bool(bet) != bool(options["pays"]):
        raise CommandError("A pay table of your own needs both --bet and --pays.")
    if posted is not None and Bet.GRAN_PROGRESSIVE not in BETS_OF.get(game, ()):
        raise CommandError(f"{game} has no progressive.")
    if posted is not None and posted < 0:
        raise CommandError("A posted jackpot cannot be negative.")
    if options["ties"] and not bet:
        raise CommandError("--ties goes with --bet and --pays. A game's own report is for ties that push.")
    if options["ties"] and bet not in (Bet.ANTE, Bet.WINNING_BET):
        raise CommandError(f"--ties changes nothing here: {bet} is not played against the house's hand.")
    if posted is not None and bet not in (None, Bet.GRAN_PROGRESSIVE):
        raise CommandError(f"--posted changes nothing here: {bet} wins no share of the jackpot.")
    if options["wagers"] is not None and (bet or posted is None):
        raise CommandError("--wagers goes with --posted.")
