"""A data set: what there is to tell about one thing. One query gives its rows to every format.

    @register
    class Postings(DataSet):
        name = "postings"
        title = "Posted amounts"
        description = "..."
        columns = (number("number"), moment("at"), balance("before"), balance("after"))

        def query(self, scope): return Posting.objects.filter(**scope.posted())

Rows are read through a server-side cursor, a few thousand at a time, so memory does not grow with them.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, TypeVar

from django.db.models import Case, CharField, F, QuerySet, Value, When
from django.db.models.functions import Cast, Concat

from accounting.exports.columns import Column
from accounting.exports.scope import Scope
from tables.refusals import NotThere

CHUNK = 5_000
Row = Sequence[Any]


class DataSet:
    """What there is to tell about one thing: columns, and rows in an order that does not change."""

    name: ClassVar[str]
    title: ClassVar[str]
    description: ClassVar[str]
    columns: ClassVar[tuple[Column, ...]]

    def query(self, scope: Scope) -> QuerySet[Any]:
        """The rows, in order, as known at `scope.as_of`."""
        raise NotImplementedError

    def rows(self, scope: Scope) -> Iterator[Row]:
        """One value for each column."""
        values = self.query(scope).values_list(*(column.source for column in self.columns))
        yield from self.read(scope, values.iterator(chunk_size=CHUNK))

    def read(self, scope: Scope, values: Iterable[Row]) -> Iterator[Row]:
        """What the query found, as the reader sees it."""
        readers = [(place, column.read) for place, column in enumerate(self.columns) if column.read]
        for value in values:
            row = list(value)
            for place, read in readers:
                row[place] = read(scope, row[place])
            yield row


Registered = TypeVar("Registered", bound=type[DataSet])
_DATA_SETS: dict[str, DataSet] = {}


def register(data_set: Registered) -> Registered:
    """Make a data set known; packages contain every one that is."""
    _DATA_SETS[data_set.name] = data_set()
    return data_set


def data_sets() -> list[DataSet]:
    """Every data set, by name."""
    return [_DATA_SETS[name] for name in sorted(_DATA_SETS)]


def data_set(name: str) -> DataSet:
    if name not in _DATA_SETS:
        raise NotThere(f"There is no data set called {name}. Choose one of: {', '.join(sorted(_DATA_SETS))}.")
    return _DATA_SETS[name]


# Who recorded a row, by the same key as in the chain's canonical bytes.
AUTHOR_KEY = Case(
    When(
        author_employee__isnull=False,
        then=Concat(Value("employee/"), Cast("author_employee_id", CharField()), output_field=CharField()),
    ),
    When(
        author_terminal__isnull=False,
        then=Concat(Value("terminal/"), Cast("author_terminal_id", CharField()), output_field=CharField()),
    ),
    default=Concat(Value("job/"), F("author_job"), output_field=CharField()),
)


def known(field: str, since: str, scope: Scope) -> Case:
    """`field` if it was so already at `scope.as_of`, which the moment in `since` tells; nothing otherwise."""
    return Case(When(**{f"{since}__lte": scope.as_of}, then=F(field)))
