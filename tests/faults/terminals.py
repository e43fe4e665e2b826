"""Terminals that write down every answer they are given, and make a network's worst of duplicates and order.

Like a device that follows docs/terminals.md: a hand keeps its key until it is answered. What the journal says was
acknowledged must be in the books, once, and nothing else.
"""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Any

from tables.services.terminals import enrol_terminal, invite_terminal
from tables.simulator import Dealer, Terminal
from tests.faults.installation import PATIENCE
from tests.floor import ELECTIONS

# Hands that win: none of them shares a card with another or with the house's.
WINNERS = ("7h Jh Qh Kh Ah", "3c 4c 5c 6c 7c", "3d 4d 5d 6d Jd", "2d 2h 2s 2c 4s")
HOUSE = "As Ks 4h 5h 6s"
FAULTS = ("drop", "duplicate", "offline")


@dataclass
class Journaling(Terminal):
    """A terminal with a journal: what it reported and what it was answered, by key."""

    faults: Any = FAULTS
    fault_rate: float = 0.3
    patience: float = PATIENCE
    reported: dict[str, Any] = field(default_factory=dict)
    journal: dict[str, Any] = field(default_factory=dict)

    def post(self, path, body, key):
        status, answer = super().post(path, body, key)
        if path.endswith("/hands/"):
            self._write_down(key, body, status, answer)
        elif path.endswith("/batch/"):
            for item, result in zip(body["hands"], answer["results"], strict=True):
                assert item["key"] == result["key"]
                self._write_down(item["key"], item["hand"], result["status"], result["answer"])
        return status, answer

    def _write_down(self, key, hand, status, answer):
        assert status == 201, (key, status, answer)
        assert self.journal.setdefault(key, answer) == answer, f"{key} was answered twice, not alike"
        self.reported[key] = hand

    def send_stored(self):
        """In any order, with some that were already answered among them."""
        known = self.rng.sample(sorted(self.reported), min(2, len(self.reported)))
        self.stored += [{"key": key, "hand": self.reported[key]} for key in known if self.stored]
        self.rng.shuffle(self.stored)
        super().send_stored()

    def repeat_at_once(self):
        """An old hand again, four times in the same moment, each over a connection of its own."""
        if not self.reported:
            return
        key = self.rng.choice(sorted(self.reported))
        mine = (self.url, self.token, self.table, self.name, self.rng)
        twins = [Terminal(*mine, patience=self.patience) for _ in range(4)]
        with ThreadPoolExecutor(len(twins)) as together:
            sent = [together.submit(twin.post, self.hands, self.reported[key], key) for twin in twins]
            for one in sent:
                self._write_down(key, self.reported[key], *one.result())
        self.seen["repeated at once"] += len(twins)
        for twin in twins:
            self.seen += twin.seen

    @property
    def hands(self):
        return f"tables/{self.table}/hands/"


def enrolled(url, table, rng):
    """A terminal on the table, and its dealer."""
    _, code = invite_terminal(table=table, name="F1", by=table.cardroom.employees.get(name="Flora"))
    _, token = enrol_terminal(code=code)
    terminal = Journaling(url, token, table.code, table.code, rng)
    return terminal, Dealer(Random(rng.random()), 6, tuple(ELECTIONS["bonus_bets"]))


def deal(terminal, dealer, until, pause):
    """Deal, report and repeat until that moment (of `time.monotonic`), then send what is stored."""
    while time.monotonic() < until:
        hand = dealer.deal(datetime.now(UTC))
        if terminal.rng.random() < 0.25:
            hand |= winning(terminal.rng)
        terminal.report(json.loads(json.dumps(hand)))
        if terminal.rng.random() < 0.1:
            terminal.repeat_at_once()
        time.sleep(pause * terminal.rng.random())
    terminal.send_stored()
    terminal.hang_up()


def winning(rng):
    """One to three hands that hit the progressive."""
    bets = {"ante": "5.00", "raise": "10.00", "gran progressive": "1.00"}
    cards = rng.sample(WINNERS, rng.randint(1, 3))
    spots = [{"spot": n, "cards": hand, "decision": "raise", "bets": bets} for n, hand in enumerate(cards, start=1)]
    return {"spots": spots, "house": HOUSE}
