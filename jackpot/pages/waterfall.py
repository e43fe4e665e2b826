"""A close as a person follows it with a pencil: line by line with the rule beside it, and the same as a picture.

The picture falls from the drop to each step and rises into the pots; a shortage goes below zero and is covered. All
figures come from `jackpot.rules`; nothing is computed here but what is left after each line and where a bar stands.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jackpot.models import PolicyVersion
from jackpot.rules import Step
from tables.templatetags.bote import amount as figures
from tables.templatetags.bote import change

TAKEN = ("tray payouts taken back", "carryover repaid", "administrative fee", "seed recovered")
POT_OF = {
    "primary filled": "primary",
    "primary's share": "primary",
    "backup 1 filled": "backup 1",
    "backup 2 filled": "backup 2",
    "what did not fit, to the primary": "primary",
    "beyond the lift, to backup 1": "backup 1",
    "held in unallocated": "held",
}
OFFERED = "offered again out of unallocated"
SHORTAGES = ("shortage taken from backup 2", "shortage taken from backup 1", "shortage carried over")

NAMES: dict[str, str | Promise] = {
    "tray payouts taken back": gettext_lazy("tray payouts taken back"),
    "shortage taken from backup 2": gettext_lazy("shortage taken from backup 2"),
    "shortage taken from backup 1": gettext_lazy("shortage taken from backup 1"),
    "shortage carried over": gettext_lazy("shortage carried over"),
    "carryover repaid": gettext_lazy("carryover repaid"),
    "administrative fee": gettext_lazy("administrative fee"),
    "seed recovered": gettext_lazy("seed recovered"),
    "added to the pots": gettext_lazy("added to the pots"),
    "offered again out of unallocated": gettext_lazy("offered again out of unallocated"),
    "primary filled": gettext_lazy("primary filled"),
    "primary's share": gettext_lazy("primary's share"),
    "backup 1 filled": gettext_lazy("backup 1 filled"),
    "backup 2 filled": gettext_lazy("backup 2 filled"),
    "what did not fit, to the primary": gettext_lazy("what did not fit, to the primary"),
    "beyond the lift, to backup 1": gettext_lazy("beyond the lift, to backup 1"),
    "held in unallocated": gettext_lazy("held in unallocated"),
    "posted for the next day": gettext_lazy("posted for the next day"),
}
BAR_NAMES: dict[str, str | Promise] = {
    "drop": gettext_lazy("drop"),
    "tray payouts taken back": gettext_lazy("tray"),
    "shortage taken from backup 2": gettext_lazy("from backup 2"),
    "shortage taken from backup 1": gettext_lazy("from backup 1"),
    "shortage carried over": gettext_lazy("carried over"),
    "carryover repaid": gettext_lazy("carryover"),
    "administrative fee": gettext_lazy("fee"),
    "seed recovered": gettext_lazy("seed"),
    OFFERED: gettext_lazy("held before"),
    "primary": gettext_lazy("primary"),
    "backup 1": gettext_lazy("backup 1"),
    "backup 2": gettext_lazy("backup 2"),
    "held": gettext_lazy("held"),
}

WIDTH, HEIGHT, TOP, FOOT = 960, 330, 34, 48


@dataclass(frozen=True)
class Line:
    """One line of the table. `left` is what remains to be placed after it."""

    rule: str
    name: str | Promise
    why: str
    amount: str
    left: int | None
    moves: bool


@dataclass(frozen=True)
class Bar:
    """One bar of the picture, in the units of its view box."""

    name: str | Promise
    value: str
    kind: str  # drop, out, in or nothing
    x: float
    y: float
    width: float
    height: float
    value_y: float

    @property
    def middle(self) -> float:
        return round(self.x + self.width / 2, 1)


@dataclass(frozen=True)
class Waterfall:
    lines: list[Line]
    bars: list[Bar]
    zero: float
    width: int = WIDTH
    height: int = HEIGHT
    names_y: int = HEIGHT - 16


def waterfall(*, drop: int, tray: int, steps: Sequence[Step], policy: PolicyVersion) -> Waterfall:
    bars, zero = _picture(list(_levels(drop, tray, steps)))
    return Waterfall(lines=list(_lines(drop, tray, steps, policy)), bars=bars, zero=zero)


def _lines(drop: int, tray: int, steps: Sequence[Step], policy: PolicyVersion) -> Iterator[Line]:
    left = drop
    yield Line("", _("drop"), _("what was counted in the boxes"), figures(drop), left, moves=bool(drop))
    for step in steps:
        if step.name in TAKEN:
            left -= step.amount
            shown, after = change(-step.amount), left
        elif step.name == OFFERED:
            left += step.amount
            shown, after = change(step.amount), left
        elif step.name in POT_OF:
            left -= step.amount
            shown, after = change(step.amount), left
        else:
            shown, after = figures(step.amount), None
        why = _why(step.name, tray, policy)
        yield Line(step.rule, NAMES[step.name], why, shown, after, moves=bool(step.amount))


def _why(name: str, tray: int, policy: PolicyVersion) -> str:
    """The rule in words, with the elections that were in force."""
    portion = {"none": _("no seed is taken back"), "full": _("all of what is left, until the seed is recovered")}
    seed = portion.get(policy.seed_recovery) or _("%(rate)s of what is left") % {"rate": _rate(policy.seed_portion_bps)}
    shortage = (
        _("by election the backups cover it first")
        if policy.shortage == "backup"
        else _("by election it is owed to the house out of later drops")
    )
    words = {
        "tray payouts taken back": _("the smaller of the drop and the tray payouts of %(tray)s")
        % {"tray": figures(tray)},
        "shortage taken from backup 2": shortage,
        "shortage taken from backup 1": shortage,
        "shortage carried over": _("what the drop and the backups did not cover"),
        "carryover repaid": _("the smaller of what is left and what is owed from earlier days"),
        "administrative fee": _("%(rate)s of what is left") % {"rate": _rate(policy.fee_bps)},
        "seed recovered": seed,
        "added to the pots": _("what is left is the players'"),
        OFFERED: _("what fitted nowhere before is offered again"),
        "primary filled": _("up to %(level)s first") % {"level": figures(policy.backup_threshold)},
        "primary's share": _("what is not meant for the backups (%(rate)s is)")
        % {"rate": _rate(policy.backup_share_bps)},
        "backup 1 filled": _("up to %(level)s") % {"level": figures(policy.backup_cap)},
        "backup 2 filled": _("up to %(level)s") % {"level": figures(policy.backup_cap)},
        "what did not fit, to the primary": _("until the primary is at %(level)s")
        % {"level": figures(policy.cap_lift)},
        "beyond the lift, to backup 1": _("above %(level)s the cap of backup 1 is lifted")
        % {"level": figures(policy.cap_lift)},
        "held in unallocated": _("what fits nowhere is held for the players"),
        "posted for the next day": _("the new primary"),
    }
    return words[name]


def _rate(bps: int) -> str:
    return f"{bps / 100:g} %"


def _levels(drop: int, tray: int, steps: Sequence[Step]) -> Iterator[tuple[str, str, int, int]]:
    """Every bar as (name, kind, from, to) in cents."""
    amounts = {step.name: step.amount for step in steps}
    level = drop
    yield "drop", "drop", 0, drop
    yield TAKEN[0], "out", level, level - tray
    level -= tray
    for name in SHORTAGES:
        if amounts[name]:
            yield name, "in", level, level + amounts[name]
            level += amounts[name]
    for name in TAKEN[1:]:
        yield name, "out", level, level - amounts[name]
        level -= amounts[name]
    level = 0
    if amounts[OFFERED]:
        yield OFFERED, "drop", 0, amounts[OFFERED]
    for pot in ("primary", "backup 1", "backup 2", "held"):
        cents = sum(amounts[name] for name, where in POT_OF.items() if where == pot)
        if cents or pot != "held":
            yield pot, "in", level, level + cents
            level += cents


def _picture(levels: list[tuple[str, str, int, int]]) -> tuple[list[Bar], float]:
    highest = max(max(start, end) for _name, _kind, start, end in levels)
    lowest = min(0, *(min(start, end) for _name, _kind, start, end in levels))
    scale = (HEIGHT - TOP - FOOT) / max(1, highest - lowest)
    step = WIDTH / len(levels)

    def y_of(cents: int) -> float:
        return round(TOP + (highest - cents) * scale, 1)

    bars = []
    for place, (name, kind, start, end) in enumerate(levels):
        top, bottom = y_of(max(start, end)), y_of(min(start, end))
        moved = end - start
        bars.append(
            Bar(
                name=BAR_NAMES[name],
                value=figures(moved) if kind == "drop" else change(moved),
                kind=kind if moved else "nothing",
                x=round(place * step + step * 0.14, 1),
                y=top,
                width=round(step * 0.72, 1),
                height=max(2.0, round(bottom - top, 1)),
                value_y=top - 8,
            )
        )
    return bars, y_of(0)
