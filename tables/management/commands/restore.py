"""`manage.py restore FILE`: a backup into an empty database, kept only if `verify` and `rebuild` find nothing wrong."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tables import backups


class Command(BaseCommand):
    help = "Restore a backup into an empty database; it is checked and proven before it is kept."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--digest", help="what `backup` printed; any other backup is refused")

    def handle(self, *args: Any, file: Path, digest: str | None, **options: Any) -> None:
        try:
            manifest = backups.restore(file, digest=digest)
        except (backups.BadBackup, OSError) as error:
            raise CommandError(str(error)) from error
        rows = sum(manifest.rows.values())
        self.stdout.write(f"Restored {rows} rows as of {manifest.made_at}. `verify` and `rebuild` found nothing wrong.")
