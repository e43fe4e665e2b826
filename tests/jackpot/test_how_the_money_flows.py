"""The examples of docs/how-the-money-flows.md, run through the real services and compared with what stands there."""

import doctest
import re
import sys
from datetime import timedelta

from django.core.management import call_command
from django.db import transaction

from accounting.ledger.accounts import WHERE
from accounting.models import Count, Entry
from jackpot import rules
from jackpot.models import Approval, Threshold
from jackpot.selectors import missing_for_close
from jackpot.services import corrections, payouts
from tables import clock
from tables.models import Cardroom
from tables.money import dollars
from tests.conftest import ROOT
from tests.jackpot import test_closing, test_hits
from tests.jackpot.conftest import DAY, NOON, House, balances

PAGE = ROOT / "docs" / "how-the-money-flows.md"
POTS = {"primary": "P", "backup1": "B1", "backup2": "B2"}
DEBTS = {"seed": "seed owed", "carryover": "carryover", "fee": "fee"}


class Teller(House):
    """The house, with the few words that the page needs."""

    because = "What the players had put in before"

    def pay(self, slip):
        noted = dict.fromkeys(Threshold.Check.values, "done")
        payouts.verify_payout(payout=slip, by=self.other_manager, checks=noted)
        payouts.pay_payout(payout=slip, paid_from="cage", method="cash", by=self.accountant, checks=noted)

    def void(self, slip, reason):
        payouts.void_payout(payout=slip, reason=reason, by=self.general)

    def stand(self, progressive, **pots):
        """As ever, and answers nothing, so that the page shows nothing."""
        super().stand(progressive, **pots)

    def correct_count(self, progressive, day, cents, explanation):
        count = Count.objects.get(fund=progressive.fund, gaming_day=day)
        with clock.at(NOON + timedelta(days=1)):
            proposed = corrections.correct_count(count=count, total=cents, explanation=explanation, by=self.accountant)
            return corrections.approve_correction(correction=proposed, by=self.general)


def show(progressive):
    stands = balances(progressive)
    for side, chosen in (("whose", lambda name: name not in WHERE), ("where", lambda name: name in WHERE)):
        held = [f"{name} {dollars(cents)}" for name, cents in stands.items() if chosen(name)]
        print(f"{side}: {', '.join(held)}")


class Entries:
    """Prints what was posted since it was last asked."""

    def __init__(self):
        self.last = 0

    def __call__(self, progressive):
        for entry in Entry.objects.filter(number__gt=self.last).order_by("number"):
            linked = f", corrects {entry.corrects.number}" if entry.corrects else ""
            document = re.sub(r"correction/\d+", "correction", entry.document)  # its id is the database's own
            print(f"entry {entry.number}, {entry.kind}: {entry.explanation} ({document}{linked})")
            for transfer in entry.transfers.select_related("from_account", "to_account"):
                reason = f", {transfer.reason}" if transfer.reason else ""
                names = f"{transfer.from_account.name} → {transfer.to_account.name}"
                print(f"    {names} {dollars(transfer.amount)}{reason}")
            self.last = entry.number


def each_alone(house, examples, tell):
    """Every example from its own beginning, taken back afterwards."""
    for name, example in examples.items():
        point = transaction.savepoint()
        yield f"{name}: {tell(house, *example)}"
        transaction.savepoint_rollback(point)


def said(stands):
    pots = [f"{short} {dollars(stands[name])}" for name, short in POTS.items() if stands.get(name)]
    debts = [f"{short} {dollars(abs(stands[name]))}" for name, short in DEBTS.items() if stands.get(name)]
    return ", ".join(pots + debts)


def worked_hits(house):
    return each_alone(house, test_hits.WORKED, tell_hit)


def tell_hit(house, posted, backup1, hands, *_):
    gran = house.open(code="gran-x", tables=[house.another_table])
    house.stand(gran, primary=posted - 50_000, backup1=backup1)
    before = said({name: cents for name, cents in balances(gran).items() if name in POTS})
    hit = house.hit(gran, *hands, table=house.another_table)
    paid = "; ".join(f"{slip.category} {dollars(slip.amount)}" for slip in hit.payouts.all())
    return f"{before} → {paid} → {said(balances(gran))}"


def worked_closes(house):
    return each_alone(house, test_closing.WORKED, tell_close)


def tell_close(house, elections, pots, tray, drop, _):
    gran = house.open(
        rules.Policy(**elections), code="gran-x", tables=[house.another_table], kinds=tuple(Approval.Kind)
    )
    house.stand(gran, **pots)
    for hand in tray:
        house.hit(gran, hand, table=house.another_table)
    before = said(balances(gran))
    house.box(DAY, drop, house.another_box)
    house.approve_tray(gran)
    closed = house.close(gran, DAY)
    return f"{before}; D {dollars(closed.drop)}, T {dollars(closed.tray)} → {said(balances(gran))}"


def names_of_the_page(cardroom):
    house = Teller(cardroom)
    house.another_table = house.floor.add_table(2)
    house.another_box = house.floor.add_box(house.another_table, 2)
    return {
        "house": house,
        "Policy": rules.Policy,
        "DAY": DAY,
        "dollars": dollars,
        "show": show,
        "entries": Entries(),
        "missing": lambda progressive: missing_for_close(progressive, DAY),
        "worked_hits": worked_hits,
        "worked_closes": worked_closes,
        "call_command": lambda name: call_command(name, stdout=sys.stdout, stderr=sys.stdout),
    }


def test_the_page_says_what_happens(db):
    cardroom = Cardroom.objects.create(code="tri-city", name="Tri-City", licensee="T", licence_number="67-00001")
    with clock.at(NOON):
        names = names_of_the_page(cardroom)
        text = re.sub("^```.*$", "", PAGE.read_text(), flags=re.MULTILINE)  # a fence is no output
        page = doctest.DocTestParser().get_doctest(text, names, PAGE.name, str(PAGE), 0)
        differences = []
        doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF).run(page, out=differences.append)
    assert "".join(differences) == ""
