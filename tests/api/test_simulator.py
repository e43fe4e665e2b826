"""Simulated terminals on a network that fails: every hand counts once, and the same seed deals the same hands."""

from datetime import UTC, datetime
from random import Random

import pytest

from accounting.ledger.chain import first_break
from jackpot.models import Payout
from tables.games import GAMES
from tables.models import Hand, WagerReport
from tables.simulator import Dealer

MOMENT = datetime(2026, 11, 17, 20, 0, tzinfo=UTC)


def test_the_same_seed_deals_the_same_hands():
    first, second = (Dealer(Random(7), 6, ("dos pares",)) for _ in range(2))

    assert [first.deal(MOMENT) for _ in range(20)] == [second.deal(MOMENT) for _ in range(20)]


def test_who_holds_a_pair_raises_and_who_does_not_folds():
    dealer, pair = Dealer(Random(7)), GAMES["spanish-poker"].rank("2s 2h 3d 4c 5s")
    spots = [spot for _ in range(50) for spot in dealer.deal(MOMENT)["spots"]]

    assert {(GAMES["spanish-poker"].rank(spot["cards"]) >= pair, spot["decision"]) for spot in spots} == {
        (True, "raise"),
        (False, "fold"),
    }


@pytest.mark.django_db(transaction=True)
def test_a_night_of_faults_counts_every_hand_once(server, run_manage):
    slips = Payout.objects.count()

    done = run_manage(
        *("simulate_terminals", "--url", server.url, "--tables", 1, "--hands-per-hour", 120, "--hours", 0.5),
        *("--faults", "drop", "duplicate", "offline", "--fault-rate", 0.3, "--seed", 41),
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 terminals dealt 60 hands" in done.stdout
    assert Hand.objects.count() == 60
    won = WagerReport.objects.get(author_terminal__name="simulator 1").won
    assert Payout.objects.count() - slips == won
    assert first_break(server.house.cardroom) is None
