"""Data sets of what was won: hits, slips with their voids, the checks made on them."""

import re
from collections.abc import Iterable, Iterator

from django.db.models import Case, Q, QuerySet, Value, When

from accounting.exports.columns import author, balance, day, moment, money, number, person, text
from accounting.exports.datasets import AUTHOR_KEY, DataSet, Row, known, register
from accounting.exports.scope import Scope
from accounting.exports.sets.numbers import SERIES, Series
from jackpot.models import HitEvent, Payout, PayoutCheck, PayoutState, SlipPrint, TaxIdentity
from jackpot.services.tax import in_full

TAX_IDENTITY = re.compile(r"\b\d{3}-?\d{2}-?(\d{4})\b")

SERIES += [
    Series("slip", lambda scope: Payout.objects.filter(cardroom=scope.cardroom, entry__recorded_at__lte=scope.as_of)),
    Series(
        "hit",
        lambda scope: HitEvent.objects.filter(progressive__cardroom=scope.cardroom, recorded_at__lte=scope.as_of),
        of="progressive__code",
    ),
]


def slips_of(scope: Scope) -> QuerySet[Payout]:
    return Payout.objects.filter(**scope.posted())


@register
class Hits(DataSet):
    name = "hits"
    title = "Hits"
    description = "Every dealt hand that won, in the order recorded, with the amount its shares were taken of."
    columns = (
        text("progressive", "progressive__code"),
        number("number"),
        text("table", "table__code"),
        text("source"),
        moment("dealt_at"),
        moment("recorded_at"),
        day("gaming_day"),
        balance("posted_when_dealt"),
        balance("posted"),
        author("recorded_by"),
    )

    def query(self, scope: Scope) -> QuerySet[HitEvent]:
        hits = HitEvent.objects.filter(pk__in=slips_of(scope).values("hit"))
        return hits.annotate(author_key=AUTHOR_KEY).order_by("progressive__code", "number")


@register
class Slips(DataSet):
    name = "slips"
    title = "Payout slips"
    description = "One line for each slip, voided ones included. Tax identity numbers are masked unless asked for."
    columns = (
        number("number"),
        text("progressive", "progressive__code"),
        number("hit", "hit__number"),
        day("gaming_day"),
        number("spot"),
        text("patron", "patron_then"),
        text("cards"),
        text("category"),
        text("share"),
        money("amount"),
        text("source"),
        balance("pot_before"),
        balance("pot_after"),
        number("entry", "entry__number"),
        text("state", "state_then"),
        person("verified_by", "verified_by_then"),
        moment("verified_at", "verified_at_then"),
        person("paid_by", "paid_by_then"),
        moment("paid_at", "paid_at_then"),
        text("paid_from", "paid_from_then"),
        text("method", "method_then"),
        person("voided_by", "voided_by_then"),
        moment("voided_at", "voided_at_then"),
        text("void_reason", "void_reason_then"),
        number("final_entry", "final_entry_then"),
        text("tax_identity", "pk"),
    )

    def query(self, scope: Scope) -> QuerySet[Payout]:
        def by(moment_field: str) -> dict[str, object]:
            return {f"{moment_field}__lte": scope.as_of}

        tray = Q(source=Payout.Source.TRAY)
        ended = Q(**by("paid_at")) | Q(**by("voided_at"))
        return (
            slips_of(scope)
            .annotate(
                state_then=Case(
                    When(**by("voided_at"), then=Value(PayoutState.VOIDED.value)),
                    When(**by("paid_at"), then=Value(PayoutState.PAID.value)),
                    When(tray & Q(**by("verified_at")), then=Value(PayoutState.APPROVED.value)),
                    When(**by("verified_at"), then=Value(PayoutState.VERIFIED.value)),
                    When(tray, then=Value(PayoutState.RECORDED.value)),
                    default=Value(PayoutState.LOCKED.value),
                ),
                final_entry_then=Case(When(ended, then="final_entry__number")),
                # The patron may become known when the slip is paid.
                patron_then=Case(When(Q(**by("paid_at")) | Q(paid_at=None), then="patron"), default=Value("")),
                **{
                    f"{name}_then": known(source, since, scope)
                    for name, source, since in (
                        ("verified_by", "verified_by_id", "verified_at"),
                        ("verified_at", "verified_at", "verified_at"),
                        ("paid_by", "paid_by_id", "paid_at"),
                        ("paid_at", "paid_at", "paid_at"),
                        ("paid_from", "paid_from", "paid_at"),
                        ("method", "method", "paid_at"),
                        ("voided_by", "voided_by_id", "voided_at"),
                        ("voided_at", "voided_at", "voided_at"),
                        ("void_reason", "void_reason", "voided_at"),
                    )
                },
            )
            .order_by("number")
        )

    def read(self, scope: Scope, values: Iterable[Row]) -> Iterator[Row]:
        """Slips with a tax identity number are few: those numbers are read once."""
        recorded = TaxIdentity.objects.filter(payout__in=slips_of(scope), recorded_at__lte=scope.as_of)
        shown = {one.payout_id: in_full(one) if scope.unmasked else str(one) for one in recorded.order_by("pk")}
        for row in super().read(scope, values):
            yield [*row[:-1], shown.get(row[-1], "")]


def _without_tax_identity(scope: Scope, note: str) -> str:
    """A number that someone wrote into a note is masked like any other."""
    return note if scope.unmasked else TAX_IDENTITY.sub(r"***-**-\1", note)


@register
class SlipChecks(DataSet):
    name = "slip_checks"
    title = "Checks made on slips"
    description = "What a slip's amount asked for, under which rule, who did it, and what they noted."
    columns = (
        number("slip", "payout__number"),
        text("check", "check_name"),
        text("rule", "threshold__source"),
        text("note", read=_without_tax_identity),
        person("made_by"),
        moment("made_at"),
    )

    def query(self, scope: Scope) -> QuerySet[PayoutCheck]:
        made = PayoutCheck.objects.filter(payout__in=slips_of(scope).values("pk"), made_at__lte=scope.as_of)
        return made.order_by("payout__number", "pk")


@register
class SlipPrints(DataSet):
    name = "slip_prints"
    title = "Printed copies of slips"
    description = "Every copy that was printed; all after the first are marked as reprints."
    columns = (number("slip", "payout__number"), number("copy", "number"), person("printed_by"), moment("printed_at"))

    def query(self, scope: Scope) -> QuerySet[SlipPrint]:
        printed = SlipPrint.objects.filter(payout__in=slips_of(scope).values("pk"), printed_at__lte=scope.as_of)
        return printed.order_by("payout__number", "number")
