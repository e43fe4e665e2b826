"""What a person may see of a count, what a day's counts came to, and what is still missing."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Q, QuerySet, Sum

from accounting.gaming_days import ends_at, gaming_day
from accounting.models import Count, CountPass, CountRules, CountSignature, CountState, Denomination, Fund
from accounting.selectors.gaming_days import box_day, tables_of
from accounting.words import Said, capitalised
from tables import clock
from tables.duties import Role
from tables.models import Cardroom, CustodyEvent, DropBox, Employee, Table
from tables.refusals import NotAllowed, Refused
from tables.selectors.boxes import last_events, lost_wagers, pulls_of, reports_for

Department = Employee.Department
# Independent of the count, or without access to it (WAC 230-15-430, -610, -620).
KEPT_OUT = {
    Department.SURVEILLANCE: "Surveillance watches the count and takes no part in it.",
    Department.CAGE: "Cage cashiers have no access to the count.",
    Department.ACCOUNTING: "Accounting prepares and reviews the records of the count and takes no part in it.",
}


@dataclass(frozen=True)
class Difference:
    """What the passes of one attempt found of one denomination, by letter."""

    denomination: Denomination
    found: dict[str, int]


@dataclass(frozen=True)
class BoxDay:
    """How far one progressive table is with a gaming day."""

    table: Table
    fund: Fund
    pulled: int
    counted: int
    drop: int


@dataclass(frozen=True)
class DayState:
    """What a gaming day of a cardroom still needs before its funds can be closed."""

    cardroom: Cardroom
    day: date
    over: bool
    boxes: list[BoxDay]
    missing: dict[str, list[Said]]  # by code of the fund

    @property
    def complete(self) -> bool:
        return self.over and not any(self.missing.values())


def rules_of(cardroom: Cardroom) -> CountRules:
    """The cardroom's count rules; one that has set none is held to those of a new cardroom."""
    return CountRules.objects.filter(cardroom=cardroom).first() or CountRules(cardroom=cardroom)


def require_may_count(count: Count, employee: Employee) -> None:
    """Refuse whoever must stay out of this count (WAC 230-15-610)."""
    if employee.department in KEPT_OUT:
        raise NotAllowed(KEPT_OUT[Department(employee.department)])
    if employee.role_names() & {Role.ACCOUNTANT, Role.AUDITOR, Role.SURVEILLANCE}:
        raise NotAllowed("Who prepares or reviews the records of the count takes no part in it.")
    if reports_for(count.pull).filter(author_employee=employee).exists():
        raise NotAllowed(f"{employee} reported the wagers of this box and takes no part in its count.")


def require_may_look(employee: Employee) -> None:
    """Cage cashiers have no access to the count, nor to what was counted and signed (WAC 230-15-620).

    What was signed is also the day's drop, an entry of the books and a line of an export.
    """
    if employee.department == Department.CAGE:
        raise NotAllowed(KEPT_OUT[Department.CAGE])


def visible_passes(count: Count, employee: Employee) -> QuerySet[CountPass]:
    """The passes that the employee may see: of an attempt, none before their own is in; of a locked count, all."""
    passes = count.passes.select_related("by").prefetch_related("lines__denomination")
    if count.state == CountState.LOCKED:
        return passes
    own = CountPass.objects.filter(count=count, by=employee).values("attempt")
    return passes.filter(attempt__in=own)


def compare(passes: Iterable[CountPass]) -> list[Difference]:
    """The denominations of which the passes did not all find the same."""
    found: dict[Denomination, dict[str, int]] = defaultdict(dict)
    passes = list(passes)
    for one in passes:
        for line in one.lines.select_related("denomination"):
            found[line.denomination][one.letter] = line.quantity
    complete = {
        denomination: {one.letter: by_letter.get(one.letter, 0) for one in passes}
        for denomination, by_letter in found.items()
    }
    return [
        Difference(denomination, by_letter)
        for denomination, by_letter in sorted(complete.items(), key=lambda item: item[0].pk)
        if len(set(by_letter.values())) > 1
    ]


def differences(count: Count, employee: Employee) -> list[Difference]:
    """Where the passes of the current attempt differ, as far as the employee may see them."""
    return compare(visible_passes(count, employee).filter(attempt=count.attempt))


def still_to_sign(count: Count) -> list[Employee]:
    """The members of this attempt who have not signed."""
    signed = count.signatures.filter(attempt=count.attempt).values("by")
    members = Employee.objects.filter(count_passes__count=count, count_passes__attempt=count.attempt)
    return list(members.exclude(pk__in=signed).distinct().order_by("pk"))


def members_lacking(count: Count) -> int:
    """How many more members the team needs. The verifier stands beside the team, not in it."""
    verifier = count.passes.filter(attempt=count.attempt, letter=CountPass.Letter.VERIFIER).values("by")
    counted = set(count.passes.filter(attempt=count.attempt).exclude(by__in=verifier).values_list("by", flat=True))
    signed = count.signatures.filter(attempt=count.attempt).exclude(by__in=verifier).values_list("by", flat=True)
    return max(0, rules_of(count.cardroom).team_size - len(counted.union(signed)))


def expected_drop(count: Count) -> int | None:
    """Cents that the terminals' reports say went into the box; None if none reported. Only once the count is locked."""
    if count.state != CountState.LOCKED:
        raise Refused(f"The terminals' figure is shown when {count} is locked, so that nobody counts towards it.")
    return lost_wagers(count.pull)


def variance(count: Count) -> int | None:
    """Cents counted above (or, negative, under) the terminals' figure; None if no terminal reported."""
    expected = expected_drop(count)
    return None if expected is None or count.total is None else count.total - expected


def _locked(fund: Fund, day: date) -> QuerySet[Count]:
    return Count.objects.filter(fund=fund, gaming_day=day, state=CountState.LOCKED)


def drop_of(fund: Fund, day: date) -> int:
    """The drop: cents of the locked counts of the fund's boxes for that gaming day."""
    cents: int = _locked(fund, day).aggregate(cents=Sum("total", default=0))["cents"]
    return cents


def drop_by_table(fund: Fund, day: date) -> dict[Table, int]:
    """The drop of each of the fund's tables that day, zero where nothing was counted."""
    cents = dict(_locked(fund, day).values_list("table").annotate(Sum("total")))
    return {table: cents.get(table.pk, 0) for table in tables_of(fund, day)}


def uncounted_pulls(cardroom: Cardroom) -> QuerySet[CustodyEvent]:
    """Pulled boxes whose count is not locked, longest waiting first: the count room's list."""
    pulls = CustodyEvent.objects.filter(kind=CustodyEvent.Kind.PULLED, box__cardroom=cardroom)
    waiting = pulls.filter(Q(count=None) | ~Q(count__state=CountState.LOCKED))
    return waiting.select_related("box", "table", "count").order_by("at")


def missing_counts(fund: Fund, day: date) -> list[Said]:
    """What keeps the fund's drop of that day from being complete, one sentence each; nothing if it is."""
    tables = tables_of(fund, day)
    sentences: dict[int | None, list[Said]] = {table.pk: [] for table in tables}
    open_counts = Count.objects.filter(fund=fund, gaming_day__lte=day).exclude(state=CountState.LOCKED)
    for count in open_counts.select_related("box", "table"):
        sentences.setdefault(count.table_id, []).append(
            Said(
                f"{capitalised(count.box)} of {count.table}: {count} {count.get_state_display()}.",
                f"count/{count.number}",
            )
        )
    for pull in pulls_of(tables, DropBox.Kind.PROGRESSIVE).filter(count=None):
        if box_day(pull) <= day:
            sentences[pull.table_id].append(
                Said(f"{capitalised(pull.box)} of {pull.table} is pulled and not yet counted.", f"box/{pull.box_id}")
            )
    for standing in _standing(fund, tables, day):
        sentences[standing.table_id].append(
            Said(
                f"{capitalised(standing.box)} still stands on {standing.table}: pull and count it.",
                f"box/{standing.box_id}",
            )
        )
    counted = set(_locked(fund, day).values_list("table", flat=True))
    for table in tables:
        if table.pk not in counted and not sentences[table.pk]:
            sentences[table.pk].append(
                Said(f"No box of {table} was counted for {day}: count it, also if it is empty.", f"table/{table.code}")
            )
    return [sentence for lines in sentences.values() for sentence in lines]


def _standing(fund: Fund, tables: list[Table], day: date) -> list[CustodyEvent]:
    """The boxes on the tables now that were put out for that day or an earlier one."""
    early = timedelta(hours=rules_of(fund.cardroom).early_change_hours)
    placed = last_events(fund.cardroom).filter(
        kind=CustodyEvent.Kind.PLACED, table__in=tables, box__kind=DropBox.Kind.PROGRESSIVE
    )
    return [event for event in placed if gaming_day(fund.cardroom, event.at + early) <= day]


def day_state(cardroom: Cardroom, day: date) -> DayState:
    """What the day still needs, over all funds of the cardroom."""
    boxes = boxes_of_day(cardroom, day)
    funds = dict.fromkeys(box.fund for box in boxes)
    missing = {fund.code: missing_counts(fund, day) for fund in funds}
    return DayState(cardroom, day, over=clock.now() >= ends_at(cardroom, day), boxes=boxes, missing=missing)


def boxes_of_day(cardroom: Cardroom, day: date) -> list[BoxDay]:
    """How far every progressive table is with the day, fund by fund."""
    boxes = []
    for fund in Fund.objects.filter(cardroom=cardroom).select_related("cardroom").order_by("code"):
        drops = drop_by_table(fund, day)
        pulls = pulls_of(drops, DropBox.Kind.PROGRESSIVE).filter(Q(count=None) | Q(count__gaming_day=day))
        pulled = [pull.table_id for pull in pulls.select_related("count") if _day_of(pull) == day]
        counted = list(_locked(fund, day).values_list("table", flat=True))
        boxes += [
            BoxDay(table, fund, pulled.count(table.pk), counted.count(table.pk), cents)
            for table, cents in drops.items()
        ]
    return boxes


def _day_of(pull: CustodyEvent) -> date:
    """The day its count was opened for, else the one the box's own times say."""
    count: Count | None = getattr(pull, "count", None)
    return count.gaming_day if count else box_day(pull)


def count_members(cardroom: Cardroom, first: date, last: date) -> set[int]:
    """The ids of everyone who counted, verified or signed a count of these gaming days."""
    of_days = {"count__cardroom": cardroom, "count__gaming_day__range": (first, last)}
    passes = CountPass.objects.filter(**of_days).order_by().values_list("by", flat=True)
    return set(passes.union(CountSignature.objects.filter(**of_days).order_by().values_list("by", flat=True)))
