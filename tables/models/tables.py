from django.db import models

from tables.models.cardrooms import Cardroom


class Table(models.Model):
    """A gaming table. What it deals is in its order; its code is unique in an installation."""

    cardroom = models.ForeignKey(Cardroom, on_delete=models.PROTECT, related_name="tables")
    code = models.SlugField(unique=True)
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)

    class Meta:
        constraints = [models.UniqueConstraint(name="table_number_once_per_cardroom", fields=["cardroom", "number"])]
        ordering = ["cardroom_id", "number"]

    def __str__(self) -> str:
        return self.name
