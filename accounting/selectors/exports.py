"""What was exported, what can be, and which key the cardroom signs with."""

from django.db.models import QuerySet

from accounting.exports.exporters import Exporter, exporters
from accounting.models import Export, SigningKey
from accounting.selectors.counts import require_may_look
from tables.duties import Role, roles_of
from tables.models import Cardroom, Employee
from tables.refusals import NotAllowed


def exports_of(cardroom: Cardroom) -> QuerySet[Export]:
    """Every export that was asked for, newest first."""
    return cardroom.exports.select_related("author_employee", "cancelled_by").order_by("-number")


def exporters_for(employee: Employee) -> list[Exporter]:
    """What this person may ask for."""
    return [each for each in exporters() if roles_of(employee) & frozenset(map(str, each.roles))]


def require_may_download(export: Export, employee: Employee) -> None:
    """Refuse whoever may not have the file: tax identity numbers in full are for who asked for them and said why."""
    require_may_look(employee)
    asked = export.author_employee_id == employee.pk and Role.GENERAL_MANAGER in employee.role_names()
    if export.unmask_reason and not asked:
        raise NotAllowed(
            "This export has tax identity numbers in full. Only the general manager who asked for it downloads it."
        )


def signing_keys_of(cardroom: Cardroom) -> QuerySet[SigningKey]:
    """The public keys to check packages with, the one in use first."""
    return cardroom.signing_keys.order_by("-pk")
