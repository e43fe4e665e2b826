"""The funding check: is the players' money all there? If not, the game stops until a general manager lets it go on."""

from django.db import transaction

from accounting.gaming_days import gaming_day
from accounting.ledger.books import open_books
from accounting.models.bank import BOOKKEEPERS, FundingCheck, StopGame
from accounting.models.cases import CaseKind
from accounting.models.ledger import Fund
from accounting.selectors import bank
from accounting.services.cases import open_case
from accounting.words import written
from tables import clock
from tables.duties import Actor, Job, Role, allowed, require_same_cardroom
from tables.models import Employee, author_of
from tables.money import dollars
from tables.refusals import Refused


@allowed(*BOOKKEEPERS, Job)
@transaction.atomic
def check_funding(*, fund: Fund, by: Actor) -> FundingCheck:
    """Compare bank and cage with what is owed to players, keep the result, and stop the game if they fall short."""
    require_same_cardroom(by, fund.cardroom)
    open_books(fund)  # so that all figures are of one moment
    stands = bank.funding(fund)
    check = FundingCheck.objects.create(
        fund=fund,
        at=clock.now(),
        statement=stands.statement,
        bank=stands.bank,
        cage=stands.cage,
        owed=stands.owed,
        short=stands.short,
        **author_of(by),
    )
    if check.short and not bank.stopped(fund):
        _stop_game(check, stands.basis, by)
    return check


def _stop_game(check: FundingCheck, basis: str, by: Actor) -> None:
    """The game stops at once, and the general manager has a case (WAC 230-15-455)."""
    fund = check.fund
    sentence = (
        f"{fund} is {dollars(check.short)} short: {dollars(check.bank)} at the bank and {dollars(check.cage)} in the "
        f"cage against {dollars(check.owed)} owed to players. {basis}"
    )
    stop = StopGame.objects.create(fund=fund, check_found=check, raised_at=check.at, reason=sentence, **author_of(by))
    open_case(
        cardroom=fund.cardroom,
        kind=CaseKind.UNDERFUNDED,
        subject=f"fund/{fund.code}",
        sentence=sentence,
        gaming_day=gaming_day(fund.cardroom, check.at),
        by=by,
        key=f"underfunded/{fund.code}/{stop.pk}",
    )


@allowed(Role.GENERAL_MANAGER)
@transaction.atomic
def lift_stop(*, stop: StopGame, reason: str, by: Employee) -> StopGame:
    """Let the game go on, once a check finds the money all there."""
    require_same_cardroom(by, stop.fund.cardroom)
    stop = StopGame.objects.select_for_update(of=("self",)).select_related("fund__cardroom").get(pk=stop.pk)
    reason = written(reason, "reason")
    if stop.lifted_at is not None:
        raise Refused(f"The {stop} was already lifted.")
    check = check_funding(fund=stop.fund, by=by)
    if check.short:
        raise Refused(
            f"{stop.fund} is still {dollars(check.short)} short. Bring the account up and enter the new balance first."
        )
    stop.lifted_by, stop.lifted_at, stop.lift_reason = by, clock.now(), reason
    stop.save(update_fields=["lifted_by", "lifted_at", "lift_reason"])
    return stop
