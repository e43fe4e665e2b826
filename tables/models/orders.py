"""What a table is ordered with: a game and the house's elections, version by version, each from a moment on.

Nothing is edited: a change is a new order. The one in force is the latest to have taken effect, and of two for the same
moment the one written last, so a coming order is replaced by ordering again.
"""

from functools import cached_property

from django.db import models
from django.db.models import F, Q

from tables.games.orders import ORDERS, Order, SpanishPokerOrder, read_order
from tables.models.people import Employee
from tables.models.tables import Table

# The books know which tables a progressive is on, and their guard says this (accounting/guards.py).
ON_A_PROGRESSIVE = "The table is on a progressive. Take it off before it is ordered without the Gran Progressive."


class TableOrder(models.Model):
    """One order of one table. `elections` holds every election, also the usual ones, as it was ordered."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="orders")
    number = models.PositiveIntegerField()
    game = models.SlugField(choices=[(game, game) for game in ORDERS])
    elections = models.JSONField()
    progressive = models.BooleanField()
    effective_at = models.DateTimeField()
    ordered_by = models.ForeignKey(Employee, on_delete=models.PROTECT, related_name="+")
    ordered_at = models.DateTimeField()

    class Meta:
        ordering = ["table_id", "number"]
        indexes = [models.Index(name="orders_by_moment", fields=["table", "effective_at", "number"])]
        constraints = [
            models.UniqueConstraint(name="order_number_once_per_table", fields=["table", "number"]),
            models.CheckConstraint(name="order_game_is_known", condition=Q(game__in=list(ORDERS))),
            models.CheckConstraint(name="order_is_not_backdated", condition=Q(effective_at__gte=F("ordered_at"))),
            models.CheckConstraint(
                name="progressive_is_of_spanish_poker", condition=Q(progressive=False) | Q(game=SpanishPokerOrder.game)
            ),
        ]

    def __str__(self) -> str:
        return f"order {self.number} of {self.table}"

    @cached_property
    def order(self) -> Order:
        """The order as the games take it."""
        return read_order(self.game, self.elections)
