"""Exports: asked for by a person or a schedule, run by a worker (or a command), cancelled, run again.

    request_export - queued - running - done
                        \\_________\\____ cancelled, failed (which may be tried again)

A request only writes down what is wanted; the work is queued when that is committed. Whoever runs it holds it by a
token and is heard of every second; an export whose holder has fallen silent is taken over.
"""

import uuid
from datetime import date, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.core.files import File
from django.db import transaction
from django.db.models import Max, Min, Q

from accounting.exports.exporters import READERS, Exporter, find_exporter, require_format
from accounting.exports.package import digest_of_file
from accounting.exports.pulse import Cancelled, Pulse, TakenOver
from accounting.exports.runs import Progress, Run, discard
from accounting.exports.scope import Scope
from accounting.exports.signing import new_key_pair
from accounting.exports.snapshot import snapshot
from accounting.gaming_days import gaming_day
from accounting.ledger.numbers import take_number
from accounting.models import Book, Entry, Export, ExportState, SigningKey
from accounting.selectors.counts import require_may_look
from accounting.words import capitalised, written
from tables import clock
from tables.broker import after_commit
from tables.duties import Actor, Job, Role, allowed, require_same_cardroom, roles_of
from tables.models import Cardroom, Employee, author_of
from tables.refusals import Invalid, NotAllowed, Refused

# A run that was not heard of for so long has lost its process.
SILENCE = timedelta(seconds=60)


@allowed(*READERS, Job)
@transaction.atomic
def request_export(
    *,
    exporter: str,
    cardroom: Cardroom,
    by: Actor,
    first_day: date | None = None,
    last_day: date | None = None,
    as_of: datetime | None = None,
    format: str = "",  # noqa: A002 - what people call it
    key: str = "",
    queue: bool = True,
) -> Export:
    """Write down what is wanted and queue it. Left out, the days are all there are and the moment is now.

    A command that runs the export itself does not queue it.
    """
    export, is_new = _request(
        exporter=exporter,
        cardroom=cardroom,
        by=by,
        days=(first_day, last_day),
        as_of=as_of,
        format=format,
        key=key,
        unmask_reason="",
    )
    if queue and is_new:
        _queue(export)
    return export


@allowed(Role.GENERAL_MANAGER)
@transaction.atomic
def request_unmasked_export(
    *,
    exporter: str,
    cardroom: Cardroom,
    reason: str,
    by: Employee,
    first_day: date | None = None,
    last_day: date | None = None,
    as_of: datetime | None = None,
    format: str = "",  # noqa: A002 - what people call it
) -> Export:
    """The same with tax identity numbers in full. Who asked and why stays in the list of exports."""
    export, _ = _request(
        exporter=exporter,
        cardroom=cardroom,
        by=by,
        days=(first_day, last_day),
        as_of=as_of,
        format=format,
        key="",
        unmask_reason=written(reason, "reason"),
    )
    _queue(export)
    return export


@allowed(*READERS)
@transaction.atomic
def cancel_export(*, export: Export, by: Employee) -> Export:
    """Stop an export: at once if it waits, within seconds if it runs."""
    require_same_cardroom(by, export.cardroom)
    export = Export.objects.select_for_update().get(pk=export.pk)
    if export.state not in (ExportState.QUEUED, ExportState.RUNNING):
        raise Refused(f"{capitalised(export)} is {export.state}: there is nothing to cancel.")
    now = clock.now()
    export.cancelled_by, export.cancelled_at = by, now
    if export.state == ExportState.QUEUED:
        export.state, export.finished_at = ExportState.CANCELLED, now
    export.save(update_fields=["cancelled_by", "cancelled_at", "state", "finished_at"])
    return export


@allowed(*READERS)
@transaction.atomic
def retry_export(*, export: Export, by: Employee) -> Export:
    """Queue a failed export again; the files it had finished are kept."""
    require_same_cardroom(by, export.cardroom)
    export = Export.objects.select_for_update().get(pk=export.pk)
    if export.state != ExportState.FAILED:
        raise Refused(f"{capitalised(export)} is {export.state}. Only one that failed is tried again.")
    export.state, export.error, export.finished_at = ExportState.QUEUED, "", None
    export.save(update_fields=["state", "error", "finished_at"])
    _queue(export)
    return export


@allowed(Job)
def run_export(*, export: Export, by: Job) -> Export:  # noqa: ARG001 - `allowed` looks at who asks
    """Write the export, if it waits or was left by a dead worker. Not one transaction: it reads for a long while."""
    holder = uuid.uuid4().hex
    taken = _take(export, holder)
    if taken is None:
        return Export.objects.get(pk=export.pk)
    try:
        with Pulse(taken, holder) as pulse:
            path = _write(taken, pulse)
        pulse.beat()  # the last word: cancelled, or taken over, until the very end
        pulse(99, "")
    except TakenOver:
        return Export.objects.get(pk=export.pk)
    except Cancelled:
        discard(_folder(taken))
        return _finish(taken, holder, state=ExportState.CANCELLED)
    except Exception as problem:
        _finish(taken, holder, state=ExportState.FAILED, error=_sentence(problem))
        raise
    return _keep(taken, holder, path)


@allowed(Job)
def resume_exports(*, cardroom: Cardroom, by: Job) -> list[Export]:  # noqa: ARG001 - `allowed` looks at who asks
    """Queue what waits without a worker: left behind by a crash, or requested while the broker was away."""
    silent = clock.now() - SILENCE
    waiting = Q(state=ExportState.QUEUED, requested_at__lt=silent) | Q(state=ExportState.RUNNING, heard_at__lt=silent)
    left = list(Export.objects.filter(waiting, cardroom=cardroom))
    for export in left:
        _queue(export)
    return left


@allowed(Role.GENERAL_MANAGER)
@transaction.atomic
def replace_signing_key(*, cardroom: Cardroom, by: Employee) -> SigningKey:
    """Sign with a new key from now on. The public half of the old one stays, for what it has signed."""
    require_same_cardroom(by, cardroom)
    return _new_key(cardroom, by)


@transaction.atomic
def signing_key(cardroom: Cardroom) -> SigningKey:
    """The key in use; a cardroom's first one is made when it is first needed."""
    Cardroom.objects.select_for_update().get(pk=cardroom.pk)
    return cardroom.signing_keys.last() or _new_key(cardroom, Job("first signing key"))


def _new_key(cardroom: Cardroom, by: Actor) -> SigningKey:
    public, private = new_key_pair()
    return SigningKey.objects.create(
        cardroom=cardroom, public=public, private=private, made_at=clock.now(), **author_of(by)
    )


def _request(
    *,
    exporter: str,
    cardroom: Cardroom,
    by: Actor,
    days: tuple[date | None, date | None],
    as_of: datetime | None,
    format: str,  # noqa: A002
    key: str,
    unmask_reason: str,
) -> tuple[Export, bool]:
    """The export, and whether it is new."""
    require_same_cardroom(by, cardroom)
    if isinstance(by, Employee):
        require_may_look(by)
    found = find_exporter(exporter)
    _require_may(found, by)
    known = Export.objects.filter(cardroom=cardroom, key=key).first() if key else None
    if known:
        return known, False
    # Under the book's lock, so that no entry recorded before `as_of` is still on its way.
    Book.objects.select_for_update(no_key=True).filter(cardroom=cardroom).first()
    now = clock.now()
    if as_of and as_of > now:
        raise Invalid("An export tells what was known by a moment that has passed.", errors={"as_of": ["Not yet."]})
    first_day, last_day = _days(cardroom, *days, as_of=as_of or now)
    export = Export.objects.create(
        cardroom=cardroom,
        number=take_number(cardroom, "export"),
        exporter=found.name,
        format=require_format(found, format),
        first_day=first_day,
        last_day=last_day,
        as_of=as_of or now,
        unmask_reason=unmask_reason,
        key=key,
        requested_at=now,
        **author_of(by),
    )
    return export, True


def _require_may(exporter: Exporter, by: Actor) -> None:
    if not isinstance(by, Job) and not roles_of(by) & frozenset(map(str, exporter.roles)):
        raise NotAllowed(f"{by} may not export {exporter.title}: ask a {' or '.join(exporter.roles)}.")


def _days(cardroom: Cardroom, first: date | None, last: date | None, *, as_of: datetime) -> tuple[date, date]:
    """The days asked for; open ends go as far as there are entries."""
    entries = Entry.objects.filter(cardroom=cardroom, recorded_at__lte=as_of)
    there = entries.aggregate(first=Min("gaming_day"), last=Max("gaming_day"))
    today = gaming_day(cardroom, as_of)
    first, last = first or there["first"] or today, last or there["last"] or today
    if first > last:
        raise Invalid(
            f"The days run from {first} to {last}, backwards. Turn them around.",
            errors={"last_day": ["This is before the first day."]},
        )
    return first, last


def _queue(export: Export) -> None:
    """Once this is committed. A broker that is away costs nothing: `resume_exports` finds what waits."""
    from accounting import tasks  # which call the services of this module

    after_commit(tasks.run_export, export_id=export.pk)


def _take(export: Export, holder: str) -> Export | None:
    """Hold the export, if nobody alive does."""
    with transaction.atomic():
        export = Export.objects.select_for_update(of=("self",)).select_related("cardroom").get(pk=export.pk)
        now = clock.now()
        left_behind = export.state == ExportState.RUNNING and (not export.heard_at or export.heard_at < now - SILENCE)
        if export.state != ExportState.QUEUED and not left_behind:
            return None
        export.state, export.holder, export.heard_at = ExportState.RUNNING, holder, now
        export.save(update_fields=["state", "holder", "heard_at"])
    return export


def _write(export: Export, report: Progress) -> Path:
    exporter = find_exporter(export.exporter)
    about = {
        "export": export.number,
        "generated_at": clock.now(),
        "generated_by": export.author,
        "unmask_reason": export.unmask_reason,
        "signing_key": signing_key(export.cardroom),
    }
    scope = Scope(export.cardroom, export.first_day, export.last_day, export.as_of, unmasked=bool(export.unmask_reason))
    with snapshot():
        return exporter.write(Run(scope, _folder(export), export.format, report, about=about))


def _keep(export: Export, holder: str, path: Path) -> Export:
    """Put the finished file where exports are kept, under a name that says what it is."""
    digest, size = digest_of_file(path), path.stat().st_size
    with path.open("rb") as content:
        name = Export(file="").file.storage.save(
            f"{export.cardroom.code}/{export.number:06d}/{path.name}", File(content)
        )
    done = _finish(export, holder, state=ExportState.DONE, file=name, size=size, digest=digest, progress=100)
    discard(_folder(export))
    return done


def _finish(export: Export, holder: str, **ending: str | int) -> Export:
    now = clock.now()
    Export.objects.filter(pk=export.pk, holder=holder, state=ExportState.RUNNING).update(
        finished_at=now, heard_at=now, progress_text="", **ending
    )
    return Export.objects.get(pk=export.pk)


def _folder(export: Export) -> Path:
    return Path(settings.EXPORTS_DIR) / "work" / str(export.pk)


def _sentence(problem: Exception) -> str:
    return (problem.sentence if isinstance(problem, Refused) else f"{type(problem).__name__}: {problem}")[:500]
