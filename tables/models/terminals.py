"""Devices on the tables: how they are enrolled, what they may call, and what they were answered.

A floor manager makes an enrolment, which has a one-time code. The device exchanges the code for a token. Both are
random and long, so a plain SHA-256 of them is kept and nothing that can be used.
"""

import hashlib

from django.db import models
from django.db.models import Q

from tables import clock
from tables.models.people import Employee
from tables.models.tables import Table


def digest_of(secret: str) -> str:
    """What is kept of a code or a token."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Endpoint(models.TextChoices):
    """What a terminal can call."""

    HANDS = "hands"
    WAGERS = "wagers"
    BOXES = "boxes"
    LIMITS = "limits"
    PROGRESSIVES = "progressives"


class Profile(models.TextChoices):
    """What a terminal is for."""

    TABLE = "table", "stands on a table and reports all that happens there"
    METER = "meter", "counts progressive wagers"
    BOARD = "board", "shows the posted amount"


PROFILES: dict[str, frozenset[Endpoint]] = {
    Profile.TABLE: frozenset(Endpoint),
    Profile.METER: frozenset({Endpoint.WAGERS, Endpoint.LIMITS, Endpoint.PROGRESSIVES}),
    Profile.BOARD: frozenset({Endpoint.PROGRESSIVES, Endpoint.LIMITS}),
}


class Terminal(models.Model):
    """A device that reports for one table."""

    # Read by Django REST framework, for which whoever calls is a "user".
    is_authenticated = True
    is_active = True

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="terminals")
    name = models.CharField(max_length=60)
    profile = models.CharField(max_length=10, choices=Profile, default=Profile.TABLE)
    token_digest = models.CharField(max_length=64, blank=True, editable=False)
    enrolled_at = models.DateTimeField(default=clock.now)
    last_seen_at = models.DateTimeField(null=True, blank=True)
    software_version = models.CharField(max_length=60, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.ForeignKey(Employee, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(name="token_once", fields=["token_digest"], condition=~Q(token_digest="")),
            models.CheckConstraint(name="terminal_profile_is_known", condition=Q(profile__in=Profile.values)),
            models.CheckConstraint(
                name="revoked_terminal_has_no_token",
                condition=Q(revoked_at__isnull=True) | Q(token_digest=""),
            ),
        ]

    def __str__(self) -> str:
        return f"terminal {self.name}"

    @property
    def cardroom_id(self) -> int:
        return self.table.cardroom_id

    def may_call(self, endpoint: Endpoint) -> bool:
        return endpoint in PROFILES[self.profile]


class Enrolment(models.Model):
    """A floor manager's invitation to one device: good for one use, for a short time."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="enrolments")
    name = models.CharField(max_length=60)
    profile = models.CharField(max_length=10, choices=Profile)
    code_digest = models.CharField(max_length=64, unique=True, editable=False)
    made_by = models.ForeignKey(Employee, on_delete=models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    terminal = models.OneToOneField(Terminal, on_delete=models.PROTECT, null=True, related_name="enrolment")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"enrolment of {self.name}"


class PersonalToken(models.Model):
    """A person's own token, for their scripts: they act with it as themselves."""

    employee = models.ForeignKey(Employee, on_delete=models.PROTECT, related_name="tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"token {self.name} of {self.employee}"


class Answer(models.Model):
    """What a terminal was answered to one call, written in the transaction that did the work.

    Its row is claimed before the work begins: a duplicate that comes at the same moment waits for it, then reads it.
    """

    terminal = models.ForeignKey(Terminal, on_delete=models.PROTECT, related_name="answers")
    key = models.CharField(max_length=100)
    # Of the method, the path and the body: the same key with anything else is another call.
    call_digest = models.CharField(max_length=64)
    at = models.DateTimeField()
    status = models.PositiveSmallIntegerField(null=True)
    body = models.BinaryField(default=b"")

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(name="answer_once_per_key", fields=["terminal", "key"])]

    def __str__(self) -> str:
        return f"answer to {self.key}"
