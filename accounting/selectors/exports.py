"""What was exported, what can be, and which key the cardroom signs with."""

from django.db.models import QuerySet

from accounting.exports.exporters import Exporter, exporters
from accounting.models import Export, SigningKey
from tables.duties import roles_of
from tables.models import Cardroom, Employee


def exports_of(cardroom: Cardroom) -> QuerySet[Export]:
    """Every export that was asked for, newest first."""
    return cardroom.exports.select_related("author_employee", "cancelled_by").order_by("-number")


def exporters_for(employee: Employee) -> list[Exporter]:
    """What this person may ask for."""
    return [each for each in exporters() if roles_of(employee) & frozenset(map(str, each.roles))]


def signing_keys_of(cardroom: Cardroom) -> QuerySet[SigningKey]:
    """The public keys to check packages with, the one in use first."""
    return cardroom.signing_keys.order_by("-pk")
