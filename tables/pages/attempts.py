"""How a page tries a service and shows a refusal next to the form.

    attempt = Attempt(form)
    with attempt:
        boxes.receive_box(box=box, by=request.user)
    if attempt.done:
        messages.success(request, _("Box 4 is in the count room."))
        return redirect("counts")
    return render(request, "...", {"form": form, "attempt": attempt}, status=attempt.status)

The template says `{% include "parts/refusal.html" %}` where the sentence belongs.
"""

from types import TracebackType
from typing import Self

from django.forms import BaseForm

from tables.refusals import Refused
from tables.sentences import in_words


class Attempt:
    """One try of one service. `refused` is set if it said no; nothing has changed then."""

    def __init__(self, form: BaseForm | None = None) -> None:
        self.form = form
        self.tried = False
        self.refused: Refused | None = None

    def __enter__(self) -> Self:
        self.tried = True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, traceback: TracebackType | None
    ) -> bool:
        if not isinstance(problem, Refused):
            return False
        self.refused = problem
        for field, lines in problem.errors.items():
            if self.form and field in self.form.fields:
                self.form.add_error(field, [in_words(line) for line in lines])
        return True

    @property
    def done(self) -> bool:
        return self.tried and self.refused is None

    @property
    def status(self) -> int:
        """422 also for a form that was not even tried because a field could not be read."""
        if self.refused:
            return self.refused.status
        return 422 if self.form is not None and self.form.errors else 200

    @property
    def lines(self) -> list[str]:
        """What the refusal names and no field of the form shows."""
        shown = set(self.form.fields) if self.form else set()
        errors = self.refused.errors if self.refused else {}
        return [line for field, lines in errors.items() if field not in shown for line in lines]
