"""The demo's room: one cardroom, its tables with orders, limits, boxes and terminals, and two progressives on five."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from accounting.models import CountRules
from accounting.services import bank, counts
from accounting.services.gaming_days import open_gaming_day
from jackpot import rules
from jackpot.demo.agenda import Agenda
from jackpot.demo.people import Staff, hire
from jackpot.models import Approval, Progressive
from jackpot.services import progressives
from tables.duties import Job
from tables.models import Cardroom, DropBox, Table, Terminal
from tables.services import boxes, limits, orders, tables, terminals

CODE = "tri-city"
SEED = 41  # cards in the deck
SEED_MONEY = {"gran-a": 50_000, "gran-b": 100_000}
POLICIES = {
    "gran-a": rules.Policy(),
    # The other elections, so that both can be looked at: half the seed at a time, shortages from the backups.
    "gran-b": rules.Policy(seed_recovery="portion", seed_portion_bps=5_000, shortage="backup", seed_minimum=100_000),
}
TABLES_OF = {"gran-a": (1, 2, 3), "gran-b": (4, 5)}
# Tables 1 to 3 have Dos Pares beside the Gran Progressive, 4 and 5 Joker in Hand; table 6 deals another game.
ELECTIONS = {
    "gran-a": {"ante_minimum": 500, "bonus_bets": ["dos pares", "gran progressive"]},
    "gran-b": {"ante_minimum": 300, "spots": 5, "bonus_bets": ["joker in hand", "gran progressive"]},
}
TOP_5_TABLE, TOP_5_ELECTIONS = 6, {"ante_minimum": 500}
TABLE_LIMIT = 30_000
BANK_ACCOUNTS = {"gran-a": "4410", "gran-b": "4428"}
EMERGENCY_BOX = 90
JOB = Job("demo")


@dataclass
class Room:
    """What the players of the history share."""

    cardroom: Cardroom
    staff: Staff
    rng: Random
    first_day: date
    agenda: Agenda = field(default_factory=Agenda)
    tables: dict[int, Table] = field(default_factory=dict)
    boxes: dict[int, DropBox] = field(default_factory=dict)
    terminals: dict[int, Terminal] = field(default_factory=dict)
    progressives: dict[str, Progressive] = field(default_factory=dict)

    def moment(self, day: date, hour: float) -> datetime:
        """A local time of a gaming day; hours from 24 on are in its night and the morning after.

        In UTC: what happens a minute later is a minute later, also in the night in which the clocks change.
        """
        nights, minutes = divmod(round(hour * 60), 24 * 60)
        clock_time = time(minutes // 60, minutes % 60, tzinfo=ZoneInfo(self.cardroom.time_zone))
        return datetime.combine(day + timedelta(days=nights), clock_time).astimezone(UTC)

    def progressive_of(self, table: int) -> Progressive:
        return next(self.progressives[code] for code, tables in TABLES_OF.items() if table in tables)


def new_cardroom() -> Cardroom:
    return Cardroom.objects.create(
        code=CODE,
        name="Tri-City Cardroom",
        licensee="Tri-City Gaming LLC",
        licence_number="67-00000",
        time_zone="America/Los_Angeles",
        cut_over_hour=6,
    )


def open_room(cardroom: Cardroom, first_day: date) -> Room:
    """Everything as it stands when the first gaming day begins: seeded, posted, nothing played yet."""
    rng = Random(SEED)  # noqa: S311 - it draws a history, not a secret
    room = Room(cardroom, hire(cardroom), rng, first_day)
    counts.set_count_rules(cardroom=cardroom, tier=CountRules.Tier.UNDER_5M, by=room.staff.gia)
    open_gaming_day(cardroom=cardroom, by=JOB)
    for code, numbers in TABLES_OF.items():
        for number in numbers:
            _furnish(room, number, ELECTIONS[code])
    _put_up_table(room, TOP_5_TABLE, "Top 5 Poker", "top-5-poker", TOP_5_ELECTIONS)
    room.boxes[EMERGENCY_BOX] = boxes.register_box(
        cardroom=cardroom, number=EMERGENCY_BOX, kind=DropBox.Kind.PROGRESSIVE, emergency=True, by=room.staff.gia
    )
    for code, policy in POLICIES.items():
        room.progressives[code] = _open_progressive(room, code, policy, first_day)
    return room


def _put_up_table(room: Room, number: int, name: str, game: str, elections: dict[str, Any]) -> Table:
    """A table ordered with its game, its limit posted."""
    code = f"{game.partition('-')[0]}-{number}"
    table = tables.register_table(cardroom=room.cardroom, code=code, number=number, name=name, by=room.staff.gia)
    orders.order_table(table=table, game=game, elections=elections, by=room.staff.flor)
    limits.announce_limit(table=table, amount=TABLE_LIMIT, by=room.staff.flor)
    return table


def _furnish(room: Room, number: int, elections: dict[str, Any]) -> None:
    """A Spanish Poker table with its progressive box and its terminal."""
    table = _put_up_table(room, number, f"Spanish Poker {number}", "spanish-poker", elections)
    room.tables[number] = table
    room.boxes[number] = boxes.register_box(
        cardroom=room.cardroom, number=number, kind=DropBox.Kind.PROGRESSIVE, table=table, by=room.staff.flor
    )
    _, code = terminals.invite_terminal(table=table, name=f"T{number}", by=room.staff.flor)
    room.terminals[number], _ = terminals.enrol_terminal(code=code)


def _open_progressive(room: Room, code: str, policy: rules.Policy, first_day: date) -> Progressive:
    abe, gia = room.staff.abe, room.staff.gia
    drafted = progressives.draft_progressive(
        cardroom=room.cardroom, code=code, name=f"Gran Progressive {code[-1].upper()}", policy=policy, by=abe
    )
    for kind in (Approval.Kind.ACCOUNTING, Approval.Kind.HOUSE_RULES, Approval.Kind.FEE):
        progressives.record_approval(
            progressive=drafted,
            kind=kind,
            reference=f"DEMO-{code.upper()}-{kind}",
            approved_on=first_day,
            made_up=True,
            by=abe,
        )
    its_tables = [room.tables[number] for number in TABLES_OF[code]]
    opened = progressives.open_progressive(progressive=drafted, tables=its_tables, seed=SEED_MONEY[code], by=gia)
    bank.name_bank_account(fund=opened.fund, label="Columbia Basin Bank (made up)", last4=BANK_ACCOUNTS[code], by=abe)
    return opened
