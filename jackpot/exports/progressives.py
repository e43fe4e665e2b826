"""Data sets of the progressive itself: policies, approvals, postings, closes, corrections, removals."""

from collections.abc import Iterator

from django.db.models import Case, QuerySet, Value, When

from accounting.exports.columns import balance, day, flag, listed, moment, money, number, person, text
from accounting.exports.datasets import DataSet, Row, known, register
from accounting.exports.scope import Scope
from accounting.exports.sets.numbers import SERIES, Series
from jackpot.models import (
    Approval,
    Close,
    Correction,
    Disposition,
    PolicyVersion,
    Posting,
    Progressive,
    ProgressiveState,
    RemovalApproval,
)
from jackpot.selectors.reconciliation import slips_of, table_days

POTS = ("primary", "backup1", "backup2", "seed_owed", "carryover", "unallocated")
# The steps of a close in their order (jackpot/rules/end_of_day.py), as columns.
STEPS = (
    "tray_reimbursed",
    "shortage_from_backup2",
    "shortage_from_backup1",
    "shortage_carried",
    "carryover_repaid",
    "fee",
    "seed_recovered",
    "added",
    "offered_again",
    "primary_filled",
    "primary_share",
    "backup1_filled",
    "backup2_filled",
    "overflow_to_primary",
    "overflow_to_backup1",
    "held",
    "posted",
)
RATES = ("fee_bps", "fee_max_bps", "seed_portion_bps", "backup_share_bps")
AMOUNTS = ("backup_threshold", "backup_cap", "cap_lift", "seed_minimum", "maximum")
CHOICES = ("seed_recovery", "shortage")

SERIES += [
    Series(
        "posting",
        lambda scope: Posting.objects.filter(progressive__cardroom=scope.cardroom, at__lte=scope.as_of),
        of="progressive__code",
    ),
    Series(
        "policy",
        lambda scope: PolicyVersion.objects.filter(progressive__cardroom=scope.cardroom, staged_at__lte=scope.as_of),
        of="progressive__code",
    ),
]


@register
class Progressives(DataSet):
    name = "progressives"
    title = "Progressives"
    description = "Every jackpot of the cardroom: its game, its first gaming day, its seed, and how it stood."
    columns = (
        text("code"),
        text("name"),
        text("game"),
        text("fund", "fund__code"),
        text("state", "state_then"),
        day("first_day", "first_day_then"),
        money("seed", "seed_then"),
    )

    def query(self, scope: Scope) -> QuerySet[Progressive]:
        opened = Posting.objects.filter(number=1, at__lte=scope.as_of, progressive__cardroom=scope.cardroom)
        in_play = When(pk__in=opened.values("progressive"), then=Value(ProgressiveState.OPEN.value))
        announced = When(removal__announced_at__lte=scope.as_of, then=Value(ProgressiveState.REMOVAL_ANNOUNCED.value))
        retired = When(removal__entry__recorded_at__lte=scope.as_of, then=Value(ProgressiveState.RETIRED.value))
        drafted = Progressive.objects.filter(
            cardroom=scope.cardroom, policies__number=1, policies__staged_at__lte=scope.as_of
        )
        return drafted.annotate(
            state_then=Case(retired, announced, in_play, default=Value(ProgressiveState.DRAFT.value)),
            first_day_then=Case(When(pk__in=opened.values("progressive"), then="first_day")),
            seed_then=Case(When(pk__in=opened.values("progressive"), then="seed")),
        ).order_by("code")


@register
class Policies(DataSet):
    name = "policies"
    title = "Policies (house elections)"
    description = "Every version of the elections: staged by one person, approved by another, from which gaming day."
    columns = (
        text("progressive", "progressive__code"),
        number("number"),
        day("effective_from", "effective_from_then"),
        text("accrual"),
        *(number(name) for name in RATES),
        *(text(name) for name in CHOICES),
        flag("backups"),
        *(balance(name) for name in AMOUNTS),
        person("staged_by"),
        moment("staged_at"),
        person("approved_by", "approved_by_then"),
        moment("approved_at", "approved_at_then"),
    )

    def query(self, scope: Scope) -> QuerySet[PolicyVersion]:
        staged = PolicyVersion.objects.filter(progressive__cardroom=scope.cardroom, staged_at__lte=scope.as_of)
        return staged.annotate(
            effective_from_then=known("effective_from", "approved_at", scope),
            approved_by_then=known("approved_by_id", "approved_at", scope),
            approved_at_then=known("approved_at", "approved_at", scope),
        ).order_by("progressive__code", "number")


@register
class Approvals(DataSet):
    name = "approvals"
    title = "Approvals by the WSGC"
    description = "What the WSGC approved, under which reference. Invented ones of a demo say so."
    columns = (
        text("progressive", "progressive__code"),
        text("kind"),
        text("reference"),
        day("approved_on"),
        flag("made_up"),
        person("recorded_by"),
        moment("recorded_at"),
    )

    def query(self, scope: Scope) -> QuerySet[Approval]:
        held = Approval.objects.filter(progressive__cardroom=scope.cardroom, recorded_at__lte=scope.as_of)
        return held.order_by("progressive__code", "pk")


@register
class Postings(DataSet):
    name = "postings"
    title = "Posted amounts"
    description = "Every change of the posted jackpot, with its reason and its entry (WAC 230-15-685)."
    columns = (
        text("progressive", "progressive__code"),
        number("number"),
        moment("at"),
        balance("before"),
        balance("after"),
        text("reason"),
        number("entry", "entry__number"),
        listed("tables"),
    )

    def query(self, scope: Scope) -> QuerySet[Posting]:
        return Posting.objects.filter(**scope.posted()).order_by("progressive__code", "number")


@register
class Closes(DataSet):
    name = "closes"
    title = "Daily reconciliations"
    description = "Each closed gaming day: the balances before, what came in, every step in order, the balances after."
    columns = (
        text("progressive"),
        day("gaming_day"),
        number("entry"),
        number("policy"),
        *(balance(f"before_{name}") for name in POTS),
        money("drop"),
        money("tray"),
        *(money(name) for name in STEPS[:-1]),
        balance(STEPS[-1]),
        *(balance(f"after_{name}") for name in POTS),
        moment("closed_at"),
        text("closed_by"),
    )

    def rows(self, scope: Scope) -> Iterator[Row]:
        for close in closes_of(scope):
            yield (
                close.progressive.code,
                close.gaming_day,
                close.entry.number,
                close.policy.number,
                *(close.before[name] for name in POTS),
                close.drop,
                close.tray,
                *(step["amount"] for step in close.steps),
                *(close.after[name] for name in POTS),
                close.closed_at,
                close.author,
            )


def closes_of(scope: Scope) -> Iterator[Close]:
    closes = Close.objects.filter(progressive__cardroom=scope.cardroom, closed_at__lte=scope.as_of, **scope.days())
    closes = closes.select_related("progressive", "entry", "policy", "author_employee", "author_terminal")
    return closes.order_by("progressive__code", "gaming_day").iterator(chunk_size=500)


@register
class TrayReimbursements(DataSet):
    name = "tray_reimbursements"
    title = "Tray reimbursements"
    description = "What the tables' trays paid out each day, and how the house got it back: a cage-side settlement."
    columns = (
        text("progressive"),
        day("gaming_day"),
        money("paid_from_tray"),
        money("taken_from_drop"),
        money("taken_from_backups"),
        money("carried_over"),
        money("carryover_repaid"),
        balance("carryover_left"),
        number("entry"),
    )

    def rows(self, scope: Scope) -> Iterator[Row]:
        for close in closes_of(scope):
            steps = dict(zip(STEPS, (step["amount"] for step in close.steps), strict=True))
            yield (
                close.progressive.code,
                close.gaming_day,
                close.tray,
                steps["tray_reimbursed"],
                steps["shortage_from_backup2"] + steps["shortage_from_backup1"],
                steps["shortage_carried"],
                steps["carryover_repaid"],
                close.after["carryover"],
                close.entry.number,
            )


@register
class TableAdjustments(DataSet):
    name = "table_adjustments"
    title = "Adjustments of the master games report"
    description = (
        "By table and closed day: what to add to the table's win, so that of the progressive only the fee is left."
    )
    columns = (
        text("progressive"),
        day("gaming_day"),
        text("table"),
        money("drop"),
        money("tray"),
        money("fee"),
        money("adjustment"),
    )

    def rows(self, scope: Scope) -> Iterator[Row]:
        for close in closes_of(scope):
            progressive, day_closed = close.progressive, close.gaming_day
            for line in table_days(progressive, day_closed, close, slips_of(progressive, day_closed)):
                figures = (line.drop, line.tray, line.fee, line.adjustment)
                yield (close.progressive.code, close.gaming_day, line.table.code, *figures)


@register
class Corrections(DataSet):
    name = "corrections"
    title = "Corrections"
    description = "What was wrong, who proposed to put it right, who approved, and the entry that did it."
    columns = (
        number("id", "pk"),
        text("progressive", "progressive__code"),
        number("corrects", "corrects__number"),
        text("explanation"),
        text("moves", read=lambda _scope, moves: "; ".join(_move_in_words(move) for move in moves)),
        person("proposed_by"),
        moment("proposed_at"),
        person("approved_by", "approved_by_then"),
        moment("approved_at", "approved_at_then"),
        number("entry", "entry_then"),
        person("declined_by", "declined_by_then"),
        moment("declined_at", "declined_at_then"),
        text("why_declined", "why_declined_then"),
    )

    def query(self, scope: Scope) -> QuerySet[Correction]:
        proposed = Correction.objects.filter(progressive__cardroom=scope.cardroom, **scope.moments("proposed_at"))
        return proposed.annotate(
            approved_by_then=known("approved_by_id", "approved_at", scope),
            approved_at_then=known("approved_at", "approved_at", scope),
            entry_then=known("entry__number", "approved_at", scope),
            declined_by_then=known("declined_by_id", "declined_at", scope),
            declined_at_then=known("declined_at", "declined_at", scope),
            why_declined_then=known("why_declined", "declined_at", scope),
        ).order_by("pk")


def _move_in_words(move: dict[str, str | int]) -> str:
    because = f" ({move['reason']})" if move["reason"] else ""
    return f"{move['source']} to {move['target']} {move['amount']} cents{because}"


@register
class Removals(DataSet):
    name = "removals"
    title = "Removals from play"
    description = "What became of every cent of a progressive that was taken out of play (WAC 230-15-710)."
    columns = (
        text("progressive", "removal__progressive__code"),
        day("last_day", "removal__last_day"),
        text("notice", "removal__notice"),
        text("approval_reference", "removal__approval_reference"),
        text("pot"),
        text("kind"),
        money("amount"),
        text("to_progressive", "to_progressive__code"),
        text("description"),
        number("entry", "removal__entry__number"),
    )

    def query(self, scope: Scope) -> QuerySet[Disposition]:
        return Disposition.objects.filter(**scope.posted("removal__entry")).order_by("removal__pk", "pk")


@register
class RemovalApprovals(DataSet):
    name = "removal_approvals"
    title = "Approvals of removals"
    description = "The two people who approved each removal."
    columns = (text("progressive", "removal__progressive__code"), person("by"), moment("at"))

    def query(self, scope: Scope) -> QuerySet[RemovalApproval]:
        return RemovalApproval.objects.filter(
            removal__progressive__cardroom=scope.cardroom, **scope.moments("at")
        ).order_by("pk")
