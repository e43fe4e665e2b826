"""How many entries a second the ledger takes, beside raw psycopg, django-hordak and pgledger, in one run on PostgreSQL.

    pip install -r bench/requirements.txt
    python -m bench.ledger
    python -m bench.ledger --pgledger FILE.sql   # beside pgledger's SQL too, where it is at hand

Every contestant records one transfer between two accounts, each in a committed transaction of its own, one client, in
turns. Ours also locks all sixteen accounts, numbers and chains the entry, stores its canonical bytes and both balances,
and the database checks it. "The same statements" is what Bote sends, sent by psycopg itself into the same tables with
the same guards: the floor below which no ORM can get. Run by hand, never a timed test.
"""

import argparse
import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import perf_counter

import psycopg

from ops.servers import private_postgres

WARM_UP, ROUNDS, ENTRIES = 1_000, 51, 20
DAY = date(2026, 11, 17)
LOCK_ACCOUNTS = (
    "SELECT id, fund_id, name, balance, version FROM accounting_account WHERE fund_id IN (%s) "
    "ORDER BY id FOR NO KEY UPDATE"
)
LOCK_BOOK = "SELECT cardroom_id, last_number, head FROM accounting_book WHERE cardroom_id = %s FOR NO KEY UPDATE"
INSERT_ENTRY = (
    "INSERT INTO accounting_entry (author_employee_id, author_terminal_id, author_job, cardroom_id, number, kind, "
    "gaming_day, event_at, recorded_at, explanation, document, corrects_id, format, canonical, previous_digest, digest)"
    " VALUES (NULL, NULL, 'bench', %s, %s, 'deposit', %s, NOW(), NOW(), 'For the benchmark.', 'bench/1', NULL, 1, "
    "%s, %s, %s) RETURNING id"
)
INSERT_TRANSFER = (
    "INSERT INTO accounting_transfer (entry_id, position, from_account_id, to_account_id, amount, reason, "
    "from_balance, from_version, to_balance, to_version) VALUES (%s, 1, %s, %s, 1, '', %s, %s, %s, %s) RETURNING id"
)
# As long as the canonical bytes of such an entry, so that as much is written.
CANONICAL = b"{" + b" " * 430 + b"}"
THREE_INSERTS = """
CREATE TABLE bare_entry (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, explanation TEXT, at TIMESTAMPTZ);
CREATE TABLE bare_leg (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                       entry_id BIGINT REFERENCES bare_entry, account_id BIGINT, amount BIGINT);
"""


def bote(fund) -> None:
    """One deposit of one cent, as a service posts it."""
    from django.db import transaction

    from accounting.ledger.accounts import Kind
    from accounting.ledger.books import Move, open_books
    from tables.duties import Job

    with transaction.atomic():
        open_books(fund).post(
            kind=Kind.DEPOSIT,
            gaming_day=DAY,
            by=Job("bench"),
            explanation="For the benchmark.",
            document="bench/1",
            moves=[Move("cage", "bank", 1)],
        )


def same_statements(connection: psycopg.Connection, fund) -> None:
    """What Bote sends, without Django and without thinking about it."""
    with connection.transaction():
        rows = connection.execute(LOCK_ACCOUNTS, [fund.pk]).fetchall()
        cage, bank = (next(row for row in rows if row[2] == name) for name in ("cage", "bank"))
        _, last, head = connection.execute(LOCK_BOOK, [fund.cardroom_id]).fetchone()
        digest = hashlib.sha256(head.encode() + CANONICAL).hexdigest()
        (entry,) = connection.execute(
            INSERT_ENTRY, [fund.cardroom_id, last + 1, DAY, CANONICAL, head, digest]
        ).fetchone()
        connection.execute(
            INSERT_TRANSFER, [entry, cage[0], bank[0], cage[3] - 1, cage[4] + 1, bank[3] + 1, bank[4] + 1]
        )


def three_inserts(connection: psycopg.Connection) -> None:
    """An entry and its two legs into bare tables: no lock, no balance, no number, no chain."""
    with connection.transaction():
        made = "INSERT INTO bare_entry (explanation, at) VALUES ('For the benchmark.', NOW()) RETURNING id"
        (entry,) = connection.execute(made).fetchone()
        for account, amount in ((1, -1), (2, 1)):
            connection.execute(
                "INSERT INTO bare_leg (entry_id, account_id, amount) VALUES (%s, %s, %s)", [entry, account, amount]
            )


def hordak(source, target) -> None:
    from django.db import transaction
    from moneyed import Money

    with transaction.atomic():
        source.transfer_to(target, Money("0.01", "USD"), description="For the benchmark.")


def pgledger(connection: psycopg.Connection, source: str, target: str) -> None:
    with connection.transaction():
        connection.execute("SELECT * FROM pgledger_create_transfer(%s, %s, 0.01)", [source, target]).fetchall()


def contestants(url: str, sql: Path | None) -> Iterator[tuple[str, Callable[[], None]]]:
    fund = _fund_with_money()
    connection = psycopg.connect(url, autocommit=True)
    yield "Bote", partial(bote, fund)
    yield "psycopg, the same statements", partial(same_statements, connection, fund)
    connection.execute(THREE_INSERTS)
    yield "psycopg, three bare inserts", partial(three_inserts, connection)
    if find_spec("hordak"):
        from hordak.models import Account

        made = [Account.objects.create(name=name, type="AS", currencies=["USD"]) for name in ("cage", "bank")]
        yield "django-hordak", partial(hordak, *made)
    if sql:
        connection.execute(sql.read_text())
        new = "SELECT id FROM pgledger_create_account(%s, 'USD')"
        ids = [connection.execute(new, [name]).fetchone()[0] for name in ("cage", "bank")]
        yield "pgledger", partial(pgledger, connection, *ids)


def _fund_with_money():
    from django.db import transaction

    from accounting.ledger.accounts import Kind
    from accounting.ledger.books import Move, open_books, open_fund
    from tables.duties import Job
    from tables.models import Cardroom

    cardroom = Cardroom.objects.create(code="bench", name="Bench", licensee="Bench", licence_number="0")
    fund = open_fund(cardroom=cardroom, code="bench", name="Bench")
    with transaction.atomic():
        open_books(fund).post(
            kind=Kind.SEED,
            gaming_day=DAY,
            by=Job("bench"),
            explanation="For the benchmark.",
            document="bench/1",
            moves=[Move("seed", "primary", 10**9), Move("house", "cage", 10**9)],
        )
    return fund


def migrate(url: str) -> None:
    """Bote's tables and guards, and hordak's tables beside them where it is installed."""
    os.environ |= {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"}
    os.environ |= {"SECRET_KEY": "for-the-benchmark-only" * 3, "ALLOWED_HOSTS": "localhost"}
    import django
    from django.conf import settings
    from django.core.management import call_command

    if find_spec("hordak"):
        settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, "mptt", "hordak"]
    django.setup()
    call_command("migrate", verbosity=0)


def measure(contestant: Callable[[], None], entries: int) -> float:
    """Entries a second in one round."""
    begun = perf_counter()
    for _ in range(entries):
        contestant()
    return entries / (perf_counter() - begun)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pgledger", type=Path, help="pgledger's SQL, to run beside it")
    options = parser.parse_args()
    with private_postgres() as url:
        migrate(url)
        taking_part = dict(contestants(url, options.pgledger))
        for run in taking_part.values():
            measure(run, WARM_UP)
        # As autovacuum would within a minute: without it the plans of empty tables stay in use.
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("VACUUM ANALYZE")
        rounds = [{name: measure(run, ENTRIES) for name, run in taking_part.items()} for _ in range(ROUNDS)]
    ours = [each["Bote"] for each in rounds]
    print(f"entries of one transfer, each committed, one client: median of {ROUNDS} rounds of {ENTRIES}")
    print(f"  {'':32}{'a second':>10}{'Bote is at':>14}")
    for name in taking_part:
        theirs = [each[name] for each in rounds]
        ratio = median(mine / other for mine, other in zip(ours, theirs, strict=True))
        print(f"  {name:<32}{median(theirs):>10,.0f}{ratio:>13.2f}x")
    for name, here in (("django-hordak", "hordak"), ("pgledger", "")):
        if name not in taking_part:
            print(f"  {name}: not at hand" + (", pip install -r bench/requirements.txt" if here else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
