"""A cardroom with a progressive in play, everything made by the real services, at a time that the test sets."""

from datetime import UTC, date, datetime, timedelta
from itertools import count as numbers

import pytest

from accounting.gaming_days import ends_at, starts_at
from accounting.ledger.books import Move
from accounting.models import Entry
from jackpot import rules
from jackpot.models import Approval, Payout, Posting
from jackpot.services import closing, corrections, hits, payouts, progressives
from tables import clock
from tables.duties import Job, Role
from tables.models import Cardroom, Terminal
from tests.floor import Floor, hire

DAY = date(2026, 11, 17)
NOON = datetime(2026, 11, 17, 20, 0, tzinfo=UTC)
JOB = Job("test")

CINCOS, ROYAL_HEARTS, ROYAL_SPADES, ROYAL_CLUBS = "2c 2d 2h 2s *", "7h Jh Qh Kh Ah", "7s Js Qs Ks As", "7c Jc Qc Kc Ac"
ROYAL_DIAMONDS, ROYAL_WITH_JOKER = "7d Jd Qd Kd Ad", "7h Jh Qh Kh *"
# None of these shares a card with another, or with the royals of hearts and spades.
STRAIGHT_FLUSH, QUADS, FLUSH = "3c 4c 5c 6c 7c", "2c 2d 2h 2s 4s", "3d 4d 5d 6d Jd"

_keys = numbers(1)


class House:
    """The people of one cardroom and one progressive of theirs."""

    because = "For the test."

    def __init__(self, cardroom):
        self.cardroom = cardroom
        self.floor = Floor(cardroom)
        self.table = self.floor.table
        self.general = self.floor.general
        self.manager = self.floor.manager
        self.other_manager = hire(cardroom, "Mona", "gambling", Role.FLOOR_MANAGER)
        self.accountant = hire(cardroom, "Abe", "accounting", Role.ACCOUNTANT)
        self.second = hire(cardroom, "Gil", "gambling", Role.GENERAL_MANAGER)
        self.third = hire(cardroom, "Gwen", "gambling", Role.GENERAL_MANAGER)
        self.terminal = Terminal.objects.create(table=self.table, name="T1")

    def draft(self, policy=None, code="gran-a", kinds=(Approval.Kind.ACCOUNTING, Approval.Kind.HOUSE_RULES), **more):
        drafted = progressives.draft_progressive(
            cardroom=self.cardroom,
            code=code,
            name=f"Gran Progressive {code[-1].upper()}",
            policy=policy or rules.Policy(),
            by=self.accountant,
            **more,
        )
        for kind in kinds:
            progressives.record_approval(
                progressive=drafted, kind=kind, reference=f"WSGC {kind}", approved_on=DAY, by=self.accountant
            )
        return drafted

    def open(self, policy=None, seed=50_000, tables=None, **more):
        drafted = self.draft(policy, **more)
        return progressives.open_progressive(
            progressive=drafted, tables=tables or [self.table], seed=seed, by=self.general
        )

    def correct(self, progressive, *moves, by=None, approved_by=None):
        """Money moved by an approved correction of the first entry."""
        first = Entry.objects.filter(transfers__from_account__fund=progressive.fund).order_by("number").first()
        proposed = corrections.propose_correction(
            progressive=progressive, corrects=first, moves=moves, explanation=self.because, by=by or self.accountant
        )
        return corrections.approve_correction(correction=proposed, by=approved_by or self.general)

    def stand(self, progressive, **pots):
        """Players' money put straight into the pots, so that an example can start where it starts."""
        total = sum(pots.values())
        if not total:
            return None
        moves = [Move("players", pot, cents) for pot, cents in pots.items()]
        return self.correct(progressive, *moves, Move("boxes", "cage", total))

    def hit(self, progressive, *cards, by=None, **more):
        spots = [hits.WinningSpot(spot, hand) for spot, hand in enumerate(cards, start=1)]
        details = {"table": self.table, "dealt_at": clock.now(), "key": f"hit-{next(_keys)}", **more}
        return hits.record_hit(progressive=progressive, spots=spots, by=by or self.manager, **details)

    def approve_tray(self, progressive):
        for slip in Payout.objects.filter(progressive=progressive, source="tray", state="recorded"):
            payouts.approve_tray_slip(payout=slip, by=self.other_manager)

    def box(self, day, dollars, box=None):
        """The day's box, counted and locked after the day."""
        with clock.at(starts_at(self.cardroom, day) + timedelta(hours=1)):
            self.floor.place(box, box.table if box else None)
        with clock.at(ends_at(self.cardroom, day) + timedelta(minutes=10)):
            self.floor.pull(box)
            self.floor.receive(box)
            self.floor.empty(box)
            return self.floor.lock({"$1": dollars} if dollars else {}, box)

    def close(self, progressive, day, by=None):
        with clock.at(ends_at(self.cardroom, day) + timedelta(minutes=30)):
            return closing.close_day(progressive=progressive, day=day, by=by or JOB)

    def play(self, progressive, day, dollars):
        """A day's box counted, its tray slips approved, the day closed."""
        self.box(day, dollars)
        self.approve_tray(progressive)
        return self.close(progressive, day)


@pytest.fixture
def house(db):
    cardroom = Cardroom.objects.create(
        code="tri-city", name="Tri-City Cardroom", licensee="Tri-City Cardroom LLC", licence_number="67-00001"
    )
    with clock.at(NOON):
        yield House(cardroom)


@pytest.fixture
def gran(house):
    """A progressive seeded with $500."""
    return house.open()


def balances(progressive):
    """Every account that holds something."""
    return {
        name: cents for name, cents in progressive.fund.accounts.order_by("pk").values_list("name", "balance") if cents
    }


def everything(progressive):
    """What a refusal must leave as it was."""
    return (
        balances(progressive),
        Entry.objects.count(),
        Posting.objects.count(),
        list(Payout.objects.values_list("number", "state")),
    )
