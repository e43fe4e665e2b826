"""How Bote says no.

A service that refuses raises one of these, inside its transaction, so that nothing has changed. The sentence is written
for the person at the tablet and says what to do next; `errors` names the fields or the missing things, one line each.
Pages show them, the API turns them into problem documents.
"""

from collections.abc import Mapping, Sequence

Errors = Mapping[str, Sequence[str]]


class Refused(Exception):
    """The request was understood and cannot be done as things stand (HTTP 409)."""

    status = 409
    title = "Not possible now"

    def __init__(self, sentence: str, *, errors: Errors | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.errors = {field: list(lines) for field, lines in (errors or {}).items()}


class Invalid(Refused):
    """What was entered cannot be right, whatever the state (HTTP 422)."""

    status = 422
    title = "Check what was entered"


class NotAllowed(Refused):
    """This person or terminal may not do this (HTTP 403)."""

    status = 403
    title = "Not allowed"


class NotThere(Refused):
    """No such thing, or not in this cardroom, which is the same to the one who asks (HTTP 404)."""

    status = 404
    title = "Not found"
