"""Counting a box: blind passes, the verifier, signatures, the lock, and what the day's drop came to."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction

from accounting.ledger.accounts import Kind
from accounting.models import (
    Case,
    Count,
    CountPass,
    CountRules,
    CountSignature,
    CountState,
    Denomination,
    Entry,
    Recount,
)
from accounting.selectors.counts import (
    day_state,
    differences,
    drop_by_table,
    drop_of,
    expected_drop,
    missing_counts,
    uncounted_pulls,
    variance,
    visible_passes,
)
from accounting.services import counts
from accounting.services.gaming_days import mark_closed
from tables import clock
from tables.duties import Role
from tables.models import Cardroom, Employee
from tables.refusals import Invalid, NotAllowed, NotThere, Refused
from tables.services.boxes import report_wagers
from tests.accounting.conftest import balances, post
from tests.floor import PIN, Floor, hire

# Placed at 06:10 and pulled a day later at 06:10, Pacific time.
DAY = date(2026, 11, 16)
PLACED = datetime(2026, 11, 16, 14, 10, tzinfo=UTC)
PULLED = PLACED + timedelta(days=1)
HOUR = timedelta(hours=1)
NOW = PULLED + timedelta(minutes=20)
CHIPS = {"$1": 412, "$5": 17}
CENTS = 49_700


@pytest.fixture(autouse=True)
def morning():
    with clock.at(NOW):
        yield


@pytest.fixture
def floor(cardroom, fund):
    floor = Floor(cardroom)
    floor.put_on(fund, date(2026, 11, 1))
    return floor


@pytest.fixture
def opened(floor):
    floor.bring(placed=PLACED, pulled=PULLED)
    return counts.open_count(box=floor.box, by=floor.ann)


def state(count):
    return Count.objects.get(pk=count.pk).state


class TestOpening:
    def test_a_count_is_of_one_pull(self, floor, fund, opened):
        assert (opened.number, opened.box, opened.table, opened.fund) == (1, floor.box, floor.table, fund)
        assert (opened.gaming_day, opened.state) == (DAY, "opened")
        assert counts.open_count(box=floor.box, by=floor.bob) == opened
        assert Count.objects.count() == 1

    def test_numbers_have_no_gaps(self, floor, opened):
        second = floor.add_box(floor.add_table(2), 2)
        floor.bring(second, placed=PLACED, pulled=PULLED)
        with pytest.raises(Refused, match="Spanish Poker 2 was on no progressive on 2026-11-16"):
            counts.open_count(box=second, by=floor.ann)
        floor.put_on(opened.fund, DAY, second.table)
        assert counts.open_count(box=second, by=floor.ann).number == 2

    def test_a_box_is_counted_in_the_count_room(self, floor):
        with pytest.raises(Refused, match="Box 1 has nothing to count"):
            counts.open_count(box=floor.box, by=floor.ann)
        floor.place(at=PLACED)
        floor.pull(at=PULLED)
        with pytest.raises(Refused, match="not yet in the count room"):
            counts.open_count(box=floor.box, by=floor.ann)
        assert Count.objects.count() == 0

    def test_a_person_may_name_an_earlier_day_but_no_later_or_closed_one(self, floor, fund):
        floor.bring(placed=PLACED, pulled=PULLED)
        with pytest.raises(Refused, match="holds nothing of 2026-11-18"):
            counts.open_count(box=floor.box, by=floor.ann, gaming_day=date(2026, 11, 18))
        with transaction.atomic():
            mark_closed(fund=fund, gaming_day=DAY, entry=post(fund, Kind.CLOSE, gaming_day=DAY))
        with pytest.raises(Refused, match=r"closed through 2026-11-16\. Open the count for a later"):
            counts.open_count(box=floor.box, by=floor.ann)
        assert Count.objects.count() == 0
        assert counts.open_count(box=floor.box, by=floor.ann, gaming_day=date(2026, 11, 17)).number == 1

    def test_the_other_box_of_a_table_is_counted_and_posts_nothing(self, floor):
        box = floor.add_box(floor.table, 1, kind="table")
        floor.bring(box, placed=PLACED, pulled=PULLED)
        count = floor.lock({"$25": 4}, box)
        assert (count.state, count.total, count.fund, count.entry) == ("locked", 10_000, None, None)
        assert Entry.objects.count() == 0


class TestPasses:
    def test_the_first_to_finish_is_a_and_the_other_b(self, floor, opened):
        a = floor.record(opened, CHIPS, floor.bob)
        assert (a.letter, a.total, a.nil, a.quantities()) == ("A", CENTS, False, CHIPS)
        assert state(opened) == "half"
        assert floor.record(opened, CHIPS, floor.ann).letter == "B"
        assert state(opened) == "agreed"

    def test_coins_are_an_amount(self, floor, opened):
        assert floor.record(opened, {"$1": 2, "coins": 75}, floor.ann).total == 275

    def test_one_person_does_not_count_twice(self, floor, opened):
        floor.record(opened, CHIPS, floor.ann)
        with pytest.raises(Refused, match=r"Ann has counted this box\. Pass B is counted by someone else"):
            floor.record(opened, CHIPS, floor.ann)
        assert (CountPass.objects.count(), state(opened)) == (1, "half")

    def test_sent_again_with_its_key_it_is_the_same_pass(self, floor, opened):
        first = floor.record(opened, CHIPS, floor.ann, key="tablet-1")
        assert floor.record(opened, {**CHIPS, "$100": 0}, floor.ann, key="tablet-1") == first
        with pytest.raises(Invalid, match="This key was used for other figures"):
            floor.record(opened, {"$1": 413, "$5": 17}, floor.ann, key="tablet-1")
        assert (CountPass.objects.count(), state(opened)) == (1, "half")

    def test_an_empty_box_is_said_to_be_empty(self, floor, opened):
        for quantities in ({}, {"$1": 0, "coins": 0}):
            with pytest.raises(Invalid, match="a nil count is an explicit count"):
                floor.record(opened, quantities, floor.ann, nil=False)
        with pytest.raises(Invalid, match="said to be empty, yet there are quantities"):
            floor.record(opened, CHIPS, floor.ann, nil=True)
        assert (CountPass.objects.count(), state(opened)) == (0, "opened")
        assert floor.record(opened, {"$1": 0}, floor.ann, nil=True).nil is True

    @pytest.mark.parametrize("wrong", [{"$2": 1}, {"$1": -1}, {"$1": 1.5}, {"$1": True}, {"$1": "3"}, {"$1": 10**7}])
    def test_what_is_no_quantity_is_named(self, floor, opened, wrong):
        with pytest.raises(Invalid) as refusal:
            floor.record(opened, wrong, floor.ann)
        assert list(refusal.value.errors) == list(wrong)
        assert CountPass.objects.count() == 0

    def test_both_in_no_third_is_taken(self, floor, opened):
        floor.record(opened, CHIPS, floor.ann)
        floor.record(opened, CHIPS, floor.bob)
        with pytest.raises(Refused, match="Both passes of count 000001 are in: it waits for the verifier"):
            floor.record(opened, CHIPS, floor.cyd)
        assert CountPass.objects.count() == 2


class TestBlindness:
    def seen(self, count, employee):
        count = Count.objects.get(pk=count.pk)
        return [(one.attempt, one.letter) for one in visible_passes(count, employee)]

    def test_nobody_sees_a_pass_before_their_own_is_in(self, floor, opened):
        floor.record(opened, CHIPS, floor.ann)
        assert self.seen(opened, floor.ann) == [(1, "A")]
        assert self.seen(opened, floor.bob) == []
        floor.record(opened, CHIPS, floor.bob)
        assert self.seen(opened, floor.bob) == self.seen(opened, floor.ann) == [(1, "A"), (1, "B")]
        assert self.seen(opened, floor.vera) == self.seen(opened, floor.manager) == []
        floor.verify(opened, CHIPS)
        assert self.seen(opened, floor.vera) == [(1, "A"), (1, "B"), (1, "V")]

    def test_a_recount_is_blind_too(self, floor, opened):
        floor.record(opened, CHIPS, floor.ann)
        floor.record(opened, {"$1": 411, "$5": 17}, floor.bob)
        counts.begin_recount(count=opened, reason="One chip apart.", by=floor.ann)
        floor.record(opened, CHIPS, floor.ann)
        assert self.seen(opened, floor.bob) == [(1, "A"), (1, "B")]
        assert self.seen(opened, floor.cyd) == []

    def test_a_locked_count_is_open_to_all_of_the_cardroom(self, floor, opened):
        floor.record(opened, CHIPS, floor.ann)
        floor.record(opened, CHIPS, floor.bob)
        floor.verify(opened, CHIPS)
        floor.sign(opened)
        assert self.seen(opened, floor.manager) == [(1, "A"), (1, "B"), (1, "V")]

    def test_the_terminals_figure_waits_for_the_lock(self, floor):
        report_wagers(table=floor.table, made=510, won=13, key="1", by=floor.terminal(), at=PLACED + HOUR)
        floor.bring(placed=PLACED, pulled=PULLED)
        count = floor.count(CHIPS)
        for asked in (count, Count.objects.get(pk=count.pk)):
            with pytest.raises(Refused, match="shown when count 000001 is locked"):
                expected_drop(asked)
        count = floor.sign(count)
        assert (expected_drop(count), variance(count)) == (CENTS, 0)
        assert Case.objects.count() == 0


class TestDifferences:
    def test_they_are_shown_by_denomination_and_counted_again_with_a_reason(self, floor, opened):
        floor.record(opened, CHIPS, floor.ann)
        floor.record(opened, {"$1": 407, "$5": 18, "coins": 25}, floor.bob)
        count = Count.objects.get(pk=opened.pk)
        assert count.state == "different"
        assert [(one.denomination.label, one.found) for one in differences(count, floor.ann)] == [
            ("$1", {"A": 412, "B": 407}),
            ("$5", {"A": 17, "B": 18}),
            ("coins", {"A": 0, "B": 25}),
        ]
        assert differences(count, floor.vera) == []
        with pytest.raises(Refused, match="cannot be verified now: it waits for a recount"):
            floor.verify(opened, CHIPS)
        with pytest.raises(Invalid, match="Say why"):
            counts.begin_recount(count=opened, reason="  ", by=floor.ann)
        assert Recount.objects.count() == 0

        counts.begin_recount(count=opened, reason="Bob took five $1 for a $5.", by=floor.bob)
        for person in (floor.bob, floor.ann):
            floor.record(opened, CHIPS, person)
        count = Count.objects.get(pk=opened.pk)
        assert (count.state, count.attempt, count.passes.count()) == ("agreed", 2, 4)

    def test_equal_totals_of_other_chips_differ(self, floor, opened):
        floor.record(opened, {"$5": 1}, floor.ann)
        floor.record(opened, {"$1": 5}, floor.bob)
        assert state(opened) == "different"

    def test_a_verifier_who_finds_something_else_sends_it_back(self, floor, opened):
        floor.record(opened, CHIPS, floor.ann)
        floor.record(opened, CHIPS, floor.bob)
        floor.verify(opened, {"$1": 411, "$5": 17})
        assert state(opened) == "different"
        with pytest.raises(Refused, match="cannot be signed now"):
            floor.sign(opened, floor.ann)
        counts.begin_recount(count=opened, reason="The verifier found one chip less.", by=floor.vera)
        with pytest.raises(Refused, match="Vera is the verifier of this box"):
            counts.record_pass(count=opened, quantities=CHIPS, by=_also(floor.vera, Role.COUNT_TEAM), key="x")
        for person in (floor.ann, floor.bob):
            floor.record(opened, {"$1": 411, "$5": 17}, person)
        floor.verify(opened, {"$1": 411, "$5": 17})
        assert floor.sign(opened).total == CENTS - 100
        assert CountSignature.objects.count() == 3

    def test_the_verifier_is_neither_a_nor_b(self, floor, opened):
        floor.record(opened, CHIPS, floor.ann)
        floor.record(opened, CHIPS, floor.manager)
        with pytest.raises(Refused, match=r"Flora has counted this box\. It is verified by someone who has not"):
            floor.verify(opened, CHIPS, by=floor.manager)
        assert (CountPass.objects.count(), state(opened)) == (2, "agreed")

    def test_a_recount_of_a_verified_count_needs_new_signatures(self, floor, opened):
        floor.record(opened, CHIPS, floor.ann)
        floor.record(opened, CHIPS, floor.bob)
        floor.verify(opened, CHIPS)
        floor.sign(opened, floor.ann, floor.bob)
        counts.begin_recount(count=opened, reason="A chip was found on the floor.", by=floor.vera)
        for person in (floor.ann, floor.bob):
            floor.record(opened, CHIPS | {"$25": 1}, person)
        floor.verify(opened, CHIPS | {"$25": 1})
        assert floor.sign(opened, floor.vera).state == "verified"
        assert floor.sign(opened, floor.ann, floor.bob).total == CENTS + 2_500


def _also(employee, *roles):
    """The same person, in more roles."""
    employee.groups.add(*Group.objects.filter(name__in=roles))
    return Employee.objects.get(pk=employee.pk)


class TestWhoMayCount:
    @pytest.mark.parametrize(
        ("department", "role", "sentence"),
        [
            ("surveillance", Role.COUNT_TEAM, "Surveillance watches the count"),
            ("cage", Role.COUNT_TEAM, "Cage cashiers have no access"),
            ("accounting", Role.COUNT_TEAM, "Accounting prepares and reviews"),
            ("gambling", Role.ACCOUNTANT, "Who prepares or reviews the records"),
        ],
    )
    def test_those_who_must_stay_out_are_refused(self, floor, opened, department, role, sentence):
        person = hire(floor.cardroom, "Nosy", department, Role.COUNT_TEAM, Role.VERIFIER, role)
        with pytest.raises(NotAllowed, match=sentence):
            floor.record(opened, CHIPS, person)
        floor.record(opened, CHIPS, floor.ann)
        floor.record(opened, CHIPS, floor.bob)
        with pytest.raises(NotAllowed, match=sentence):
            floor.verify(opened, CHIPS, by=person)
        floor.verify(opened, CHIPS)
        with pytest.raises(NotAllowed, match=sentence):
            floor.sign(opened, person)
        assert (CountPass.objects.count(), CountSignature.objects.count()) == (3, 0)

    def test_who_reported_the_wagers_does_not_count_them(self, floor, opened):
        report_wagers(table=floor.table, made=9, won=0, key="1", by=floor.manager, at=PLACED + HOUR)
        with pytest.raises(NotAllowed, match="Flora reported the wagers of this box"):
            floor.record(opened, CHIPS, floor.manager)
        assert CountPass.objects.count() == 0

    def test_roles_decide_who_counts_and_who_verifies(self, floor, opened):
        with pytest.raises(NotAllowed):
            floor.record(opened, CHIPS, floor.vera)
        floor.record(opened, CHIPS, floor.ann)
        floor.record(opened, CHIPS, floor.bob)
        with pytest.raises(NotAllowed):
            floor.verify(opened, CHIPS, by=floor.cyd)
        assert CountPass.objects.count() == 2

    def test_another_cardroom_is_not_told_that_there_is_a_count(self, floor, opened):
        other = Floor(Cardroom.objects.create(code="else", name="Else", licensee="Else", licence_number="2"))
        for attempt in (
            lambda: counts.open_count(box=floor.box, by=other.ann),
            lambda: other.record(opened, CHIPS, other.ann),
            lambda: other.verify(opened, CHIPS),
            lambda: counts.begin_recount(count=opened, reason="Why not.", by=other.ann),
            lambda: other.sign(opened, other.ann),
        ):
            with pytest.raises(NotThere):
                attempt()
        assert (CountPass.objects.count(), state(opened)) == (0, "opened")


class TestSigning:
    def test_the_last_signature_locks_and_posts(self, floor, fund):
        floor.bring(placed=PLACED, pulled=PULLED)
        count = floor.count(CHIPS)
        assert floor.sign(count, floor.ann, floor.bob).state == "verified"
        assert (Entry.objects.count(), drop_of(fund, DAY)) == (0, 0)
        count = floor.sign(count, floor.vera)
        assert (count.state, count.total, count.locked_at) == ("locked", CENTS, NOW)
        entry = Entry.objects.get()
        assert (entry.kind, entry.gaming_day, entry.document) == ("count", DAY, "count/1")
        assert (count.entry, entry.author) == (entry, "Vera")
        assert balances(fund) == {"players": -CENTS, "drop": CENTS, "boxes": -CENTS, "cage": CENTS}
        assert (drop_of(fund, DAY), drop_by_table(fund, DAY)) == (CENTS, {floor.table: CENTS})

    def test_a_nil_count_is_locked_and_posted_as_nothing(self, floor, fund):
        floor.bring(placed=PLACED, pulled=PULLED)
        count = floor.lock({})
        assert (count.state, count.total, count.entry.transfers.count()) == ("locked", 0, 0)
        assert missing_counts(fund, DAY) == []

    def test_signing_twice_is_signing_once(self, floor, fund):
        floor.bring(placed=PLACED, pulled=PULLED)
        count = floor.lock(CHIPS)
        assert floor.sign(count) == count
        assert (CountSignature.objects.count(), Entry.objects.count(), drop_of(fund, DAY)) == (3, 1, CENTS)

    def test_one_signs_with_ones_own_pin(self, floor):
        floor.bring(placed=PLACED, pulled=PULLED)
        count = floor.count(CHIPS)
        with pytest.raises(NotAllowed, match="That is not the PIN or password of Ann"):
            counts.sign_count(count=count, by=floor.ann, credential="1111")
        assert CountSignature.objects.count() == 0
        assert Employee.objects.get(pk=floor.ann.pk).wrong_pins == 1
        counts.sign_count(count=count, by=floor.ann, credential=PIN)
        assert Employee.objects.get(pk=floor.ann.pk).wrong_pins == 0

    def test_nothing_is_signed_before_it_is_verified(self, floor, opened):
        floor.record(opened, CHIPS, floor.ann)
        with pytest.raises(Refused, match="count 000001 cannot be signed now: it waits for pass B"):
            floor.sign(opened, floor.ann)
        assert CountSignature.objects.count() == 0

    @pytest.mark.parametrize(
        ("tier", "counter", "size"),
        [
            ("under 5M", False, 2),
            ("to 15M", True, 2),
            ("to 15M", False, 3),
            ("above or new", True, 3),
            ("above or new", False, 3),
        ],
    )
    def test_the_team_is_as_large_as_the_tier_asks(self, floor, tier, counter, size):
        counts.set_count_rules(cardroom=floor.cardroom, tier=tier, currency_counter=counter, by=floor.general)
        floor.bring(placed=PLACED, pulled=PULLED)
        count = floor.lock(CHIPS)
        assert count.state == ("locked" if size == 2 else "verified")
        if size == 3:
            assert floor.sign(count, floor.cyd).state == "locked"

    def test_a_cardroom_that_has_set_nothing_is_held_to_the_most(self, cardroom):
        assert CountRules(cardroom=cardroom).team_size == 3


class TestVariance:
    @pytest.mark.parametrize(
        ("made", "cases"),
        [
            (477, []),
            (517, []),
            (535, ["Box 1 of Spanish Poker 1: the count is $38.00 under the terminals' figure."]),
            (476, ["Box 1 of Spanish Poker 1: the count is $21.00 over the terminals' figure."]),
        ],
    )
    def test_above_the_threshold_it_has_to_be_explained(self, floor, made, cases):
        report_wagers(table=floor.table, made=made, won=0, key="1", by=floor.terminal(), at=PLACED + HOUR)
        floor.bring(placed=PLACED, pulled=PULLED)
        count = floor.lock(CHIPS)
        assert list(Case.objects.values_list("sentence", flat=True)) == cases
        assert {case.subject for case in Case.objects.all()} == ({f"count/{count.number}"} if cases else set())

    def test_without_reports_nothing_is_expected(self, floor):
        floor.bring(placed=PLACED, pulled=PULLED)
        count = floor.lock(CHIPS)
        assert (expected_drop(count), variance(count), Case.objects.count()) == (None, None, 0)


class TestWhatADayNeeds:
    def test_every_step_on_the_way(self, floor, fund):
        says = [missing_counts(fund, DAY)]
        floor.place(at=PLACED)
        says.append(missing_counts(fund, DAY))
        floor.pull(at=PULLED)
        says.append(missing_counts(fund, DAY))
        floor.receive()
        count = floor.count(CHIPS)
        says.append(missing_counts(fund, DAY))
        floor.sign(count)
        assert [sentence for (sentence,) in says] == [
            "No box of Spanish Poker 1 was counted for 2026-11-16: count it, also if it is empty.",
            "Box 1 still stands on Spanish Poker 1: pull and count it.",
            "Box 1 of Spanish Poker 1 is pulled and not yet counted.",
            "Box 1 of Spanish Poker 1: count 000001 waits for signatures.",
        ]
        assert missing_counts(fund, DAY) == []

    def test_a_box_swapped_in_the_middle_of_the_day_is_needed_too(self, floor, fund):
        noon = PLACED + 6 * HOUR
        floor.bring(placed=PLACED, pulled=noon)
        floor.lock(CHIPS)
        spare = floor.add_box(None, 99, emergency=True)
        floor.place(spare, floor.table, at=noon)
        assert missing_counts(fund, DAY) == ["Emergency box 99 still stands on Spanish Poker 1: pull and count it."]
        floor.pull(spare, at=PULLED)
        floor.receive(spare)
        floor.lock({"$100": 1}, spare)
        assert missing_counts(fund, DAY) == []
        assert drop_by_table(fund, DAY) == {floor.table: CENTS + 10_000}

    def test_a_box_put_out_early_is_the_next_days(self, floor, fund):
        with clock.at(PLACED + 21 * HOUR):
            floor.bring(placed=PLACED, pulled=PLACED + 20 * HOUR)
            floor.lock(CHIPS)
            floor.place()
        assert missing_counts(fund, DAY) == []
        assert missing_counts(fund, DAY + timedelta(days=1)) == [
            "Box 1 still stands on Spanish Poker 1: pull and count it."
        ]

    def test_the_day_over_all_funds(self, floor, fund):
        second = floor.add_box(floor.add_table(2), 2)
        floor.put_on(fund, date(2026, 11, 1), second.table)
        floor.bring(placed=PLACED, pulled=PULLED)
        floor.bring(second, placed=PLACED, pulled=PULLED)
        floor.lock(CHIPS)
        today = day_state(floor.cardroom, DAY)
        assert [(row.table.number, row.pulled, row.counted, row.drop) for row in today.boxes] == [
            (1, 1, 1, CENTS),
            (2, 1, 0, 0),
        ]
        assert today.missing == {"gran-a": ["Box 2 of Spanish Poker 2 is pulled and not yet counted."]}
        assert (today.over, today.complete) == (True, False)
        assert [pull.box for pull in uncounted_pulls(floor.cardroom)] == [second]
        floor.lock(CHIPS, second)
        assert day_state(floor.cardroom, DAY).complete is True
        assert drop_of(fund, DAY) == 2 * CENTS


class TestDatabase:
    """What raw writes cannot do either."""

    def refused(self, change):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()

    def test_a_locked_count_stays_as_it_is(self, floor):
        floor.bring(placed=PLACED, pulled=PULLED)
        count = floor.lock(CHIPS)
        self.refused(lambda: Count.objects.update(total=1))
        self.refused(lambda: Count.objects.update(state=CountState.VERIFIED, total=None, locked_at=None, entry=None))
        self.refused(lambda: Count.objects.all().delete())
        self.refused(lambda: CountPass.objects.update(total=1))
        self.refused(
            lambda: CountPass.objects.create(
                count=count, attempt=2, letter="A", by=floor.cyd, nil=True, total=0, key="k", at=NOW
            )
        )
        self.refused(lambda: CountSignature.objects.create(count=count, attempt=1, by=floor.cyd, at=NOW))
        self.refused(lambda: CountSignature.objects.all().delete())
        count.refresh_from_db()
        assert (count.state, count.total, count.passes.count()) == ("locked", CENTS, 3)

    def test_a_count_does_not_lock_unsigned_or_skip_a_step(self, floor, opened):
        entry = post(opened.fund, Kind.COUNT)
        locked = {"state": "locked", "total": CENTS, "locked_at": NOW, "entry": entry}
        self.refused(lambda: Count.objects.update(**locked))
        floor.record(opened, CHIPS, floor.ann)
        floor.record(opened, CHIPS, floor.bob)
        floor.verify(opened, CHIPS)
        floor.sign(opened, floor.ann, floor.bob)
        self.refused(lambda: Count.objects.update(**locked))
        assert state(opened) == "verified"

    def test_facts_of_a_count_and_its_sheet_never_change(self, floor, opened):
        self.refused(lambda: Count.objects.update(gaming_day=date(2026, 11, 17)))
        self.refused(lambda: Count.objects.update(number=7))
        self.refused(lambda: Denomination.objects.filter(label="$1").update(value=200))

    def test_a_and_b_are_two_people(self, floor, opened):
        floor.record(opened, CHIPS, floor.ann)
        self.refused(
            lambda: CountPass.objects.create(
                count=opened, attempt=1, letter="B", by=floor.ann, nil=True, total=0, key="k", at=NOW
            )
        )
