"""Proving who one is, again, at the moment of signing: by PIN or by password."""

from django.db import transaction

from tables.duties import Role, allowed
from tables.models import Employee
from tables.refusals import Invalid, NotAllowed

WRONG_PINS = 5


@allowed(*Role)
@transaction.atomic
def choose_pin(*, by: Employee, password: str, pin: str) -> None:
    """Set one's own PIN; the password shows that it is one's own."""
    employee = Employee.objects.select_for_update().get(pk=by.pk)
    if not employee.check_password(password):
        raise NotAllowed("That is not your password. A PIN is set with it.")
    try:
        employee.set_pin(pin)
    except ValueError as problem:
        raise Invalid(str(problem)) from problem
    employee.save(update_fields=["pin", "wrong_pins"])


def person_at_tablet(*, signed_in: Employee, person: Employee, credential: str) -> Employee:
    """Who acts on a tablet that several people share: the one signed in, or another with their own PIN or password."""
    if person.pk != signed_in.pk:
        confirm_identity(employee=person, credential=credential)
    return person


def confirm_identity(*, employee: Employee, credential: str) -> None:
    """Refuse unless `credential` is the employee's own PIN or password.

    Called before the transaction of the service that asks, because the count of wrong PINs must outlive its refusal.
    """
    with transaction.atomic():
        person = Employee.objects.select_for_update(of=("self",)).get(pk=employee.pk)
        is_pin = credential.isascii() and credential.isdigit() and len(credential) <= 8
        if not person.is_active:
            sentence = f"{person} no longer works here."
        elif is_pin and person.wrong_pins >= WRONG_PINS:
            sentence = "Too many wrong PINs. Sign with your password; the PIN works again after it."
        else:
            right = person.check_pin(credential) if is_pin else person.check_password(credential)
            wrong_pins = 0 if right else person.wrong_pins + is_pin
            if wrong_pins != person.wrong_pins:
                person.wrong_pins = wrong_pins
                person.save(update_fields=["wrong_pins"])
            if right:
                return
            sentence = f"That is not the PIN or password of {person}. Each member signs with their own."
    raise NotAllowed(sentence)
