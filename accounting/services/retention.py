"""Legal holds, and removing what may be removed, never before its date.

Nothing of the books is purgeable. Another app offers rows of its own with `offer_for_purge` when it starts.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import QuerySet

from accounting.models.jobs import JobRun
from accounting.models.retention import CardroomBooks, LegalHold, Purge
from accounting.retention import RecordClass, retention_rule
from accounting.selectors.retention import keep_until, standing_holds
from accounting.words import written
from tables import clock
from tables.duties import Actor, Job, Role, allowed, require_same_cardroom
from tables.models import Cardroom, Employee, author_of
from tables.refusals import Invalid, NotAllowed, Refused
from tables.services.access import record_change


@dataclass(frozen=True)
class Offer:
    """The rows of a purgeable class in one cardroom (with None, the installation's own), and the moment they are of."""

    rows: Callable[[Cardroom | None], QuerySet[Any]]
    moment: str


OFFERS: dict[RecordClass, Offer] = {
    # A run that never ended has no end to count from, and stays.
    RecordClass.JOB_RUNS: Offer(lambda cardroom: JobRun.objects.filter(cardroom=cardroom), "finished_at"),
}


def offer_for_purge(record_class: RecordClass, offer: Offer) -> None:
    """Let `purge` find the rows of a purgeable class that another app keeps."""
    if not retention_rule(record_class, date.max).purgeable:
        raise ValueError(f"{record_class} are never purged.")
    OFFERS[record_class] = offer


@allowed(Role.GENERAL_MANAGER)
@transaction.atomic
def set_fiscal_year_end(*, cardroom: Cardroom, month: int, by: Employee) -> CardroomBooks:
    """Say in which month the cardroom's fiscal year ends."""
    require_same_cardroom(by, cardroom)
    if not 1 <= month <= 12:
        raise Invalid("A month is a number from 1 to 12.", errors={"month": ["Enter 12 for December."]})
    _lock(cardroom)
    asked = {"fiscal_year_end_month": month}
    stood = CardroomBooks.objects.filter(cardroom=cardroom).values(*asked).first() or {}
    record_change(what="records", before=stood, after=asked, by=by)
    return CardroomBooks.objects.update_or_create(cardroom=cardroom, defaults=asked)[0]


@allowed(Role.GENERAL_MANAGER, Role.ACCOUNTANT)
@transaction.atomic
def place_hold(*, cardroom: Cardroom, reason: str, by: Employee, record_class: RecordClass | None = None) -> LegalHold:
    """Keep records of a class, or everything, until the hold is lifted."""
    require_same_cardroom(by, cardroom)
    _lock(cardroom)
    return LegalHold.objects.create(
        cardroom=cardroom,
        record_class=record_class or "",
        reason=written(reason, "reason"),
        placed_by=by,
        placed_at=clock.now(),
    )


@allowed(Role.GENERAL_MANAGER)
@transaction.atomic
def lift_hold(*, hold: LegalHold, reason: str, by: Employee) -> LegalHold:
    """End a hold. What it covered goes by its dates again."""
    require_same_cardroom(by, hold.cardroom)
    hold = LegalHold.objects.select_for_update(of=("self",)).select_related("cardroom").get(pk=hold.pk)
    if hold.lifted_at is not None:
        raise Refused(f"The {hold} was already lifted.")
    hold.lifted_by, hold.lifted_at, hold.lift_reason = by, clock.now(), written(reason, "reason")
    hold.save(update_fields=["lifted_by", "lifted_at", "lift_reason"])
    return hold


@allowed(Role.GENERAL_MANAGER, Job)
@transaction.atomic
def purge(*, record_class: RecordClass, cardroom: Cardroom | None, before: date, by: Actor) -> Purge:
    """Remove rows of a purgeable class from days before `before`, and log how many. All of them or none."""
    if cardroom is not None:
        require_same_cardroom(by, cardroom)
    elif not isinstance(by, Job):
        raise NotAllowed("Records of the whole installation are removed by its own job.")
    _lock(cardroom)
    _check_may_go(record_class, cardroom, before)
    offer = OFFERS[record_class]
    zone = ZoneInfo(cardroom.time_zone) if cardroom else UTC
    old = offer.rows(cardroom).filter(**{f"{offer.moment}__lt": datetime.combine(before, time(0), zone)})
    removed, _ = old.delete()
    return Purge.objects.create(
        cardroom=cardroom, record_class=record_class, before=before, rows=removed, at=clock.now(), **author_of(by)
    )


def _check_may_go(record_class: RecordClass, cardroom: Cardroom | None, before: date) -> None:
    last_day = before - timedelta(days=1)
    if not retention_rule(record_class, last_day).purgeable or record_class not in OFFERS:
        raise Refused(f"{record_class.capitalize()} are never removed from Bote.")
    if hold := standing_holds(record_class, cardroom).first():
        raise Refused(f"There is a {hold}: {hold.reason} Nothing is removed until it is lifted.")
    kept = keep_until(record_class, last_day, cardroom)
    if kept >= clock.now().date():
        raise Refused(f"{record_class.capitalize()} of {last_day} are kept through {kept}. Choose an earlier day.")


def _lock(cardroom: Cardroom | None) -> None:
    """A hold and a purge of one cardroom wait for each other; a purge of the installation waits for all holds."""
    rooms = Cardroom.objects.select_for_update(no_key=True).order_by("pk")
    list(rooms.filter(pk=cardroom.pk) if cardroom else rooms)
