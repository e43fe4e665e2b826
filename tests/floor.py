"""People, tables, boxes and a counted box, made by the real services. Tests of every room may use these."""

from datetime import UTC, datetime
from itertools import count as numbers

from django.contrib.auth.models import Group

from accounting.models import CountRules
from accounting.services import counts, funds
from tables import clock
from tables.duties import Job, Role
from tables.models import DropBox, Employee, Table, Terminal
from tables.services import boxes, orders

PIN = "2468"
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
ELECTIONS = {"ante_minimum": 500, "bonus_bets": ["dos pares", "gran progressive"]}
_keys = numbers(1)


def hire(cardroom, name, department, *roles):
    """An employee with the PIN of all tests."""
    employee = Employee(
        username=f"{name.lower()}-{cardroom.code}",
        name=name,
        employee_number=name,
        department=department,
        cardroom=cardroom,
    )
    employee.set_pin(PIN)
    employee.set_unusable_password()
    employee.save()
    employee.groups.set(Group.objects.filter(name__in=roles))
    return employee


class Floor:
    """A small cardroom's people and one progressive table."""

    def __init__(self, cardroom):
        self.cardroom = cardroom
        self.manager = hire(cardroom, "Flora", "gambling", Role.FLOOR_MANAGER)
        self.general = hire(cardroom, "Gus", "gambling", Role.GENERAL_MANAGER)
        self.ann = hire(cardroom, "Ann", "gambling", Role.COUNT_TEAM)
        self.bob = hire(cardroom, "Bob", "gambling", Role.COUNT_TEAM)
        self.cyd = hire(cardroom, "Cyd", "security", Role.COUNT_TEAM)
        self.vera = hire(cardroom, "Vera", "gambling", Role.VERIFIER)
        self.guard = hire(cardroom, "Sam", "security")
        self.watcher = hire(cardroom, "Wanda", "surveillance", Role.SURVEILLANCE)
        self.table = self.add_table(1)
        self.box = self.add_box(self.table, 1)
        counts.set_count_rules(cardroom=cardroom, tier=CountRules.Tier.UNDER_5M, by=self.general)

    def add_table(self, number):
        """A table that has long been ordered with the Gran Progressive."""
        table = Table.objects.create(
            cardroom=self.cardroom,
            code=f"{self.cardroom.code}-{number}",
            number=number,
            name=f"Spanish Poker {number}",
        )
        with clock.at(LONG_AGO):
            orders.order_table(table=table, game="spanish-poker", elections=ELECTIONS, by=self.manager)
        return table

    def add_box(self, table, number, kind=DropBox.Kind.PROGRESSIVE, **more):
        return boxes.register_box(
            cardroom=self.cardroom, number=number, kind=kind, table=table, by=self.manager, **more
        )

    def terminal(self):
        return Terminal.objects.get_or_create(table=self.table, name="T1")[0]

    def put_on(self, fund, day, table=None):
        return funds.put_table_on_fund(fund=fund, table=table or self.table, from_day=day, by=Job("test"))

    def place(self, box=None, table=None, at=None):
        return boxes.place_box(box=box or self.box, table=table or self.table, by=self.manager, at=at)

    def pull(self, box=None, at=None, **people):
        crew = {"security": self.guard, "gambling": self.ann, "surveillance": self.watcher, **people}
        return boxes.pull_box(box=box or self.box, by=self.manager, at=at, **crew)

    def receive(self, box=None, at=None):
        return boxes.receive_box(box=box or self.box, by=self.ann, at=at)

    def empty(self, box=None, at=None):
        return boxes.empty_box(box=box or self.box, by=self.ann, witness=self.bob, at=at)

    def bring(self, box=None, placed=None, pulled=None, table=None):
        """A box that stood on its table, now in the count room and emptied."""
        self.place(box, table or (box.table if box else None), at=placed)
        self.pull(box, at=pulled)
        self.receive(box)
        self.empty(box)

    def count(self, quantities, box=None, **more):
        """Both passes and the verifier agree; nobody has signed."""
        opened = counts.open_count(box=box or self.box, by=self.ann, **more)
        for person in (self.ann, self.bob):
            self.record(opened, quantities, person)
        self.verify(opened, quantities)
        return opened

    def record(self, count, quantities, by, **more):
        details = {"key": f"pass-{next(_keys)}", "nil": not quantities, **more}
        return counts.record_pass(count=count, quantities=quantities, by=by, **details)

    def verify(self, count, quantities, by=None, **more):
        details = {"key": f"pass-{next(_keys)}", "nil": not quantities, **more}
        return counts.verify_count(count=count, quantities=quantities, by=by or self.vera, **details)

    def sign(self, count, *people):
        for person in people or (self.ann, self.bob, self.vera):
            count = counts.sign_count(count=count, by=person, credential=PIN)
        return count

    def lock(self, quantities, box=None, **more):
        """A locked count of the box."""
        return self.sign(self.count(quantities, box, **more))
