"""Reminding the floor of a day that waits for something, and making an exception of one that has waited too long."""

from collections.abc import Sequence
from datetime import date, timedelta

from django.db import transaction

from accounting.gaming_days import ends_at
from accounting.ledger.books import open_books
from accounting.models import Case, CaseKind, Fund, Reminder
from accounting.selectors.counts import rules_of
from accounting.selectors.gaming_days import closed_through
from accounting.services.cases import open_case
from tables import clock
from tables.duties import Actor, Job, allowed, require_same_cardroom
from tables.models import author_of


@allowed(Job)
@transaction.atomic
def chase_day(
    *, fund: Fund, day: date, uncounted: Sequence[str], other: Sequence[str], by: Actor
) -> Reminder | Case | None:
    """Say once that the day waits for `uncounted` boxes and `other` things, and once more, later, as an exception.

    After how many hours is the cardroom's choice (`CountRules`). The answer is the newest of what was said.
    """
    require_same_cardroom(by, fund.cardroom)
    open_books(fund)  # the close takes the same lock: a day is not chased while it is being closed
    closed = closed_through(fund)
    if closed and day <= closed:
        return None
    waits_for = [*uncounted, *other]
    waited = clock.now() - ends_at(fund.cardroom, day)
    rules = rules_of(fund.cardroom)
    if not waits_for or waited < timedelta(hours=rules.reminder_hours):
        return None
    sentence = f"{fund}, gaming day {day}: {' '.join(waits_for)}"[:500]
    reminder, _ = Reminder.objects.get_or_create(
        fund=fund, gaming_day=day, defaults={"sentence": sentence, "at": clock.now(), **author_of(by)}
    )
    if waited < timedelta(hours=rules.exception_hours):
        return reminder
    kind = CaseKind.MISSED_COUNT if uncounted else CaseKind.MISSED_CLOSE
    return open_case(
        cardroom=fund.cardroom,
        kind=kind,
        subject=f"fund/{fund.code}",
        sentence=sentence,
        gaming_day=day,
        by=by,
        key=f"missed-day/{fund.code}/{day}",
    )
