"""Deposits, statements, the funding check and the month's reconciliation."""

from collections import deque
from datetime import UTC, date, datetime, timedelta

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from accounting.ledger.accounts import Kind, Reason
from accounting.ledger.books import Move, open_books, open_fund
from accounting.models import (
    BankReconciliation,
    Case,
    Deposit,
    Entry,
    FundingCheck,
    ReconciliationLine,
    Sequence,
    StatementBalance,
    StopGame,
)
from accounting.selectors.bank import (
    DepositClock,
    book_bank_at,
    deposit_clock,
    funding,
    funding_history,
    months_to_reconcile,
    newest_statement,
    oldest_day_held,
    release_log,
    stopped,
    unexplained,
)
from accounting.selectors.counts import count_members
from accounting.services.bank import enter_statement, make_deposit, name_bank_account, void_deposit, watch_deposits
from accounting.services.funding import check_funding, lift_stop
from accounting.services.reconciliation import explain_difference, prepare_reconciliation, sign_reconciliation
from tables import clock
from tables.duties import Job, Role
from tables.models import Cardroom
from tables.refusals import Invalid, NotAllowed, NotThere, Refused
from tests.accounting.conftest import balances
from tests.floor import Floor, hire

DAY = date(2026, 11, 17)
NOON = datetime(2026, 11, 17, 20, 0, tzinfo=UTC)
JOB = Job("bank watch")
LINE = ReconciliationLine.Kind


@pytest.fixture(autouse=True)
def _noon():
    with clock.at(NOON):
        yield


@pytest.fixture
def ada(cardroom):
    return hire(cardroom, "Ada", "accounting", Role.ACCOUNTANT)


@pytest.fixture
def gus(cardroom):
    return hire(cardroom, "Gus", "accounting", Role.GENERAL_MANAGER)


@pytest.fixture
def stranger(db):
    room = Cardroom.objects.create(code="yakima", name="Yakima Cardroom", licensee="Y LLC", licence_number="67-00002")
    return hire(room, "Stan", "accounting", Role.ACCOUNTANT, Role.GENERAL_MANAGER)


@pytest.fixture
def banked(seeded, ada):
    """$500 in the cage, and an account to take it to."""
    name_bank_account(fund=seeded, label="Jackpot A", last4="4321", by=ada)
    return seeded


def on(day, hour=20):
    """Noon of a gaming day, by default."""
    return clock.at(datetime(day.year, day.month, day.day, hour, tzinfo=UTC))


def post(fund, kind, *moves, day=DAY):
    with transaction.atomic():
        return open_books(fund).post(
            kind=kind, moves=moves, gaming_day=day, by=JOB, explanation="For the test.", document="test/1"
        )


def count(fund, day, cents):
    with on(day):
        post(fund, Kind.COUNT, Move("players", "drop", cents), Move("boxes", "cage", cents), day=day)


def deposit(fund, by, cents=50_000, receipt="R-1", **more):
    details = {"from_day": DAY, "to_day": DAY, **more}
    return make_deposit(fund=fund, amount=cents, receipt=receipt, by=by, **details)


def state(fund, as_of, cents, by, **more):
    return enter_statement(fund=fund, as_of=as_of, balance=cents, reference="online, 12 Nov", by=by, **more)


def everything():
    tables = (BankReconciliation, Case, Deposit, Entry, FundingCheck, ReconciliationLine, Sequence, StatementBalance)
    return [list(table.objects.order_by("pk").values()) for table in (*tables, StopGame)]


def refused(error, action, **arguments):
    """The action is refused and nothing has changed."""
    before = everything()
    with pytest.raises(error) as refusal:
        action(**arguments)
    assert everything() == before
    return refusal.value.sentence


# Deposits


def test_a_deposit_takes_cash_from_the_cage_to_the_bank(banked, ada):
    made = deposit(banked, ada, 30_000)
    assert (made.number, made.amount, made.account.last4, made.made_by) == (1, 30_000, "4321", ada)
    assert (made.entry.kind, made.entry.document, made.entry.gaming_day) == ("deposit", "deposit/1", DAY)
    assert balances(banked) == {"seed": -50_000, "primary": 50_000, "house": -50_000, "cage": 20_000, "bank": 30_000}


def test_a_deposit_is_never_more_than_the_cage_holds(banked, ada):
    sentence = refused(Refused, deposit, fund=banked, by=ada, cents=50_001)
    assert sentence == "The cage holds $500.00 of Gran Progressive A, less than $500.01."
    deposit(banked, ada, 50_000)
    assert balances(banked)["bank"] == 50_000


@pytest.mark.parametrize(
    "wrong",
    [
        {"cents": 0},
        {"cents": -1},
        {"receipt": "  "},
        {"from_day": DAY + timedelta(days=1), "to_day": DAY + timedelta(days=1)},
        {"from_day": DAY, "to_day": DAY - timedelta(days=1)},
        {"made_at": NOON + timedelta(seconds=1)},
    ],
)
def test_a_deposit_that_cannot_be_right_is_refused(banked, ada, wrong):
    refused(Invalid, deposit, **{"fund": banked, "by": ada, **wrong})


def test_a_receipt_is_recorded_once(banked, ada):
    deposit(banked, ada, 10_000)
    sentence = refused(Refused, deposit, fund=banked, by=ada, cents=10_000)
    assert sentence == "Receipt R-1 is already recorded as deposit 000001."


def test_a_deposit_needs_an_account_named_by_four_digits(seeded, ada):
    assert "no bank account" in refused(Refused, deposit, fund=seeded, by=ada)
    for last4 in ("123", "12345", "12a4", "१२३४"):
        refused(Invalid, name_bank_account, fund=seeded, label="Jackpot A", last4=last4, by=ada)


def test_a_wrong_deposit_is_voided_by_another_and_entered_anew(banked, ada, gus):
    wrong = deposit(banked, ada, 40_000)
    assert "Someone else" in refused(NotAllowed, void_deposit, deposit=wrong, reason="Typed wrong.", by=ada)
    refused(Invalid, void_deposit, deposit=wrong, reason=" ", by=gus)
    voided = void_deposit(deposit=wrong, reason="It was $300.", by=gus)
    assert (voided.voided_by, voided.voided_at, balances(banked)["cage"]) == (gus, NOON, 50_000)
    assert Entry.objects.get(corrects=wrong.entry).explanation == "Deposit 000001 voided: It was $300."
    assert "already" in refused(Refused, void_deposit, deposit=wrong, reason="Again.", by=gus)
    assert deposit(banked, ada, 30_000).number == 2
    assert balances(banked)["cage"] == 20_000


# The deposit clock


def test_the_deposit_clock_counts_from_the_oldest_day_in_the_cage(banked, ada):
    later = DAY + timedelta(days=3)
    assert deposit_clock(banked) == DepositClock(50_000, DAY, DAY + timedelta(days=7), 7)
    count(banked, later, 20_000)
    with on(later):
        assert deposit_clock(banked) == DepositClock(70_000, DAY, DAY + timedelta(days=7), 4)
        deposit(banked, ada, 49_999, "R-1")
        assert deposit_clock(banked).oldest_day == DAY
        deposit(banked, ada, 1, "R-2")
        assert deposit_clock(banked) == DepositClock(20_000, later, later + timedelta(days=7), 7)
        deposit(banked, ada, 20_000, "R-3")
        assert deposit_clock(banked) == DepositClock(0, None, None, None)


def test_what_a_close_gives_the_house_comes_out_of_its_own_day(banked, ada):
    deposit(banked, ada, 50_000)
    days = [DAY - timedelta(days=2), DAY - timedelta(days=1)]
    for day in days:
        count(banked, day, 100_000)
        post(banked, Kind.TRAY_PAYOUT, Move("tray_advance", "players", 50_000), day=day)
        post(banked, Kind.CLOSE, Move("drop", "tray_advance", 50_000), Move("cage", "house", 50_000), day=day)
    clock_now = deposit_clock(banked)
    assert (clock_now.undeposited, clock_now.oldest_day) == (100_000, days[0])


def test_a_count_that_comes_late_is_as_old_as_its_day(banked, ada):
    deposit(banked, ada, 50_000)
    first = DAY - timedelta(days=6)
    count(banked, DAY, 10_000)
    count(banked, first, 10_000)
    assert deposit_clock(banked) == DepositClock(20_000, first, first + timedelta(days=7), 1)


def test_a_voided_deposit_does_not_start_the_clock_anew(banked, ada, gus):
    first = DAY - timedelta(days=5)
    count(banked, first, 20_000)
    before = deposit_clock(banked)
    void_deposit(deposit=deposit(banked, ada, 70_000), reason="Never brought.", by=gus)
    assert deposit_clock(banked) == before


def test_money_held_over_a_week_makes_one_case(banked, ada):
    with clock.at(NOON + timedelta(days=7)):
        assert deposit_clock(banked).days_left == 0
        assert watch_deposits(fund=banked, by=JOB) is None
    with clock.at(NOON + timedelta(days=8)):
        case = watch_deposits(fund=banked, by=JOB)
        assert watch_deposits(fund=banked, by=JOB) == case
        assert (case.kind, case.due_at, case.rule) == ("late deposit", clock.now(), "WAC 230-15-455")
        assert case.sentence == (
            "$500.00 of Gran Progressive A is in the cage since gaming day 2026-11-17; "
            "it had to be deposited by 2026-11-24."
        )
    assert Case.objects.count() == 1


@given(st.lists(st.tuples(st.integers(0, 500), st.integers(0, 500))))
def test_first_in_first_out_as_a_queue_would_do_it(days):
    """Each day brings something in, then takes something out of the oldest."""
    queue, came_in, held = deque(), [], 0
    for offset, (cents_in, cents_out) in enumerate(days):
        day = DAY + timedelta(days=offset)
        came_in.append((day, cents_in))
        queue.append([day, cents_in])
        left = min(cents_out, held + cents_in)
        held += cents_in - left
        while left:
            taken = min(left, queue[0][1])
            queue[0][1] -= taken
            left -= taken
            if not queue[0][1]:
                queue.popleft()
        while queue and not queue[0][1]:
            queue.popleft()
    assert oldest_day_held(came_in, held) == (queue[0][0] if queue else None)


# Funding


def test_without_a_statement_the_books_speak_for_the_bank(banked, ada):
    deposit(banked, ada, 30_000)
    stands = funding(banked)
    assert (stands.bank, stands.cage, stands.owed, stands.short) == (30_000, 20_000, 50_000, 0)
    assert stands.basis == "The bank's figure is the books': no statement has been entered yet."


def test_the_statement_speaks_for_the_bank_and_the_books_for_what_came_after(banked, ada):
    with on(DAY):
        deposit(banked, ada, 30_000)
    with on(DAY + timedelta(days=2)):
        state(banked, DAY, 30_000, ada)
        deposit(banked, ada, 15_000, "R-2")
        post(banked, Kind.HIT, Move("primary", "pending", 10_000, Reason.WON))
        paid = (Move("pending", "players", 10_000), Move("bank", "winners", 10_000))
        post(banked, Kind.PAYOUT_PAID, *paid)
        stands = funding(banked)
    assert (stands.bank, stands.cage, stands.owed, stands.short) == (35_000, 5_000, 40_000, 0)
    assert stands.basis == "The bank's figure is its statement of 2026-11-17, with what the books have moved since."


def test_everything_owed_counts(banked, ada):
    count(banked, DAY, 10_000)
    post(banked, Kind.CLOSE, Move("drop", "backup1", 2_000), Move("drop", "backup2", 2_000))
    post(banked, Kind.CLOSE, Move("drop", "unallocated", 2_000))
    post(banked, Kind.HIT, Move("primary", "pending", 7_000, Reason.WON))
    assert funding(banked).owed == 60_000


def test_a_short_statement_stops_the_game_at_once(banked, ada):
    deposit(banked, ada, 50_000)
    with on(DAY + timedelta(days=1)):
        statement = state(banked, DAY, 49_999, ada)
        stop = stopped(banked)
        case = Case.objects.get()
    check = FundingCheck.objects.get()
    assert (check.statement, check.bank, check.cage, check.owed, check.short) == (statement, 49_999, 0, 50_000, 1)
    assert (stop.check_found, stop.author, case.kind, case.owner_role) == (
        check,
        "Ada",
        "underfunded",
        "general manager",
    )
    assert stop.reason == case.sentence
    assert stop.reason == (
        "Gran Progressive A is $0.01 short: $499.99 at the bank and $0.00 in the cage against $500.00 owed to "
        "players. The bank's figure is its statement of 2026-11-17, with what the books have moved since."
    )


def test_a_funded_statement_stops_nothing(banked, ada):
    deposit(banked, ada, 50_000)
    with on(DAY + timedelta(days=1)):
        state(banked, DAY, 50_000, ada)
    assert [check.short for check in funding_history(banked)] == [0]
    assert (stopped(banked), Case.objects.count()) == (None, 0)


def test_checks_repeat_and_stop_once(banked, ada):
    deposit(banked, ada, 50_000)
    with on(DAY + timedelta(days=1)):
        state(banked, DAY, 40_000, ada)
        for _ in range(2):
            check_funding(fund=banked, by=JOB)
    assert [check.short for check in funding_history(banked)] == [10_000, 10_000, 10_000]
    assert (StopGame.objects.count(), Case.objects.count()) == (1, 1)


def test_only_a_general_manager_lifts_a_stop_with_a_reason_once_the_money_is_there(banked, ada, gus, stranger):
    deposit(banked, ada, 50_000)
    with on(DAY + timedelta(days=1)):
        statement = state(banked, DAY, 40_000, ada)
        stop = stopped(banked)
        refused(NotAllowed, lift_stop, stop=stop, reason="Fine again.", by=ada)
        refused(NotAllowed, lift_stop, stop=stop, reason="Fine again.", by=JOB)
        refused(NotThere, lift_stop, stop=stop, reason="Fine again.", by=stranger)
        sentence = refused(Refused, lift_stop, stop=stop, reason="Fine again.", by=gus)
        assert sentence.startswith("Gran Progressive A is still $100.00 short.")
        state(banked, DAY, 50_000, ada, corrects=statement)
        refused(Invalid, lift_stop, stop=stop, reason="", by=gus)
        assert stopped(banked) == stop
        lift_stop(stop=stop, reason="The bank corrected its fee.", by=gus)
        assert stopped(banked) is None
        refused(Refused, lift_stop, stop=stop, reason="Again.", by=gus)
        state(banked, DAY - timedelta(days=1), 0, ada)
        check_funding(fund=banked, by=JOB)
    assert [(s.lifted_by, s.lift_reason) for s in release_log(banked)] == [(gus, "The bank corrected its fee.")]
    assert [check.short for check in funding_history(banked)] == [0, 0, 0, 0, 10_000]


def test_a_second_shortage_is_a_second_stop_and_case(banked, ada, gus):
    deposit(banked, ada, 50_000)
    with on(DAY + timedelta(days=3)):
        first = state(banked, DAY, 40_000, ada)
        state(banked, DAY, 50_000, ada, corrects=first)
        lift_stop(stop=stopped(banked), reason="Corrected.", by=gus)
        state(banked, DAY + timedelta(days=1), 45_000, ada)
    assert [s.check_found.short for s in release_log(banked)] == [5_000, 10_000]
    assert [case.number for case in Case.objects.all()] == [1, 2]


# Statements


def test_what_is_in_transit_and_not_yet_cashed_is_reckoned_with(banked, ada):
    deposit(banked, ada, 50_000)
    with on(DAY + timedelta(days=1)):
        state(banked, DAY, 0, ada, in_transit=50_000)
        assert (funding(banked).bank, stopped(banked)) == (50_000, None)
        corrected = state(banked, DAY, 50_000, ada, outstanding=100, corrects=newest_statement(banked))
        assert (newest_statement(banked), funding(banked).short) == (corrected, 100)


def test_transit_cannot_talk_a_shortage_away(banked, ada):
    deposit(banked, ada, 30_000)
    with on(DAY + timedelta(days=9)):
        refused(Refused, state, fund=banked, as_of=DAY, cents=0, by=ada, in_transit=30_001)
        refused(Refused, state, fund=banked, as_of=DAY + timedelta(days=8), cents=0, by=ada, in_transit=1)
        refused(Invalid, state, fund=banked, as_of=DAY, cents=0, by=ada, in_transit=-1)
        refused(Invalid, state, fund=banked, as_of=DAY, cents=0, by=ada, outstanding=-1)


def test_a_statement_is_of_a_past_date_and_corrected_by_a_new_row(banked, ada, cardroom, gus):
    refused(Invalid, state, fund=banked, as_of=DAY, cents=0, by=ada)
    with on(DAY + timedelta(days=1)):
        first = state(banked, DAY, 1_000, ada)
        assert "already a statement" in refused(Refused, state, fund=banked, as_of=DAY, cents=0, by=ada)
        second = state(banked, DAY, 2_000, ada, corrects=first)
        refused(Refused, state, fund=banked, as_of=DAY, cents=0, by=ada, corrects=first)
        refused(Refused, state, fund=banked, as_of=DAY - timedelta(days=1), cents=0, by=ada, corrects=second)
        other = open_fund(cardroom=cardroom, code="gran-b", name="Gran Progressive B")
        name_bank_account(fund=other, label="Jackpot B", last4="9876", by=ada)
        refused(NotThere, state, fund=other, as_of=DAY, cents=0, by=ada, corrects=second)
    assert newest_statement(banked) == second


# Reconciliation

OCTOBER = date(2026, 10, 1)
HALLOWEEN = date(2026, 10, 31)
FIRST_NOVEMBER = date(2026, 11, 1)


@pytest.fixture
def october(cardroom, fund, ada):
    """October closed with $900 in the books at the bank, and $700 on its statement: $250 in transit, $50 uncashed."""
    name_bank_account(fund=fund, label="Jackpot A", last4="4321", by=ada)
    with on(date(2026, 10, 20)):
        post(fund, Kind.SEED, Move("seed", "primary", 100_000), Move("house", "cage", 100_000), day=date(2026, 10, 20))
        days = {"from_day": date(2026, 10, 20), "to_day": date(2026, 10, 20)}
        deposit(fund, ada, 70_000, "R-1", **days)
    with on(date(2026, 10, 30)):
        deposit(fund, ada, 25_000, "R-2", **days)
        post(fund, Kind.HIT, Move("primary", "pending", 5_000, Reason.WON), day=date(2026, 10, 30))
        paid = (Move("pending", "players", 5_000), Move("bank", "winners", 5_000))
        post(fund, Kind.PAYOUT_PAID, *paid, day=date(2026, 10, 30))
    with on(FIRST_NOVEMBER):
        deposit(fund, ada, 5_000, "R-3", **days)
        state(fund, HALLOWEEN, 70_000, ada, in_transit=25_000, outstanding=5_000)
    return fund


def explain(reconciliation, kind, cents, by, document="deposit/2"):
    return explain_difference(
        reconciliation=reconciliation, kind=kind, amount=cents, document=document, explanation="On its way.", by=by
    )


def prepared(fund, by):
    reconciliation = prepare_reconciliation(fund=fund, month=OCTOBER, by=by)
    explain(reconciliation, LINE.IN_TRANSIT, 25_000, by)
    explain(reconciliation, LINE.OUTSTANDING, -5_000, by, "payout/1")
    return reconciliation


def test_a_month_is_reconciled_and_signed_by_another(october, ada, gus):
    assert book_bank_at(october, HALLOWEEN) == 90_000
    assert months_to_reconcile(october) == [(OCTOBER, date(2026, 11, 30))]
    reconciliation = prepared(october, ada)
    assert (reconciliation.statement_balance, reconciliation.book_balance) == (70_000, 90_000)
    signed = sign_reconciliation(reconciliation=reconciliation, by=gus)
    assert (signed.state, signed.signed_by, signed.signed_at) == ("signed", gus, NOON)
    assert months_to_reconcile(october) == []


def test_an_unexplained_difference_is_not_signed(october, ada, gus):
    reconciliation = prepare_reconciliation(fund=october, month=OCTOBER, by=ada)
    explain(reconciliation, LINE.IN_TRANSIT, 25_000, ada)
    assert unexplained(reconciliation) == -5_000
    sentence = refused(Refused, sign_reconciliation, reconciliation=reconciliation, by=gus)
    assert sentence == "-$50.00 between statement and books is not explained. Add a line for it."
    explain(reconciliation, LINE.OTHER, -5_000, ada, "fee of 31 Oct")
    assert "not yet cashed" in refused(Refused, sign_reconciliation, reconciliation=reconciliation, by=gus)
    explain(reconciliation, LINE.OTHER, 5_000, ada, "fee of 31 Oct, taken back")
    explain(reconciliation, LINE.OUTSTANDING, -5_000, ada, "payout/1")
    assert sign_reconciliation(reconciliation=reconciliation, by=gus).state == "signed"


def test_a_line_is_an_amount_with_document_and_words(october, ada):
    reconciliation = prepare_reconciliation(fund=october, month=OCTOBER, by=ada)
    good = {"kind": LINE.OTHER, "amount": 1, "document": "letter", "explanation": "A fee.", "by": ada}
    for wrong in ({"amount": 0}, {"document": ""}, {"explanation": " "}):
        refused(Invalid, explain_difference, **{"reconciliation": reconciliation, **good, **wrong})


def test_who_prepared_or_explained_does_not_sign(october, cardroom, ada, gus):
    reconciliation = prepare_reconciliation(fund=october, month=OCTOBER, by=ada)
    explain(reconciliation, LINE.IN_TRANSIT, 25_000, gus)
    explain(reconciliation, LINE.OUTSTANDING, -5_000, gus)
    for who in (ada, gus):
        refused(NotAllowed, sign_reconciliation, reconciliation=reconciliation, by=who)
    other = hire(cardroom, "Otto", "accounting", Role.GENERAL_MANAGER)
    assert sign_reconciliation(reconciliation=reconciliation, by=other).state == "signed"


def test_who_entered_the_statement_does_not_sign(october, cardroom, ada, gus):
    """Or one person gives the bank's figure, and is the one who finds it right."""
    reconciliation = prepared(october, gus)
    assert (reconciliation.prepared_by, reconciliation.statement.entered_by) == (gus, ada)
    sentence = refused(NotAllowed, sign_reconciliation, reconciliation=reconciliation, by=ada)
    assert "Someone else signs it" in sentence
    other = hire(cardroom, "Otto", "accounting", Role.GENERAL_MANAGER)
    assert sign_reconciliation(reconciliation=reconciliation, by=other).state == "signed"


def test_who_counted_that_month_does_not_sign(october, cardroom, ada):
    floor = Floor(cardroom)
    floor.ann.groups.add(Group.objects.get(name=Role.GENERAL_MANAGER))
    with on(HALLOWEEN):
        floor.put_on(october, HALLOWEEN)
        floor.bring()
        floor.lock({"$1": 5})
    assert count_members(cardroom, OCTOBER, HALLOWEEN) == {floor.ann.pk, floor.bob.pk, floor.vera.pk}
    assert count_members(cardroom, FIRST_NOVEMBER, DAY) == set()
    reconciliation = prepared(october, ada)
    sentence = refused(NotAllowed, sign_reconciliation, reconciliation=reconciliation, by=floor.ann)
    assert sentence == "Ann was in the count in October 2026. Someone outside the count signs."
    assert sign_reconciliation(reconciliation=reconciliation, by=floor.general).state == "signed"


def test_a_month_needs_its_last_days_statement(october, ada):
    sentence = refused(Refused, prepare_reconciliation, fund=october, month=date(2026, 9, 5), by=ada)
    assert sentence == "Enter the bank's balance of Gran Progressive A as of 2026-09-30 first."


def test_what_changed_since_is_prepared_again_with_the_same_lines(october, ada, gus):
    reconciliation = prepared(october, ada)
    wrong = newest_statement(october)
    state(october, HALLOWEEN, 69_000, ada, in_transit=25_000, outstanding=5_000, corrects=wrong)
    assert "Prepare it again" in refused(Refused, sign_reconciliation, reconciliation=reconciliation, by=gus)
    again = prepare_reconciliation(fund=october, month=OCTOBER, by=ada)
    assert (again.pk, again.statement_balance, unexplained(again)) == (reconciliation.pk, 69_000, 1_000)
    explain(again, LINE.OTHER, 1_000, ada, "fee of 31 Oct")
    assert sign_reconciliation(reconciliation=again, by=gus).state == "signed"


def test_a_signed_month_is_frozen(october, ada, gus):
    reconciliation = sign_reconciliation(reconciliation=prepared(october, ada), by=gus)
    refused(Refused, prepare_reconciliation, fund=october, month=OCTOBER, by=ada)
    refused(Refused, explain, reconciliation=reconciliation, kind=LINE.OTHER, cents=1, by=ada)
    refused(Refused, sign_reconciliation, reconciliation=reconciliation, by=gus)


# Who, and what the database refuses


def test_who_may_touch_the_bank(october, cardroom, ada, stranger):
    flora = hire(cardroom, "Flora", "accounting", Role.FLOOR_MANAGER)
    auditor = hire(cardroom, "Audrey", "accounting", Role.AUDITOR)
    reconciliation = prepare_reconciliation(fund=october, month=OCTOBER, by=ada)
    first = Deposit.objects.first()
    actions = (
        (name_bank_account, {"fund": october, "label": "X", "last4": "1111"}),
        (deposit, {"fund": october, "cents": 1}),
        (void_deposit, {"deposit": first, "reason": "No."}),
        (watch_deposits, {"fund": october}),
        (check_funding, {"fund": october}),
        (state, {"fund": october, "as_of": FIRST_NOVEMBER, "cents": 1}),
        (prepare_reconciliation, {"fund": october, "month": OCTOBER}),
        (explain, {"reconciliation": reconciliation, "kind": LINE.OTHER, "cents": 1}),
        (sign_reconciliation, {"reconciliation": reconciliation}),
    )
    for action, arguments in actions:
        for who in (flora, auditor):
            refused(NotAllowed, action, **arguments, by=who)
        refused(NotThere, action, **arguments, by=stranger)


def test_the_database_refuses_what_services_never_do(october, ada, gus):
    state(october, FIRST_NOVEMBER, 1, ada)
    stop = stopped(october)
    prepare_reconciliation(fund=october, month=OCTOBER, by=ada)
    raw = {table: table.objects.all() for table in (Deposit, StatementBalance, FundingCheck, StopGame)}
    months = BankReconciliation.objects.all()
    lift = {"lifted_by": gus, "lifted_at": NOON, "lift_reason": "Yes."}
    breaches = [
        *(lambda rows=rows: rows._raw_delete("default") for rows in (*raw.values(), months)),
        lambda: raw[Deposit].update(amount=1),
        lambda: raw[Deposit].update(voided_by=gus, voided_at=NOON),
        lambda: raw[Deposit].update(voided_by=ada, voided_at=NOON, void_reason="Mine."),
        lambda: raw[StatementBalance].update(balance=90_000),
        lambda: raw[FundingCheck].update(short=0),
        lambda: raw[StopGame].update(reason="None."),
        lambda: raw[StopGame].update(lifted_at=NOON),
        lambda: StopGame.objects.create(
            fund=october, check_found=FundingCheck.objects.first(), raised_at=NOON, reason="Two.", author_job="x"
        ),
        lambda: months.update(state="signed", signed_by=ada, signed_at=NOON),
        lambda: months.update(state="signed", signed_by=gus, signed_at=NOON),
        lambda: months.update(month=date(2026, 10, 2)),
        lambda: BankReconciliation.objects.create(
            fund=october,
            month=date(2026, 9, 2),
            statement=newest_statement(october),
            statement_balance=0,
            book_balance=0,
            prepared_by=ada,
            prepared_at=NOON,
        ),
    ]
    for breach in breaches:
        before = everything()
        with pytest.raises(IntegrityError), transaction.atomic():
            breach()
        assert everything() == before
    StopGame.objects.filter(pk=stop.pk).update(**lift)
    with pytest.raises(IntegrityError), transaction.atomic():
        StopGame.objects.filter(pk=stop.pk).update(lifted_at=None, lifted_by=None, lift_reason="")


def test_the_database_keeps_a_signed_month(october, ada, gus):
    reconciliation = sign_reconciliation(reconciliation=prepared(october, ada), by=gus)
    rows = BankReconciliation.objects.filter(pk=reconciliation.pk)
    line = {"reconciliation": reconciliation, "kind": "other", "amount": 1, "document": "x", "explanation": "y"}
    for breach in (
        lambda: rows.update(book_balance=1),
        lambda: rows.update(state="prepared", signed_by=None, signed_at=None),
        lambda: ReconciliationLine.objects.update(amount=1),
        lambda: ReconciliationLine.objects.create(**line, written_by=ada, written_at=NOON),
    ):
        before = everything()
        with pytest.raises(IntegrityError), transaction.atomic():
            breach()
        assert everything() == before
