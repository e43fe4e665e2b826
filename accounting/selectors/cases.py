"""Which cases are open, late, or waiting for someone."""

from dataclasses import dataclass

from django.db.models import F, Q, QuerySet

from accounting.models.cases import EXPLAINERS, REVIEWERS, Case, CaseEvent, CaseKind, CaseState
from tables import clock
from tables.duties import Role
from tables.models import Cardroom, Employee


@dataclass(frozen=True)
class Owner:
    """Someone a case can be given to, and the role they would explain it in."""

    person: Employee
    role: Role


def could_explain(case: Case) -> list[Owner]:
    """Everyone of the cardroom who can explain a case, once for each role they have."""
    people = Employee.objects.filter(cardroom=case.cardroom_id, is_active=True, groups__name__in=EXPLAINERS)
    named = people.order_by("name", "groups__name").values_list("pk", "groups__name")
    by_id = people.in_bulk()
    return [Owner(by_id[pk], Role(role)) for pk, role in named]


def open_cases(cardroom: Cardroom) -> QuerySet[Case]:
    """Not yet resolved, oldest first."""
    return Case.objects.filter(cardroom=cardroom).exclude(state=CaseState.RESOLVED).select_related("owner")


def stands_open(cardroom: Cardroom, kind: CaseKind, subject: str) -> bool:
    """Whether there is a case of this kind about the subject that nobody has resolved yet."""
    return open_cases(cardroom).filter(kind=kind, subject=subject).exists()


def overdue_cases(cardroom: Cardroom) -> QuerySet[Case]:
    """Open cases whose clock has run out: nobody has told the WSGC in time, or nobody has resolved it."""
    return open_cases(cardroom).filter(due_at__lte=clock.now(), told_at__isnull=True).order_by("due_at", "number")


def cases_waiting_for(employee: Employee) -> QuerySet[Case]:
    """What this employee can do next: explain what is theirs or their role's, review what others have explained."""
    roles = employee.role_names()
    mine = Q(state=CaseState.OPEN) & (Q(owner=employee) | Q(owner__isnull=True, owner_role__in=roles))
    waiting = Case.objects.filter(cardroom=employee.cardroom_id).select_related("owner")
    if not roles & set(REVIEWERS):
        return waiting.filter(mine)
    explained_by_me = CaseEvent.objects.filter(kind=CaseEvent.Kind.EXPLANATION, author_employee=employee)
    to_review = Q(state=CaseState.EXPLAINED) & ~Q(pk__in=explained_by_me.values("case"))
    return waiting.filter(mine | to_review)


def case_history(case: Case) -> QuerySet[CaseEvent]:
    """Everything that was written about the case, in order."""
    return case.events.select_related("author_employee", "author_terminal")


def cases_of(cardroom: Cardroom, *, resolved: bool) -> QuerySet[Case]:
    """Every case, newest first; without the resolved ones, those with a clock first, the soonest on top."""
    if resolved:
        return Case.objects.filter(cardroom=cardroom).select_related("owner").order_by("-number")
    return open_cases(cardroom).order_by(F("due_at").asc(nulls_last=True), "number")
