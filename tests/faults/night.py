"""A night to be closed by real workers: complete gaming days of the recent past, committed, on the real clock."""

from datetime import timedelta

from accounting.gaming_days import ends_at, starts_at
from accounting.ledger.chain import first_break
from accounting.selectors.gaming_days import current_day
from jackpot import rules
from jackpot.models import Close, Progressive
from jackpot.rebuild import Rebuild
from tables import clock
from tables.models import Cardroom
from tests.jackpot.conftest import House

DOLLARS = 100  # in every box
POLICY = rules.Policy(seed_recovery="none")


class Night:
    """A cardroom whose progressives, one per table, have so many complete days behind them."""

    def __init__(self, progressives=1, days=1, code="tri-city"):
        self.cardroom = Cardroom.objects.create(code=code, name=code, licensee="L", licence_number="1")
        today = current_day(self.cardroom)
        self.days = [today - timedelta(days=ago) for ago in range(days, 0, -1)]
        with clock.at(starts_at(self.cardroom, self.days[0])):
            self.house = House(self.cardroom)
            self.boxes = {self.house.table: self.house.floor.box}
            for number in range(2, progressives + 1):
                table = self.house.floor.add_table(number)
                self.boxes[table] = self.house.floor.add_box(table, number)
            self.progressives = [
                self.house.open(POLICY, tables=[table], code=f"{code}-gran-{table.number}") for table in self.boxes
            ]
        for day in self.days:
            self._count(day)

    def _count(self, day):
        floor = self.house.floor
        with clock.at(starts_at(self.cardroom, day) + timedelta(hours=1)):
            for table, box in self.boxes.items():
                floor.place(box, table)
        with clock.at(ends_at(self.cardroom, day)):
            for box in self.boxes.values():
                floor.pull(box)
                floor.receive(box)
                floor.empty(box)
                floor.lock({"$1": DOLLARS}, box)


def closed():
    """How many days are closed, over all progressives."""
    return Close.objects.count()


def assert_closed_once(*nights):
    """Every day of every progressive is closed, once, in order, to the cent, and the books prove it."""
    for night in nights:
        assert first_break(night.cardroom) is None
        for progressive in Progressive.objects.filter(cardroom=night.cardroom).order_by("pk"):
            closes = progressive.closes.order_by("pk").values_list("gaming_day", flat=True)
            assert list(closes) == night.days
            posted = 50_000 + 100 * DOLLARS * len(night.days)
            assert progressive.fund.accounts.get(name="primary").balance == posted
            assert progressive.postings.order_by("number").last().after == posted
            assert Rebuild(progressive).run() == []
