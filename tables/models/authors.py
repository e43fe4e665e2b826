from typing import TYPE_CHECKING, Any

from django.db import models

from tables.duties import Job
from tables.models.terminals import Terminal

if TYPE_CHECKING:
    from tables.duties import Actor


class Authored(models.Model):
    """A fact that a person, a terminal or a job recorded: exactly one of them, and it is kept."""

    author_employee = models.ForeignKey("tables.Employee", on_delete=models.PROTECT, null=True, related_name="+")
    author_terminal = models.ForeignKey("tables.Terminal", on_delete=models.PROTECT, null=True, related_name="+")
    author_job = models.CharField(max_length=60, blank=True)

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                name="%(class)s_has_one_author",
                condition=models.Q(author_employee__isnull=False, author_terminal__isnull=True, author_job="")
                | models.Q(author_employee__isnull=True, author_terminal__isnull=False, author_job="")
                | models.Q(author_employee__isnull=True, author_terminal__isnull=True) & ~models.Q(author_job=""),
            )
        ]

    @property
    def author(self) -> str:
        """Who recorded this, as a person would say it."""
        return str(self.author_employee or self.author_terminal or Job(self.author_job))


def author_of(by: "Actor") -> dict[str, Any]:
    """The author fields for `by`: `Entry(**author_of(by), ...)`."""
    if isinstance(by, Job):
        return {"author_job": by.name}
    return {"author_terminal": by} if isinstance(by, Terminal) else {"author_employee": by}
