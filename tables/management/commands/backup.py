"""`manage.py backup FILE`: the whole database into one file, while Bote runs."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tables import backups


class Command(BaseCommand):
    help = "Save the whole database into one file, while Bote runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            manifest = backups.save(file)
        except (backups.BadBackup, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Saved {sum(manifest.rows.values())} rows of {len(manifest.rows)} tables to {file}.")
        self.stdout.write(f"Its digest, to be kept apart from it: {manifest.digest}")
