"""Wager limits: posting them at a table with notice, taking in a jurisdiction's new ones, and barring patrons."""

from dataclasses import asdict
from datetime import date, datetime

from django.db import transaction
from django.db.models import Max

from tables import clock
from tables.duties import Role, allowed, require_same_cardroom
from tables.games.limits import Kind, Limit, check_notice, check_posted, wagering_limit
from tables.games.orders import ORDERS
from tables.models import BarredPatron, Cardroom, Employee, Table, TableLimit, WagerLimit, author_of
from tables.models.limits import LISTED
from tables.refusals import Invalid, NotThere, Refused
from tables.selectors.limits import limits_of


@allowed(Role.FLOOR_MANAGER, Role.GENERAL_MANAGER)
@transaction.atomic
def announce_limit(*, table: Table, amount: int, by: Employee, effective_at: datetime | None = None) -> TableLimit:
    """Post a table limit of `amount` cents. A table's first holds at once, a change needs its notice."""
    require_same_cardroom(by, table.cardroom)
    Table.objects.select_for_update().get(pk=table.pk)
    now = clock.now()
    moment = effective_at or now
    if amount <= 0:
        raise Invalid("A table limit is an amount above zero.", errors={"amount": ["Give an amount above zero."]})
    if moment < now:
        raise Invalid(
            "A limit cannot hold before it is announced. Give a moment to come.",
            errors={"effective_at": ["This moment has passed."]},
        )
    then, last = limits_of(table, moment).allowed, table.limits.aggregate(last=Max("number", default=0))["last"]
    wagering = wagering_limit(then)
    if wagering is None:
        raise Refused(f"No wagering limit is on record for {table}. Order the table with a game first.")
    broken = [*check_posted(amount, then), *(check_notice(now, moment, then) if last else ())]
    if broken:
        raise Refused(str(broken[0]), errors={"limit": [str(violation) for violation in broken]})
    return TableLimit.objects.create(
        table=table,
        number=last + 1,
        kind=wagering.kind,
        amount=amount,
        effective_at=moment,
        announced_by=by,
        announced_at=now,
    )


@allowed(Role.GENERAL_MANAGER, Role.ADMINISTRATOR)
@transaction.atomic
def record_limit(
    *,
    cardroom: Cardroom,
    kind: str,
    source: str,
    effective: date,
    by: Employee,
    amount: int | None = None,
    count: int | None = None,
    game: str = "",
) -> WagerLimit:
    """Take in a new limit of the cardroom's jurisdiction, with its reference: a council's resolution, a new WAC."""
    require_same_cardroom(by, cardroom)
    if kind not in list(Kind):
        raise Invalid(f"“{kind}” is no kind of limit. Use one of: {', '.join(Kind)}.")
    if game and game not in ORDERS:
        raise Invalid(f"There is no game “{game}”. The games are: {', '.join(ORDERS)}.")
    if not source.strip():
        raise Invalid("Give the reference of the rule.", errors={"source": ["Give the reference."]})
    try:
        limit = Limit(cardroom.jurisdiction, Kind(kind), source.strip(), effective, amount, count, game)
    except ValueError as problem:
        raise Invalid(str(problem), errors={"limit": [str(problem)]}) from problem
    return WagerLimit.objects.create(**asdict(limit), recorded_at=clock.now(), **author_of(by))


@allowed(Role.GENERAL_MANAGER)
@transaction.atomic
def bar_patron(*, cardroom: Cardroom, patron: str, why: str, by: Employee) -> BarredPatron:
    """From now on this patron's bets are refused: an owner, an operator or a shill."""
    require_same_cardroom(by, cardroom)
    Cardroom.objects.select_for_update().get(pk=cardroom.pk)
    if not patron.strip():
        raise Invalid("Say who may not bet, as the hands name the patron.")
    if why not in LISTED:
        raise Invalid(f"A patron is barred as {' or '.join(LISTED)}. Employees are barred while on duty.")
    if cardroom.barred_patrons.filter(patron=patron.strip(), lifted_at=None).exists():
        raise Refused(f"{patron.strip()} is barred already.")
    return BarredPatron.objects.create(
        cardroom=cardroom, patron=patron.strip(), why=why, barred_by=by, barred_at=clock.now()
    )


@allowed(Role.GENERAL_MANAGER)
@transaction.atomic
def lift_bar(*, barred: BarredPatron, by: Employee) -> BarredPatron:
    """The patron may bet again. The record stays."""
    require_same_cardroom(by, barred.cardroom)
    row = BarredPatron.objects.select_for_update().filter(pk=barred.pk, lifted_at=None).first()
    if row is None:
        raise NotThere(f"{barred.patron} is not barred.")
    row.lifted_by, row.lifted_at = by, clock.now()
    row.save(update_fields=["lifted_by", "lifted_at"])
    return row
