"""Recording hits: shares, slips, what follows in the pots, in the books and on the boards."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from accounting.models import Case, Entry
from jackpot.models import HitEvent, Payout
from jackpot.selectors import last_hits
from jackpot.services import hits
from tables import clock
from tables.refusals import Invalid, NotAllowed, Refused
from tables.services.limits import bar_patron
from tests.jackpot.conftest import (
    CINCOS,
    DAY,
    FLUSH,
    NOON,
    QUADS,
    ROYAL_CLUBS,
    ROYAL_DIAMONDS,
    ROYAL_HEARTS,
    ROYAL_SPADES,
    ROYAL_WITH_JOKER,
    STRAIGHT_FLUSH,
    balances,
    everything,
)

ALL_ROYALS = (ROYAL_CLUBS, ROYAL_DIAMONDS, ROYAL_HEARTS, ROYAL_SPADES)

# posted, backup 1, the hands, what the jackpot slips pay, and how primary, backup 1 and the seed stand afterwards
WORKED = {
    "two royals": (1_000_000, 0, [ROYAL_HEARTS, ROYAL_SPADES], [250_000, 250_000], 500_000, 0, -50_000),
    "cincos + royal": (1_000_000, 0, [CINCOS, ROYAL_SPADES], [750_000, 250_000], 50_000, 0, -100_000),
    "cincos + two": (1_000_000, 0, [CINCOS, *ALL_ROYALS[:2]], [750_000, 125_000, 125_000], 50_000, 0, -100_000),
    "cincos + three": (
        1_000_000,
        0,
        [CINCOS, *ALL_ROYALS[:3]],
        [750_001, 83_333, 83_333, 83_333],
        50_000,
        0,
        -100_000,
    ),
    "royal": (1_234_567, 0, [ROYAL_WITH_JOKER], [308_641], 925_926, 0, -50_000),
    "royal beside tray awards": (
        777_777,
        0,
        [ROYAL_WITH_JOKER, STRAIGHT_FLUSH, QUADS, FLUSH],
        [194_444],
        583_333,
        0,
        -50_000,
    ),
    "cap check": (2_000_000, 600_000, [ROYAL_HEARTS], [500_000], 1_600_000, 500_000, -50_000),
    "promotion": (1_000_000, 300_000, [CINCOS], [1_000_000], 300_000, 0, -50_000),
    "four royals leave odd cents": (1_000_003, 300_000, list(ALL_ROYALS), [250_000] * 4, 300_003, 0, -50_000),
}


@pytest.mark.parametrize(
    ("posted", "backup1", "hands", "paid", "primary", "backup1_after", "seed"), WORKED.values(), ids=WORKED
)
def test_worked_examples(house, gran, posted, backup1, hands, paid, primary, backup1_after, seed):
    house.stand(gran, primary=posted - 50_000, backup1=backup1)
    hit = house.hit(gran, *hands)
    slips = hit.payouts.filter(source="jackpot").order_by("number")
    assert [slip.amount for slip in slips] == paid
    assert {slip.state for slip in slips} == {"locked"}
    after = balances(gran)
    assert (after["primary"], after.get("backup1", 0), after["seed"]) == (primary, backup1_after, seed)
    assert after["pending"] == sum(paid)
    assert gran.postings.last().after == primary


def test_a_royal_beside_all_tray_awards(house, gran):
    house.stand(gran, primary=727_777)
    hit = house.hit(gran, ROYAL_WITH_JOKER, STRAIGHT_FLUSH, QUADS, FLUSH)
    assert list(hit.payouts.values_list("number", "spot", "category", "amount", "source", "state", "share")) == [
        (1, 1, "royal flush", 194_444, "jackpot", "locked", "25 %"),
        (2, 2, "straight flush", 15_000, "tray", "recorded", "fixed award"),
        (3, 3, "quads", 10_000, "tray", "recorded", "fixed award"),
        (4, 4, "flush", 7_500, "tray", "recorded", "fixed award"),
    ]
    assert balances(gran) == {
        "primary": 583_333,
        "pending": 194_444,
        "seed": -50_000,
        "tray_advance": -32_500,
        "players": -727_777 + 32_500,
        "cage": 777_777,
        "boxes": -727_777,
        "house": -50_000,
    }
    assert [entry.kind for entry in Entry.objects.order_by("number")][2:] == ["hit", "tray payout"]


def test_slips_say_what_the_pot_was_before_and_after_each(house, gran):
    house.stand(gran, primary=950_000)
    hit = house.hit(gran, ROYAL_HEARTS, ROYAL_SPADES)
    assert list(hit.payouts.values_list("pot_before", "pot_after")) == [(1_000_000, 750_000), (750_000, 500_000)]
    assert hit.payouts.first().amount_in_words == "two thousand, five hundred dollars and 00/100"


def test_every_change_of_the_posted_amount_is_kept_with_its_reason(house, gran):
    house.stand(gran, primary=950_000, backup1=30_000, backup2=600_000)
    house.hit(gran, CINCOS)
    assert list(gran.postings.values_list("number", "before", "after", "reason")) == [
        (1, 0, 50_000, "seeded and opened"),
        (2, 50_000, 1_000_000, "correction of entry 1"),
        (3, 1_000_000, 0, "won: cincos"),
        (4, 0, 30_000, "promotion"),
        (5, 30_000, 130_000, "cap excess returned"),
    ]
    assert balances(gran)["backup1"] == 500_000


def test_the_next_hit_is_worth_its_share_of_what_is_left(house, gran):
    house.stand(gran, primary=950_000)
    first, second = house.hit(gran, ROYAL_HEARTS), house.hit(gran, ROYAL_SPADES)
    assert [hit.payouts.get().amount for hit in (first, second)] == [250_000, 187_500]
    assert [hit.number for hit in last_hits(gran)] == [2, 1]
    assert Case.objects.count() == 0


def test_an_amount_posted_when_dealt_that_was_another_makes_a_case(house, gran):
    house.stand(gran, primary=950_000)
    hit = house.hit(gran, ROYAL_HEARTS, posted_when_dealt=1_000_001)
    assert hit.payouts.get().amount == 250_000
    case = Case.objects.get()
    assert (case.kind, case.subject) == ("posted differs", "hit/gran-a/1")


def test_what_was_posted_when_dealt_is_read_from_the_postings(house, gran):
    with clock.at(NOON + timedelta(hours=1)):
        house.stand(gran, primary=950_000)
        hit = house.hit(gran, ROYAL_HEARTS, dealt_at=NOON + timedelta(minutes=30))
    assert (hit.posted_when_dealt, hit.posted) == (50_000, 1_000_000)
    assert Case.objects.get().kind == "posted differs"


def test_a_hand_of_a_closed_day_is_booked_today_and_makes_a_case(house, gran):
    house.play(gran, DAY, 0)
    with clock.at(NOON + timedelta(days=1)):
        hit = house.hit(gran, FLUSH, dealt_at=NOON)
    assert hit.gaming_day == DAY + timedelta(days=1)
    assert hit.payouts.get().gaming_day == DAY + timedelta(days=1)
    assert [case.kind for case in Case.objects.all()] == ["late hand"]


def test_the_same_report_twice_is_one_hit(house, gran):
    first = house.hit(gran, ROYAL_HEARTS, key="k-1")
    stands = everything(gran)
    assert house.hit(gran, ROYAL_HEARTS, key="k-1") == first
    assert everything(gran) == stands
    with pytest.raises(Invalid, match="used for another hit"):
        house.hit(gran, ROYAL_SPADES, key="k-1")
    assert everything(gran) == stands


def test_terminals_report_and_are_kept_as_the_author(house, gran):
    hit = house.hit(gran, QUADS, by=house.terminal)
    assert (hit.source, hit.author) == ("terminal", "terminal T1")
    assert house.hit(gran, FLUSH).source == "paper report"


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ((), "at least one winning spot"),
        (("As Ks Qs Js 2h",), "does not pay"),
        (("7h Jh Qh Kh Kh",), "Spot 1"),
        (("8h Jh Qh Kh *",), "Spot 1"),
        (("7h Jh Qh",), "Spot 1"),
        ((ROYAL_HEARTS, "Ah 2h 3h 5h 6h"), "Ah is reported at two spots"),
        ((CINCOS, "3c 3d 3h 3s *"), r"\* is reported at two spots"),
    ],
)
def test_hands_that_cannot_be_or_do_not_win_change_nothing(house, gran, cards, sentence):
    stands = everything(gran)
    with pytest.raises(Invalid, match=sentence):
        house.hit(gran, *cards)
    assert everything(gran) == stands
    assert HitEvent.objects.count() == 0


def test_other_refusals_change_nothing(house, gran):
    stands = everything(gran)
    with pytest.raises(Invalid, match="in the future"):
        house.hit(gran, FLUSH, dealt_at=NOON + timedelta(seconds=1))
    with pytest.raises(Invalid, match="needs a key"):
        house.hit(gran, FLUSH, key=" ")
    with pytest.raises(Refused, match="was not on"):
        house.hit(gran, FLUSH, table=house.floor.add_table(2))
    with pytest.raises(NotAllowed):
        house.hit(gran, FLUSH, by=house.accountant)
    spots = [hits.WinningSpot(1, FLUSH), hits.WinningSpot(1, QUADS)]
    with pytest.raises(Invalid, match="reported twice"):
        hits.record_hit(progressive=gran, table=house.table, spots=spots, dealt_at=NOON, key="k", by=house.manager)
    assert everything(gran) == stands
    assert HitEvent.objects.count() == 0


def test_a_patron_who_may_not_bet_wins_nothing_on_paper_either(house, gran):
    """games.md: owners, operators and employees on duty may not be patrons of a hand."""
    bar_patron(cardroom=house.cardroom, patron="card 7", why="an owner", by=house.general)
    stands = everything(gran)
    details = {"progressive": gran, "table": house.table, "dealt_at": NOON, "by": house.manager}
    with pytest.raises(Invalid, match=r"^Patron card 7 is an owner and may not bet\."):
        hits.record_hit(spots=[hits.WinningSpot(1, ROYAL_HEARTS, "card 7")], key="k-1", **details)
    assert everything(gran) == stands
    assert HitEvent.objects.count() == 0
    assert hits.record_hit(spots=[hits.WinningSpot(1, ROYAL_HEARTS, "card 8")], key="k-1", **details).number == 1


def test_a_spot_that_the_table_does_not_have_wins_nothing(house, gran):
    stands = everything(gran)
    details = {"progressive": gran, "table": house.table, "dealt_at": NOON, "by": house.manager}
    with pytest.raises(Invalid, match=r"^There is no spot 7: this table has spots 1 to 6\.$"):
        hits.record_hit(spots=[hits.WinningSpot(7, ROYAL_HEARTS)], key="k-1", **details)
    assert everything(gran) == stands
    assert HitEvent.objects.count() == 0


def test_recorded_inside_another_transaction_it_goes_with_it(house, gran):
    """A terminal's hand and its hit are one: if the hand cannot be kept, nothing was won."""
    stands = everything(gran)
    outer = transaction.savepoint()
    assert house.hit(gran, ROYAL_HEARTS).payouts.get().amount == 12_500
    transaction.savepoint_rollback(outer)
    assert everything(gran) == stands
    assert house.hit(gran, ROYAL_HEARTS).payouts.get().number == 1


def test_a_tray_award_asks_nothing_about_the_posted_amount(house, gran):
    house.hit(gran, FLUSH, posted_when_dealt=1)
    assert Case.objects.count() == 0


def test_a_draft_takes_no_hits(house):
    drafted = house.draft()
    with pytest.raises(Refused, match="is draft"):
        house.hit(drafted, FLUSH)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE jackpot_hitevent SET posted = 1",
        "DELETE FROM jackpot_hitevent",
        "UPDATE jackpot_payout SET amount = 1",
        "UPDATE jackpot_payout SET number = 9",
        "DELETE FROM jackpot_payout",
        "UPDATE jackpot_payout SET state = 'paid'",
        "UPDATE jackpot_payout SET state = 'voided'",
        "UPDATE jackpot_payout SET state = 'approved'",
        "UPDATE jackpot_payout SET state = 'verified', verified_at = '2026-11-17 20:00:00+00:00', "
        "verified_by_id = (SELECT author_employee_id FROM jackpot_hitevent)",
        "INSERT INTO jackpot_payout (cardroom_id, number, progressive_id, hit_id, gaming_day, spot, patron, cards, "
        "category, share, amount, pot_before, pot_after, source, entry_id, state, paid_from, method, void_reason) "
        "SELECT cardroom_id, 3, progressive_id, hit_id, gaming_day, 5, '', cards, category, share, amount, pot_before, "
        "pot_after, source, entry_id, state, '', '', '' FROM jackpot_payout",
    ],
)
def test_the_database_refuses(house, gran, statement):
    house.hit(gran, ROYAL_HEARTS)
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert Payout.objects.get().state == "locked"
