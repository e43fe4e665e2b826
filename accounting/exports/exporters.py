"""What a person may ask for, by name. An exporter is a small class: what it is, who may have it, how it is written."""

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, TypeVar

from accounting.exports.datasets import DataSet, data_sets
from accounting.exports.formats.comma_separated import write_csv
from accounting.exports.formats.json_lines import write_json_lines
from accounting.exports.formats.workbook import Workbook
from accounting.exports.runs import Run
from tables.duties import Role
from tables.refusals import Invalid, NotThere

READERS = (Role.ACCOUNTANT, Role.GENERAL_MANAGER, Role.AUDITOR)
# All exporters take the same parameters: the gaming days, the moment as of which they are told, and a format.
PARAMETERS = ("first_day", "last_day", "as_of", "format")


class Exporter:
    """Something that can be exported. `formats` are endings of files; the first is what one gets without asking."""

    name: ClassVar[str]
    title: ClassVar[str]
    description: ClassVar[str]
    formats: ClassVar[tuple[str, ...]]
    roles: ClassVar[tuple[Role, ...]] = READERS

    def write(self, run: Run) -> Path:
        """Write the file, in `run.folder`, from the snapshot at hand."""
        raise NotImplementedError

    def file_name(self, run: Run) -> str:
        scope = run.scope
        return f"{scope.cardroom.code}-{self.name}-{scope.first_day}-to-{scope.last_day}.{run.format}"


Registered = TypeVar("Registered", bound=type[Exporter])
_EXPORTERS: dict[str, Exporter] = {}


def register(exporter: Registered) -> Registered:
    """Make an exporter known by its name."""
    _EXPORTERS[exporter.name] = exporter()
    return exporter


def exporters() -> list[Exporter]:
    """Everything that can be asked for: packages and journals, then single data sets."""
    return [*_EXPORTERS.values(), *(OneDataSet(each) for each in data_sets())]


def find_exporter(name: str) -> Exporter:
    found = next((exporter for exporter in exporters() if exporter.name == name), None)
    if found is None:
        known = ", ".join(exporter.name for exporter in exporters())
        raise NotThere(f"There is no export called {name}. Choose one of: {known}.")
    return found


def require_format(exporter: Exporter, wanted: str) -> str:
    """The format wanted, or the exporter's first."""
    if wanted and wanted not in exporter.formats:
        raise Invalid(
            f"{exporter.title} comes as {' or '.join(exporter.formats)}, not as {wanted}.",
            errors={"format": [f"Choose {' or '.join(exporter.formats)}."]},
        )
    return wanted or exporter.formats[0]


class OneDataSet(Exporter):
    """A single data set as one file."""

    formats = ("csv", "xlsx", "jsonl")

    def __init__(self, source: DataSet) -> None:
        self.source = source
        # Of the class in every other exporter; here each object is its own.
        self.name = source.name  # type: ignore[misc]
        self.title = source.title  # type: ignore[misc]
        self.description = source.description  # type: ignore[misc]

    def write(self, run: Run) -> Path:
        writers: dict[str, Callable[[Path], None]] = {
            "csv": lambda path: self._csv(run, path),
            "xlsx": lambda path: self._workbook(run, path),
            "jsonl": lambda path: write_json_lines(path, self.source.columns, run.rows(self.source)),
        }
        run.expect(1)
        name = self.file_name(run)
        run.part(name, writers[run.format])
        return run.folder / name

    def _csv(self, run: Run, path: Path) -> None:
        with path.open("w", encoding="utf-8", newline="") as target:
            write_csv(target, self.source.columns, run.rows(self.source))

    def _workbook(self, run: Run, path: Path) -> None:
        with Workbook(path, run.scope) as workbook:
            workbook.add(self.source, run.rows(self.source))
