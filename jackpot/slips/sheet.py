"""What a printed slip says, as plain data, so that the PDF and the print page say the same."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from jackpot.models import Payout, PayoutState, SlipPrint
from jackpot.selectors import checks_to_pay, checks_to_verify
from tables.money import dollars

MOMENT = "%Y-%m-%d %H:%M:%S"


@dataclass(frozen=True)
class Line:
    """A fact on the slip: its name and what it says."""

    name: str
    text: str


@dataclass(frozen=True)
class Check:
    """A check that the amount asks for: ticked with its note once it was made."""

    name: str
    source: str
    note: str

    @property
    def made(self) -> bool:
        return bool(self.note)


@dataclass(frozen=True)
class Signature:
    """A line to sign on, with the name of whoever has done it in Bote."""

    role: str
    name: str


@dataclass(frozen=True)
class Sheet:
    """Everything on one printed copy of a slip."""

    cardroom: str
    licence: str
    number: str
    state: str
    category: str
    cards: tuple[str, ...]
    figure: str
    words: str
    share: str
    facts: tuple[Line, ...]
    checks: tuple[Check, ...]
    signatures: tuple[Signature, ...]
    void_reason: str
    digest: str
    address: str
    reprint: int
    printed: str


def sheet_of(printed: SlipPrint, *, address: str) -> Sheet:
    """The copy that was just counted; `address` is where the record is found, for the QR code."""
    payout = printed.payout
    zone = ZoneInfo(payout.cardroom.time_zone)
    return Sheet(
        cardroom=payout.cardroom.name,
        licence=f"{payout.cardroom.licensee} · licence {payout.cardroom.licence_number}",
        number=f"{payout.number:06d}",
        state=payout.state,
        category=payout.category,
        cards=tuple(payout.cards.split()),
        figure=dollars(payout.amount),
        words=payout.amount_in_words,
        share=payout.share,
        facts=tuple(_facts(payout, zone)),
        checks=_checks(payout),
        signatures=_signatures(payout),
        void_reason=payout.void_reason,
        digest=payout.entry.digest,
        address=address,
        reprint=printed.reprint,
        printed=f"printed {printed.printed_at.astimezone(zone):{MOMENT}} by {printed.printed_by}",
    )


def _facts(payout: Payout, zone: ZoneInfo) -> list[Line]:
    hit = payout.hit
    facts = [
        Line("Progressive", str(payout.progressive)),
        Line("Table and spot", f"{hit.table}, spot {payout.spot}"),
        Line("Gaming day", f"{payout.gaming_day:%Y-%m-%d}"),
        Line("Dealt", f"{hit.dealt_at.astimezone(zone):{MOMENT}}"),
        Line("Patron", payout.patron or "not named"),
    ]
    if payout.source == Payout.Source.JACKPOT:
        facts += [
            Line("Posted jackpot", dollars(hit.posted)),
            Line("Pot before", dollars(payout.pot_before)),
            Line("Pot after", dollars(payout.pot_after)),
        ]
    else:
        facts.append(Line("Paid from", "the chip tray"))
    if payout.state == PayoutState.PAID:
        facts.append(Line("Paid", f"by {payout.method} from the {payout.paid_from}"))
    return facts


def _checks(payout: Payout) -> tuple[Check, ...]:
    """What the amount asks for, whether done or not; tray awards ask for nothing."""
    if payout.source != Payout.Source.JACKPOT:
        return ()
    made = {check.check_name: check for check in payout.checks.select_related("threshold")}
    due = {each.check_name: each for each in checks_to_verify(payout)}
    if payout.state != PayoutState.PAID:
        pays = checks_to_pay(payout, in_cash=False, patron=payout.patron, day=payout.gaming_day)
        due |= {each.check_name: each for each in pays}
    due |= {name: check.threshold for name, check in made.items()}
    return tuple(
        Check(name, threshold.source, made[name].note if name in made else "") for name, threshold in due.items()
    )


def _signatures(payout: Payout) -> tuple[Signature, ...]:
    reported = payout.hit.author if payout.hit.author_employee_id else ""
    lines = [
        Signature("Reported by", reported),
        Signature("Verified by", str(payout.verified_by or "")),
    ]
    if payout.state == PayoutState.VOIDED:
        return (*lines, Signature("Voided by", str(payout.voided_by or "")))
    if payout.source == Payout.Source.JACKPOT:
        lines.append(Signature("Paid by", str(payout.paid_by or "")))
    return (*lines, Signature("Received by the patron", payout.patron))
