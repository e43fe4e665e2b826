"""The accountant's pages over HTTP: the ledger and the way to a document, the bank, exceptions, jobs."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounting.models import Case, Deposit, FundingCheck, StatementBalance
from accounting.models.cases import CaseKind
from accounting.selectors import ledger
from accounting.services import bank
from accounting.services.cases import open_case
from accounting.services.jobs import job_run
from jackpot.services import payouts
from tables import clock
from tests.jackpot.conftest import DAY, NOON, QUADS, ROYAL_HEARTS, gran, house  # noqa: F401


def text(answer):
    return " ".join(answer.content.decode().split())


@pytest.fixture
def accountant(client, house):  # noqa: F811
    client.force_login(house.accountant)
    return client


def test_the_running_balance_of_an_account(house, gran):  # noqa: F811
    house.stand(gran, primary=950_000)
    house.hit(gran, ROYAL_HEARTS)
    found = ledger.browse(house.cardroom, ledger.LedgerFilter(fund="gran-a", account="primary"))
    assert [(row.change, row.balance) for row in found.rows] == [
        (-250_000, 750_000),
        (950_000, 1_000_000),
        (50_000, 50_000),
    ]
    assert (found.older, found.newer) == (None, None)


def test_pages_of_the_ledger_follow_each_other_both_ways(house, gran, monkeypatch):  # noqa: F811
    for _ in range(4):
        house.hit(gran, QUADS)
    monkeypatch.setattr(ledger, "PAGE", 2)
    wanted = ledger.LedgerFilter(kind="tray payout")
    first = ledger.browse(house.cardroom, wanted)
    second = ledger.browse(house.cardroom, wanted, before=first.older)
    back = ledger.browse(house.cardroom, wanted, after=second.newer)
    numbers = [[row.transfer.entry.number for row in page.rows] for page in (first, second, back)]
    assert numbers == [[5, 4], [3, 2], [5, 4]]
    assert (first.newer, second.older, back.newer) == (None, None, None)


def test_from_a_figure_to_its_document_in_two_clicks(accountant, house, gran):  # noqa: F811
    house.hit(gran, ROYAL_HEARTS)
    page = text(accountant.get("/progressives/gran-a/"))
    (to_ledger,) = re.findall(r'class="posted">.*?href="([^"]+)"', page)
    rows = text(accountant.get(to_ledger.replace("&amp;", "&")))
    assert 'href="/hits/gran-a/1/"' in rows
    assert accountant.get("/hits/gran-a/1/").status_code == 200


def test_every_kind_of_document_that_has_a_page_leads_there(accountant, house, gran):  # noqa: F811
    slip = house.hit(gran, QUADS).payouts.get()
    payouts.void_tray_slip(payout=slip, reason="Misread.", by=house.general)
    house.play(gran, DAY, 800)
    page = text(accountant.get("/ledger/"))
    for link in (
        f"/payouts/{slip.number:06d}/",
        "/hits/gran-a/1/",
        "/counts/1/",
        "/progressives/gran-a/",
        f"/days/{DAY}/gran-a/",
    ):
        assert f'href="{link}"' in page, link


def test_what_is_looked_for(accountant, house, gran):  # noqa: F811
    house.hit(gran, QUADS)
    rows = text(accountant.get("/ledger/", {"kind": "tray payout"}))
    assert "quads at Spanish Poker 1" in rows
    assert "is seeded and opened" not in rows
    later = text(accountant.get("/ledger/", {"first": str(DAY + timedelta(days=1))}))
    assert "Nothing in the books fits this." in later
    turned = accountant.get("/ledger/", {"first": str(DAY), "last": str(DAY - timedelta(days=1))})
    assert (turned.status_code, "The first day comes after the last" in text(turned)) == (422, True)


def test_nonsense_is_as_good_as_nothing(accountant, house, gran):  # noqa: F811
    for query in ({"kind": "theft"}, {"account": "mine"}, {"before": "x"}, {"first": "yesterday"}):
        assert accountant.get("/ledger/", query).status_code == 200, query


def test_an_entry_says_why_and_where_it_stands_in_the_chain(accountant, house, gran):  # noqa: F811
    entry = house.hit(gran, ROYAL_HEARTS).payouts.get().entry
    page = text(accountant.get(f"/ledger/{entry.number}/"))
    for said in (entry.explanation, entry.digest, entry.previous_digest, "Flora", "won"):
        assert said in page
    assert accountant.get("/ledger/999/").status_code == 404


def test_a_deposit_and_its_clock(accountant, house, gran):  # noqa: F811
    bank.name_bank_account(fund=gran.fund, label="First Bank", last4="1234", by=house.accountant)
    page = text(accountant.get("/deposits/"))
    assert "$500.00" in page
    assert "7 days left" in page
    sent = {"amount": "500.00", "from_day": str(DAY), "to_day": str(DAY), "receipt": "R-1"}
    assert accountant.post("/deposits/", sent | {"amount": "501"}).status_code == 409
    assert Deposit.objects.count() == 0
    assert accountant.post("/deposits/", sent)["Location"] == "/deposits/?fund=gran-a"
    assert (Deposit.objects.get().amount, Deposit.objects.get().receipt) == (50_000, "R-1")
    own = accountant.post("/deposits/1/", {"reason": "Wrong bank."})
    assert (own.status_code, "Someone else voids it." in text(own)) == (403, True)


def test_a_statement_below_what_is_owed_stops_the_game(accountant, client, house, gran):  # noqa: F811
    bank.name_bank_account(fund=gran.fund, label="First Bank", last4="1234", by=house.accountant)
    bank.make_deposit(fund=gran.fund, amount=50_000, from_day=DAY, to_day=DAY, receipt="R", by=house.accountant)
    with clock.at(NOON + timedelta(days=2)):
        sent = {
            "do": "statement",
            "as_of": str(DAY + timedelta(days=1)),
            "balance": "400",
            "in_transit": "0",
            "outstanding": "0",
            "reference": "S1",
        }
        assert accountant.post("/funding/", sent).status_code == 302
        assert "The game is stopped." in text(accountant.get("/funding/"))
        assert accountant.post("/funding/", {"do": "lift", "reason": "x"}).status_code == 403
        client.force_login(house.general)
        short = client.post("/funding/", {"do": "lift", "reason": "Paid in."})
    assert (short.status_code, "is still $100.00 short" in text(short)) == (409, True)
    assert (StatementBalance.objects.count(), FundingCheck.objects.count()) == (1, 1)


def test_a_month_is_prepared_explained_and_signed_by_another(accountant, client, house, gran):  # noqa: F811
    bank.name_bank_account(fund=gran.fund, label="First Bank", last4="1234", by=house.accountant)
    bank.make_deposit(fund=gran.fund, amount=50_000, from_day=DAY, to_day=DAY, receipt="R", by=house.accountant)
    url = "/reconciliations/gran-a/2026-11/"
    with clock.at(NOON + timedelta(days=20)):
        assert "due" in text(accountant.get("/reconciliations/"))
        early = accountant.post(url, {"do": "prepare"})
        assert (early.status_code, "Enter the bank" in text(early)) == (409, True)
        end = (DAY + timedelta(days=13)).replace(day=30)
        bank.enter_statement(fund=gran.fund, as_of=end, balance=50_100, reference="S1", by=house.accountant)
        assert accountant.post(url, {"do": "prepare"}).status_code == 302
        line = {"do": "explain", "kind": "other", "amount": "-1.00", "document": "S1", "explanation": "Interest."}
        assert accountant.post(url, line).status_code == 302
        assert "it agrees" in text(accountant.get(url))
        assert accountant.post(url, {"do": "sign"}).status_code == 403
        client.force_login(house.general)
        assert client.post(url, {"do": "sign"}).status_code == 302
    assert gran.fund.reconciliations.get().state == "signed"
    assert accountant.get("/reconciliations/gran-a/2026-13/").status_code == 404


def test_an_exception_is_explained_by_one_and_resolved_by_another(accountant, client, house, gran):  # noqa: F811
    open_case(
        cardroom=house.cardroom,
        kind=CaseKind.OTHER,
        subject="progressive/gran-a",
        sentence="The display was dark.",
        gaming_day=DAY,
        by=house.manager,
        key="dark",
    )
    assert "The display was dark." in text(accountant.get("/exceptions/"))
    assert accountant.post("/exceptions/1/", {"do": "explain", "text": " "}).status_code == 422
    assert accountant.post("/exceptions/1/", {"do": "explain", "text": "A plug."}).status_code == 302
    assert accountant.post("/exceptions/1/", {"do": "resolve", "text": "Fine."}).status_code == 403
    client.force_login(house.general)
    assert client.post("/exceptions/1/", {"do": "resolve", "text": "Fine."}).status_code == 302
    assert Case.objects.get().state == "resolved"
    assert "Nothing is open." in text(client.get("/exceptions/"))


@pytest.mark.django_db(transaction=True)
def test_jobs_show_how_far_they_are(client, house):  # noqa: F811
    client.force_login(house.accountant)
    with job_run("close", cardroom=house.cardroom, subject="gran-a") as run:
        run.report(40, "two of five")
        page = text(client.get("/jobs/"))
        run.result = "All five are closed."
    assert 'value="40"' in page
    assert "hx-get" in page
    after = text(client.get("/jobs/"))
    assert "All five are closed." in after
    assert "hx-get" not in after


PAGES = {
    "/ledger/": 6,
    "/ledger/?fund=gran-a&account=primary": 7,
    "/ledger/1/": 11,
    "/deposits/": 9,
    "/funding/": 11,
    "/reconciliations/": 7,
    "/exceptions/": 6,
    "/jobs/": 5,
}


def test_the_statements_of_a_page_do_not_grow_with_the_data(accountant, house, gran):  # noqa: F811
    bank.name_bank_account(fund=gran.fund, label="First Bank", last4="1234", by=house.accountant)
    house.hit(gran, ROYAL_HEARTS)
    house.play(gran, DAY, 700)
    assert statements(accountant) == PAGES
    for day in range(1, 5):
        house.play(gran, DAY + timedelta(days=day), 700)
    assert statements(accountant) == PAGES


def statements(client):
    """How many each page takes."""
    counted = {}
    for url in PAGES:
        with CaptureQueriesContext(connection) as asked:
            assert client.get(url).status_code == 200, url
        counted[url] = len(asked)
    return counted
