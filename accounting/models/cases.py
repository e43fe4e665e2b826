"""Cases: what went wrong or has to be told, who looks after it, and how it ended.

A case is opened once for one key, explained in writing by one person and resolved by another. What was said stays, in
its events; of the case itself only the owner, the state and the moment the WSGC was told ever change.
"""

from django.db import models
from django.db.models import Q

from accounting.ledger.guards import AnyGuard, Guard, append_only, frozen, steps
from tables.duties import Role
from tables.models import Authored, Cardroom, Employee


class CaseKind(models.TextChoices):
    VARIANCE = "variance"
    MISSED_COUNT = "missed count"
    MISSED_CLOSE = "missed close"
    LATE_DEPOSIT = "late deposit"
    UNDERFUNDED = "underfunded"
    BROKEN_CHAIN = "broken chain"
    REBUILD_DIFFERENCE = "rebuild difference"
    MALFUNCTION = "malfunction"
    OPENER_ERROR = "opener error"
    POSTED_DIFFERS = "posted differs"
    LATE_HAND = "late hand"
    OTHER = "other"


class CaseState(models.TextChoices):
    OPEN = "open"
    EXPLAINED = "explained"
    RESOLVED = "resolved"


# Who looks after a new case; the accountant has all others.
FIRST_OWNER = {
    CaseKind.MISSED_COUNT: Role.FLOOR_MANAGER,
    CaseKind.MALFUNCTION: Role.FLOOR_MANAGER,
    CaseKind.OPENER_ERROR: Role.FLOOR_MANAGER,
    CaseKind.UNDERFUNDED: Role.GENERAL_MANAGER,
}
# Surveillance and auditors are independent of what they watch: they comment, and explain or resolve nothing.
EXPLAINERS = (Role.FLOOR_MANAGER, Role.COUNT_TEAM, Role.VERIFIER, Role.ACCOUNTANT, Role.GENERAL_MANAGER)
REVIEWERS = (Role.ACCOUNTANT, Role.GENERAL_MANAGER)


class Case(Authored):
    """One exception or notice of a cardroom."""

    cardroom = models.ForeignKey(Cardroom, on_delete=models.PROTECT, related_name="cases")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20, choices=CaseKind)
    subject = models.CharField(max_length=80)
    sentence = models.CharField(max_length=500)
    gaming_day = models.DateField()
    # Says what this case is about in one word of the service that opens it, so that it is opened once.
    key = models.CharField(max_length=160)
    opened_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True)
    rule = models.CharField(max_length=40, blank=True)
    tell_commission = models.BooleanField(default=False)
    told_at = models.DateTimeField(null=True)
    owner_role = models.CharField(max_length=20, choices=[(role.value, role.value) for role in Role])
    owner = models.ForeignKey(Employee, on_delete=models.PROTECT, null=True, related_name="cases")
    state = models.CharField(max_length=10, choices=CaseState, default=CaseState.OPEN)

    class Meta(Authored.Meta):
        abstract = False
        ordering = ["cardroom_id", "number"]
        constraints = [
            *Authored.Meta.constraints,
            models.UniqueConstraint(name="case_number_once_per_cardroom", fields=["cardroom", "number"]),
            models.UniqueConstraint(name="case_key_once_per_cardroom", fields=["cardroom", "key"]),
            models.CheckConstraint(name="case_kind_is_known", condition=Q(kind__in=CaseKind.values)),
            models.CheckConstraint(name="case_state_is_known", condition=Q(state__in=CaseState.values)),
            models.CheckConstraint(name="case_says_what", condition=~Q(sentence="") & ~Q(key="")),
        ]

    def __str__(self) -> str:
        return f"case {self.number:06d}"


class CaseEvent(Authored):
    """One step in the life of a case, in writing."""

    class Kind(models.TextChoices):
        ASSIGNED = "assigned"
        COMMENT = "comment"
        EXPLANATION = "explanation"
        NOTICE = "notice"
        RESOLUTION = "resolution"

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="events")
    kind = models.CharField(max_length=12, choices=Kind)
    text = models.CharField(max_length=2000)
    at = models.DateTimeField()

    class Meta(Authored.Meta):
        abstract = False
        ordering = ["pk"]
        constraints = [
            *Authored.Meta.constraints,
            models.CheckConstraint(name="case_event_is_written", condition=~Q(text="")),
            models.CheckConstraint(
                name="case_event_kind_is_known",
                condition=Q(kind__in=["assigned", "comment", "explanation", "notice", "resolution"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}"


WRITTEN_ONCE = [
    *("id", "cardroom_id", "number", "kind", "subject", "sentence", "gaming_day", "key", "opened_at", "due_at", "rule"),
    *("tell_commission", "author_employee_id", "author_terminal_id", "author_job"),
]

CASE_GUARDS: list[AnyGuard] = [
    *frozen("accounting_case", WRITTEN_ONCE),
    *steps("accounting_case", "state", {("open", "explained"), ("explained", "resolved")}, start="open"),
    *append_only("accounting_caseevent"),
    Guard(
        "accounting_case_told_once",
        "accounting_case",
        "UPDATE",
        "OLD.told_at IS NOT NULL AND NEW.told_at IS DISTINCT FROM OLD.told_at",
        "When the WSGC was told is recorded once.",
    ),
    Guard(
        "accounting_case_needs_resolution",
        "accounting_case",
        "UPDATE",
        "NEW.state = 'resolved' AND OLD.state <> 'resolved' AND NOT EXISTS (SELECT 1 FROM accounting_caseevent event "
        "WHERE event.case_id = NEW.id AND event.kind = 'resolution')",
        "A case ends with a written resolution.",
    ),
    Guard(
        "accounting_case_stays_resolved",
        "accounting_caseevent",
        "INSERT",
        "(SELECT state FROM accounting_case WHERE id = NEW.case_id) = 'resolved'",
        "A resolved case takes no more events.",
    ),
    # WAC 230-15-430: nobody can both commit and conceal an error.
    Guard(
        "accounting_case_reviewer_is_another",
        "accounting_caseevent",
        "INSERT",
        "NEW.kind = 'resolution' AND (NEW.author_employee_id IS NULL OR EXISTS (SELECT 1 FROM accounting_caseevent "
        "said WHERE said.case_id = NEW.case_id AND said.kind = 'explanation' "
        "AND said.author_employee_id = NEW.author_employee_id))",
        "A case is resolved by someone who has not explained it.",
    ),
]
