"""Hits, slips, progressives and policies over HTTP: what is shown, what is refused, how many statements it takes."""

from datetime import timedelta

import pypdfium2
import pytest
from django.urls import reverse

from jackpot.models import HitEvent, Payout, PolicyVersion, SlipPrint, TaxDisclosure, TaxIdentity
from jackpot.services import payouts
from tests.jackpot.conftest import CINCOS, DAY, FLUSH, QUADS, ROYAL_HEARTS, ROYAL_SPADES

SPLIT = {"spot-1": CINCOS.split(), "spot-2": ROYAL_HEARTS.split(), "spot-3": ROYAL_SPADES.split()}


def text(answer):
    return " ".join(answer.content.decode().split())


@pytest.fixture
def at(client):
    """Sign someone in at the client."""

    def sign_in(employee):
        client.force_login(employee)
        return client

    return sign_in


def test_the_picker_says_what_it_is_and_pays_and_writes_nothing(at, house, gran):
    house.stand(gran, primary=950_000)
    answer = at(house.manager).get("/payouts/report/", SPLIT | {"patron-1": "card 77"})
    page = text(answer)
    assert answer.status_code == 200
    assert "cincos, twos; joker plays as 2♠" in page
    assert [figure in page for figure in ("$7,500.00", "$1,250.00", "Posted after it</dt><dd>$500.00")] == [True] * 3
    assert "Spot 1: cincos, twos · card 77" in page
    assert "hand and deck verified, cameras verified, paid by check within 24 hours" in page
    assert HitEvent.objects.count() == Payout.objects.count() == 0


def test_an_unfinished_spot_is_named_and_not_offered_for_locking(at, house, gran):
    page = text(at(house.manager).get("/payouts/report/", {"spot-1": ["7h", "Jh"], "spot-2": ["Ah"]}))
    assert "3 more cards" in page
    assert "4 more cards" in page
    assert "Nothing to lock yet." in page


def test_a_hand_that_does_not_win_is_said_and_not_offered(at, house, gran):
    page = text(at(house.manager).get("/payouts/report/", {"spot-1": ["As", "Ks", "Qs", "Js", "2h"]}))
    assert "which the progressive does not pay. Leave it out." in page
    assert ">Lock</button>" not in page


def test_locking_records_once_and_shows_the_hit(at, house, gran):
    house.stand(gran, primary=950_000)
    client = at(house.manager)
    sent = SPLIT | {"table": house.table.code, "key": "k-1", "patron-2": "card 8"}
    first, again = client.post("/payouts/report/", sent), client.post("/payouts/report/", sent)
    assert first.status_code == again.status_code == 302
    assert first["Location"] == again["Location"] == "/hits/gran-a/1/"
    assert list(Payout.objects.values_list("spot", "amount", "patron")) == [
        (1, 750_000, ""),
        (2, 125_000, "card 8"),
        (3, 125_000, ""),
    ]
    page = text(client.get(first["Location"]))
    assert [page.count(f'href="/payouts/{number}/"') for number in (1, 2, 3, 4)] == [1, 1, 1, 0]
    assert "the rest after 25 % for the royals" in page


def test_a_refused_lock_keeps_what_was_picked(at, house, gran):
    sent = {"table": house.table.code, "key": "k-1", "spot-1": ["As", "Ks", "Qs", "Js", "2h"]}
    answer = at(house.manager).post("/payouts/report/", sent)
    assert answer.status_code == 422
    assert "which the progressive does not pay" in text(answer)
    assert answer.content.decode().count(" checked") == 5
    assert HitEvent.objects.count() == 0


def test_others_do_not_report_hits(at, house, gran):
    assert at(house.accountant).get("/payouts/report/").status_code == 403
    assert at(house.accountant).post("/payouts/report/", SPLIT).status_code == 403
    assert HitEvent.objects.count() == 0


def test_a_slip_from_locked_to_paid(at, house, gran):
    house.stand(gran, primary=750_000)
    slip = house.hit(gran, ROYAL_HEARTS).payouts.get()
    client, url = at(house.other_manager), f"/payouts/{slip.number:06d}/"
    refused = client.post(url, {"do": "verify"})
    assert refused.status_code == 409
    assert "still needs: hand and deck verified" in text(refused)
    assert client.post(url, {"do": "verify", "check-hand_and_deck": "bag 7"}).status_code == 302
    assert 'name="check-w2g"' in text(client.get(url))
    paid = client.post(url, {"do": "pay", "paid_from": "cage", "method": "cash", "check-w2g": "form 1"})
    assert paid.status_code == 302
    slip.refresh_from_db()
    assert (slip.state, slip.amount) == ("paid", 200_000)
    assert {check.note for check in slip.checks.all()} == {"bag 7", "form 1"}


def test_who_recorded_it_does_not_verify_it(at, house, gran):
    slip = house.hit(gran, ROYAL_HEARTS).payouts.get()
    answer = at(house.manager).post(f"/payouts/{slip.number}/", {"do": "verify"})
    assert answer.status_code == 403
    assert "recorded this hit. Someone else has to do that." in text(answer)
    slip.refresh_from_db()
    assert slip.state == "locked"


def test_a_check_that_only_the_payment_can_ask_for_appears_with_the_refusal(at, house, gran):
    """31 CFR 1021.311: cash to one person over $10,000 in a gaming day."""
    for hand, cents in ((ROYAL_HEARTS, 450_000), (ROYAL_SPADES, 450_000), (ROYAL_HEARTS, 150_000)):
        primary = gran.fund.accounts.get(name="primary").balance
        house.stand(gran, primary=max(0, 4 * cents - primary))
        slip = house.hit(gran, hand).payouts.get()
        notes = {"hand and deck verified": "bag", "cameras verified": "camera"}
        payouts.verify_payout(payout=slip, by=house.other_manager, checks=notes)
        sent = {"do": "pay", "paid_from": "cage", "method": "cash", "patron": "card 77", "check-w2g": "form"}
        answer = at(house.accountant).post(f"/payouts/{slip.number}/", sent)
    assert answer.status_code == 409
    assert 'name="check-ctr"' in text(answer)
    slip.refresh_from_db()
    assert slip.state == "verified"


def test_voiding_asks_for_a_reason(at, house, gran):
    slip = house.hit(gran, FLUSH).payouts.get()
    client, url = at(house.general), f"/payouts/{slip.number}/"
    assert client.post(url, {"do": "void", "reason": " "}).status_code == 422
    assert client.post(url, {"do": "void", "reason": "Misread."}).status_code == 302
    slip.refresh_from_db()
    assert (slip.state, slip.void_reason) == ("voided", "Misread.")


def test_every_copy_is_counted_and_only_a_post_prints(at, house, gran):
    slip = house.hit(gran, ROYAL_HEARTS).payouts.get()
    client, url = at(house.manager), f"/payouts/{slip.number}/print/"
    assert client.get(url).status_code == 405
    first, second = client.post(url, {"as": "pdf"}), client.post(url, {"as": "page"})
    assert first["Content-Type"] == "application/pdf"
    paper = pypdfium2.PdfDocument(first.content)[0].get_textpage().get_text_range()
    assert "http://testserver/payouts/1/" in paper
    assert "REPRINT" not in paper
    assert "REPRINT 1" in text(second)
    assert SlipPrint.objects.count() == 2


def test_a_tax_identity_number_is_masked_until_someone_says_why(at, house, gran):
    house.stand(gran, primary=950_000)
    slip = house.hit(gran, ROYAL_HEARTS).payouts.get()
    assert ">Write the number down</a>" in text(at(house.accountant).get(f"/payouts/{slip.number}/"))
    url = f"/payouts/{slip.number}/tax/"

    refused = at(house.accountant).post(url, {"do": "record", "number": "900-12-345"})
    assert (refused.status_code, TaxIdentity.objects.count()) == (422, 0)
    assert "A tax identity number has nine digits, such as 900-12-3456." in text(refused)
    assert "900-12-345<" not in text(refused).replace("such as 900-12-3456", "")

    assert at(house.accountant).post(url, {"do": "record", "number": "900-12-3456"}).status_code == 302
    page = text(at(house.accountant).get(url))
    assert "***-**-3456" in page
    assert "900-12-3456" not in page
    assert "See it in full" not in page
    assert at(house.accountant).post(url, {"do": "show", "reason": "W-2G"}).status_code == 403
    assert at(house.general).post(url, {"do": "show", "reason": " "}).status_code == 422
    assert TaxDisclosure.objects.count() == 0

    shown = text(at(house.general).post(url, {"do": "show", "reason": "W-2G printed again"}))
    assert "900-12-3456" in shown
    assert list(TaxDisclosure.objects.values_list("by", "reason")) == [(house.general.pk, "W-2G printed again")]
    page = text(at(house.general).get(url))
    assert "W-2G printed again" in page
    assert "900-12-3456" not in page


def test_a_small_slip_asks_for_no_tax_identity_number(at, house, gran):
    slip = house.hit(gran, ROYAL_HEARTS).payouts.get()
    assert slip.amount == 12_500
    assert "Tax identity number" not in text(at(house.accountant).get(f"/payouts/{slip.number}/"))


def test_a_slip_of_another_cardroom_is_not_there(at, house, gran):
    from tables.models import Cardroom
    from tests.jackpot.conftest import House

    number = house.hit(gran, ROYAL_HEARTS).payouts.get().number
    other = House(Cardroom.objects.create(code="other", name="Other", licensee="O", licence_number="1"))
    client = at(other.manager)
    for url in (f"/payouts/{number}/", "/hits/gran-a/1/", "/progressives/gran-a/", "/progressives/gran-a/policies/"):
        assert client.get(url).status_code == 404, url
    assert client.post(f"/payouts/{number}/print/").status_code == 404
    assert SlipPrint.objects.count() == 0


def test_strangers_are_sent_to_the_sign_in(client, house, gran):
    for name in ("payouts", "report-hit", "progressives", "ledger", "deposits", "funding", "cases", "jobs"):
        assert client.get(reverse(name))["Location"].startswith("/login/"), name


def test_a_policy_is_staged_by_one_and_approved_by_another(at, house, gran):
    url = "/progressives/gran-a/policies/"
    sent = {
        "effective_from": str(DAY + timedelta(days=1)),
        "fee_bps": "0",
        "fee_max_bps": "0",
        "seed_recovery": "portion",
        "seed_portion_bps": "50",
        "shortage": "carryover",
        "backups": "on",
        "backup_share_bps": "100",
        "backup_threshold": "5000.00",
        "backup_cap": "5,000.00",
        "cap_lift": "20000",
        "seed_minimum": "500",
        "maximum": "",
        "accrual": "counted",
    }
    assert at(house.accountant).post(f"{url}stage/", sent).status_code == 302
    staged = PolicyVersion.objects.get(number=2)
    assert (staged.seed_recovery, staged.seed_portion_bps, staged.backup_cap) == ("portion", 5_000, 500_000)
    assert "You staged it; someone else approves it." in text(at(house.accountant).get(url))
    assert at(house.accountant).post(f"{url}2/approve/").status_code == 403
    assert at(house.general).post(f"{url}2/approve/").status_code == 302
    staged.refresh_from_db()
    assert staged.approved_by == house.general


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"effective_from": str(DAY)}, "has begun. A policy takes effect on a later day."),
        ({"fee_bps": "5"}, "is above the 0 that the WSGC allowed"),
        ({"maximum": "100"}, "A maximum is never below the amount posted"),
        ({"seed_minimum": "four"}, "Enter a number."),
    ],
)
def test_a_policy_that_cannot_be_changes_nothing(at, house, gran, change, said):
    sent = {
        "effective_from": str(DAY + timedelta(days=1)),
        "seed_recovery": "full",
        "shortage": "carryover",
        "accrual": "counted",
        **dict.fromkeys(("fee_bps", "fee_max_bps", "seed_portion_bps", "backup_share_bps"), "0"),
        **dict.fromkeys(("backup_threshold", "backup_cap", "cap_lift", "seed_minimum"), "5000"),
    }
    answer = at(house.accountant).post("/progressives/gran-a/policies/stage/", sent | change)
    assert answer.status_code in (409, 422)
    assert said in text(answer)
    assert PolicyVersion.objects.count() == 1


PAGES = {
    "/payouts/": 5,
    "/payouts/?state=all": 5,
    "/payouts/1/": 10,
    "/payouts/report/": 5,
    "/hits/gran-a/1/": 7,
    "/progressives/": 5,
    "/progressives/gran-a/?range=all": 15,
    "/progressives/gran-a/policies/": 8,
}


def test_the_statements_of_a_page_do_not_grow_with_the_data(at, house, gran, django_assert_num_queries):
    house.hit(gran, ROYAL_HEARTS)
    house.play(gran, DAY, 800)
    client = at(house.manager)
    for url, statements in PAGES.items():
        with django_assert_num_queries(statements):
            assert client.get(url).status_code == 200, url
    for day in range(1, 6):
        house.hit(gran, QUADS, ROYAL_SPADES)
        house.play(gran, DAY + timedelta(days=day), 700)
    for url, statements in PAGES.items():
        with django_assert_num_queries(statements):
            assert client.get(url).status_code == 200, url
