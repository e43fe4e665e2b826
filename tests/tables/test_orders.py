"""Ordering a table: what is refused, what is kept, what holds when."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from accounting.ledger.books import open_fund
from accounting.models import FundTable
from accounting.services.funds import put_table_on_fund, take_table_off_fund
from tables import clock
from tables.duties import Job
from tables.games.orders import Bonus, DrawPokerOrder, SpanishPokerOrder
from tables.models import Cardroom, Table, TableOrder
from tables.models.orders import ON_A_PROGRESSIVE
from tables.refusals import Invalid, NotAllowed, NotThere, Refused
from tables.selectors.orders import order_of, orders_of
from tables.services.orders import order_table
from tables.services.tables import register_table
from tests.floor import ELECTIONS, LONG_AGO, Floor

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 17, 20, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
JOB = Job("test")


@pytest.fixture
def floor():
    room = Cardroom.objects.create(code="tri-city", name="Tri-City", licensee="Tri-City LLC", licence_number="1")
    with clock.at(NOON):
        yield Floor(room)


@pytest.fixture
def bare(floor):
    """A table that nothing was ordered for."""
    return Table.objects.create(cardroom=floor.cardroom, code="bare", number=9, name="Table 9")


@pytest.fixture
def fund(floor):
    return open_fund(cardroom=floor.cardroom, code="gran-a", name="Gran Progressive A")


def order(floor, table, game="spanish-poker", by=None, effective_at=None, **elections):
    return order_table(table=table, game=game, elections=elections, by=by or floor.manager, effective_at=effective_at)


def test_an_order_holds_at_once_and_keeps_every_election(floor, bare):
    placed = order(floor, bare, ante_minimum=500, bonus_bets=["joker in hand", "gran progressive"])
    assert (placed.number, placed.game, placed.progressive) == (1, "spanish-poker", True)
    assert (placed.effective_at, placed.ordered_at, placed.ordered_by) == (NOON, NOON, floor.manager)
    assert placed.elections == {
        "ante_minimum": 500,
        "spots": 6,
        "bonus_bets": ["joker in hand", "gran progressive"],
        "ante_pay_table": 1,
        "dos_pares_pay_table": 1,
        "bonus_minimum": 100,
        "bonus_alone": False,
        "bonus_alone_minimum": 100,
        "bonus_over_ante": False,
        "ties": "push",
        "device": "shuffler",
        "deal": "all five at once",
    }
    assert order_of(bare, NOON).order == SpanishPokerOrder(
        500, bonus_bets=(Bonus.JOKER_IN_HAND, Bonus.GRAN_PROGRESSIVE)
    )


def test_an_order_to_come_waits_for_its_moment(floor, bare):
    order(floor, bare, ante_minimum=500)
    order(floor, bare, game="draw-poker", effective_at=NOON + HOUR)
    assert order_of(bare, NOON - HOUR) is None
    assert order_of(bare, NOON + HOUR - timedelta(seconds=1)).game == "spanish-poker"
    assert order_of(bare, NOON + HOUR).order == DrawPokerOrder()
    assert [placed.number for placed in orders_of(bare)] == [2, 1]


def test_a_coming_order_is_replaced_by_ordering_again(floor, bare):
    order(floor, bare, ante_minimum=500, effective_at=NOON + HOUR)
    order(floor, bare, ante_minimum=700, effective_at=NOON + HOUR)
    assert order_of(bare, NOON + HOUR).order.ante_minimum == 700
    assert [placed.number for placed in orders_of(bare)] == [2, 1]


@pytest.mark.parametrize(
    ("game", "elections", "sentence"),
    [
        (
            "spanish-poker",
            {"ante_minimum": 500, "bonus_bets": ["dos pares", "joker in hand", "gran progressive"]},
            "Spanish Poker is ordered with at most two of its three bonus bets. Take one of them away.",
        ),
        ("spanish-poker", {"ante_minimum": 500, "spots": 8}, "Spanish Poker is ordered with 5 or 6 spots, not 8."),
        ("top-5-poker", {"ante_minimum": 500, "spots": 8}, "Top 5 Poker is ordered with 6 or 7 spots, not 8."),
        ("spanish-poker", {"ante_minimum": "5.00"}, "order.ante_minimum must be a whole number, not '5.00'."),
        (
            "faro",
            {},
            "There is no game 'faro'. The games are: spanish-poker, top-5-poker, draw-poker, low-ball,"
            " escaleriado, largo.",
        ),
    ],
)
def test_an_impossible_order_is_refused_with_a_sentence(floor, bare, game, elections, sentence):
    with pytest.raises(Invalid) as refusal:
        order(floor, bare, game, **elections)
    assert (refusal.value.sentence, refusal.value.errors) == (sentence, {"elections": [sentence]})
    assert not bare.orders.exists()


def test_an_order_over_the_limits_is_refused_with_every_violation(floor, bare):
    with pytest.raises(Refused) as refusal:
        order(floor, bare, ante_minimum=20_001)
    rule = (
        "The ante minimum is $200.01; at most $200.00 is allowed, 1/2 of the maximum."
        " (Spanish Poker rules, Ante Raise wager)"
    )
    assert refusal.value.sentence == f"Table 9 cannot be ordered like this: {rule}"
    assert refusal.value.errors == {"elections": [rule]}
    assert not bare.orders.exists()


def test_the_limits_are_those_of_the_day_it_takes_effect(floor, bare):
    """$300 was the maximum until 2023-08-19 (WAC 230-15-140), so $200 was more than half of it."""
    before = datetime(2023, 8, 19, 6, 59, tzinfo=UTC)  # 23:59 of the day before in Washington
    with clock.at(before):
        with pytest.raises(Refused, match=r"The ante minimum is \$200.00; at most \$150.00 is allowed"):
            order(floor, bare, ante_minimum=20_000)
        assert order(floor, bare, ante_minimum=20_000, effective_at=before + timedelta(minutes=1)).number == 1


def test_an_order_is_not_backdated(floor, bare):
    with pytest.raises(Invalid, match="An order cannot take effect before it is written"):
        order(floor, bare, ante_minimum=500, effective_at=NOON - timedelta(seconds=1))
    assert not bare.orders.exists()


def test_who_may_order(floor, bare):
    with pytest.raises(NotAllowed, match="Ann may not order table: ask a floor manager or general manager"):
        order(floor, bare, by=floor.ann, ante_minimum=500)
    elsewhere = Floor(Cardroom.objects.create(code="else", name="E", licensee="E", licence_number="2"))
    with pytest.raises(NotThere):
        order(floor, bare, by=elsewhere.manager, ante_minimum=500)
    assert not bare.orders.exists()
    assert order(floor, bare, by=floor.general, ante_minimum=500).ordered_by == floor.general


class TestRegister:
    def register(self, floor, number=2, code="two", name="Table 2", by=None):
        return register_table(cardroom=floor.cardroom, code=code, number=number, name=name, by=by or floor.general)

    def test_a_new_table_waits_for_its_first_order(self, floor):
        table = self.register(floor)
        assert (table.cardroom, table.code, table.number, table.name) == (floor.cardroom, "two", 2, "Table 2")
        assert order_of(table, NOON) is None

    @pytest.mark.parametrize(
        ("wrong", "sentence"),
        [
            ({"number": 0}, "A table has a number from 1 up, a code and a name."),
            ({"name": " "}, "A table has a number from 1 up, a code and a name."),
            ({"number": 1}, "There is a table 1 already."),
            ({"code": "tri-city-1"}, "The code tri-city-1 is taken. Choose another."),
        ],
    )
    def test_what_cannot_be_a_table_is_refused(self, floor, wrong, sentence):
        with pytest.raises(Invalid) as refusal:
            self.register(floor, **wrong)
        assert refusal.value.sentence == sentence
        assert Table.objects.count() == 1

    def test_fifteen_tables_and_no_more(self, floor):
        """RCW 9.46.0282, seen from the floor: a limit like any other, with its source."""
        for number in range(2, 16):
            self.register(floor, number=number, code=f"table-{number}")
        with pytest.raises(Refused) as refusal:
            self.register(floor, number=16, code="table-16")
        assert refusal.value.sentence == "One licensee may have at most 15 tables; this would be 16. (RCW 9.46.0282)"
        assert floor.cardroom.tables.count() == 15

    def test_who_may(self, floor):
        with pytest.raises(NotAllowed):
            self.register(floor, by=floor.manager)
        assert Table.objects.count() == 1


class TestProgressive:
    """A progressive can only be on tables whose order has that bet, each with a second box (games.md)."""

    def test_only_a_table_with_that_bet_joins_a_progressive(self, floor, bare, fund):
        floor.add_box(bare, 9)
        for elections in (None, {"ante_minimum": 500, "bonus_bets": ["dos pares"]}):
            if elections:
                order(floor, bare, **elections)
            with pytest.raises(Refused, match="Table 9 is not ordered with the Gran Progressive"):
                floor.put_on(fund, date(2026, 11, 17), bare)
        assert FundTable.objects.count() == 0
        order(floor, bare, **ELECTIONS)
        floor.put_on(fund, date(2026, 11, 17), bare)
        assert FundTable.objects.get().table == bare

    def test_a_table_without_a_second_box_does_not(self, floor, bare, fund):
        order(floor, bare, **ELECTIONS)
        with pytest.raises(Refused, match="Table 9 has no second drop box"):
            floor.put_on(fund, date(2026, 11, 17), bare)
        assert FundTable.objects.count() == 0

    def test_a_table_on_a_progressive_keeps_the_bet(self, floor, fund):
        put_table_on_fund(fund=fund, table=floor.table, from_day=date(2026, 11, 17), by=JOB)
        with pytest.raises(Refused) as refusal, transaction.atomic():
            order(floor, floor.table, ante_minimum=700)
        assert refusal.value.sentence == ON_A_PROGRESSIVE
        assert floor.table.orders.count() == 1
        assert order(floor, floor.table, **{**ELECTIONS, "ante_minimum": 700}).number == 2

    def test_it_is_ordered_without_from_the_day_after_its_last(self, floor, fund):
        put_table_on_fund(fund=fund, table=floor.table, from_day=date(2026, 11, 17), by=JOB)
        take_table_off_fund(fund=fund, table=floor.table, last_day=date(2026, 11, 18), by=JOB)
        with pytest.raises(Refused, match="The table is on a progressive"), transaction.atomic():
            order(floor, floor.table, ante_minimum=700)
        next_morning = datetime(2026, 11, 19, 14, 0, tzinfo=UTC)
        assert order(floor, floor.table, ante_minimum=700, effective_at=next_morning).progressive is False


class TestDatabase:
    """The history is kept, whoever asks."""

    @pytest.mark.parametrize(
        "sql",
        [
            "UPDATE tables_tableorder SET elections = '{}'",
            "UPDATE tables_tableorder SET effective_at = ordered_at",
            "DELETE FROM tables_tableorder",
        ],
    )
    def test_an_order_is_never_changed(self, floor, sql):
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql)
        assert order_of(floor.table, NOON).elections["ante_minimum"] == 500

    @pytest.mark.parametrize(
        "wrong",
        [
            {"number": 1},
            {"game": "faro"},
            {"effective_at": LONG_AGO - HOUR},
            {"game": "largo", "progressive": True},
        ],
    )
    def test_an_order_that_cannot_be_is_refused(self, floor, wrong):
        row = {
            "table": floor.table,
            "number": 2,
            "game": "spanish-poker",
            "elections": ELECTIONS,
            "progressive": True,
            "effective_at": NOON,
            "ordered_by": floor.manager,
            "ordered_at": LONG_AGO,
        }
        with pytest.raises(IntegrityError), transaction.atomic():
            TableOrder.objects.create(**{**row, **wrong})
        assert TableOrder.objects.count() == 1
