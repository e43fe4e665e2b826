"""What every page costs the server, with as much data as there is: milliseconds of one core, and SQL statements.

    python -m bench.pages [--days 1095]      # of a demo of so many days, made for it; DATABASE_URL: of what is there

Each page is asked for in this process as the general manager would, the first time aside; the median of nine counts.
The floor is the sign-in page, which reads nothing: a page's ratio to it is what its figures cost. Goal: 200 ms.
"""

import argparse
import os
import sys
import tempfile
from io import StringIO
from statistics import median
from time import process_time

import django
from django.core.management import call_command

TIMES = 9
GOAL = 200
HEAD = f"{'page':44}{'ms':>8}{'floor':>8}{'SQL':>6}{'KB':>7}"


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--days", type=int, default=90)
    days = parser.parse_args().days
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "SECRET_KEY": "for-the-benchmark-only-0123456789-abcdefghijklmnopqrstuvwxyz",
            "ALLOWED_HOSTS": "testserver",
            "HTTPS": "off",
            "SECOND_FACTOR": "off",
            "LOG_LEVEL": "ERROR",
            "STATE_DIR": folder,
        }
        django.setup()
        call_command("collectstatic", interactive=False, verbosity=0)
        if "DATABASE_URL" not in os.environ:
            call_command("migrate", verbosity=0)
            call_command("demo", days=days, verbosity=0, stdout=StringIO())
        measure()
    return 0


def measure() -> None:
    from django.test import Client

    from accounting.models import Entry

    stranger, manager = Client(), Client()
    manager.force_login(_general_manager())
    floor, *_ = cost(stranger, "/login/")
    print(f"{Entry.objects.count():,} entries in the books\n{HEAD}")
    slowest = 0.0
    for path in pages():
        milliseconds, statements, size = cost(manager, path)
        slowest = max(slowest, milliseconds)
        print(f"{path:44}{milliseconds:8.1f}{milliseconds / floor:8.1f}{statements:6}{size / 1024:7.0f}", flush=True)
    print(f"slowest: {slowest:.1f} ms, goal {GOAL} ms; the floor is {floor:.1f} ms")


def pages() -> list[str]:
    """Every page of the navigation, and the latest record of each kind."""
    from accounting.models import Case, Count, Deposit, Entry
    from jackpot.models import Close, HitEvent, Payout

    close = Close.objects.select_related("progressive").order_by("-gaming_day", "pk")[0]
    hit = HitEvent.objects.select_related("progressive").order_by("-pk")[0]
    code, day = close.progressive.code, close.gaming_day
    latest = {
        f"/{kind}/{{}}/": model.objects.order_by("-number").values_list("number", flat=True).first()
        for kind, model in {
            "counts": Count,
            "payouts": Payout,
            "ledger": Entry,
            "deposits": Deposit,
            "exceptions": Case,
        }.items()
    }
    return [
        *("/", "/counts/", "/counts/all/", "/days/", f"/days/{day}/", f"/days/{day}/{code}/"),
        *("/payouts/", "/payouts/?state=all", f"/hits/{hit.progressive.code}/{hit.number}/"),
        *("/progressives/", f"/progressives/{code}/", f"/progressives/{code}/?range=all"),
        *(f"/progressives/{code}/policies/", "/ledger/", f"/ledger/?fund={code}&account=primary"),
        *("/deposits/", "/funding/", "/reconciliations/", f"/reconciliations/{code}/{day:%Y-%m}/"),
        *("/exceptions/", "/exceptions/?state=all", "/exports/", "/jobs/", "/odds/"),
        *("/setup/", "/setup/people/", "/setup/limits/", "/tables/", f"/board/{code}/", f"/board/{code}/state/"),
        *(path.format(number) for path, number in latest.items() if number),
    ]


def cost(client, path: str) -> tuple[float, int, int]:
    """Median milliseconds of this core, SQL statements, bytes."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as taken:
        answer = client.get(path)
        statements = len(taken)  # the next request forgets them
    if answer.status_code != 200:
        raise SystemExit(f"{path} answers {answer.status_code}")
    times = []
    for _ in range(TIMES):
        began = process_time()
        client.get(path)
        times.append(1000 * (process_time() - began))
    return median(times), statements, len(answer.content)


def _general_manager():
    from tables.duties import Role
    from tables.models import Employee

    return Employee.objects.filter(groups__name=Role.GENERAL_MANAGER, is_active=True)[0]


if __name__ == "__main__":
    sys.exit(main())
