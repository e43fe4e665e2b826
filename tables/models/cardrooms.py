from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models


def validate_time_zone(name: str) -> None:
    if name not in available_timezones():
        raise ValidationError(f"{name} is not a time zone. Use a name such as America/Los_Angeles.")


class Cardroom(models.Model):
    """One licensed room. Everything else belongs to exactly one of these."""

    code = models.SlugField(unique=True)
    name = models.CharField(max_length=120)
    licensee = models.CharField(max_length=120)
    licence_number = models.CharField(max_length=40)
    jurisdiction = models.SlugField(default="washington")
    time_zone = models.CharField(max_length=64, default="America/Los_Angeles", validators=[validate_time_zone])
    # The local hour at which one gaming day ends and the next begins.
    cut_over_hour = models.PositiveSmallIntegerField(default=6, validators=[MaxValueValidator(23)])

    class Meta:
        constraints = [models.CheckConstraint(name="cut_over_is_an_hour", condition=models.Q(cut_over_hour__lte=23))]

    def __str__(self) -> str:
        return self.name
