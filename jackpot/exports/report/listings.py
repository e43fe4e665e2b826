"""The lists of the report: closed days, payouts, exceptions and corrections."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Any
from xml.sax.saxutils import escape

from reportlab.platypus import Flowable, KeepTogether, Paragraph, Table

from accounting.exports.scope import Scope
from jackpot.exports.figures import records
from jackpot.exports.report.looks import BODY, H1, H2, SMALL, bare, listing, local
from jackpot.exports.report.printable import printable
from tables.money import dollars

STEPS = {
    "drop": "drop",
    "tray_reimbursed": "tray",
    "carryover_repaid": "carryover",
    "fee": "fee",
    "seed_recovered": "seed",
    "added": "added",
}
POTS = {"primary": "primary", "backup1": "backup 1", "backup2": "backup 2"}


def days(scope: Scope, names: dict[str, str]) -> Iterator[Flowable]:
    """Each closed gaming day on a line."""
    yield Paragraph("Daily reconciliations", H1)
    yield Paragraph(
        "Each closed gaming day: what was counted, what the house took back, what was added, and what is posted next. "
        "The steps in between and the balances before are in data/closes.csv.",
        BODY,
    )
    closes = list(records("closes", scope))
    if not closes:
        yield Paragraph("No day of this period is closed.", BODY)
    for code, name in names.items():
        mine = [row for row in closes if row["progressive"] == code]
        if mine:
            yield Paragraph(escape(printable(name)), H2)
            yield _days_of(mine)


def _days_of(closes: list[dict[str, Any]]) -> Table:
    def figures(row: dict[str, Any]) -> list[int]:
        changes = [row[f"after_{pot}"] - row[f"before_{pot}"] for pot in POTS]
        return [*(row[column] for column in STEPS), *changes]

    heading = ["gaming day", *STEPS.values(), *POTS.values(), "posted", "entry"]
    rows = [
        [_day(row["gaming_day"]), *map(bare, figures(row)), bare(row["posted"]), str(row["entry"])] for row in closes
    ]
    sums = map(sum, zip(*map(figures, closes), strict=True))
    rows.append([f"{len(closes)} days", *map(bare, sums), "", ""])
    widths = [50, 46, 42, 42, 34, 42, 46, 46, 44, 44, 46, 0]
    return listing(heading, rows, widths, right=range(1, len(heading)), total=True)


def _day(day: date) -> str:
    return f"{day:%d %b %Y}"


def payouts(scope: Scope) -> Iterator[Flowable]:
    """Every jackpot slip and every void; of the trays, how many of each hand."""
    slips = list(records("slips", scope))
    yield Paragraph("Payouts", H1)
    yield Paragraph("Out of the jackpot, and every slip that was voided", H2)
    shown = [_slip(slip) for slip in slips if slip["source"] == "jackpot" or slip["state"] == "voided"]
    heading = ["slip", "gaming day", "progressive", "hand", "share", "amount", "state", "verified by", "ended by"]
    widths = [38, 52, 50, 72, 52, 56, 44, 66, 0]
    yield listing(heading, shown, widths, wrapped=True, right=(5,)) if shown else Paragraph("None.", BODY)
    tray = [slip for slip in slips if slip["source"] == "tray" and slip["state"] != "voided"]
    paid: Counter[tuple[str, str]] = Counter()
    for slip in tray:
        paid[slip["progressive"], slip["category"]] += slip["amount"]
    many = Counter((slip["progressive"], slip["category"]) for slip in tray)
    rows = [[*key, str(many[key]), dollars(cents)] for key, cents in sorted(paid.items())]
    table = listing(["progressive", "hand", "slips", "amount"], rows, [150, 150, 100, 0], right=(2, 3))
    yield KeepTogether([Paragraph("Out of the tray", H2), table if rows else Paragraph("None.", BODY)])
    yield Paragraph("Every single slip is in data/slips.csv.", SMALL)


def _slip(slip: dict[str, Any]) -> list[str]:
    ended = {
        "voided": f"{slip['voided_by']}: {slip['void_reason']}",
        "paid": f"{slip['paid_by']}, {slip['method']} from the {slip['paid_from']}",
    }
    return [
        f"{slip['number']:06d}",
        _day(slip["gaming_day"]),
        slip["progressive"],
        f"{slip['category']}\n{slip['cards']}",
        slip["share"],
        dollars(slip["amount"]),
        slip["state"],
        slip["verified_by"],
        ended.get(slip["state"], ""),
    ]


def exceptions(scope: Scope) -> Iterator[Flowable]:
    """What went wrong or had to be told, and what was put right."""
    yield Paragraph("Exceptions and notices", H1)
    rows = [
        [
            f"{case['number']:06d}",
            _day(case["gaming_day"]),
            case["kind"],
            case["sentence"],
            case["rule"],
            case["state"],
            local(scope, case["told_at"]) if case["told_at"] else "due" if case["tell_commission"] else "",
        ]
        for case in records("cases", scope)
    ]
    heading = ["case", "gaming day", "kind", "what", "rule", "state", "WSGC told"]
    widths = [38, 52, 60, 0, 62, 48, 66]
    yield listing(heading, rows, widths, wrapped=True) if rows else Paragraph("None in this period.", BODY)
    yield Paragraph("Corrections", H2)
    rows = [
        [
            str(one["id"]),
            one["progressive"],
            f"entry {one['corrects']}",
            one["explanation"],
            one["proposed_by"],
            one["approved_by"] or ("declined" if one["declined_by"] else "not approved"),
            str(one["entry"] or ""),
        ]
        for one in records("corrections", scope)
    ]
    heading = ["no.", "progressive", "corrects", "what was wrong", "proposed by", "approved by", "entry"]
    widths = [24, 52, 52, 0, 84, 84, 34]
    yield listing(heading, rows, widths, wrapped=True) if rows else Paragraph("None in this period.", BODY)


def how_to_check(scope: Scope) -> Iterator[Flowable]:
    number, digest = scope.head
    yield KeepTogether(
        [
            Paragraph("How to check these records", H2),
            Paragraph(
                "Unpack the ZIP and run <font face='Courier'>python3 verify_package.py</font>. It needs Python 3.9 or "
                "newer and no connection. It follows the chain of entries digest by digest, adds up every balance "
                "again, makes every count from its denominations, splits every jackpot and closes every day once more, "
                "and names the first place that does not agree.",
                BODY,
            ),
            Paragraph(f"Head of the book: entry {number}, <font face='Courier'>{digest}</font>", SMALL),
        ]
    )
