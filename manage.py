#!/usr/bin/env python
"""Bote's command line: `python manage.py help` lists what it can do."""

import os
import sys
from pathlib import Path

CONFIGURED_BY = {"SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL", "DEBUG"}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    use_what_make_run_made(Path(__file__).resolve().parent / ".state" / "env")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


def use_what_make_run_made(kept: Path) -> None:
    """In a checkout where `make run` ran, a bare `manage.py` works on its database; a deployment sets its own."""
    if kept.exists() and not CONFIGURED_BY & set(os.environ):
        for line in kept.read_text().splitlines():
            name, _, value = line.partition("=")
            os.environ[name] = value


if __name__ == "__main__":
    main()
