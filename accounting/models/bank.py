"""The bank: a fund's account, what was deposited, what the bank says, and whether the players' money is all there.

Deposits, statement balances and funding checks are written once. A deposit may be voided, a stop of the game lifted and
a reconciliation signed, each once, by someone with a name; after that they stay as they are.
"""

from django.db import models
from django.db.models import F, Q

from accounting.ledger.guards import AnyGuard, Guard, append_only, frozen, steps, undeletable
from accounting.models.ledger import Entry, Fund
from tables.duties import Role
from tables.models import Authored, Cardroom, Employee

# Who keeps the books of the bank.
BOOKKEEPERS = (Role.ACCOUNTANT, Role.GENERAL_MANAGER)


def _done_once(name: str, moment: str, person: str, reason: str) -> models.CheckConstraint:
    """All three are there, or none."""
    done = Q(**{f"{moment}__isnull": False, f"{person}__isnull": False}) & ~Q(**{reason: ""})
    not_done = Q(**{f"{moment}__isnull": True, f"{person}__isnull": True, reason: ""})
    return models.CheckConstraint(name=name, condition=done | not_done)


class BankAccount(models.Model):
    """The separate account that a fund is kept in (WAC 230-15-455). The newest row of a fund is the one in use."""

    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, related_name="bank_accounts")
    label = models.CharField(max_length=80)
    # The full number is never stored.
    last4 = models.CharField("last four digits", max_length=4)
    named_by = models.ForeignKey(Employee, on_delete=models.PROTECT, related_name="+")
    named_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.label} ····{self.last4}"


class Deposit(models.Model):
    """Cash of the fund taken from the cage to the bank, with the days it comes from (WAC 230-15-720)."""

    cardroom = models.ForeignKey(Cardroom, on_delete=models.PROTECT, related_name="deposits")
    number = models.PositiveIntegerField()
    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, related_name="deposits")
    account = models.ForeignKey(BankAccount, on_delete=models.PROTECT, related_name="deposits")
    amount = models.BigIntegerField()
    from_day = models.DateField()
    to_day = models.DateField()
    receipt = models.CharField(max_length=80)
    made_by = models.ForeignKey(Employee, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="+")
    voided_by = models.ForeignKey(Employee, on_delete=models.PROTECT, null=True, related_name="+")
    voided_at = models.DateTimeField(null=True)
    void_reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["cardroom_id", "number"]
        constraints = [
            models.UniqueConstraint(name="deposit_number_once_per_cardroom", fields=["cardroom", "number"]),
            models.UniqueConstraint(
                name="deposit_receipt_once_per_fund", fields=["fund", "receipt"], condition=Q(voided_at__isnull=True)
            ),
            models.CheckConstraint(name="deposit_moves_money", condition=Q(amount__gt=0)),
            models.CheckConstraint(name="deposit_days_in_order", condition=Q(from_day__lte=F("to_day"))),
            models.CheckConstraint(name="deposit_has_receipt", condition=~Q(receipt="")),
            _done_once("deposit_void_is_complete", "voided_at", "voided_by", "void_reason"),
            models.CheckConstraint(
                name="deposit_voided_by_another", condition=Q(voided_by__isnull=True) | ~Q(voided_by=F("made_by"))
            ),
        ]

    def __str__(self) -> str:
        return f"deposit {self.number:06d}"


class StatementBalance(models.Model):
    """What the bank says the account held at the end of a date; a wrong one is corrected by a new row."""

    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, related_name="statement_balances")
    account = models.ForeignKey(BankAccount, on_delete=models.PROTECT, related_name="+")
    as_of = models.DateField()
    balance = models.BigIntegerField()
    # Of what the books had in the bank on that date: deposited and not yet on the statement, paid and not yet cashed.
    in_transit = models.PositiveBigIntegerField(default=0)
    outstanding = models.PositiveBigIntegerField(default=0)
    reference = models.CharField(max_length=120)
    entered_by = models.ForeignKey(Employee, on_delete=models.PROTECT, related_name="+")
    entered_at = models.DateTimeField()
    corrects = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="correction")

    class Meta:
        ordering = ["fund_id", "as_of", "pk"]
        constraints = [
            models.UniqueConstraint(
                name="statement_once_per_date", fields=["fund", "as_of"], condition=Q(corrects__isnull=True)
            ),
            models.CheckConstraint(name="statement_has_reference", condition=~Q(reference="")),
        ]

    def __str__(self) -> str:
        return f"statement of {self.as_of}"

    @property
    def adjusted(self) -> int:
        """What the account holds once everything on its way has arrived."""
        return self.balance + self.in_transit - self.outstanding


class FundingCheck(Authored):
    """Was the players' money all there? As it stood at one moment (WAC 230-15-455)."""

    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, related_name="funding_checks")
    at = models.DateTimeField()
    # None: no statement was known yet, and `bank` is what the books say.
    statement = models.ForeignKey(StatementBalance, on_delete=models.PROTECT, null=True, related_name="+")
    bank = models.BigIntegerField()
    cage = models.BigIntegerField()
    owed = models.BigIntegerField()
    short = models.PositiveBigIntegerField()

    class Meta(Authored.Meta):
        abstract = False
        ordering = ["pk"]
        indexes = [models.Index(name="funding_check_by_fund", fields=["fund", "at"])]
        constraints = [
            *Authored.Meta.constraints,
            models.CheckConstraint(
                name="funding_check_adds_up",
                condition=Q(short=F("owed") - F("bank") - F("cage"), short__gt=0)
                | Q(short=0, owed__lte=F("bank") + F("cage")),
            ),
        ]

    def __str__(self) -> str:
        return f"funding check of {self.fund} at {self.at:%Y-%m-%d %H:%M}"


class StopGame(Authored):
    """The game stops because the fund is short; a general manager lets it go on. All of them are the release log."""

    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, related_name="stops")
    check_found = models.OneToOneField(FundingCheck, on_delete=models.PROTECT, related_name="stop")
    raised_at = models.DateTimeField()
    reason = models.CharField(max_length=500)
    lifted_by = models.ForeignKey(Employee, on_delete=models.PROTECT, null=True, related_name="+")
    lifted_at = models.DateTimeField(null=True)
    lift_reason = models.CharField(max_length=500, blank=True)

    class Meta(Authored.Meta):
        abstract = False
        ordering = ["pk"]
        constraints = [
            *Authored.Meta.constraints,
            models.UniqueConstraint(
                name="one_open_stop_per_fund", fields=["fund"], condition=Q(lifted_at__isnull=True)
            ),
            _done_once("stop_lift_is_complete", "lifted_at", "lifted_by", "lift_reason"),
        ]

    def __str__(self) -> str:
        return f"stop of {self.fund}"


class BankReconciliation(models.Model):
    """One month's statement brought together with the books, difference by difference (WAC 230-15-720)."""

    class State(models.TextChoices):
        PREPARED = "prepared"
        SIGNED = "signed"

    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, related_name="reconciliations")
    month = models.DateField(help_text="The first day of the month.")
    statement = models.ForeignKey(StatementBalance, on_delete=models.PROTECT, related_name="+")
    statement_balance = models.BigIntegerField()
    book_balance = models.BigIntegerField()
    prepared_by = models.ForeignKey(Employee, on_delete=models.PROTECT, related_name="+")
    prepared_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State, default=State.PREPARED)
    signed_by = models.ForeignKey(Employee, on_delete=models.PROTECT, null=True, related_name="+")
    signed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["fund_id", "month"]
        constraints = [
            models.UniqueConstraint(name="reconciliation_once_a_month", fields=["fund", "month"]),
            models.CheckConstraint(
                name="reconciliation_signed_by_another",
                condition=Q(state="prepared", signed_by__isnull=True, signed_at__isnull=True)
                | Q(state="signed", signed_by__isnull=False, signed_at__isnull=False) & ~Q(signed_by=F("prepared_by")),
            ),
        ]

    def __str__(self) -> str:
        return f"reconciliation of {self.fund} for {self.month:%B %Y}"


class ReconciliationLine(models.Model):
    """One difference, in cents as they are added to the statement to arrive at the books, explained in writing."""

    class Kind(models.TextChoices):
        IN_TRANSIT = "in transit", "deposit in transit"
        OUTSTANDING = "outstanding", "payment not yet cashed"
        OTHER = "other", "other difference"

    reconciliation = models.ForeignKey(BankReconciliation, on_delete=models.PROTECT, related_name="lines")
    kind = models.CharField(max_length=12, choices=Kind)
    amount = models.BigIntegerField()
    document = models.CharField(max_length=80)
    explanation = models.CharField(max_length=500)
    written_by = models.ForeignKey(Employee, on_delete=models.PROTECT, related_name="+")
    written_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(name="difference_is_not_nothing", condition=~Q(amount=0)),
            models.CheckConstraint(name="difference_is_explained", condition=~Q(explanation="") & ~Q(document="")),
            models.CheckConstraint(
                name="difference_kind_is_known", condition=Q(kind__in=["in transit", "outstanding", "other"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.explanation}"


_LINES = "(SELECT COALESCE(SUM(amount), 0) FROM accounting_reconciliationline WHERE reconciliation_id = NEW.id)"

BANK_GUARDS: list[AnyGuard] = [
    *append_only("accounting_bankaccount"),
    Guard(
        "accounting_bankaccount_is_masked",
        "accounting_bankaccount",
        "INSERT",
        "LENGTH(NEW.last4) <> 4",
        "Of a bank account's number only the last four digits are kept.",
    ),
    *append_only("accounting_statementbalance"),
    *append_only("accounting_fundingcheck"),
    *append_only("accounting_reconciliationline"),
    *frozen(
        "accounting_deposit",
        [
            *("id", "cardroom_id", "number", "fund_id", "account_id", "amount", "from_day", "to_day", "receipt"),
            *("made_by_id", "made_at", "entry_id"),
        ],
    ),
    Guard(
        "accounting_deposit_voided_once",
        "accounting_deposit",
        "UPDATE",
        "OLD.voided_at IS NOT NULL",
        "A voided deposit stays voided.",
    ),
    *frozen(
        "accounting_stopgame",
        [
            *("id", "fund_id", "check_found_id", "raised_at", "reason"),
            *("author_employee_id", "author_terminal_id", "author_job"),
        ],
    ),
    Guard(
        "accounting_stopgame_lifted_once",
        "accounting_stopgame",
        "UPDATE",
        "OLD.lifted_at IS NOT NULL",
        "A stop that was lifted stays so. A new check raises a new one.",
    ),
    *undeletable("accounting_bankreconciliation"),
    Guard(
        "accounting_bankreconciliation_of_a_month",
        "accounting_bankreconciliation",
        "INSERT",
        "CAST(NEW.month AS text) NOT LIKE '%-01'",
        "A month is named by its first day.",
    ),
    *steps("accounting_bankreconciliation", "state", {("prepared", "signed")}, start="prepared"),
    Guard(
        "accounting_bankreconciliation_stays_signed",
        "accounting_bankreconciliation",
        "UPDATE",
        "OLD.state = 'signed' OR NEW.fund_id <> OLD.fund_id OR NEW.month <> OLD.month",
        "A signed reconciliation is never changed.",
    ),
    Guard(
        "accounting_bankreconciliation_adds_up",
        "accounting_bankreconciliation",
        "UPDATE",
        f"NEW.state = 'signed' AND NEW.statement_balance + {_LINES} <> NEW.book_balance",
        "A reconciliation is signed when every difference is explained.",
    ),
    Guard(
        "accounting_reconciliationline_before_signing",
        "accounting_reconciliationline",
        "INSERT",
        "(SELECT state FROM accounting_bankreconciliation WHERE id = NEW.reconciliation_id) = 'signed'",
        "A signed reconciliation takes no more lines.",
    ),
]
