"""A terminal's call counts once, however often and however parallel it comes.

    with the key claimed by an INSERT  -  the work  -  the answer written into the same row  -  COMMIT

The unique key is the lock: a duplicate in the same moment waits at its INSERT until the first one has committed, is
refused by the database, and reads the stored answer. A refused call stores nothing, so it may be corrected and sent
again with the same key.

Keys are a terminal's own. But a device that replaces another sends what that one had stored: a hand with the same key,
moment and cards at the same table is the same hand, whoever reported it first.
"""

import hashlib
import json
import re
from collections.abc import Callable
from typing import Any

from django.db import IntegrityError, transaction
from django.http import HttpResponse
from rest_framework.exceptions import APIException
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from tables import clock
from tables.models import Answer, Terminal
from tables.refusals import Invalid

WELL_FORMED = re.compile(r"[\x21-\x7e]{8,100}")
REPLAYED = "Idempotency-Replayed"
LONGEST_KEPT = 80  # what the records that carry a key of their own have room for


class KeyMissing(APIException):
    status_code = 400
    kind = "idempotency-key"
    default_detail = (
        "Every POST of a terminal carries Idempotency-Key: 8 to 100 visible characters, new for every call, "
        "the same when a call is repeated."
    )


def key_of(request: Request) -> str:
    key: str = request.META.get("HTTP_IDEMPOTENCY_KEY", "")
    return well_formed(key)


def well_formed(key: str) -> str:
    if not WELL_FORMED.fullmatch(key):
        raise KeyMissing
    return key


def key_to_keep(key: str) -> str:
    """The key as a record carries it: one that is longer than its column stands there as its digest."""
    return key if len(key) <= LONGEST_KEPT else hashlib.sha256(key.encode()).hexdigest()


def digest_of_call(method: str, path: str, body: Any) -> str:
    """What makes two calls the same: JSON that says the same in another order of names is the same."""
    canonical = json.dumps([method, path, body], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def once(
    *,
    terminal: Terminal,
    key: str,
    call_digest: str,
    work: Callable[[], Any],
    status: int = 201,
    at_table: bool = False,
) -> tuple[int, bytes, bool]:
    """Do the work and keep its answer, or give the answer that was kept: status, bytes, and whether it was kept.

    With `at_table` the same call of another terminal of the table counts as this one.
    """
    try:
        with transaction.atomic():
            answer = Answer.objects.create(terminal=terminal, key=key, call_digest=call_digest, at=clock.now())
            known = _of_another(answer) if at_table else None
            body = JSONRenderer().render(work()) if known is None else bytes(known.body)
            Answer.objects.filter(pk=answer.pk).update(status=status, body=body)
            return status, body, known is not None
    except IntegrityError:
        known = Answer.objects.filter(terminal=terminal, key=key).first()
        if known is None or known.status is None:
            raise
        if known.call_digest != call_digest:
            raise Invalid(
                "This Idempotency-Key was used for another call. Send a new call with a new key.",
                errors={"Idempotency-Key": ["Used for another call."]},
            ) from None
        return known.status, bytes(known.body), True


def _of_another(answer: Answer) -> Answer | None:
    """What another terminal of the table, perhaps the one that this one replaces, was answered to the same call."""
    others = Terminal.objects.filter(table=answer.terminal.table_id).exclude(pk=answer.terminal_id)
    same = Answer.objects.filter(terminal__in=others, key=answer.key, call_digest=answer.call_digest)
    return same.first()


def answer_once(
    request: Request, work: Callable[[], Any], *, status: int = 201, at_table: bool = False
) -> HttpResponse:
    """Answer a POST: a terminal's once per key. People see what they do, and the services refuse a second time."""
    caller: Any = request.user
    if isinstance(caller, Terminal):
        status, body, kept = once(
            terminal=caller,
            key=key_of(request),
            call_digest=digest_of_call("POST", request.path, request.data),
            work=work,
            status=status,
            at_table=at_table,
        )
    else:
        body, kept = JSONRenderer().render(work()), False
    response = HttpResponse(body, status=status, content_type="application/json")
    if kept:
        response[REPLAYED] = "true"
    return response
