"""What the audit trail of access is asked."""

from datetime import date
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet
from django.db.models.functions import TruncDate

from tables.models import AccessEvent, Cardroom, Employee

Kind = AccessEvent.Kind


def password_given_by(employee: Employee) -> Employee | None:
    """The colleague who gave the employee the password in use, and so knows it; nobody, once it is their own."""
    passwords = employee.access_events.filter(kind__in=(Kind.HIRED, Kind.PASSWORD_CHANGED)).select_related("by")
    last = passwords.order_by("-pk").first()
    return last.by if last and last.by_id != employee.pk else None


def second_factor_reset_by(employee: Employee) -> Employee | None:
    """The colleague who has reset the employee's second factor; nobody, once they have set up a new one."""
    factors = employee.access_events.filter(kind__in=(Kind.FACTOR_RESET, Kind.FACTOR_SET_UP)).select_related("by")
    last = factors.order_by("-pk").first()
    return last.by if last and last.kind == Kind.FACTOR_RESET else None


def access_events(
    cardroom: Cardroom, *, person: Employee | None = None, first: date | None = None, last: date | None = None
) -> QuerySet[AccessEvent]:
    """The cardroom's rows, newest first, of one person and of these local days if asked for.

    A name that is nobody's belongs to no cardroom. Where there is only one, its people see these tries too; where there
    are several, only the installation's administrator does, in /admin/.
    """
    ours = Q(cardroom=cardroom)
    if not Cardroom.objects.exclude(pk=cardroom.pk).exists():
        ours |= Q(cardroom=None, employee=None)
    found = AccessEvent.objects.filter(ours).annotate(day=TruncDate("at", tzinfo=ZoneInfo(cardroom.time_zone)))
    if person:
        found = found.filter(employee=person)
    if first:
        found = found.filter(day__gte=first)
    if last:
        found = found.filter(day__lte=last)
    return found.select_related("employee", "by").order_by("-pk")
