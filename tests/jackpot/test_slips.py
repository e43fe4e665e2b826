"""Printed slips: every copy counted, the second marked, and the paper saying what the record says."""

import pypdfium2
import pytest
from django.db import IntegrityError, connection, transaction

from jackpot import slips
from jackpot.models import SlipPrint
from jackpot.services import payouts
from jackpot.services.slips import print_slip
from jackpot.slips.suits import OUTLINES
from tables.refusals import NotAllowed, NotThere
from tests.jackpot.conftest import CINCOS, FLUSH, NOON, ROYAL_HEARTS, ROYAL_WITH_JOKER

ADDRESS = "https://bote.example.com/payouts/000001/"


def text_of(pdf):
    document = pypdfium2.PdfDocument(pdf)
    assert len(document) == 1
    return document[0].get_textpage().get_text_range().replace("\r\n", "\n")


def copy(payout, by):
    return slips.sheet_of(print_slip(payout=payout, by=by), address=ADDRESS)


def test_the_second_copy_is_a_reprint(house, gran):
    slip = house.hit(gran, ROYAL_HEARTS).payouts.get()
    first, second, third = (copy(slip, house.manager) for _ in range(3))
    assert [first.reprint, second.reprint, third.reprint] == [0, 1, 2]
    assert "REPRINT" not in text_of(slips.draw(first))
    assert "REPRINT 1" in text_of(slips.draw(second))
    assert "REPRINT 2" in text_of(slips.draw(third))
    assert list(SlipPrint.objects.values_list("number", "printed_by", "printed_at")) == [
        (number, house.manager.pk, NOON) for number in (1, 2, 3)
    ]


def test_the_paper_says_what_the_record_says(house, gran):
    house.stand(gran, primary=1_184_567)
    slip = house.hit(gran, ROYAL_WITH_JOKER).payouts.get()
    checks = {"hand and deck verified": "sealed in bag 7", "cameras verified": "camera 4"}
    payouts.verify_payout(payout=slip, by=house.other_manager, checks=checks)
    slip.refresh_from_db()
    paper = text_of(slips.draw(copy(slip, house.accountant)))
    for said in (
        "Slip 000001",
        "Tri-City Cardroom",
        "royal flush",
        "25 %",
        "$3,086.41",
        "three thousand and eighty-six dollars and 41/100",
        "$12,345.67",
        "$9,259.26",
        "Spanish Poker 1, spot 1",
        "hand and deck verified: sealed in bag 7",
        "cameras verified: camera 4",
        "W-2G filled in",
        "JOKER",
        "Verified by",
        "Mona",
        slip.entry.digest,
        ADDRESS,
        "printed 2026-11-17 12:00:00 by Abe",
    ):
        assert said in paper, said


def test_a_tray_slip_names_the_tray_and_asks_for_no_checks(house, gran):
    sheet = copy(house.hit(gran, FLUSH).payouts.get(), house.manager)
    assert sheet.checks == ()
    assert sheet.facts[-1] == slips.Line("Paid from", "the chip tray")
    assert [line.role for line in sheet.signatures] == ["Reported by", "Verified by", "Received by the patron"]
    assert "$75.00" in text_of(slips.draw(sheet))


def test_a_voided_slip_says_why(house, gran):
    slip = house.hit(gran, CINCOS).payouts.get()
    slip = payouts.void_payout(payout=slip, reason="The deck was short of a card.", by=house.general)
    paper = text_of(slips.draw(copy(slip, house.manager)))
    assert "VOID" in paper
    assert "Void: The deck was short of a card." in paper


def test_who_may_not_print_leaves_no_copy(house, gran):
    slip = house.hit(gran, ROYAL_HEARTS).payouts.get()
    for reader in (house.floor.ann, house.floor.watcher):
        with pytest.raises(NotAllowed):
            print_slip(payout=slip, by=reader)
    assert SlipPrint.objects.count() == 0


def test_a_slip_of_another_cardroom_is_not_there(house, gran):
    from tables.models import Cardroom
    from tests.jackpot.conftest import House

    slip = house.hit(gran, ROYAL_HEARTS).payouts.get()
    other = House(Cardroom.objects.create(code="other", name="Other", licensee="O", licence_number="1"))
    with pytest.raises(NotThere):
        print_slip(payout=slip, by=other.manager)
    assert SlipPrint.objects.count() == 0


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE jackpot_slipprint SET number = 9",
        "DELETE FROM jackpot_slipprint",
        "INSERT INTO jackpot_slipprint (payout_id, number, printed_by_id, printed_at) "
        "SELECT payout_id, 3, printed_by_id, printed_at FROM jackpot_slipprint",
    ],
)
def test_the_database_keeps_the_count_of_copies(house, gran, statement):
    print_slip(payout=house.hit(gran, ROYAL_HEARTS).payouts.get(), by=house.manager)
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert list(SlipPrint.objects.values_list("number", flat=True)) == [1]


def test_every_suit_is_a_closed_outline_in_its_square():
    assert set(OUTLINES) == set("shdc*")
    for commands in OUTLINES.values():
        assert (commands[0][0], commands[-1][0]) == ("M", "Z")
        assert all(-0.05 <= number <= 1.0 for _, numbers in commands for number in numbers)
