"""Random faults: whatever is killed, whenever, what was acknowledged is in the books once, and the books prove it.

One run is one seed: a new cardroom on a whole installation (web, worker, beat, Redis, the database), terminals that
report hands and hits over a bad network, days that are closed meanwhile, and up to four `kill -9` of one or several of
its processes at moments that the seed chooses. Then it is all started again, the terminals finish, and we count.
"""

import json
import os
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from itertools import count as numbers
from random import Random

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import Max, Sum

from accounting.models import Account, JobRun, Transfer
from jackpot.models import Close, HitEvent, Payout
from ops.servers import temporary_folder
from tables.models import Answer, Hand
from tables.money import as_amount
from tests.conftest import wait_until
from tests.faults.installation import PATIENCE, Installation, Prepared, books_of, forget_connections
from tests.faults.night import Night
from tests.faults.terminals import deal, enrolled

pytestmark = pytest.mark.faults
TABLES, DAYS = 3, 2
TRAFFIC, PAUSE = 2.5, 0.1  # seconds
A_FEW = 3
RUNS_OF_ONE_INSTALLATION = 5
SHARE_OF_SOAK = 0.85  # of the time that `make soak` gives; the last installation has to end within it


@pytest.fixture(scope="module")
def prepared():
    with temporary_folder() as folder:
        yield Prepared(folder, connection.vendor)


@pytest.fixture
def own_installation(prepared, django_db_blocker):
    """Start an installation; at its end no task is left anywhere."""

    def run(seeds):
        with temporary_folder() as folder, Installation(folder, prepared) as bote:
            with books_of(bote.environment["DATABASE_URL"], django_db_blocker):
                figures = sum((random_run(bote, seed) for seed in seeds), Counter())
            bote.kill("beat")
            wait_until(lambda: bote.waiting_tasks() == (0, 0), lambda: bote.said("worker"), seconds=PATIENCE)
            return figures + Counter({f"kills of {name}": times for name, times in bote.kills.items()})

    return run


def test_a_few_random_faults(own_installation):
    figures = own_installation(range(1, A_FEW + 1))

    assert figures["runs"] == A_FEW
    assert figures["lost"] == figures["doubled"] == 0
    assert figures["hands acknowledged"] > 0
    assert figures["slips"] > 0


@pytest.mark.soak
def test_random_faults_for_as_long_as_there_is_time(own_installation, capsys):
    """FAULT_SEED begins elsewhere; FAULT_RUNS ends sooner."""
    until = time.monotonic() + float(os.environ.get("SOAK_SECONDS", "600")) * SHARE_OF_SOAK
    seeds, most = numbers(int(os.environ.get("FAULT_SEED", "1000"))), int(os.environ.get("FAULT_RUNS", "1000"))
    figures = Counter()
    while time.monotonic() < until and figures["runs"] < most:
        figures += own_installation([next(seeds) for _ in range(RUNS_OF_ONE_INSTALLATION)])
        with capsys.disabled():
            print(f"\n{connection.vendor}: {said(figures)}", flush=True)  # noqa: T201 - the figures are the point
    assert figures["lost"] == figures["doubled"] == 0


def said(figures):
    named = {"lost": 0, "doubled": 0} | figures
    return ", ".join(f"{name} {times}" for name, times in sorted(named.items()))


def random_run(bote, seed):
    """One run, and its figures. Whatever is wrong fails with the seed."""
    rng = Random(seed)
    night = Night(progressives=TABLES, days=DAYS, code=f"room-{seed}")
    terminals = [enrolled(bote.url, table, Random(rng.random())) for table in night.boxes]
    until = time.monotonic() + TRAFFIC
    with ThreadPoolExecutor(TABLES) as floor:
        dealt = [floor.submit(deal, *one, until, PAUSE) for one in terminals]
        for moment, victims in sorted(faults(rng, bote.names)):
            time.sleep(max(0.0, until - TRAFFIC + moment - time.monotonic()))
            bote.kill(*victims)
            time.sleep(rng.random() * 0.3)
            bote.start(*victims)
        for one in dealt:
            one.result()
    forget_connections()
    closes = Close.objects.filter(progressive__cardroom=night.cardroom)
    wait_until(lambda: closes.count() == TABLES * DAYS, lambda: f"seed {seed}: {bote.said('worker')}", seconds=PATIENCE)
    figures = compare(night, [terminal for terminal, _ in terminals])
    assert figures["lost"] == figures["doubled"] == 0, f"seed {seed}: {said(figures)}"
    assert_books_prove_themselves(night)
    return figures


def faults(rng, names):
    """One to four moments, each with what is killed then: mostly one thing, at times several, at times all of it."""
    for _ in range(rng.randint(1, 4)):
        several = rng.choices([1, 2, len(names)], [6, 3, 1])[0]
        chosen = set(rng.sample(names, several))
        yield rng.uniform(0.1, TRAFFIC), tuple(name for name in names if name in chosen)


def compare(night, terminals):
    """The terminals' journals against the books: what is missing, what is there twice or too much, and the rest."""
    figures = Counter({"runs": 1})
    acknowledged = {}
    for terminal in terminals:
        assert terminal.stored == []
        kept = dict(Answer.objects.filter(terminal__table__code=terminal.table).values_list("key", "body"))
        assert {key: json.loads(bytes(body)) for key, body in kept.items()} == terminal.journal
        acknowledged |= {answer["hand"]: answer for answer in terminal.journal.values()}
        figures["hands acknowledged"] += len(terminal.journal)
        again = [what for what in terminal.seen if what.startswith("repeated") or what in ("drop", "duplicate")]
        figures["sent again"] += sum(terminal.seen[what] for what in again)
    ids = list(Hand.objects.filter(table__cardroom=night.cardroom).values_list("pk", flat=True))
    figures["lost"] = figures["hands acknowledged"] - len(set(ids) & set(acknowledged))
    figures["doubled"] = len(set(ids) - set(acknowledged))
    slips = {slip["number"]: slip | {"hand": pk} for pk, answer in acknowledged.items() for slip in answer["slips"]}
    assert slips == slips_in_books(night)
    hits = HitEvent.objects.filter(progressive__cardroom=night.cardroom)
    assert hits.count() == sum(bool(answer["slips"]) for answer in acknowledged.values())
    figures["slips"], figures["hits"], figures["closes"] = len(slips), hits.count(), TABLES * DAYS
    return figures


def slips_in_books(night):
    """Every slip of the cardroom as the answer to its hand said it, by number."""
    return {
        f"{slip.number:06d}": {
            "number": f"{slip.number:06d}",
            "spot": slip.spot,
            "category": slip.category,
            "share": slip.share,
            "amount": as_amount(slip.amount),
            "source": slip.source,
            "state": slip.state,
            "hand": int(slip.hit.key.rsplit("/", 1)[-1]),
        }
        for slip in Payout.objects.filter(cardroom=night.cardroom).select_related("hit")
    }


def assert_books_prove_themselves(night):
    """`verify` and `rebuild` end without a word of difference; every day closed once, in order; no job is stuck."""
    call_command("verify", stdout=StringIO())
    call_command("rebuild", stdout=StringIO())
    for progressive in night.progressives:
        assert list(progressive.closes.order_by("pk").values_list("gaming_day", flat=True)) == night.days
    for account in Account.objects.filter(fund__cardroom=night.cardroom):
        came, went = (
            Transfer.objects.filter(**{side: account}).aggregate(cents=Sum("amount", default=0))["cents"]
            for side in ("to_account", "from_account")
        )
        assert account.balance == came - went, account
    wait_until(
        lambda: states_of_closes(night) == {"done"}, lambda: f"stuck: {states_of_closes(night)}", seconds=PATIENCE
    )


def states_of_closes(night):
    """How the newest run of each progressive's close stands."""
    runs = JobRun.objects.filter(cardroom=night.cardroom, name="close")
    newest = runs.values("subject").annotate(newest=Max("pk")).values("newest")
    return set(JobRun.objects.filter(pk__in=newest).values_list("state", flat=True))
