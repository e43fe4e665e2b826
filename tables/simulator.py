"""Table terminals that deal Spanish Poker and report it over HTTP, also over a network that fails.

Used by `manage.py simulate_terminals`, the tests and the benchmarks. Nothing here reaches into the server: a terminal
knows its address, its token and its table, like a real one. The same seed deals the same hands.
"""

import contextlib
import http.client
import json
import time
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Any
from urllib.parse import urlsplit

from tables import clock
from tables.games import GAMES

GAME = GAMES["spanish-poker"]
CONFIDENT = GAME.rank("2s 2h 3d 4c 5s")  # any pair: raise; less: fold
PROGRESSIVE = "gran progressive"
FAULTS = ("drop", "duplicate", "offline")
LONGEST_BATCH = 20
PATIENCE = 60
LONG = 5  # seconds between two hands


@dataclass
class Dealer:
    """Deals hands of Spanish Poker and says what the players did."""

    rng: Random
    spots: int = 6
    bonus_bets: tuple[str, ...] = ()

    def deal(self, dealt_at: datetime, *, everyone: bool = False) -> dict[str, Any]:
        """The report of one hand, at some of the spots or at all of them."""
        cards = self.rng.sample(GAME.deck.cards, 5 * (self.spots + 1))
        hands = [cards[at : at + 5] for at in range(0, len(cards), 5)]
        players = self.spots if everyone else self.rng.randint(1, self.spots)
        playing = sorted(self.rng.sample(range(1, self.spots + 1), players))
        return {
            "report": "spanish-poker",
            "dealt_at": dealt_at.isoformat(),
            "spots": [self._spot(spot, hands[spot]) for spot in playing],
            "house": " ".join(hands[0]),
        }

    def _spot(self, spot: int, cards: list[str]) -> dict[str, Any]:
        raises = GAME.rank(cards) >= CONFIDENT
        bets = {"ante": "5.00", **({"raise": "10.00"} if raises else {})}
        for bet in self.bonus_bets:
            if self.rng.random() < 0.7:
                bets[bet] = "1.00"
        decision = "raise" if raises else "fold"
        return {"spot": spot, "cards": " ".join(cards), "decision": decision, "bets": bets}


@dataclass
class Terminal:
    """A device on a table: reports, repeats what failed with the same key, and stores what it could not send."""

    url: str
    token: str
    table: str
    name: str
    rng: Random
    faults: Collection[str] = ()
    fault_rate: float = 0.1
    patience: float = PATIENCE  # seconds without any answer, after which it gives up
    seen: Counter[str] = field(default_factory=Counter)
    stored: list[dict[str, Any]] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)  # that the answers took
    _connection: http.client.HTTPConnection | None = None
    _sent: int = 0

    def report(self, hand: dict[str, Any]) -> None:
        """Send a hand, by way of whatever fault the dice choose."""
        self._sent += 1
        key = f"{self.name}-hand-{self._sent:08d}"
        fault = self.rng.choice(list(self.faults)) if self.faults and self.rng.random() < self.fault_rate else ""
        self.seen[fault or "sent"] += 1
        if fault == "offline" or self.stored:
            self.stored.append({"key": key, "hand": hand})
            if fault != "offline" or len(self.stored) >= LONGEST_BATCH:
                self.send_stored()
            return
        if fault == "drop":
            self._send_and_hang_up(f"tables/{self.table}/hands/", hand, key)
        for _ in range(2 if fault == "duplicate" else 1):
            status, answer = self.post(f"tables/{self.table}/hands/", hand, key)
        self._note(status, answer)

    def send_stored(self) -> None:
        """The hands of the time without a network, in order."""
        if not self.stored:
            return
        _, answer = self.post(f"tables/{self.table}/hands/batch/", {"hands": self.stored}, key="")
        for result in answer["results"]:
            self._note(result["status"], result["answer"])
        self.stored.clear()

    def _note(self, status: int, answer: Any) -> None:
        self.seen[f"answered {status}"] += 1
        if status == http.client.CREATED:
            self.seen["slips"] += len(answer["slips"])

    def report_wagers(self, made: int, won: int) -> None:
        self._sent += 1
        self.post(f"tables/{self.table}/wagers/", {"made": made, "won": won}, f"{self.name}-wagers-{self._sent:08d}")

    def post(self, path: str, body: dict[str, Any], key: str) -> tuple[int, Any]:
        """Post until there is an answer: the same key makes it count once. Waits as the server asks."""
        deadline = time.monotonic() + self.patience
        pause = 0.1
        while True:
            began = time.monotonic()
            try:
                status, headers, answer = self._exchange("POST", path, body, key)
            except (OSError, http.client.HTTPException):
                self.hang_up()
                status, headers, answer = 0, {}, None
            if status and status != http.client.TOO_MANY_REQUESTS and status < http.client.INTERNAL_SERVER_ERROR:
                self.seconds.append(time.monotonic() - began)
                return status, answer
            if time.monotonic() > deadline:
                raise TimeoutError(f"{self.name} got no answer within {self.patience:.0f} s.")
            self.seen[f"repeated after {status or 'no answer'}"] += 1
            time.sleep(float(headers.get("Retry-After", pause)))
            pause = min(2 * pause, 5.0)

    def _exchange(self, method: str, path: str, body: dict[str, Any], key: str) -> tuple[int, Any, Any]:
        connection = self._connect()
        connection.request(method, f"/api/v1/{path}", json.dumps(body), self._headers(key))
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, answer.headers, json.loads(text) if text else None

    def _send_and_hang_up(self, path: str, body: dict[str, Any], key: str) -> None:
        """The request goes out, the answer is lost."""
        with contextlib.suppress(OSError, http.client.HTTPException):
            self._connect().request("POST", f"/api/v1/{path}", json.dumps(body), self._headers(key))
        self.hang_up()

    def _headers(self, key: str) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "X-Software-Version": "simulator 1"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        return headers | ({"Idempotency-Key": key} if key else {})

    def _connect(self) -> http.client.HTTPConnection:
        if self._connection is None:
            address = urlsplit(self.url)
            kind = http.client.HTTPSConnection if address.scheme == "https" else http.client.HTTPConnection
            self._connection = kind(address.hostname or "", address.port, timeout=self.patience)
        return self._connection

    def hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None


def enrol(url: str, code: str, *, table: str, name: str, rng: Random, **options: Any) -> Terminal:
    """Exchange a one-time code for a token, over HTTP, and give the terminal that has it."""
    terminal = Terminal(url, "", table, name, rng, **options)
    status, answer = terminal.post("enrolments/", {"code": code, "software_version": "simulator 1"}, "")
    terminal.hang_up()  # the first hand is dealt later
    if status != http.client.CREATED:
        raise ConnectionError(f"{name} was not enrolled: {answer['detail']}")
    terminal.token = answer["token"]
    return terminal


def play(terminal: Terminal, dealer: Dealer, *, hands: int, pause: float) -> Counter[str]:
    """Deal and report so many hands, then say how many progressive wagers were made and won."""
    made = 0
    time.sleep(pause * terminal.rng.random())  # tables do not deal in step
    for _ in range(hands):
        hand = dealer.deal(clock.now())
        made += sum(PROGRESSIVE in spot["bets"] for spot in hand["spots"])
        terminal.report(hand)
        if pause > LONG:
            terminal.hang_up()  # a server closes idle connections, and can hold only so many
        time.sleep(pause)
    terminal.send_stored()
    terminal.report_wagers(made, terminal.seen["slips"])
    return terminal.seen
