"""The period in a few figures for each progressive: what the report opens with and the manifest has as control totals.

They are worked out from the rows of the data sets, the same that the files contain.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from accounting.exports.datasets import data_set
from accounting.exports.scope import Scope


def records(name: str, scope: Scope) -> Iterator[dict[str, Any]]:
    """The rows of a data set, by column."""
    source = data_set(name)
    names = [column.name for column in source.columns]
    for row in source.rows(scope):
        yield dict(zip(names, row, strict=True))


@dataclass
class Figures:
    """One progressive over the period, in cents."""

    days_closed: int = 0
    drop: int = 0
    tray_reimbursed: int = 0
    shortage_from_backups: int = 0
    carryover_repaid: int = 0
    fee: int = 0
    seed_recovered: int = 0
    added: int = 0
    jackpot_slips: int = 0
    won_from_jackpot: int = 0
    tray_slips: int = 0
    won_from_tray: int = 0
    voided_slips: int = 0
    voided: int = 0
    opening: dict[str, int] = field(default_factory=dict)
    closing: dict[str, int] = field(default_factory=dict)

    def control_totals(self) -> dict[str, int]:
        """The figures that a reader can add up again from the files."""
        return {name: value for name, value in vars(self).items() if isinstance(value, int)}


FROM_CLOSES = ("drop", "tray_reimbursed", "carryover_repaid", "fee", "seed_recovered", "added")


def figures_of(scope: Scope) -> dict[str, Figures]:
    """By the progressive's code."""
    figures = {row["code"]: Figures() for row in records("progressives", scope)}
    for close in records("closes", scope):
        one = figures[close["progressive"]]
        one.days_closed += 1
        one.shortage_from_backups += close["shortage_from_backup1"] + close["shortage_from_backup2"]
        for name in FROM_CLOSES:
            setattr(one, name, getattr(one, name) + close[name])
    for slip in records("slips", scope):
        one = figures[slip["progressive"]]
        if slip["state"] == "voided":
            one.voided_slips += 1
            one.voided += slip["amount"]
        elif slip["source"] == "jackpot":
            one.jackpot_slips += 1
            one.won_from_jackpot += slip["amount"]
        else:
            one.tray_slips += 1
            one.won_from_tray += slip["amount"]
    funds = {row["fund"]: figures[row["code"]] for row in records("progressives", scope)}
    for account in records("accounts", scope):
        if account["fund"] in funds:
            funds[account["fund"]].opening[account["account"]] = account["opening"]
            funds[account["fund"]].closing[account["account"]] = account["closing"]
    return figures
