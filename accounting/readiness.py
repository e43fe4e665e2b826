"""Whether the books can be trusted at a glance: their guards are in place and each chain ends where its book says.

`verify` walks the whole chain; this is asked every few seconds and looks at its end, and at what `verify` last found.
"""

from datetime import timedelta

from django.db import connection
from django.db.models import F, Max, OuterRef, Subquery

from accounting.ledger import guards
from accounting.models import Book, Entry
from accounting.models.cases import Case, CaseKind, CaseState
from tables import clock
from tables.readiness import Down, part

# Clocks of several machines are never quite alike.
CLOCK_TOLERANCE = timedelta(minutes=2)


@part("chain")
def chain() -> str:
    lacking = guards.missing(connection, guards.all_guards())
    if lacking:
        raise Down(f"The database lacks {len(lacking)} of its guards, {lacking[0]} among them.")
    broken = Case.objects.filter(kind=CaseKind.BROKEN_CHAIN).exclude(state=CaseState.RESOLVED).count()
    if broken:
        raise Down(f"{broken} cases of a broken chain are open.")
    last = Entry.objects.filter(cardroom=OuterRef("cardroom")).order_by("-number")
    ends = Book.objects.filter(last_number__gt=0).annotate(end=Subquery(last.values("digest")[:1]))
    astray = ends.exclude(end=F("head")).select_related("cardroom").first()
    if astray:
        raise Down(f"The chain of {astray.cardroom.code} does not end where its book says: run `manage.py verify`.")
    return "guarded, and every end in place"


@part("clock")
def not_behind_the_books() -> str:
    """A clock that was set back: the books keep their order, but terminals' hands come from the future."""
    last = Book.objects.aggregate(last=Max("recorded_at"))["last"]
    if last and last > clock.now() + CLOCK_TOLERANCE:
        raise Down(f"The clock is {last - clock.now()} behind the books. Set the clock of this machine right.")
    return "not behind the books"
