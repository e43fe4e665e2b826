import secrets

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.crypto import constant_time_compare, salted_hmac

from tables.models.cardrooms import Cardroom

# Digits in their order, as on a keypad: five tries are enough for those.
UPWARDS = "01234567890"


class Employee(AbstractUser):
    """Someone who works in a cardroom and signs for what they do.

    Roles are Django groups (see `tables.duties.Role`); the department decides who is independent of whom
    (WAC 230-15-430).
    """

    class Department(models.TextChoices):
        GAMBLING = "gambling"
        SECURITY = "security"
        SURVEILLANCE = "surveillance"
        ACCOUNTING = "accounting"
        CAGE = "cage"

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    name = models.CharField(max_length=120)
    employee_number = models.CharField(max_length=20)
    licence_number = models.CharField("gambling licence number", max_length=40, blank=True)
    department = models.CharField(max_length=20, choices=Department)
    # A keyed digest, see set_pin. After too many wrong ones the PIN is refused until the password was given.
    pin = models.CharField("PIN", max_length=128, blank=True, editable=False)
    wrong_pins = models.PositiveSmallIntegerField(default=0, editable=False)
    on_duty = models.BooleanField(default=False)
    # Only an installation's administrator belongs to no cardroom.
    cardroom = models.ForeignKey(Cardroom, on_delete=models.PROTECT, null=True, blank=True, related_name="employees")

    REQUIRED_FIELDS = ["name", "employee_number"]

    class Meta:
        constraints = [
            models.UniqueConstraint(name="employee_number_once_per_cardroom", fields=["cardroom", "employee_number"])
        ]

    def __str__(self) -> str:
        return self.name or self.username

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name

    def role_names(self) -> frozenset[str]:
        """The names of this employee's roles, read once per object."""
        if not hasattr(self, "_role_names"):
            self._role_names = frozenset(self.groups.values_list("name", flat=True))
        return self._role_names

    def set_pin(self, pin: str) -> None:
        """Keep the PIN as a salted digest under the installation's secret.

        Four digits fall to any slow hash within minutes, so what protects them when the database leaks is the secret
        that is not in it.
        """
        if not (pin.isascii() and pin.isdigit() and 4 <= len(pin) <= 8):
            raise ValueError("A PIN has four to eight digits.")
        if len(set(pin)) == 1 or pin in UPWARDS or pin in UPWARDS[::-1]:
            raise ValueError("This is one of the first PINs that anyone tries. Choose another.")
        salt = secrets.token_hex(8)
        self.pin = f"{salt}${_pin_digest(salt, pin)}"
        self.wrong_pins = 0

    def check_pin(self, pin: str) -> bool:
        """Whether this is the employee's PIN."""
        salt, _, digest = self.pin.partition("$")
        return bool(digest) and constant_time_compare(digest, _pin_digest(salt, pin))


def _pin_digest(salt: str, pin: str) -> str:
    return salted_hmac(f"tables.Employee.pin.{salt}", pin, algorithm="sha256").hexdigest()
