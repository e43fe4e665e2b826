"""What a hit would pay, before it is recorded: exact, and without a trace."""

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from jackpot.services.hit_preview import preview_hit
from jackpot.winners import WinningSpot
from tables.refusals import Invalid, NotAllowed, NotThere, Refused
from tests.jackpot.conftest import CINCOS, FLUSH, QUADS, ROYAL_HEARTS, ROYAL_WITH_JOKER, everything


def preview(house, gran, *hands, by=None):
    spots = [WinningSpot(spot, cards) for spot, cards in enumerate(hands, start=1)]
    return preview_hit(progressive=gran, spots=spots, by=by or house.manager)


def rows():
    return {model._meta.label: model.objects.count() for model in apps.get_models()}


def test_the_preview_is_what_recording_then_does(house, gran):
    house.stand(gran, primary=950_000, backup1=300_000, backup2=100_000)
    shown = preview(house, gran, CINCOS, ROYAL_HEARTS, "3s 4s 5s 6s 7s")
    assert [(share.spot, share.hand, share.amount, share.source) for share in shown.shares] == [
        (1, "cincos, twos", 750_000, "jackpot"),
        (2, "royal flush", 250_000, "jackpot"),
        (3, "straight flush, seven high", 15_000, "tray"),
    ]
    assert (shown.posted, shown.left, shown.from_jackpot, shown.from_tray) == (1_000_000, 0, 1_000_000, 15_000)
    assert (shown.after.promoted, shown.after.moved_up, shown.after.seeded) == (300_000, 100_000, 0)
    house.hit(gran, CINCOS, ROYAL_HEARTS, "3s 4s 5s 6s 7s")
    assert list(gran.payouts.values_list("amount", flat=True)) == [share.amount for share in shown.shares]
    assert list(gran.payouts.values_list("share", flat=True)) == [share.in_words for share in shown.shares]
    assert gran.postings.last().after == shown.after.balances.primary == 300_000


def test_the_checks_that_each_amount_will_need(house, gran):
    house.stand(gran, primary=1_150_000)
    (royal,) = preview(house, gran, ROYAL_WITH_JOKER).shares
    assert (royal.amount, royal.joker) == (300_000, "Ah")
    assert [check.check_name for check in royal.checks] == ["hand and deck verified", "W-2G filled in"]
    (cincos,) = preview(house, gran, CINCOS).shares
    assert [check.check_name for check in cincos.checks] == [
        "hand and deck verified",
        "cameras verified",
        "paid by check within 24 hours",
        "W-2G filled in",
        "tax withheld",
    ]


def test_tray_awards_leave_the_pots_alone_and_need_no_checks(house, gran):
    shown = preview(house, gran, FLUSH, QUADS)
    assert [(share.amount, share.checks) for share in shown.shares] == [(7_500, ()), (10_000, ())]
    assert (shown.left, shown.after.balances.primary, shown.after.seeded) == (50_000, 50_000, 0)


def test_a_preview_writes_nothing(house, gran):
    before = rows()
    with CaptureQueriesContext(
        connection,
    ) as asked:
        preview(house, gran, CINCOS, ROYAL_HEARTS)
    assert rows() == before
    assert {query["sql"].split()[0] for query in asked} == {"SELECT"}


def test_its_statements_do_not_grow_with_the_spots(house, gran):
    preview(house, gran, FLUSH)
    counts = []
    for hands in ((CINCOS,), (CINCOS, ROYAL_HEARTS, "3s 4s 5s 6s 7s", "3c 4c 5c 6c 7c")):
        with CaptureQueriesContext(connection) as asked:
            preview(house, gran, *hands)
        counts.append(len(asked))
    assert counts == [3, 3]


@pytest.mark.parametrize(
    ("hands", "sentence"),
    [((), "at least one"), (("As Ks Qs Js 2h",), "does not pay"), ((ROYAL_HEARTS, "Ah 2h 3h 5h 6h"), "two spots")],
)
def test_what_cannot_be_is_refused(house, gran, hands, sentence):
    stands = everything(gran)
    with pytest.raises(Invalid, match=sentence):
        preview(house, gran, *hands)
    assert everything(gran) == stands


def test_who_may_look(house, gran):
    from tables.models import Cardroom
    from tests.jackpot.conftest import House

    with pytest.raises(NotAllowed):
        preview(house, gran, FLUSH, by=house.floor.ann)
    other = House(Cardroom.objects.create(code="other", name="Other", licensee="O", licence_number="1"))
    with pytest.raises(NotThere):
        preview(house, gran, FLUSH, by=other.manager)
    with pytest.raises(Refused, match="is draft"):
        preview(house, house.draft(code="gran-b"), FLUSH)
