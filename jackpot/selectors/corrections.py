"""Corrections of a cardroom: what was proposed, by whom, and what became of it."""

from django.db.models import Q, QuerySet, Sum

from accounting.ledger.accounts import AccountName
from accounting.models import Account, Count, Entry, Transfer
from jackpot.models import Correction
from tables.models import Cardroom
from tables.refusals import NotThere


def corrections_of(cardroom: Cardroom) -> QuerySet[Correction]:
    """All of them, the latest first."""
    rows = Correction.objects.filter(progressive__cardroom=cardroom).order_by("-pk")
    return rows.select_related("progressive__fund", "corrects", "entry", "proposed_by", "approved_by", "declined_by")


def correction_of(cardroom: Cardroom, pk: int) -> Correction:
    found = corrections_of(cardroom).filter(pk=pk).first()
    if found is None:
        raise NotThere(f"There is no correction {pk} in your books.")
    return found


def undecided_of(entry: Entry) -> Correction | None:
    """The correction of the entry, or of a correction of it, that nobody has approved or declined yet."""
    waiting = Correction.objects.filter(corrects__in=_with_corrections(entry), entry=None, declined_by=None)
    return waiting.select_related("corrects").first()


def counted_in_books(count: Count) -> int:
    """Cents that came out of the box by the books: what was counted, and what corrections made of it since."""
    if count.entry is None:
        return 0
    moved = Transfer.objects.filter(entry__in=_with_corrections(count.entry))
    boxes = Account.objects.get(fund=count.fund, name=AccountName.BOXES)
    cents = moved.aggregate(
        came=Sum("amount", filter=Q(from_account=boxes), default=0),
        went=Sum("amount", filter=Q(to_account=boxes), default=0),
    )
    counted: int = cents["came"] - cents["went"]
    return counted


def _with_corrections(entry: Entry) -> list[int]:
    """The ids of the entry, of those that correct it, and of those that correct them."""
    found, newest = [entry.pk], [entry.pk]
    while newest:
        newest = list(Entry.objects.filter(corrects__in=newest).values_list("pk", flat=True))
        found += newest
    return found
