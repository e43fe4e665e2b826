"""`manage.py close_day`: close every gaming day that is over and complete, in order; exit 1 if one still waits.

With `--dry-run` nothing is written: every step of the next close is shown as it would come out now.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from jackpot.models import IN_PLAY, Progressive
from jackpot.selectors import days_to_close, missing_for_close
from jackpot.services.closing import close_next_day, preview_close
from tables.duties import Job
from tables.money import dollars

BY = Job("close_day command")


class Command(BaseCommand):
    help = "Close the gaming days that are over and complete."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--progressive", help="code of one progressive; all that are in play if left out")
        parser.add_argument("--dry-run", action="store_true", help="show what would happen and change nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = Progressive.objects.filter(state__in=IN_PLAY).order_by("code")
        if options["progressive"]:
            chosen = chosen.filter(code=options["progressive"])
            if not chosen:
                raise CommandError(f"There is no progressive {options['progressive']} in play.")
        waiting = []
        for progressive in chosen.select_related("cardroom", "fund__cardroom"):
            if options["dry_run"]:
                self._show(progressive)
            else:
                self._close(progressive)
            waiting += [
                f"{progressive.code} {day}: {sentence}"
                for day in days_to_close(progressive)[:1]
                for sentence in missing_for_close(progressive, day)
            ]
        if waiting:
            raise CommandError("\n".join(waiting))

    def _close(self, progressive: Progressive) -> None:
        while close := close_next_day(progressive=progressive, by=BY):
            posted = dollars(close.after["primary"])
            self.stdout.write(f"{progressive.code} {close.gaming_day}: closed, {posted} posted")

    def _show(self, progressive: Progressive) -> None:
        for day in days_to_close(progressive)[:1]:
            preview = preview_close(progressive=progressive, day=day, by=BY)
            self.stdout.write(f"{progressive.code} {day}: drop {dollars(preview.drop)}, tray {dollars(preview.tray)}")
            for step in preview.result.steps:
                self.stdout.write(f"  {step.rule:<4} {step.name:<34} {dollars(step.amount):>14}")
