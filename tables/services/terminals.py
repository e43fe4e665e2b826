"""Terminals and personal tokens: enrolled, exchanged, seen, revoked."""

import secrets
from datetime import timedelta

from django.db import transaction

from tables import clock
from tables.duties import Actor, Job, Role, allowed, require_same_cardroom
from tables.models import AccessEvent, Employee, Enrolment, PersonalToken, Profile, Table, Terminal
from tables.models.terminals import digest_of
from tables.refusals import Invalid, NotAllowed, Refused
from tables.selectors.terminals import terminal_opened_by
from tables.services.access import record_access

Kind = AccessEvent.Kind
CODE_LIFETIME = timedelta(minutes=30)
TOKEN_LIFETIME = timedelta(days=90)
# Typed by a person on a small screen: no letter that looks like a digit. 12 of 32 are 60 bits, for half an hour.
CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 12
TERMINAL_PREFIX, PERSONAL_PREFIX = "bote-terminal-", "bote-person-"
# A terminal is noted as seen so often, not with every call.
SEEN_EVERY = timedelta(minutes=1)


@allowed(Role.FLOOR_MANAGER, Role.GENERAL_MANAGER, Job)
@transaction.atomic
def invite_terminal(
    *, table: Table, name: str, by: Employee | Job, profile: str = Profile.TABLE
) -> tuple[Enrolment, str]:
    """Make a one-time code for a device that will report for `table`. The code is shown now and never again."""
    require_same_cardroom(by, table.cardroom)
    if profile not in Profile.values:
        raise Invalid(f"{profile} is no profile. Use one of: {', '.join(Profile.values)}.")
    name = name.strip()
    if not name:
        raise Invalid("Name the terminal, as it is labelled.", errors={"name": ["Give a name."]})
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    enrolment = Enrolment.objects.create(
        table=table,
        name=name,
        profile=profile,
        code_digest=digest_of(code),
        made_by=by if isinstance(by, Employee) else None,
        made_at=clock.now(),
        expires_at=clock.now() + CODE_LIFETIME,
    )
    if isinstance(by, Employee):
        record_access(kind=Kind.RIGHTS_CHANGED, employee=by, detail=f"terminal invited: {name}, {profile}, {table}")
    return enrolment, code


@transaction.atomic
def enrol_terminal(*, code: str, software_version: str = "") -> tuple[Terminal, str]:
    """Exchange a code for a terminal and its token. The code is the proof of who asks; it works once."""
    typed = code.upper().replace("-", "").replace(" ", "")
    row = Enrolment.objects.select_for_update(of=("self",)).select_related("table__cardroom")
    enrolment = row.filter(code_digest=digest_of(typed)).first()
    # One sentence for all three: whoever guesses learns nothing.
    if enrolment is None or enrolment.terminal_id or enrolment.expires_at <= clock.now():
        raise NotAllowed("This code is wrong, used or too old. Ask the floor manager for a new one.")
    token = TERMINAL_PREFIX + secrets.token_urlsafe(32)
    enrolment.terminal = Terminal.objects.create(
        table=enrolment.table,
        name=enrolment.name,
        profile=enrolment.profile,
        token_digest=digest_of(token),
        enrolled_at=clock.now(),
        last_seen_at=clock.now(),
        software_version=software_version,
    )
    enrolment.save(update_fields=["terminal"])
    if enrolment.made_by:
        # Under the name of who let it in: what it reports, it reports by their word.
        detail = f"terminal enrolled: {enrolment.name}, {enrolment.profile}, {enrolment.table}"
        record_access(kind=Kind.RIGHTS_CHANGED, employee=enrolment.made_by, detail=detail)
    return enrolment.terminal, token


@allowed(Role.FLOOR_MANAGER, Role.GENERAL_MANAGER)
@transaction.atomic
def revoke_terminal(*, terminal: Terminal, by: Employee) -> Terminal:
    """Shut a terminal out at once. What it has reported stays."""
    require_same_cardroom(by, terminal.table.cardroom)
    terminal = Terminal.objects.select_for_update(of=("self",)).select_related("table").get(pk=terminal.pk)
    if terminal.revoked_at:
        raise Refused(f"{str(terminal).capitalize()} is revoked already.")
    terminal.revoked_at, terminal.revoked_by, terminal.token_digest = clock.now(), by, ""
    terminal.save(update_fields=["revoked_at", "revoked_by", "token_digest"])
    detail = f"terminal revoked: {terminal.name}, {terminal.table}"
    record_access(kind=Kind.RIGHTS_CHANGED, employee=by, detail=detail)
    return terminal


def note_seen(terminal: Terminal, *, software_version: str) -> None:
    """Remember, about once a minute, that the terminal called and what it runs."""
    now = clock.now()
    changed = software_version and software_version != terminal.software_version
    if changed or terminal.last_seen_at is None or now - terminal.last_seen_at >= SEEN_EVERY:
        terminal.last_seen_at = now
        terminal.software_version = software_version or terminal.software_version
        terminal.save(update_fields=["last_seen_at", "software_version"])


@allowed(*Role)
@transaction.atomic
def make_personal_token(*, name: str, by: Employee) -> tuple[PersonalToken, str]:
    """A token with which one's own scripts act as oneself, for ninety days. It is shown now and never again."""
    if not name.strip():
        raise Invalid("Say what the token is for.", errors={"name": ["Give a name."]})
    token = PERSONAL_PREFIX + secrets.token_urlsafe(32)
    made = PersonalToken.objects.create(
        employee=by,
        name=name.strip(),
        digest=digest_of(token),
        made_at=clock.now(),
        expires_at=clock.now() + TOKEN_LIFETIME,
    )
    detail = f"personal token made: {made.name}, until {made.expires_at:%Y-%m-%d}"
    record_access(kind=Kind.RIGHTS_CHANGED, employee=by, detail=detail)
    return made, token


@allowed(*Role)
@transaction.atomic
def revoke_personal_token(*, token: PersonalToken, by: Employee) -> PersonalToken:
    """Shut one's own token out at once."""
    token = PersonalToken.objects.select_for_update(of=("self",)).get(pk=token.pk)
    if token.employee_id != by.pk:
        raise NotAllowed("This token belongs to someone else.")
    if token.revoked_at is None:
        token.revoked_at = clock.now()
        token.save(update_fields=["revoked_at"])
        record_access(kind=Kind.RIGHTS_CHANGED, employee=by, detail=f"personal token revoked: {token.name}")
    return token


def revoke_tokens_of(employee: Employee) -> None:
    """Shut out all of someone's tokens, where their password, second factor or place in the house changes.

    Whoever had the old ones may have made a token with them. The service that asks keeps the record.
    """
    PersonalToken.objects.filter(employee=employee, revoked_at=None).update(revoked_at=clock.now())


def caller_of(token: str) -> Actor | None:
    """Whose token this is, if it still opens anything."""
    if token.startswith(TERMINAL_PREFIX):
        return terminal_opened_by(digest_of(token))
    personal = PersonalToken.objects.filter(digest=digest_of(token), revoked_at=None, expires_at__gt=clock.now())
    found = personal.select_related("employee__cardroom").first()
    return found.employee if found and found.employee.is_active else None
