"""The summary: the period in five sentences and two tables."""

from collections import Counter
from collections.abc import Callable, Iterator
from xml.sax.saxutils import escape

from reportlab.platypus import Flowable, Paragraph, Spacer, Table

from accounting.exports.scope import Scope
from accounting.ledger.accounts import HELD, OWED
from jackpot.exports.figures import Figures, records
from jackpot.exports.report.looks import BODY, H1, H2, SMALL, counted, side_by_side
from jackpot.exports.report.printable import printable
from tables.money import dollars


def summary(scope: Scope, figures: dict[str, Figures], names: dict[str, str]) -> Iterator[Flowable]:
    yield Paragraph("Summary", H1)
    yield from (Paragraph(sentence, BODY) for sentence in _in_words(scope, figures))
    yield Spacer(1, 4)
    yield Paragraph("What came in and what became of it", H2)
    yield _figures_table(figures, names)
    yield Paragraph(
        "Drop = tray reimbursed + carryover repaid + fee + seed recovered + added to the pots, to the cent.", SMALL
    )
    yield Paragraph("What is owed to players and where it is, at the end of the period", H2)
    yield _standing_table(figures, names)
    yield Paragraph("Cage and bank hold exactly what is owed to players and what is counted and not yet closed.", SMALL)


def _in_words(scope: Scope, figures: dict[str, Figures]) -> Iterator[str]:
    total = Figures()
    for one in figures.values():
        for name, value in one.control_totals().items():
            setattr(total, name, getattr(total, name) + value)
    yield _money_in_words(scope, total, len(figures))
    yield (
        f"Players won <b>{dollars(total.won_from_jackpot)}</b> from the jackpots "
        f"({counted(total.jackpot_slips, 'slip')}) and {dollars(total.won_from_tray)} from the trays "
        f"({counted(total.tray_slips, 'slip')}). {counted(total.voided_slips, 'slip')} over {dollars(total.voided)} "
        "were voided."
    )
    yield _exceptions_in_words(scope)
    gaps = list(records("gaps", scope))
    with_gaps = ", ".join(f"{row['series']} of {row['of']}" for row in gaps if row["missing"])
    found = f"<b>gaps in {escape(printable(with_gaps))}</b>." if with_gaps else "none with a gap."
    yield f"Numbers that must run without gaps: {len(gaps)} series, {found}"
    if any(row["made_up"] for row in records("approvals", scope)):
        yield "<b>The approvals in these records are made up: this is a demonstration.</b>"


def _money_in_words(scope: Scope, total: Figures, progressives: int) -> str:
    days = (scope.last_day - scope.first_day).days + 1
    return (
        f"In these <b>{counted(days, 'gaming day')}</b> the boxes of {counted(progressives, 'progressive')} held "
        f"<b>{dollars(total.drop)}</b>. The house took back {dollars(total.tray_reimbursed)} that its trays had paid, "
        f"{dollars(total.carryover_repaid)} carried over and {dollars(total.seed_recovered)} of seed; fees came to "
        f"{dollars(total.fee)}. <b>{dollars(total.added)}</b> were added to the pots."
    )


def _exceptions_in_words(scope: Scope) -> str:
    cases = list(records("cases", scope))
    states = Counter(case["state"] for case in cases)
    stops = sum(1 for _ in records("stops", scope))
    corrections = sum(1 for _ in records("corrections", scope))
    return (
        f"<b>{counted(len(cases), 'exception or notice', 'exceptions and notices')}</b>: "
        f"{states['resolved']} resolved, {states['explained']} explained and under review, {states['open']} open. "
        f"The game was {_times(stops)} stopped for want of funds. {counted(corrections, 'correction')} proposed."
    )


def _times(number: int) -> str:
    return {0: "never", 1: "once"}.get(number, f"{number} times")


def _figures_table(figures: dict[str, Figures], names: dict[str, str]) -> Table:
    lines: list[tuple[str, Callable[[Figures], str]]] = [
        ("Days closed", lambda one: str(one.days_closed)),
        ("Drop", lambda one: dollars(one.drop)),
        ("Tray payouts reimbursed", lambda one: dollars(one.tray_reimbursed)),
        ("Carryover repaid", lambda one: dollars(one.carryover_repaid)),
        ("Administrative fee", lambda one: dollars(one.fee)),
        ("Seed recovered", lambda one: dollars(one.seed_recovered)),
        ("Added to the pots", lambda one: dollars(one.added)),
        ("Shortage taken from backups", lambda one: dollars(one.shortage_from_backups)),
        ("Won from the jackpot", lambda one: f"{one.jackpot_slips} · {dollars(one.won_from_jackpot)}"),
        ("Won from the tray", lambda one: f"{one.tray_slips} · {dollars(one.won_from_tray)}"),
        ("Voided", lambda one: f"{one.voided_slips} · {dollars(one.voided)}"),
    ]
    told = [(label, [tell(figures[code]) for code in names]) for label, tell in lines]
    return side_by_side(names.values(), told, bold=(1, 6))


def _standing_table(figures: dict[str, Figures], names: dict[str, str]) -> Table:
    def line(label: str, *accounts: str) -> tuple[str, list[str]]:
        return label, [dollars(sum(figures[code].closing[name] for name in accounts)) for code in names]

    lines = [
        ("Posted at the beginning", [dollars(figures[code].opening["primary"]) for code in names]),
        line("Posted at the end", "primary"),
        line("Backup 1", "backup1"),
        line("Backup 2", "backup2"),
        line("Held for players, fits nowhere yet", "unallocated"),
        line("Locked for winners, not yet paid", "pending"),
        line("Counted, not yet closed", "drop"),
        line("Owed in all", *OWED),
        line("In the cage", "cage"),
        line("In the bank", "bank"),
        line("Held in all", *HELD),
        line("Seed the house may still recover", "seed"),
        line("Carryover the house may still recover", "carryover"),
    ]
    return side_by_side(names.values(), lines, bold=(1, 7, 10))
