"""A hit from the card picker to the paid slip, a policy by two people, a figure to its document, an export."""

import re
import zipfile
from datetime import timedelta

import pypdfium2
import pytest
from playwright.sync_api import expect

from accounting.models import Export
from accounting.selectors.gaming_days import current_day
from accounting.services.exports import run_export
from jackpot.models import Payout, PolicyVersion, SlipPrint
from tables.duties import Job
from tables.models import Cardroom
from tests.e2e.conftest import clean
from tests.jackpot.conftest import CINCOS, ROYAL_HEARTS, ROYAL_SPADES, House

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def house(transactional_db):
    """A cardroom with a progressive at $10,000, at the time that the clock on the wall shows."""
    cardroom = Cardroom.objects.create(code="tri-city", name="Tri-City Cardroom", licensee="LLC", licence_number="67-1")
    house = House(cardroom)
    house.gran = house.open()
    house.stand(house.gran, primary=950_000, backup1=300_000)
    return house


def pick(page, spot, hand):
    """Open the spot and tap its cards."""
    summary = page.locator("summary", has_text=f"Spot {spot}")
    if summary.locator("..").get_attribute("open") is None:
        summary.click()
    for card in hand.split():
        page.locator(f'input[name="spot-{spot}"][value="{card}"]').click()


def test_a_split_royal_and_cincos_from_the_card_picker_to_the_paid_slip(tablets, house):
    floor = tablets(house.manager)
    floor.goto("/payouts/")
    clean(floor)
    floor.get_by_role("link", name="Report a hit").click()
    pick(floor, 1, CINCOS)
    expect(floor.locator("#picked-1")).to_contain_text("cincos, twos; joker plays as 2")
    pick(floor, 2, ROYAL_HEARTS)
    pick(floor, 3, ROYAL_SPADES)
    outcome = floor.locator("#outcome")
    expect(outcome).to_contain_text("$7,500.00")
    expect(outcome.get_by_text("$1,250.00")).to_have_count(2)
    expect(outcome).to_contain_text("Backup 1 becomes the jackpot")
    assert floor.locator('input[name="spot-3"][value="2c"]').is_disabled()  # it lies at spot 1
    assert Payout.objects.count() == 0
    clean(floor)
    floor.get_by_role("button", name="Lock").click()
    expect(floor.get_by_text("Locked: 3 slips.")).to_be_visible()
    assert list(Payout.objects.values_list("amount", flat=True)) == [750_000, 125_000, 125_000]
    clean(floor)

    second = tablets(house.other_manager)
    second.goto("/payouts/1/")
    clean(second)
    second.get_by_label("hand and deck verified").fill("sealed in bag 7")
    second.get_by_role("button", name="Verify").click()
    expect(second.get_by_role("alert")).to_contain_text("still needs: cameras verified")
    second.get_by_label("cameras verified").fill("camera 4, 12:01")
    second.get_by_label("hand and deck verified").fill("sealed in bag 7")
    second.complaints.clear()  # the refusal was a 409
    second.get_by_role("button", name="Verify").click()
    expect(second.get_by_text("The hand is verified.")).to_be_visible()

    office = tablets(house.accountant, width=1440)
    office.goto("/payouts/1/")
    clean(office)
    office.get_by_label("paid by check within 24 hours").fill("check 1001")
    office.get_by_label("W-2G filled in").fill("form 1")
    office.get_by_label("tax withheld").fill("24 %")
    office.get_by_label("cage").check()
    office.get_by_label("check", exact=True).check()
    office.get_by_role("button", name="Pay").click()
    expect(office.get_by_text("Paid. Print the slip and have it signed.")).to_be_visible()
    assert Payout.objects.get(number=1).state == "paid"
    clean(office)

    with office.context.expect_page() as opened:
        office.get_by_role("button", name="Print page").click()
    paper = opened.value
    expect(paper.get_by_role("heading", name="Slip 000001")).to_be_visible()
    expect(paper.get_by_text("seven thousand, five hundred dollars and 00/100")).to_be_visible()
    assert paper.get_by_text("REPRINT").count() == 0
    token = office.locator('form[target="_blank"] input[name="csrfmiddlewaretoken"]').input_value()
    answer = office.request.post("/payouts/1/print/", form={"as": "pdf", "csrfmiddlewaretoken": token})
    printed = pypdfium2.PdfDocument(answer.body())[0].get_textpage().get_text_range()
    assert "REPRINT 1" in printed
    assert SlipPrint.objects.count() == 2


def test_a_policy_is_staged_by_one_and_approved_by_another(tablets, house):
    coming = current_day(house.cardroom) + timedelta(days=1)
    staging = tablets(house.accountant)
    staging.goto("/progressives/gran-a/policies/stage/")
    clean(staging)
    staging.get_by_label("In force from gaming day").fill(str(coming))
    staging.get_by_label("Seed recovery").select_option("portion")
    staging.get_by_label("Portion for the seed, %").fill("50")
    staging.get_by_role("button", name="Stage").click()
    expect(staging.get_by_text("You staged it; someone else approves it.")).to_be_visible()
    clean(staging)

    approving = tablets(house.general)
    approving.goto("/progressives/gran-a/")
    approving.get_by_role("link", name="Look at it").click()
    expect(approving.get_by_role("row", name="Portion for the seed, % 0.00 50.00")).to_be_visible()
    clean(approving)
    approving.get_by_role("button", name="Approve policy 2").click()
    expect(approving.get_by_text("Policy 2 is approved")).to_be_visible()
    policy = PolicyVersion.objects.get(number=2)
    assert (policy.approved_by, policy.effective_from, policy.seed_portion_bps) == (house.general, coming, 5_000)


def test_a_hit_on_the_ledger_and_to_its_document_in_two_clicks(tablets, house):
    house.hit(house.gran, ROYAL_HEARTS)
    office = tablets(house.accountant, width=1440)
    office.goto("/progressives/gran-a/")
    clean(office)
    office.get_by_role("link", name="$7,500.00", exact=True).click()
    expect(office.get_by_role("heading", name="Ledger")).to_be_visible()
    row = office.get_by_role("row", name=re.compile("royal flush at Spanish Poker 1"))
    expect(row).to_contain_text("7,500.00")
    clean(office)
    row.get_by_role("link", name="hit gran-a, 1").click()
    expect(office.get_by_role("heading", name="Hit 1 of Gran Progressive A")).to_be_visible()
    clean(office)


def test_an_export_is_asked_for_watched_and_downloaded(tablets, house, broker, tmp_path):
    office = tablets(house.accountant)
    office.goto("/exports/")
    office.get_by_label("What", exact=True).select_option("wsgc")
    office.get_by_role("button", name="Export").click()
    expect(office.get_by_text("Export 000001 is under way.")).to_be_visible()
    expect(office.get_by_role("progressbar")).to_be_visible()
    clean(office)
    run_export(export=Export.objects.get(), by=Job("test"))
    # Nobody reloads: the list asks by itself.
    link = office.get_by_role("link", name="Download")
    expect(link).to_be_visible(timeout=15_000)
    with office.expect_download() as file:
        link.click()
    path = tmp_path / file.value.suggested_filename
    file.value.save_as(path)
    assert zipfile.ZipFile(path).testzip() is None
    assert office.complaints == []
