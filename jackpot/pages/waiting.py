"""What waits for one person, most urgent first: each thing with the page where it is done.

A page offers what the service would take from this person (`may`); the service decides again.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounting.models import CountState
from accounting.selectors.cases import cases_waiting_for
from accounting.selectors.count_room import Room, ToCount, count_room
from accounting.services import bank, counts
from jackpot.models import PayoutState
from jackpot.selectors.payouts import waits_for_another
from jackpot.selectors.today import Glance, corrections_to_approve, open_slips, policies_to_approve
from jackpot.services import closing, corrections, payouts, policies
from tables import clock
from tables.duties import may
from tables.models import Cardroom, Employee
from tables.pages import address
from tables.sentences import in_words
from tables.services import boxes
from tables.templatetags.bote import day as day_name
from tables.templatetags.bote import left_until, money

MOST = 12  # of one kind; the page of that kind shows them all
DEPOSIT_SOON = 2  # days


@dataclass(frozen=True)
class Task:
    what: str
    more: str
    url: str
    verb: str
    wrong: bool = False


def tasks_of(employee: Employee, seen: Glance) -> list[Task]:
    """Everything that waits for this person: what is wrong first, then as the day goes."""
    tasks = [
        *_cases(employee),
        *_in_the_count_room(employee, seen.cardroom),
        *_slips(employee, seen.cardroom),
        *_days(employee, seen),
        *_deposits(employee, seen),
        *_approvals(employee),
    ]
    return sorted(tasks, key=lambda task: not task.wrong)


def _cases(employee: Employee) -> Iterator[Task]:
    for case in cases_waiting_for(employee)[:MOST]:
        late = case.due_at is not None and case.due_at <= clock.now()
        more = _("exception %(number)s") % {"number": case.number}
        if case.due_at:
            more += " · " + (_("%(time)s too late") if late else _("%(time)s left")) % {"time": left_until(case.due_at)}
        verb = _("Review") if case.state == "explained" else _("Explain")
        yield Task(in_words(case.sentence), more, address("case", case.number), verb, wrong=True)


def _in_the_count_room(employee: Employee, cardroom: Cardroom) -> Iterator[Task]:
    if not may(employee, counts.sign_count):
        return
    room = count_room(cardroom)
    for waiting in room.to_count[:MOST]:
        verb = _count_verb(employee, waiting)
        if verb:
            count = waiting.count
            url = address("count", count.number) if count else address("counts")
            state = _(count.get_state_display()) if count else _("waits for pass A")
            yield Task(_box(waiting), state, url, verb)
    if may(employee, boxes.receive_box):
        yield from _boxes_to_move(room)


def _count_verb(employee: Employee, waiting: ToCount) -> str:
    """What this person could do with the count now; nothing if it waits for others."""
    state = waiting.count.state if waiting.count else CountState.OPENED
    if state == CountState.AGREED:
        return _("Verify") if may(employee, counts.verify_count) else ""
    if state == CountState.VERIFIED:
        return _("Sign")
    return _("Count") if may(employee, counts.record_pass) else ""


def _boxes_to_move(room: Room) -> Iterator[Task]:
    if room.on_the_way:
        number = len(room.on_the_way)
        what = ngettext(
            "%(number)d box is on its way to the count room",
            "%(number)d boxes are on their way to the count room",
            number,
        )
        yield Task(what % {"number": number}, "", address("counts"), _("Receive"))


def _box(waiting: ToCount) -> str:
    box = waiting.pull.box
    words = _("Emergency box %(number)s") if box.emergency else _("Box %(number)s")
    return f"{words % {'number': box.number}}, {waiting.pull.table}"


def _slips(employee: Employee, cardroom: Cardroom) -> Iterator[Task]:
    steps: dict[PayoutState, tuple[Callable[..., object], str, str]] = {
        PayoutState.LOCKED: (payouts.verify_payout, _("Verify"), _("verify the hand")),
        PayoutState.VERIFIED: (payouts.pay_payout, _("Pay"), _("pay the winner")),
        PayoutState.RECORDED: (payouts.approve_tray_slip, _("Approve"), _("approve the tray payout")),
    }
    for slip in open_slips(cardroom)[:MOST]:
        service, verb, more = steps[PayoutState(slip.state)]
        if may(employee, service) and not waits_for_another(slip, employee):
            number = _("Slip %(number)s") % {"number": f"{slip.number:06d}"}
            what = f"{number}, {_(slip.category)}, {money(slip.amount)}"
            yield Task(what, f"{more} · {slip.hit.table}", address("payout", slip.number), verb)


def _days(employee: Employee, seen: Glance) -> Iterator[Task]:
    if not may(employee, closing.preview_close):
        return
    for open_day in seen.open_days:
        url = address("close", open_day.day, open_day.progressive.code)
        what = _("%(name)s, gaming day %(day)s") % {"name": open_day.progressive, "day": day_name(open_day.day)}
        if not open_day.missing and may(employee, closing.close_day):
            yield Task(what, _("ready to close"), url, _("Close"))
        elif open_day.missing and all(said.document for said in open_day.missing):
            # Over, and something is missing: a day that still runs needs nothing yet.
            number = len(open_day.missing)
            more = ngettext("%(number)d thing missing", "%(number)d things missing", number) % {"number": number}
            reminded = (open_day.progressive.fund_id, open_day.day) in seen.reminded
            if reminded:
                more = _("%(missing)s, and the day has waited too long") % {"missing": more}
            yield Task(what, more, url, _("See"), wrong=reminded)


def _deposits(employee: Employee, seen: Glance) -> Iterator[Task]:
    if not may(employee, bank.make_deposit):
        return
    for progressive, due in seen.deposits:
        if due.days_left is not None and due.days_left <= DEPOSIT_SOON:
            what = _("%(name)s: %(amount)s to deposit") % {"name": progressive, "amount": money(due.undeposited)}
            more = _("due %(day)s") % {"day": day_name(due.due_day)}
            yield Task(what, more, address("deposits"), _("Deposit"), wrong=due.late)


def _approvals(employee: Employee) -> Iterator[Task]:
    if may(employee, policies.approve_policy):
        for policy in policies_to_approve(employee)[:MOST]:
            what = _("Policy %(number)d of %(name)s from %(day)s") % {
                "number": policy.number,
                "name": policy.progressive,
                "day": day_name(policy.effective_from),
            }
            more = _("staged by %(name)s") % {"name": policy.staged_by}
            yield Task(what, more, address("policies", policy.progressive.code), _("Approve"))
    if may(employee, corrections.approve_correction):
        for correction in corrections_to_approve(employee)[:MOST]:
            what = _("Correction of %(entry)s, %(name)s") % {
                "entry": correction.corrects,
                "name": correction.progressive,
            }
            more = _("proposed by %(name)s") % {"name": correction.proposed_by}
            yield Task(what, more, address("correction", correction.pk), _("Approve"))
