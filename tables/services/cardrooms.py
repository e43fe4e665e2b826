"""Setting up a cardroom: its own facts."""

from django.core.exceptions import ValidationError
from django.db import transaction

from tables.duties import Role, allowed, require_same_cardroom
from tables.models import Cardroom, Employee
from tables.models.cardrooms import validate_time_zone
from tables.refusals import Invalid
from tables.services.access import record_change

LAST_HOUR = 23


@allowed(Role.GENERAL_MANAGER, Role.ADMINISTRATOR)
@transaction.atomic
def change_cardroom(
    *,
    cardroom: Cardroom,
    name: str,
    licensee: str,
    licence_number: str,
    time_zone: str,
    cut_over_hour: int,
    by: Employee,
) -> Cardroom:
    """Put the cardroom's own facts right. Days that were opened keep the moments they had."""
    require_same_cardroom(by, cardroom)
    entered = {"name": name.strip(), "licensee": licensee.strip(), "licence_number": licence_number.strip()}
    if empty := [field for field, text in entered.items() if not text]:
        raise Invalid("Fill in what is empty.", errors={field: ["Fill this in."] for field in empty})
    try:
        validate_time_zone(time_zone)
    except ValidationError as problem:
        raise Invalid(problem.messages[0], errors={"time_zone": problem.messages}) from problem
    if not 0 <= cut_over_hour <= LAST_HOUR:
        raise Invalid("The cut-over is an hour from 0 to 23.", errors={"cut_over_hour": ["From 0 to 23."]})
    cardroom = Cardroom.objects.select_for_update().get(pk=cardroom.pk)
    asked = {**entered, "time_zone": time_zone, "cut_over_hour": cut_over_hour}
    record_change(what="cardroom", before={field: getattr(cardroom, field) for field in asked}, after=asked, by=by)
    for field, value in asked.items():
        setattr(cardroom, field, value)
    cardroom.save(update_fields=list(asked))
    return cardroom
