"""Who may do what: every service says it once, where it is written.

    @allowed(Role.FLOOR_MANAGER, Job)
    def record_hit(*, by: Actor, ...): ...

The decorator refuses everyone else before the service runs, and whoever hands in a record of another cardroom. It keeps
the list: `DUTIES` is the matrix of roles and actions that the documentation prints and the tests walk (WAC 230-15-430:
nobody can both commit and conceal an error).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeAlias, TypeVar

from django.db.models import Model

from tables.refusals import NotAllowed, NotThere

if TYPE_CHECKING:
    from tables.models import Cardroom, Employee, Terminal

P = ParamSpec("P")
R = TypeVar("R")


class Role(StrEnum):
    """The roles of a cardroom. Each is a Django group of this name, made by a migration."""

    FLOOR_MANAGER = "floor manager"
    COUNT_TEAM = "count team"
    VERIFIER = "verifier"
    ACCOUNTANT = "accountant"
    GENERAL_MANAGER = "general manager"
    SURVEILLANCE = "surveillance"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"


@dataclass(frozen=True)
class Job:
    """Bote itself, acting on a schedule or from the command line."""

    name: str

    def __str__(self) -> str:
        return f"job {self.name}"


class Device:
    """Stands for "any table terminal" in a list of who is allowed."""


if TYPE_CHECKING:
    Actor: TypeAlias = Employee | Terminal | Job
else:
    Actor = Any

DUTIES: dict[str, frozenset[str]] = {}
# What a record hangs on if it does not name its cardroom itself.
HANGS_ON = ("fund", "progressive", "table", "employee")


def roles_of(by: Any) -> frozenset[str]:
    """The roles someone acts in: an employee's groups, or `job`, or `terminal`. Anything else acts in none."""
    if isinstance(by, Job):
        return frozenset({"job"})
    if hasattr(by, "role_names"):
        return frozenset(by.role_names())
    return frozenset({"terminal"} if hasattr(by, "may_call") else ())


def allowed(*who: Role | type[Job] | type[Device]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Refuse the service to everyone but `who`; the service takes its actor as the keyword `by`."""
    names = frozenset("job" if w is Job else "terminal" if w is Device else str(w) for w in who)

    def guard(service: Callable[P, R]) -> Callable[P, R]:
        action = f"{service.__module__}.{service.__qualname__}"
        DUTIES[action] = names

        @wraps(service)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
            by = kwargs["by"]
            if not roles_of(by) & names:
                verb = service.__name__.replace("_", " ")
                raise NotAllowed(
                    f"{by} may not {verb}: ask a {' or '.join(sorted(names - {'job', 'terminal'})) or 'job'}."
                )
            _require_own_records(by, kwargs.values())
            return service(*args, **kwargs)

        return guarded

    return guard


def may(by: Any, service: Callable[..., Any]) -> bool:
    """Whether the service would take `by` at all: what a page offers, and the service decides again."""
    return bool(roles_of(by) & DUTIES[f"{service.__module__}.{service.__qualname__}"])


def require_same_cardroom(by: Any, cardroom: "Cardroom") -> None:
    """A person or terminal of one cardroom does not reach into another, and is not told what is there."""
    _require_same(by, cardroom.pk)


def _require_own_records(by: Any, given: Iterable[Any]) -> None:
    """Every record that a service is handed is of the cardroom of whoever asks."""
    for record in _records(given):
        cardroom_id = _cardroom_id(record)
        if cardroom_id is not None:  # an installation's own record is no cardroom's: the service knows what to say
            _require_same(by, cardroom_id)


def _require_same(by: Any, cardroom_id: int) -> None:
    if not isinstance(by, Job) and by.cardroom_id != cardroom_id:
        raise NotThere("There is no such record in your cardroom.")


def _records(given: Iterable[Any]) -> Iterator[Model]:
    for value in given:
        if isinstance(value, Model):
            yield value
        elif isinstance(value, list | tuple):
            yield from _records(value)


def _cardroom_id(record: Any) -> int | None:
    if record._meta.label == "tables.Cardroom":
        return int(record.pk)
    if hasattr(record, "cardroom_id"):
        return record.cardroom_id  # type: ignore[no-any-return]
    return next((_cardroom_id(getattr(record, name)) for name in HANGS_ON if hasattr(record, name)), None)
