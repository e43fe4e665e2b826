"""What Celery does for the books, cardroom by cardroom. Each task finds what is due, so it may run twice, or late."""

from celery import shared_task

from accounting.ledger.chain import first_break
from accounting.models import CaseKind, Export, Fund, GamingDay
from accounting.selectors.cases import stands_open
from accounting.selectors.gaming_days import current_day
from accounting.selectors.jobs import is_due_tonight
from accounting.services import exports
from accounting.services.bank import watch_deposits
from accounting.services.cases import open_case
from accounting.services.funding import check_funding
from accounting.services.gaming_days import open_gaming_day
from accounting.services.jobs import job_run
from accounting.services.scheduled_exports import due_packages, prepare_package
from tables.duties import Job
from tables.models import Cardroom


@shared_task
def roll_gaming_day(cardroom_id: int) -> None:
    """At the cut-over the next gaming day begins; after downtime every day that was missed, in order."""
    cardroom = Cardroom.objects.get(pk=cardroom_id)
    if GamingDay.objects.filter(cardroom=cardroom, date__gte=current_day(cardroom)).exists():
        return
    with job_run("roll gaming day", cardroom=cardroom) as run:
        run.result = f"{open_gaming_day(cardroom=cardroom, by=Job('roll gaming day'))} is open."


@shared_task
def verify_books(cardroom_id: int) -> None:
    """Once every gaming day: walk the chain of the cardroom's entries. A break is an exception.

    One that is found again is the same case while that is open, and a new one after it was resolved.
    """
    cardroom = Cardroom.objects.get(pk=cardroom_id)
    if not is_due_tonight("verify", cardroom):
        return
    with job_run("verify", cardroom=cardroom) as run:
        found = first_break(cardroom)
        run.result = str(found or "No break.")
        subject = f"entry/{found.number}" if found and found.number else "book"
        if found and not stands_open(cardroom, CaseKind.BROKEN_CHAIN, subject):
            open_case(
                cardroom=cardroom,
                kind=CaseKind.BROKEN_CHAIN,
                subject=subject,
                sentence=str(found)[:500],
                gaming_day=current_day(cardroom),
                by=Job("verify"),
                key=f"broken-chain/{subject}/{current_day(cardroom)}",
            )


@shared_task
def watch_bank(cardroom_id: int) -> None:
    """Once every gaming day: the deposit clock and the funding check of each fund."""
    cardroom = Cardroom.objects.get(pk=cardroom_id)
    if not is_due_tonight("watch bank", cardroom):
        return
    with job_run("watch bank", cardroom=cardroom) as run:
        late = short = 0
        for fund in Fund.objects.filter(cardroom=cardroom).select_related("cardroom").order_by("code"):
            late += watch_deposits(fund=fund, by=Job("watch bank")) is not None
            short += check_funding(fund=fund, by=Job("watch bank")).short > 0
        run.result = f"Late deposits: {late}. Funds short: {short}."


@shared_task
def run_export(export_id: int) -> None:
    """Write an export. However often this is queued, one worker at a time does it."""
    exports.run_export(export=Export.objects.get(pk=export_id), by=Job("exports"))


@shared_task
def resume_exports(cardroom_id: int) -> None:
    """Exports that a dead worker left, or that were asked for while the broker was away."""
    exports.resume_exports(cardroom=Cardroom.objects.get(pk=cardroom_id), by=Job("exports"))


@shared_task
def prepare_packages(cardroom_id: int) -> None:
    """The packages of months and fiscal years that are over, each once."""
    cardroom = Cardroom.objects.get(pk=cardroom_id)
    for period in due_packages(cardroom):
        with job_run("prepare package", cardroom=cardroom, subject=period.key) as run:
            run.result = f"{prepare_package(cardroom=cardroom, period=period, by=Job('prepare package'))} is queued."
