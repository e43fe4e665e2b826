from django.contrib.auth.models import AbstractUser
from django.db import models

from tables.models.cardrooms import Cardroom


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
