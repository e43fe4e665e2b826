"""Exports: who asked for what, how far it is, what came out; and the keys that packages are signed with."""

from django.core.files.storage import storages
from django.core.files.storage.base import Storage
from django.db import models
from django.db.models import F, Q

from accounting.ledger.guards import AnyGuard, Guard, append_only, frozen, steps
from tables.models import Authored, Cardroom, Employee


class ExportState(models.TextChoices):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


def kept_exports() -> Storage:
    """Where finished exports are kept (STORAGES["exports"])."""
    return storages["exports"]


class Export(Authored):
    """One export. What was asked never changes; once it is done, nor does anything else."""

    cardroom = models.ForeignKey(Cardroom, on_delete=models.PROTECT, related_name="exports")
    number = models.PositiveIntegerField()
    exporter = models.CharField(max_length=60)
    format = models.CharField(max_length=20)
    # The gaming days it covers, and the moment as of which it tells them.
    first_day = models.DateField()
    last_day = models.DateField()
    as_of = models.DateTimeField()
    # Tax identity numbers are shown in full only if a person said why.
    unmask_reason = models.CharField(max_length=500, blank=True)
    # What a schedule prepares is prepared once: `wsgc/2026-10`. Empty for what people ask for.
    key = models.CharField(max_length=80, blank=True)
    requested_at = models.DateTimeField()

    state = models.CharField(max_length=10, choices=ExportState, default=ExportState.QUEUED)
    progress = models.PositiveSmallIntegerField(default=0)
    progress_text = models.CharField(max_length=200, blank=True)
    # Whoever runs it holds this; another may take over when nothing has been heard for a while.
    holder = models.CharField(max_length=32, blank=True)
    heard_at = models.DateTimeField(null=True)
    cancelled_by = models.ForeignKey(Employee, on_delete=models.PROTECT, null=True, related_name="+")
    cancelled_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=500, blank=True)

    file = models.FileField(storage=kept_exports, max_length=200, blank=True)
    size = models.PositiveBigIntegerField(null=True)
    digest = models.CharField(max_length=64, blank=True)

    class Meta(Authored.Meta):
        abstract = False
        ordering = ["cardroom_id", "number"]
        constraints = [
            *Authored.Meta.constraints,
            models.UniqueConstraint(name="export_number_once_per_cardroom", fields=["cardroom", "number"]),
            models.UniqueConstraint(
                name="export_key_once_per_cardroom", fields=["cardroom", "key"], condition=~Q(key="")
            ),
            models.CheckConstraint(name="export_days_in_order", condition=Q(first_day__lte=F("last_day"))),
            models.CheckConstraint(name="export_progress_in_percent", condition=Q(progress__lte=100)),
            models.CheckConstraint(name="export_state_is_known", condition=Q(state__in=ExportState.values)),
            models.CheckConstraint(
                name="export_done_has_file",
                condition=~Q(state="done")
                | Q(size__isnull=False, finished_at__isnull=False) & ~Q(file="") & ~Q(digest=""),
            ),
        ]

    def __str__(self) -> str:
        return f"export {self.number:06d}"


class SigningKey(Authored):
    """A key pair of the cardroom. The newest signs; the public half of every one stays, for packages signed before."""

    cardroom = models.ForeignKey(Cardroom, on_delete=models.PROTECT, related_name="signing_keys")
    public = models.CharField(max_length=64, unique=True)  # the 32 bytes of an Ed25519 key, in hexadecimal
    private = models.BinaryField()  # sealed, see tables/sealing.py
    made_at = models.DateTimeField()

    class Meta(Authored.Meta):
        abstract = False
        ordering = ["pk"]
        constraints = [*Authored.Meta.constraints]

    def __str__(self) -> str:
        return f"key {self.public[:16]}"


ASKED = [
    *("id", "cardroom_id", "number", "exporter", "format", "first_day", "last_day", "as_of", "unmask_reason", "key"),
    *("requested_at", "author_employee_id", "author_terminal_id", "author_job"),
]
EXPORT_STEPS = {
    ("queued", "running"),
    ("queued", "cancelled"),
    ("running", "done"),
    ("running", "failed"),
    ("running", "cancelled"),
    ("failed", "queued"),
}

EXPORT_GUARDS: list[AnyGuard] = [
    *frozen("accounting_export", ASKED),
    *steps("accounting_export", "state", EXPORT_STEPS, start="queued"),
    Guard(
        "accounting_export_stays_done",
        "accounting_export",
        "UPDATE",
        "OLD.state = 'done'",
        "A finished export is never changed. Ask for a new one.",
    ),
    *append_only("accounting_signingkey"),
]
