"""Corrections of a cardroom: what was proposed, by whom, and what became of it."""

from django.db.models import QuerySet

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
