"""Corrections: proposed by one, approved by another, posted as new entries that point at what was wrong."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from accounting.ledger.accounts import Reason
from accounting.ledger.books import Move
from accounting.models import Entry
from jackpot import rules
from jackpot.models import Correction
from jackpot.services import corrections
from tables import clock
from tables.refusals import Invalid, NotAllowed, NotThere, Refused
from tests.jackpot.conftest import DAY, NOON, balances, everything

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


@pytest.mark.parametrize("statement", ["UPDATE jackpot_correction SET moves = '[]'", "DELETE FROM jackpot_correction"])
def test_the_database_refuses(house, gran, statement):
    propose(house, gran, Move("players", "primary", 100), Move("boxes", "cage", 100))
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
