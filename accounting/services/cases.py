"""Cases: opened by whoever sees that something is wrong, explained by one person, resolved by another."""

from datetime import date, datetime
from typing import Any

from django.db import transaction

from accounting.clocks import clock_rule
from accounting.gaming_days import gaming_day
from accounting.ledger.numbers import take_number
from accounting.models.cases import EXPLAINERS, FIRST_OWNER, REVIEWERS, Case, CaseEvent, CaseKind, CaseState
from accounting.words import capitalised, written
from tables import clock
from tables.duties import Actor, Device, Job, Role, allowed, require_same_cardroom
from tables.models import Cardroom, Employee, Table, author_of
from tables.money import dollars
from tables.refusals import Invalid, NotAllowed, NotThere, Refused

TOLD_FROM = 20_000  # cents: an opener error of less is told when it is part of a pattern (WAC 230-15-495)


@transaction.atomic
def open_case(
    *,
    cardroom: Cardroom,
    kind: CaseKind,
    subject: str,
    sentence: str,
    gaming_day: date,
    by: Actor,
    key: str,
    noticed_at: datetime | None = None,
) -> Case:
    """Open a case, or find the one that was opened for the same `key`: then nothing is new.

    Anyone may, also inside another service's transaction; there it comes after `open_books`, because it takes a number.
    The rule's clock runs from `noticed_at`, by default now.
    """
    require_same_cardroom(by, cardroom)
    opened_at = clock.now()
    rule = clock_rule(kind, gaming_day)
    facts: dict[str, Any] = {
        # Taken in the savepoint of the insert: whoever comes second with the key gives the number back.
        "number": lambda: take_number(cardroom, "case"),
        "kind": kind,
        "subject": subject,
        "sentence": sentence,
        "gaming_day": gaming_day,
        "opened_at": opened_at,
        "due_at": (noticed_at or opened_at) + rule.limit if rule else None,
        "rule": rule.source if rule else "",
        "tell_commission": bool(rule and rule.tell_commission),
        "owner_role": FIRST_OWNER.get(kind, Role.ACCOUNTANT),
        **author_of(by),
    }
    return Case.objects.get_or_create(cardroom=cardroom, key=key, defaults=facts)[0]


@allowed(Role.FLOOR_MANAGER, Role.ACCOUNTANT, Role.GENERAL_MANAGER, Device, Job)
@transaction.atomic
def report_malfunction(
    *, cardroom: Cardroom, equipment: str, what_happened: str, noticed_at: datetime, by: Actor
) -> Case:
    """A piece of equipment went wrong: the WSGC is told within 72 hours of its being noticed (WAC 230-06-050)."""
    require_same_cardroom(by, cardroom)
    _not_in_the_future(noticed_at, "noticed_at")
    equipment = written(equipment, "equipment", most=60)
    return open_case(
        cardroom=cardroom,
        kind=CaseKind.MALFUNCTION,
        subject=f"equipment/{equipment}",
        sentence=written(what_happened, "what_happened"),
        gaming_day=gaming_day(cardroom, noticed_at),
        by=by,
        key=f"malfunction/{equipment}/{noticed_at.isoformat()}",
        noticed_at=noticed_at,
    )


@allowed(Role.FLOOR_MANAGER, Role.ACCOUNTANT, Role.GENERAL_MANAGER)
@transaction.atomic
def report_opener_error(
    *, table: Table, amount: int, what_happened: str, noticed_at: datetime, by: Employee, pattern: bool = False
) -> Case:
    """The opener of a table was wrong: of $200 or more, or again and again, the WSGC is told within 24 hours."""
    _not_in_the_future(noticed_at, "noticed_at")
    if amount <= 0:
        raise Invalid("Say by how much it was wrong.", errors={"amount": ["More than nothing."]})
    if amount < TOLD_FROM and not pattern:
        raise Refused(f"An error under {dollars(TOLD_FROM)} is told when it is part of a pattern (WAC 230-15-495).")
    what_happened = written(what_happened, "what_happened", most=400)
    return open_case(
        cardroom=table.cardroom,
        kind=CaseKind.OPENER_ERROR,
        subject=f"table/{table.code}",
        sentence=f"The opener of {table} was wrong by {dollars(amount)}: {what_happened}",
        gaming_day=gaming_day(table.cardroom, noticed_at),
        by=by,
        key=f"opener-error/{table.code}/{noticed_at.isoformat()}",
        noticed_at=noticed_at,
    )


@allowed(Role.ACCOUNTANT, Role.GENERAL_MANAGER)
@transaction.atomic
def assign_case(*, case: Case, owner: Employee, role: Role, by: Employee) -> Case:
    """Hand the case to someone of the cardroom who acts in `role`."""
    case = _open_case_locked(case, by)
    if owner.cardroom_id != case.cardroom_id:
        raise NotThere("There is no such employee in your cardroom.")
    if role not in EXPLAINERS or role not in owner.role_names():
        raise Refused(f"{owner} cannot explain a case as {role}: choose someone who can.")
    case.owner, case.owner_role = owner, role
    case.save(update_fields=["owner", "owner_role"])
    _write(case, CaseEvent.Kind.ASSIGNED, f"Given to {owner} ({role}).", by)
    return case


@allowed(*EXPLAINERS, Role.SURVEILLANCE)
@transaction.atomic
def comment_case(*, case: Case, text: str, by: Employee) -> CaseEvent:
    """Add what someone saw or wants to know."""
    return _write(_open_case_locked(case, by), CaseEvent.Kind.COMMENT, text, by)


@allowed(*EXPLAINERS)
@transaction.atomic
def explain_case(*, case: Case, text: str, by: Employee) -> Case:
    """Say in writing how it came to this. If that is not enough for the reviewer, it can be explained further."""
    case = _open_case_locked(case, by)
    _write(case, CaseEvent.Kind.EXPLANATION, text, by)
    if case.state == CaseState.OPEN:
        case.state = CaseState.EXPLAINED
        case.save(update_fields=["state"])
    return case


@allowed(*REVIEWERS)
@transaction.atomic
def tell_commission(*, case: Case, told_at: datetime, reference: str, by: Employee) -> Case:
    """Record that the WSGC has been told, when, and under which reference. This stops the rule's clock."""
    case = _open_case_locked(case, by)
    if not case.tell_commission:
        raise Refused(f"No rule asks to tell the WSGC of {case}. Write a comment if it was told all the same.")
    if case.told_at is not None:
        raise Refused(f"The WSGC was already told of {case}. Write a comment to add to it.")
    _not_in_the_future(told_at, "told_at")
    case.told_at = told_at
    case.save(update_fields=["told_at"])
    _write(case, CaseEvent.Kind.NOTICE, f"WSGC told: {written(reference, 'reference')}", by)
    return case


@allowed(*REVIEWERS)
@transaction.atomic
def resolve_case(*, case: Case, text: str, by: Employee) -> Case:
    """A reviewer ends the case; nobody reviews an explanation of their own (WAC 230-15-430)."""
    case = _open_case_locked(case, by)
    if case.state != CaseState.EXPLAINED:
        raise Refused(f"Nobody has explained {case} yet. It needs an explanation first.")
    if case.tell_commission and case.told_at is None:
        raise Refused(f"Tell the WSGC of {case} first and record it ({case.rule}).")
    if case.events.filter(kind=CaseEvent.Kind.EXPLANATION, author_employee=by).exists():
        raise NotAllowed(f"{by} has explained {case}. Someone else reviews it.")
    _write(case, CaseEvent.Kind.RESOLUTION, text, by)
    case.state = CaseState.RESOLVED
    case.save(update_fields=["state"])
    return case


def _open_case_locked(case: Case, by: Employee) -> Case:
    require_same_cardroom(by, case.cardroom)
    locked = Case.objects.select_for_update(of=("self",)).select_related("cardroom").get(pk=case.pk)
    if locked.state == CaseState.RESOLVED:
        raise Refused(f"{capitalised(locked)} is resolved. Open a new one if there is more to say.")
    return locked


def _write(case: Case, kind: CaseEvent.Kind, text: str, by: Employee) -> CaseEvent:
    return CaseEvent.objects.create(
        case=case, kind=kind, text=written(text, "text", most=2_000), at=clock.now(), **author_of(by)
    )


def _not_in_the_future(moment: datetime, field: str) -> None:
    if moment > clock.now():
        raise Invalid("That moment has not come yet.", errors={field: ["Give the time it happened."]})
