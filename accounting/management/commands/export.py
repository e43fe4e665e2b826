"""`manage.py export wsgc --output FILE.zip`: write an export now, in this process; no broker and no worker needed."""

import shutil
from datetime import date, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounting.exports.exporters import exporters
from accounting.models import ExportState
from accounting.services.exports import request_export, run_export
from tables.duties import Job
from tables.models import Cardroom
from tables.refusals import Refused

BY = Job("export command")


class Command(BaseCommand):
    help = "Write an export to a file: the package for the WSGC, a journal, or a single data set."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("exporter", help=f"one of: {', '.join(each.name for each in exporters())}")
        parser.add_argument("--output", required=True, type=Path, help="the file to write")
        parser.add_argument("--from", dest="first_day", type=date.fromisoformat, help="first gaming day")
        parser.add_argument("--to", dest="last_day", type=date.fromisoformat, help="last gaming day")
        parser.add_argument("--as-of", type=datetime.fromisoformat, help="a moment with its offset; default: now")
        parser.add_argument("--cardroom", default="", help="its code, where there are several")
        parser.add_argument("--format", default="", help="the form of a single data set: csv, xlsx or jsonl")

    def handle(self, *args: Any, **options: Any) -> None:
        output: Path = options["output"]
        if options["as_of"] and options["as_of"].tzinfo is None:
            raise CommandError("Give --as-of with its offset, such as 2026-11-01T06:00-08:00.")
        if not output.absolute().parent.is_dir():
            raise CommandError(f"There is no folder {output.absolute().parent}. Make it, or choose another.")
        try:
            export = request_export(
                exporter=options["exporter"],
                cardroom=_cardroom(options["cardroom"]),
                first_day=options["first_day"],
                last_day=options["last_day"],
                as_of=options["as_of"],
                format=options["format"],
                queue=False,
                by=BY,
            )
        except Refused as refusal:
            raise CommandError(refusal.sentence) from refusal
        export = run_export(export=export, by=BY)
        if export.state != ExportState.DONE:
            raise CommandError(f"The export is {export.state}. {export.error}")
        with export.file.open("rb") as kept, output.open("wb") as target:
            shutil.copyfileobj(kept, target)
        self.stdout.write(
            f"{output}: {export.first_day} to {export.last_day} as of {export.as_of.isoformat()}, "
            f"{export.size:,} bytes, SHA-256 {export.digest}"
        )


def _cardroom(code: str) -> Cardroom:
    rooms = Cardroom.objects.filter(code=code) if code else Cardroom.objects.all()
    if rooms.count() != 1:
        known = ", ".join(Cardroom.objects.order_by("code").values_list("code", flat=True))
        raise CommandError(f"Say which cardroom with --cardroom. There are: {known or 'none yet'}.")
    return rooms.get()
