"""Whether the books can be trusted at a glance: their guards are in place and each chain ends where its book says.

`verify` walks the whole chain; this is asked every few seconds and looks at its end, and at what `verify` last found.
"""

from django.db import connection
from django.db.models import F, OuterRef, Subquery

from accounting.ledger import guards
from accounting.models import Book, Entry
from accounting.models.cases import Case, CaseKind, CaseState
from tables.readiness import Down, part


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
