"""A form for what a table is ordered with, made from the game's own order: one field for each election."""

from dataclasses import MISSING, fields
from enum import StrEnum
from typing import Any, get_args, get_origin, get_type_hints

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tables.games.orders import ORDERS
from tables.games.plain import write
from tables.models import TableOrder
from tables.pages.fields import CentsField

# Elections that are amounts; other whole numbers are numbers of something.
AMOUNTS = (
    "ante_minimum",
    "ante_maximum",
    "raise_maximum",
    "bonus_minimum",
    "bonus_alone_minimum",
    "point_value",
    "corrida",
)
LABELS = {
    "ante_minimum": gettext_noop("Smallest ante, $"),
    "ante_maximum": gettext_noop("Largest ante, $"),
    "raise_maximum": gettext_noop("Largest raise, $"),
    "bonus_minimum": gettext_noop("Smallest bonus bet, $"),
    "bonus_alone_minimum": gettext_noop("Smallest bonus bet played alone, $"),
    "point_value": gettext_noop("A point is worth, $"),
    "corrida": gettext_noop("La corrida, $"),
    "spots": gettext_noop("Spots"),
    "bonus_bets": gettext_noop("Bonus bets, at most two"),
    "ante_pay_table": gettext_noop("Ante pay table"),
    "dos_pares_pay_table": gettext_noop("Dos Pares pay table"),
    "ace_or_face_pay_table": gettext_noop("Ace or Face pay table"),
    "tens_or_better_pay_table": gettext_noop("10's or Better pay table"),
    "bonus_alone": gettext_noop("Bonus bets may be played without the ante"),
    "bonus_over_ante": gettext_noop("Bonus bets may be larger than the ante"),
    "ties": gettext_noop("Equal hands"),
    "device": gettext_noop("Dealt from"),
    "deal": gettext_noop("Dealt"),
    "required": gettext_noop("Required first wagers"),
    "joker": gettext_noop("The joker is"),
}


def order_form(game: str, data: Any, in_force: TableOrder | None) -> forms.Form:
    """The form of a game, beginning from the order in force if that is of the same game."""
    order = ORDERS[game]
    hints = get_type_hints(order)
    made = {field.name: _field(field.name, hints[field.name]) for field in fields(order)}
    initial = {field.name: write(field.default) for field in fields(order) if field.default is not MISSING}
    if in_force and in_force.game == game:
        initial |= in_force.elections
    form = forms.Form(data, initial=initial)
    form.fields.update(made)
    return form


def _field(name: str, kind: Any) -> forms.Field:
    label = _(LABELS.get(name, name.replace("_", " ")))
    if name in AMOUNTS:
        return CentsField(label=label)
    if kind is bool:
        return forms.BooleanField(label=label, required=False)
    if kind is int:
        return forms.IntegerField(label=label, min_value=0, max_value=99)
    if get_origin(kind) is tuple:
        choices = _choices(get_args(kind)[0])
        return forms.MultipleChoiceField(
            label=label, required=False, choices=choices, widget=forms.CheckboxSelectMultiple()
        )
    return forms.ChoiceField(label=label, choices=_choices(kind))


def _choices(kind: type[StrEnum]) -> list[tuple[str, str]]:
    return [(value.value, _(value.value)) for value in kind]
