"""The ledger's tables. What they must never contain, the constraints here and accounting/guards.py refuse."""

from django.db import models
from django.db.models import F, Q

from accounting.ledger.accounts import NEVER_NEGATIVE, NEVER_POSITIVE, AccountName, Kind, Reason
from tables.models import Authored, Cardroom


def _choices(values: type[AccountName] | type[Kind] | type[Reason]) -> list[tuple[str, str]]:
    return [(value.value, value.value) for value in values]


class Book(models.Model):
    """The head of one cardroom's chain of entries. Its row is the cardroom's lock: who holds it writes next."""

    cardroom = models.OneToOneField(Cardroom, on_delete=models.PROTECT, primary_key=True, related_name="book")
    last_number = models.PositiveBigIntegerField(default=0)
    head = models.CharField(max_length=64, default="0" * 64)
    # When the last entry was recorded: the next is never earlier, whatever the clock says.
    recorded_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"book of {self.cardroom}"


class Fund(models.Model):
    """The money of one progressive, kept apart from every other (WAC 230-15-720: deposits are identified by fund)."""

    cardroom = models.ForeignKey(Cardroom, on_delete=models.PROTECT, related_name="funds")
    code = models.SlugField(unique=True)
    name = models.CharField(max_length=120)

    def __str__(self) -> str:
        return self.name


class Account(models.Model):
    """What one account of a fund holds, in cents. Only a transfer can change it."""

    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, related_name="accounts")
    name = models.CharField(max_length=20, choices=_choices(AccountName))
    balance = models.BigIntegerField(default=0)
    version = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="account_once_per_fund", fields=["fund", "name"]),
            models.CheckConstraint(name="account_name_is_known", condition=Q(name__in=list(AccountName))),
            models.CheckConstraint(
                name="account_never_negative", condition=~Q(name__in=NEVER_NEGATIVE) | Q(balance__gte=0)
            ),
            models.CheckConstraint(
                name="account_never_positive", condition=~Q(name__in=NEVER_POSITIVE) | Q(balance__lte=0)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.fund.code} {self.name}"


class Entry(Authored):
    """One event of the books: why money moved, on which gaming day, by whom, from which document.

    `canonical` is the entry and its transfers as bytes; `digest` is SHA-256 over the previous digest and those bytes.
    """

    cardroom = models.ForeignKey(Cardroom, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=20, choices=_choices(Kind))
    gaming_day = models.DateField()
    event_at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    explanation = models.CharField(max_length=500)
    document = models.CharField(max_length=80, db_index=True)
    corrects = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="corrected_by")
    format = models.PositiveSmallIntegerField()
    canonical = models.BinaryField()
    previous_digest = models.CharField(max_length=64)
    digest = models.CharField(max_length=64, unique=True)

    class Meta(Authored.Meta):
        abstract = False
        verbose_name_plural = "entries"
        ordering = ["cardroom_id", "number"]
        constraints = [
            *Authored.Meta.constraints,
            models.UniqueConstraint(name="entry_number_once_per_cardroom", fields=["cardroom", "number"]),
            models.CheckConstraint(name="entry_kind_is_known", condition=Q(kind__in=list(Kind))),
            models.CheckConstraint(name="entry_is_explained", condition=~Q(explanation="")),
            models.CheckConstraint(
                name="correction_says_what_it_corrects", condition=~Q(kind=Kind.CORRECTION) | Q(corrects__isnull=False)
            ),
        ]
        indexes = [models.Index(name="entry_by_day", fields=["cardroom", "gaming_day"])]

    def __str__(self) -> str:
        return f"entry {self.number}"


class Transfer(models.Model):
    """Cents that went from one account to another, with both balances and versions after it."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="transfers")
    position = models.PositiveSmallIntegerField()
    from_account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="transfers_out")
    to_account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="transfers_in")
    amount = models.BigIntegerField()
    reason = models.CharField(max_length=60, blank=True, choices=_choices(Reason))
    from_balance = models.BigIntegerField()
    from_version = models.PositiveBigIntegerField()
    to_balance = models.BigIntegerField()
    to_version = models.PositiveBigIntegerField()

    class Meta:
        ordering = ["entry_id", "position"]
        constraints = [
            models.UniqueConstraint(name="transfer_position_once_per_entry", fields=["entry", "position"]),
            models.UniqueConstraint(name="from_version_once", fields=["from_account", "from_version"]),
            models.UniqueConstraint(name="to_version_once", fields=["to_account", "to_version"]),
            models.CheckConstraint(name="transfer_moves_money", condition=Q(amount__gt=0)),
            models.CheckConstraint(name="transfer_between_two_accounts", condition=~Q(from_account=F("to_account"))),
            models.CheckConstraint(name="transfer_reason_is_listed", condition=Q(reason__in=["", *Reason])),
        ]

    def __str__(self) -> str:
        return f"{self.amount} cents"


class Sequence(models.Model):
    """The last number given out of one gapless series of a cardroom (slips, counts, deposits)."""

    cardroom = models.ForeignKey(Cardroom, on_delete=models.PROTECT, related_name="sequences")
    name = models.CharField(max_length=40)
    last = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(name="sequence_once_per_cardroom", fields=["cardroom", "name"])]

    def __str__(self) -> str:
        return f"{self.name} {self.last}"
