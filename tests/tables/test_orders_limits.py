"""Limits on the floor: posted with notice, taken in with their source, and checked against a reported hand."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from tables import clock
from tables.games.known_limits import KNOWN
from tables.games.limits import Barred, Kind
from tables.games.settlement import read_report
from tables.models import BarredPatron, Cardroom, TableLimit, WagerLimit
from tables.refusals import Invalid, NotAllowed, NotThere, Refused
from tables.selectors.limits import barred_among, limits_of, violations_in
from tables.selectors.orders import order_of
from tables.services.limits import announce_limit, bar_patron, lift_bar, record_limit
from tests.floor import Floor

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 17, 20, 0, tzinfo=UTC)
HALF_HOUR = timedelta(minutes=30)
SECOND = timedelta(seconds=1)
A_1 = "City of Guadalupe, Ordinance No. 99-347, 5.32.140 A 1"


def cardroom(code, jurisdiction):
    return Cardroom.objects.create(code=code, name=code, licensee=code, licence_number=code, jurisdiction=jurisdiction)


@pytest.fixture
def floor():
    with clock.at(NOON):
        yield Floor(cardroom("tri-city", "washington"))


@pytest.fixture
def jalisco():
    """A room under the ordinance."""
    with clock.at(NOON):
        yield Floor(cardroom("jalisco", "guadalupe"))


def announce(floor, amount, effective_at=None, by=None):
    return announce_limit(table=floor.table, amount=amount, effective_at=effective_at, by=by or floor.manager)


class TestPosted:
    def test_the_first_limit_holds_at_once(self, jalisco):
        posted = announce(jalisco, 20_000)
        assert (posted.number, posted.kind, posted.effective_at) == (1, Kind.PERSON_PER_HAND, NOON)
        assert limits_of(jalisco.table, NOON).posted == posted
        assert limits_of(jalisco.table, NOON - SECOND).posted is None

    def test_a_change_needs_thirty_minutes_notice(self, jalisco):
        """Ordinance 5.32.140 B, on the clock."""
        first = announce(jalisco, 20_000)
        for moment in (None, NOON + HALF_HOUR - SECOND):
            with pytest.raises(Refused) as refusal:
                announce(jalisco, 5_000, moment)
            assert refusal.value.sentence == (
                "A table limit changes with at least 30 minutes' notice to the patrons."
                " (City of Guadalupe, Ordinance No. 99-347, 5.32.140 B)"
            )
        assert TableLimit.objects.count() == 1
        second = announce(jalisco, 5_000, NOON + HALF_HOUR)
        before, after = limits_of(jalisco.table, NOON + HALF_HOUR - SECOND), limits_of(jalisco.table, NOON + HALF_HOUR)
        assert (before.posted, before.announced) == (first, (second,))
        assert (after.posted, after.announced) == (second, ())

    def test_a_posted_limit_stays_under_the_wagering_limit_and_all_is_told_at_once(self, jalisco):
        announce(jalisco, 20_000)
        with pytest.raises(Refused) as refusal:
            announce(jalisco, 20_001)
        assert refusal.value.errors["limit"] == [
            f"The posted table limit is $200.01; at most $200.00 is allowed. ({A_1})",
            "A table limit changes with at least 30 minutes' notice to the patrons."
            " (City of Guadalupe, Ordinance No. 99-347, 5.32.140 B)",
        ]
        assert TableLimit.objects.count() == 1

    def test_in_washington_it_limits_one_wager(self, floor):
        assert announce(floor, 40_000).kind == Kind.WAGER
        with pytest.raises(Refused, match=r"The posted table limit is \$400.01; at most \$400.00 is allowed"):
            announce(floor, 40_001, NOON + HALF_HOUR)
        assert TableLimit.objects.count() == 1

    @pytest.mark.parametrize(
        ("amount", "moment", "sentence"),
        [
            (0, None, "A table limit is an amount above zero."),
            (100, NOON - SECOND, "A limit cannot hold before it is announced. Give a moment to come."),
        ],
    )
    def test_what_cannot_be_posted_is_refused(self, floor, amount, moment, sentence):
        with pytest.raises(Invalid) as refusal:
            announce(floor, amount, moment)
        assert refusal.value.sentence == sentence
        assert TableLimit.objects.count() == 0

    def test_a_table_without_a_wagering_limit_has_none_to_post(self, floor):
        floor.cardroom.jurisdiction = "atlantis"
        floor.cardroom.save()
        floor.table.refresh_from_db()
        with pytest.raises(Refused, match="No wagering limit is on record for Spanish Poker 1"):
            announce(floor, 100)
        assert TableLimit.objects.count() == 0

    def test_who_may(self, floor, jalisco):
        with pytest.raises(NotAllowed):
            announce(floor, 100, by=floor.ann)
        with pytest.raises(NotThere):
            announce(floor, 100, by=jalisco.manager)
        assert TableLimit.objects.count() == 0


class TestRecorded:
    def test_an_installation_starts_with_what_is_known(self):
        rows = list(WagerLimit.objects.order_by("id"))
        assert tuple(row.limit for row in rows) == KNOWN
        assert {row.author for row in rows} == {"job migration"}

    def test_a_council_resolution_changes_the_wagering_limit_from_its_day(self, jalisco):
        """Ordinance 5.32.140 C: effective-dated, with its reference."""
        record_limit(
            cardroom=jalisco.cardroom,
            kind=Kind.PERSON_PER_HAND,
            amount=10_000,
            source="Resolution 2026-44",
            effective=date(2026, 11, 20),
            by=jalisco.general,
        )
        midnight = datetime(2026, 11, 20, 8, 0, tzinfo=UTC)  # in the room's own zone
        for moment, amount, source in ((midnight - SECOND, 20_000, A_1), (midnight, 10_000, "Resolution 2026-44")):
            limit = limits_of(jalisco.table, moment).allowed[Kind.PERSON_PER_HAND]
            assert (limit.amount, limit.source) == (amount, source)

    def test_of_two_for_one_day_the_last_recorded_holds(self, floor):
        for amount in (50_000, 60_000):
            record_limit(
                cardroom=floor.cardroom, kind=Kind.WAGER, amount=amount, game="spanish-poker",
                source="WAC 230-15-140", effective=date(2026, 11, 1), by=floor.general,
            )  # fmt: skip
        assert limits_of(floor.table, NOON).allowed[Kind.WAGER].amount == 60_000

    @pytest.mark.parametrize(
        ("wrong", "sentence"),
        [
            ({"kind": "fun"}, "“fun” is no kind of limit. Use one of: one wager, all bets of one person in one hand"),
            ({"game": "faro"}, "There is no game “faro”. The games are: spanish-poker, top-5-poker"),
            ({"source": " "}, "Give the reference of the rule."),
            ({"amount": None}, "A limit on one wager needs an amount."),
            ({"count": 3}, "A limit on one wager has no count."),
            ({"amount": -1}, "The amount of a limit on one wager cannot be negative."),
            ({"kind": Kind.SHILL}, "A limit on no bets by shills has no amount."),
            ({"kind": Kind.TABLES, "amount": None}, "A limit on tables of one licensee needs a count."),
        ],
    )
    def test_what_cannot_be_a_limit_is_refused(self, floor, wrong, sentence):
        details = {"kind": Kind.WAGER, "amount": 1, "source": "a rule", "effective": date(2026, 1, 1), **wrong}
        with pytest.raises(Invalid) as refusal:
            record_limit(cardroom=floor.cardroom, by=floor.general, **details)
        assert refusal.value.sentence.startswith(sentence)
        assert WagerLimit.objects.count() == len(KNOWN)

    def test_the_floor_does_not_make_the_law(self, floor):
        with pytest.raises(NotAllowed):
            record_limit(
                cardroom=floor.cardroom, kind=Kind.WAGER, amount=1, source="mine", effective=date(2026, 1, 1),
                by=floor.manager,
            )  # fmt: skip
        assert WagerLimit.objects.count() == len(KNOWN)


class TestBarred:
    def test_owners_operators_and_shills_until_lifted(self, jalisco):
        barred = bar_patron(cardroom=jalisco.cardroom, patron="card 7", why="a shill", by=jalisco.general)
        assert barred_among(jalisco.cardroom, {"card 7", "card 8"}) == {"card 7": Barred.SHILL}
        with pytest.raises(Refused, match="card 7 is barred already"):
            bar_patron(cardroom=jalisco.cardroom, patron="card 7", why="an owner", by=jalisco.general)
        lifted = lift_bar(barred=barred, by=jalisco.general)
        assert (lifted.lifted_by, lifted.lifted_at) == (jalisco.general, NOON)
        assert barred_among(jalisco.cardroom, {"card 7"}) == {}
        with pytest.raises(NotThere, match="card 7 is not barred"):
            lift_bar(barred=barred, by=jalisco.general)
        assert BarredPatron.objects.count() == 1

    def test_employees_while_on_duty(self, jalisco, floor):
        jalisco.ann.on_duty, jalisco.ann.licence_number = True, "68-00103"
        jalisco.ann.save()
        assert barred_among(jalisco.cardroom, {"Ann", "68-00103", "Bob"}) == {
            "Ann": Barred.ON_DUTY,
            "68-00103": Barred.ON_DUTY,
        }
        assert barred_among(floor.cardroom, {"Ann"}) == {}

    @pytest.mark.parametrize(("patron", "why"), [(" ", "a shill"), ("Ann", "an employee on duty"), ("x", "rude")])
    def test_what_cannot_be_barred_is_refused(self, jalisco, patron, why):
        with pytest.raises(Invalid):
            bar_patron(cardroom=jalisco.cardroom, patron=patron, why=why, by=jalisco.general)
        assert BarredPatron.objects.count() == 0

    def test_who_may(self, jalisco):
        with pytest.raises(NotAllowed):
            bar_patron(cardroom=jalisco.cardroom, patron="x", why="a shill", by=jalisco.manager)
        assert BarredPatron.objects.count() == 0


def test_a_hand_is_checked_against_all_that_holds_at_the_table(jalisco):
    announce(jalisco, 15_000)
    bar_patron(cardroom=jalisco.cardroom, patron="card 7", why="an owner", by=jalisco.general)
    spots = [
        {"spot": 1, "cards": "", "bets": {"ante": 10_000}, "decision": "fold", "patron": "card 5"},
        {"spot": 2, "cards": "", "bets": {"ante": 11_000}, "decision": "fold", "patron": "card 5"},
        {"spot": 3, "cards": "", "bets": {"ante": 500}, "decision": "fold", "patron": "card 7"},
        {"spot": 4, "cards": "", "bets": {"ante": 15_001}, "decision": "fold"},
    ]
    report = read_report("spanish-poker", {"spots": spots, "house": "6s 6h 2d 3c 4s"})
    told = [str(violation) for violation in violations_in(order_of(jalisco.table, NOON), report, NOON)]
    ordinance = A_1.removesuffix(" A 1")
    assert told == [
        f"Patron card 5 plays spots 1 and 2 at once; one player has one hand. ({ordinance} A 2)",
        f"Patron card 7 is an owner and may not bet. ({ordinance} A 3)",
        f"Patron card 5: all bets of the hand are $210.00; at most $200.00 is allowed. ({ordinance} A 1)",
        "Patron card 5: all bets of the hand are $210.00; at most $150.00 is allowed. (posted at Spanish Poker 1)",
        "Spot 4: all bets of the hand are $150.01; at most $150.00 is allowed. (posted at Spanish Poker 1)",
    ]


def test_checking_a_hand_takes_the_same_queries_for_any_number_of_spots(jalisco, django_assert_num_queries):
    ordered = order_of(jalisco.table, NOON)
    for number in (1, 6):
        spots = [
            {"spot": spot, "cards": "", "bets": {"ante": 500}, "decision": "fold", "patron": f"card {spot}"}
            for spot in range(1, number + 1)
        ]
        report = read_report("spanish-poker", {"spots": spots, "house": "6s 6h 2d 3c 4s"})
        with django_assert_num_queries(4):
            assert violations_in(ordered, report, NOON) == ()


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE tables_wagerlimit SET amount = 1",
        "DELETE FROM tables_wagerlimit",
        "UPDATE tables_tablelimit SET amount = 1",
        "DELETE FROM tables_tablelimit",
        "UPDATE tables_barredpatron SET why = 'a shill'",
        "DELETE FROM tables_barredpatron",
    ],
)
def test_what_was_recorded_is_never_changed(jalisco, sql):
    announce(jalisco, 20_000)
    bar_patron(cardroom=jalisco.cardroom, patron="card 7", why="an owner", by=jalisco.general)
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
    assert (WagerLimit.objects.count(), TableLimit.objects.get().amount) == (len(KNOWN), 20_000)
    assert BarredPatron.objects.get().why == "an owner"


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "fun"},
        {"game": "faro"},
        {"source": ""},
        {"amount": None},
        {"count": 3},
        {"author_job": ""},
    ],
)
def test_the_database_refuses_a_limit_that_cannot_be(wrong):
    row = {
        "jurisdiction": "washington",
        "kind": "one wager",
        "amount": 1,
        "source": "a rule",
        "effective": date(2026, 1, 1),
        "recorded_at": NOON,
        "author_job": "test",
    }
    with pytest.raises(IntegrityError), transaction.atomic():
        WagerLimit.objects.create(**{**row, **wrong})
    assert WagerLimit.objects.count() == len(KNOWN)


@pytest.mark.parametrize(
    "wrong", [{"number": 1}, {"kind": "largest ante"}, {"amount": 0}, {"effective_at": NOON - SECOND}]
)
def test_the_database_refuses_a_posted_limit_that_cannot_be(jalisco, wrong):
    announce(jalisco, 20_000)
    row = {
        "table": jalisco.table,
        "number": 2,
        "kind": "one wager",
        "amount": 1,
        "effective_at": NOON,
        "announced_by": jalisco.manager,
        "announced_at": NOON,
    }
    with pytest.raises(IntegrityError), transaction.atomic():
        TableLimit.objects.create(**{**row, **wrong})
    assert TableLimit.objects.count() == 1
