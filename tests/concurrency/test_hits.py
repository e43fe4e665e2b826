"""Hits and closes at the same moment, in processes of their own, on the real database: every cent accounted for."""

import json
import os
import subprocess
import sys
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command

from accounting.models import Entry
from jackpot import rules
from jackpot.models import Close, HitEvent, Payout
from tables import clock
from tables.models import Cardroom, Terminal
from tests.conftest import ROOT, test_database_url
from tests.jackpot.conftest import (
    CINCOS,
    DAY,
    FLUSH,
    NOON,
    QUADS,
    ROYAL_HEARTS,
    ROYAL_SPADES,
    STRAIGHT_FLUSH,
    House,
    balances,
)

pytestmark = pytest.mark.django_db(transaction=True)
PROCESSES = 8
LATER = NOON + timedelta(days=4)


@pytest.fixture
def house():
    cardroom = Cardroom.objects.create(
        code="tri-city", name="Tri-City Cardroom", licensee="Tri-City Cardroom LLC", licence_number="67-00001"
    )
    with clock.at(NOON):
        house = House(cardroom)
        second = house.floor.add_table(2)
        house.second_box = house.floor.add_box(second, 2)
        house.terminals = [house.terminal, Terminal.objects.create(table=second, name="T2")]
        house.gran = house.open(rules.Policy(seed_recovery="none", shortage="backup"), tables=[house.table, second])
        yield house


def at_once(*orders):
    """Each list of orders in a process of its own, all let go together; what became of each order."""
    environment = os.environ | {
        "DATABASE_URL": test_database_url(),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONPATH": str(ROOT),
    }
    workers = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.concurrency.worker"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in orders
    ]
    try:
        for worker, own in zip(workers, orders, strict=True):
            worker.stdin.write(json.dumps(own) + "\n")
            worker.stdin.flush()
        assert [worker.stdout.readline() for worker in workers] == ["ready\n"] * len(workers)
        for worker in workers:
            worker.stdin.write("go\n")
            worker.stdin.flush()
        ended = [worker.communicate(timeout=240) for worker in workers]
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
    # Neither a deadlock nor "database is locked" reaches a caller.
    assert [error for _, error in ended] == [""] * len(workers)
    return [json.loads(answer) for answer, _ in ended]


def hit(house, number, *hands, now=NOON, key=None):
    terminal = house.terminals[number % 2]
    return {
        "do": "hit",
        "progressive": "gran-a",
        "now": now.isoformat(),
        "terminal": terminal.pk,
        "hands": hands,
        "key": key or f"hit-{number}",
    }


def close(day):
    return {"do": "close", "progressive": "gran-a", "now": LATER.isoformat(), "day": str(day)}


def assert_books_are_right():
    """No gap in any number, no byte and no cent out of place."""
    for model in (Entry, Payout, HitEvent):
        numbers = list(model.objects.order_by("number").values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))
    call_command("verify", stdout=StringIO())
    out = StringIO()
    call_command("rebuild", stdout=out)
    assert out.getvalue() == "gran-a: no differences\n"


def test_two_royals_in_the_same_second_each_get_what_is_theirs(house):
    house.stand(house.gran, primary=950_000)
    outcomes = at_once([hit(house, 1, ROYAL_HEARTS)], [hit(house, 2, ROYAL_SPADES)])
    assert sorted(outcomes) == [[["hit", 1]], [["hit", 2]]]
    assert list(Payout.objects.order_by("number").values_list("amount", "pot_before", "pot_after")) == [
        (250_000, 1_000_000, 750_000),
        (187_500, 750_000, 562_500),
    ]
    assert (balances(house.gran)["primary"], balances(house.gran)["pending"]) == (562_500, 437_500)
    assert_books_are_right()


def test_fifty_hits_at_once(house):
    house.stand(house.gran, primary=9_950_000)
    orders = [[] for _ in range(PROCESSES)]
    for number in range(50):
        orders[number % PROCESSES].append(hit(house, number, ROYAL_HEARTS))
    outcomes = at_once(*orders)
    assert sorted(number for worker in outcomes for _, number in worker) == list(range(1, 51))
    shares, pot, seeded = [], 10_000_000, 50_000
    for _ in range(50):
        shares.append(pot // 4)
        pot -= pot // 4
        seeded += max(0, 50_000 - pot)
        pot = max(pot, 50_000)
    assert list(Payout.objects.order_by("hit__number").values_list("amount", flat=True)) == shares
    after = balances(house.gran)
    assert (after["primary"], after["pending"], after["seed"]) == (pot, sum(shares), -seeded)
    assert_books_are_right()


def test_the_same_report_from_four_processes_is_one_hit(house):
    outcomes = at_once(*[[hit(house, 1, ROYAL_HEARTS, FLUSH, key="same")]] * 4)
    assert outcomes == [[["hit", 1]]] * 4
    assert Payout.objects.count() == 2
    assert_books_are_right()


def test_hits_and_closes_at_the_same_moment(house):
    """Six processes record hits while two close the same three days: each day is closed once."""
    gran = house.gran
    house.stand(gran, primary=950_000, backup1=400_000, backup2=50_000)
    days = [DAY + timedelta(days=n) for n in range(3)]
    for number, day in enumerate(days):
        house.box(day, 700 + number)
        house.box(day, 300, box=house.second_box)
    hands = [(ROYAL_HEARTS,), (FLUSH, STRAIGHT_FLUSH), (CINCOS,), (QUADS,), (ROYAL_SPADES, FLUSH)]
    hitting = [
        [hit(house, 10 * worker + n, *hands[(worker + n) % 5], now=LATER) for n in range(4)] for worker in range(6)
    ]
    closing = [[close(day) for day in days]] * 2
    outcomes = at_once(*hitting, *closing)
    assert sorted(number for worker in outcomes[:6] for _, number in worker) == list(range(1, 25))
    both = list(zip(*outcomes[6:], strict=True))
    assert [sorted(what for what, _ in pair) for pair in both] == [["closed", "refused"]] * 3
    assert [(each.gaming_day, each.drop) for each in Close.objects.order_by("gaming_day")] == [
        (day, 100_000 + 100 * number) for number, day in enumerate(days)
    ]
    assert_books_are_right()
