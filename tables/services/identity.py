"""Proving who one is, again, at the moment of signing: by PIN or by password.

Both are limited against guessing, per person: a PIN is refused after five wrong ones until the password was given, a
password after five wrong ones within five minutes. What was refused is a row of the audit trail, and the trail is what
is counted.
"""

from datetime import timedelta

from django.db import transaction

from tables import clock
from tables.duties import Role, allowed
from tables.models import AccessEvent, Employee
from tables.refusals import Invalid, NotAllowed
from tables.selectors.access import password_given_by
from tables.services.access import record_access

WRONG_PINS = 5
WRONG_PASSWORDS, WITHIN = 5, timedelta(minutes=5)
BY_PIN, BY_PASSWORD = "wrong PIN", "wrong password"
Kind = AccessEvent.Kind


@allowed(*Role)
def choose_pin(*, by: Employee, password: str, pin: str) -> None:
    """Set one's own PIN; the password shows that it is one's own."""
    # Before the transaction: a wrong password is kept on record.
    _confirm(by, password, is_pin=False, sentence="That is not your password. A PIN is set with it.")
    with transaction.atomic():
        employee = Employee.objects.select_for_update(of=("self",)).get(pk=by.pk)
        try:
            employee.set_pin(pin)
        except ValueError as problem:
            raise Invalid(str(problem)) from problem
        employee.save(update_fields=["pin", "wrong_pins"])
        record_access(kind=Kind.PIN_CHOSEN, employee=employee)


def person_at_tablet(*, signed_in: Employee, person: Employee, credential: str) -> Employee:
    """Who acts on a tablet that several people share: the one signed in, or another with their own PIN or password."""
    if person.pk != signed_in.pk:
        confirm_identity(employee=person, credential=credential)
    return person


def confirm_identity(*, employee: Employee, credential: str) -> None:
    """Refuse unless `credential` is the employee's own PIN or password.

    Called before the transaction of the service that asks, because what was wrong must outlive its refusal.
    """
    is_pin = credential.isascii() and credential.isdigit() and len(credential) <= 8
    sentence = f"That is not the PIN or password of {employee}. Each member signs with their own."
    _confirm(employee, credential, is_pin=is_pin, sentence=sentence)


def _confirm(employee: Employee, credential: str, *, is_pin: bool, sentence: str) -> None:
    with transaction.atomic():
        person = Employee.objects.select_for_update(of=("self",)).get(pk=employee.pk)
        refusal = _cannot_try(person, is_pin=is_pin)
        if not refusal:
            right = person.check_pin(credential) if is_pin else person.check_password(credential)
            wrong_pins = 0 if right else person.wrong_pins + is_pin
            if wrong_pins != person.wrong_pins:
                person.wrong_pins = wrong_pins
                person.save(update_fields=["wrong_pins"])
            if right:
                return
            refusal = sentence
            detail = BY_PIN if is_pin else BY_PASSWORD
            record_access(kind=Kind.SIGNATURE_REFUSED, employee=person, detail=detail)
    raise NotAllowed(refusal)


def _cannot_try(person: Employee, *, is_pin: bool) -> str:
    """Why neither a right nor a wrong credential is looked at."""
    if not person.is_active:
        return f"{person} no longer works here."
    if is_pin and person.wrong_pins >= WRONG_PINS:
        return "Too many wrong PINs. Sign with your password; the PIN works again after it."
    lately = person.access_events.filter(kind=Kind.SIGNATURE_REFUSED, detail=BY_PASSWORD, at__gt=clock.now() - WITHIN)
    if not is_pin and lately.count() >= WRONG_PASSWORDS:
        return "Too many wrong passwords. Wait five minutes, then try again."
    if not is_pin and (giver := password_given_by(person)):
        # Or whoever hired them could sign for them.
        return f"{giver} knows the password of {person}. {person} signs in and chooses another first."
    return ""
