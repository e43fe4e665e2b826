"""Corrections: proposed by one, approved by another, posted as new entries that point at what was wrong."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from accounting.ledger.accounts import Reason
from accounting.ledger.books import Move
from accounting.models import Entry
from jackpot import rules
from jackpot.models import Correction
from jackpot.services import corrections, payouts
from tables import clock
from tables.refusals import Invalid, NotAllowed, NotThere, Refused
from tests.jackpot.conftest import DAY, NOON, ROYAL_HEARTS, balances, everything

TOMORROW = DAY + timedelta(days=1)


def first_entry(gran):
    return Entry.objects.filter(transfers__from_account__fund=gran.fund).order_by("number").first()


def propose(house, gran, *moves, **more):
    details = {"corrects": first_entry(gran), "explanation": "Put right.", "by": house.accountant, **more}
    return corrections.propose_correction(progressive=gran, moves=moves, **details)


def test_nothing_moves_before_someone_else_has_approved(house, gran):
    stands = everything(gran)
    proposed = propose(house, gran, Move("players", "primary", 100), Move("boxes", "cage", 100))
    assert everything(gran) == stands
    with pytest.raises(NotAllowed, match="Someone else approves"):
        corrections.approve_correction(correction=proposed, by=house.accountant)
    assert everything(gran) == stands
    done = corrections.approve_correction(correction=proposed, by=house.general)
    assert balances(gran)["primary"] == 50_100
    assert (done.entry.kind, done.entry.corrects, done.entry.document) == (
        "correction",
        first_entry(gran),
        f"correction/{done.pk}",
    )
    stands = everything(gran)
    with pytest.raises(Refused, match="posted already"):
        corrections.approve_correction(correction=proposed, by=house.general)
    assert everything(gran) == stands


def test_a_primary_that_went_down_is_followed_by_the_cap_check(house, gran):
    house.stand(gran, primary=1_950_000, backup1=600_000)
    house.correct(gran, Move("primary", "players", 30_000, Reason.DISPLAY_ERROR), Move("cage", "boxes", 30_000))
    after = balances(gran)
    assert (after["primary"], after["backup1"]) == (2_000_000, 570_000)
    assert [posting.reason for posting in gran.postings.all()][-2:] == ["correction of entry 1", "cap excess returned"]


@pytest.mark.parametrize(
    ("moves", "more", "sentence"),
    [
        ([], {}, "moves something"),
        ([Move("primary", "players", 100)], {}, "only for one of"),
        ([Move("primary", "elsewhere", 100, Reason.CORRECTION)], {}, "two accounts"),
        ([Move("players", "primary", 100)], {"explanation": " "}, "is explained"),
    ],
)
def test_proposals_that_are_refused(house, gran, moves, more, sentence):
    with pytest.raises(Invalid, match=sentence):
        propose(house, gran, *moves, **more)
    assert Correction.objects.count() == 0


def test_one_side_alone_is_refused_when_approved(house, gran):
    proposed = propose(house, gran, Move("players", "primary", 100))
    stands = everything(gran)
    with pytest.raises(Invalid, match="Give both sides"):
        corrections.approve_correction(correction=proposed, by=house.general)
    assert everything(gran) == stands


def test_an_entry_of_another_progressive_is_not_corrected_here(house, gran):
    second = house.floor.add_table(2)
    house.floor.add_box(second, 2)
    other = house.open(code="gran-b", tables=[second])
    with pytest.raises(NotThere):
        propose(house, gran, Move("players", "primary", 1), corrects=first_entry(other))


def test_a_count_that_was_too_low_comes_into_todays_drop(house):
    gran = house.open(rules.Policy(seed_recovery="none"))
    count = house.box(DAY, 300)
    house.close(gran, DAY)
    with clock.at(NOON + timedelta(days=1)):
        proposed = corrections.correct_count(
            count=count, total=31_000, explanation="Ten chips were under the flap.", by=house.accountant
        )
        corrections.approve_correction(correction=proposed, by=house.general)
        assert balances(gran)["drop"] == 1_000
    closed = house.play(gran, TOMORROW, 5)
    assert (closed.drop, balances(gran)["primary"]) == (1_500, 81_500)


def test_a_count_that_was_too_high_comes_out_of_the_primary(house):
    gran = house.open(rules.Policy(seed_recovery="none"))
    count = house.box(DAY, 300)
    house.close(gran, DAY)
    with clock.at(NOON + timedelta(days=1)):
        proposed = corrections.correct_count(
            count=count, total=29_000, explanation="Ten chips of the tray were among them.", by=house.accountant
        )
        corrections.approve_correction(correction=proposed, by=house.general)
    after = balances(gran)
    assert (after["primary"], after["cage"]) == (79_000, 79_000)
    assert gran.postings.last().before == 80_000


@pytest.mark.parametrize(("total", "drop"), [(29_000, 29_000), (31_000, 31_000), (0, 0)])
def test_a_count_corrected_before_its_close_changes_the_drop_of_its_own_day(house, total, drop):
    gran = house.open(rules.Policy(seed_recovery="none"))
    count = house.box(DAY, 300)
    with clock.at(NOON + timedelta(days=1)):
        proposed = corrections.correct_count(
            count=count, total=total, explanation="Counted wrong.", by=house.accountant
        )
        done = corrections.approve_correction(correction=proposed, by=house.general)
    assert (done.entry.gaming_day, balances(gran).get("drop", 0)) == (DAY, drop)
    closed = house.close(gran, DAY)
    assert (closed.drop, balances(gran)["primary"]) == (drop, 50_000 + drop)


def put_count_right(house, count, total):
    proposed = corrections.correct_count(count=count, total=total, explanation="Again.", by=house.accountant)
    return corrections.approve_correction(correction=proposed, by=house.general)


def test_a_count_corrected_again_starts_from_where_it_was_left(house):
    gran = house.open(rules.Policy(seed_recovery="none"))
    count = house.box(DAY, 300)
    drops = []
    for total in (29_000, 29_500, 30_000, 0, 31_000):
        put_count_right(house, count, total)
        drops.append(balances(gran).get("drop", 0))
    assert drops == [29_000, 29_500, 30_000, 0, 31_000]
    stands = everything(gran)
    with pytest.raises(Invalid, match="differ from what the books have"):
        corrections.correct_count(count=count, total=31_000, explanation="Again.", by=house.accountant)
    assert everything(gran) == stands


def test_a_correction_of_a_counts_correction_counts_too(house):
    gran = house.open(rules.Policy(seed_recovery="none"))
    count = house.box(DAY, 300)
    wrong = put_count_right(house, count, 35_000).entry
    back = propose(house, gran, *corrections.reversal_of(wrong), corrects=wrong)
    corrections.approve_correction(correction=back, by=house.general)
    assert balances(gran)["drop"] == 30_000
    put_count_right(house, count, 30_500)
    assert balances(gran)["drop"] == 30_500


def test_one_correction_of_a_count_waits_at_a_time(house):
    gran = house.open(rules.Policy(seed_recovery="none"))
    count = house.box(DAY, 300)
    first = corrections.correct_count(count=count, total=29_000, explanation="Counted wrong.", by=house.accountant)
    stands = everything(gran)
    with pytest.raises(Refused, match=f"Correction {first.pk} of entry {count.entry.number} waits for approval"):
        corrections.correct_count(count=count, total=29_500, explanation="Counted wrong.", by=house.accountant)
    assert (everything(gran), Correction.objects.count()) == (stands, 1)
    corrections.decline_correction(correction=first, why="It was half of that.", by=house.general)
    put_count_right(house, count, 29_500)
    assert balances(gran)["drop"] == 29_500


def test_a_paid_slip_is_corrected_not_voided(house, gran):
    slip = house.hit(gran, ROYAL_HEARTS).payouts.get()
    payouts.verify_payout(payout=slip, by=house.other_manager)
    slip = payouts.pay_payout(payout=slip, paid_from="cage", method="cash", by=house.accountant)
    proposed = corrections.propose_correction(
        progressive=gran,
        corrects=slip.final_entry,
        moves=[*corrections.reversal_of(slip.final_entry), Move("pending", "primary", 12_500)],
        explanation="The player gave it back: the hand was fouled.",
        by=house.accountant,
    )
    done = corrections.approve_correction(correction=proposed, by=house.general)
    assert done.entry.corrects == slip.final_entry
    assert balances(gran) == {"primary": 62_500, "seed": -62_500, "cage": 62_500, "house": -62_500}
    slip.refresh_from_db()
    assert slip.state == "paid"


def test_a_reversal_takes_every_transfer_back_in_turn(house, gran):
    seeded = first_entry(gran)
    assert corrections.reversal_of(seeded) == [
        Move("cage", "house", 50_000),
        Move("primary", "seed", 50_000, Reason.CORRECTION),
    ]


@pytest.mark.parametrize("reason", [Reason.WON, Reason.PROMOTED, Reason.SHORTAGE_COVERED, Reason.REMOVAL])
def test_reasons_that_only_the_services_give(house, gran, reason):
    with pytest.raises(Invalid, match="only for one of"):
        propose(house, gran, Move("primary", "players", 100, reason), Move("cage", "boxes", 100))
    assert Correction.objects.count() == 0


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE jackpot_correction SET moves = '[]'",
        "UPDATE jackpot_correction SET approved_by_id = proposed_by_id, approved_at = proposed_at, "
        "entry_id = corrects_id",
        "DELETE FROM jackpot_correction",
    ],
)
def test_the_database_refuses(house, gran, statement):
    propose(house, gran, Move("players", "primary", 100), Move("boxes", "cage", 100))
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
