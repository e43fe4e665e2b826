"""A run: one export being written. It reports how far it is, stops when asked, and picks up where a dead one left off.

An export is written file by file into a folder of its own. A file counts once it has its name; what a crash left
half-written does not. Because the same period and moment give the same bytes, whoever continues may keep the files
that are there, although it reads another snapshot.
"""

import json
import os
import shutil
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from accounting.exports.datasets import CHUNK, DataSet, Row
from accounting.exports.scope import Scope

UNFINISHED = ".unfinished"
# Hears how far a run is, in percent and in words. It raises to stop it.
Progress = Callable[[int, str], None]


class Run:
    """The folder, the scope and the progress of one export."""

    def __init__(self, scope: Scope, folder: Path, format: str, report: Progress, *, about: dict[str, Any]) -> None:  # noqa: A002
        self.scope = scope
        self.folder = folder
        self.format = format
        self.about = about  # what a package's manifest says of its own making
        self._report = report
        self._expected, self._done, self._text = 1, 0, ""
        (folder / ".facts").mkdir(parents=True, exist_ok=True)

    def expect(self, parts: int) -> None:
        """Say of how many files the export is made."""
        self._expected = parts

    def part(self, name: str, write: Callable[[Path], Any]) -> Any:
        """Write the file `name`, unless it is there already. Gives what `write` gave, then and now."""
        path, facts = self.folder / name, self.folder / ".facts" / f"{name.replace('/', '--')}.json"
        self._text = name
        self._tell()
        if not (path.exists() and facts.exists()):
            path.parent.mkdir(parents=True, exist_ok=True)
            # A name of its own: a worker that was given up and still lives writes elsewhere.
            unfinished = path.with_name(f"{path.name}.{uuid.uuid4().hex}{UNFINISHED}")
            given = write(unfinished)
            facts.write_text(json.dumps(given))
            _keep(unfinished, path)
        self._done += 1
        self._tell()
        return json.loads(facts.read_text())

    def rows(self, data_set: DataSet) -> Iterator[Row]:
        """The data set's rows, with a word to the outside every few thousand."""
        for count, row in enumerate(data_set.rows(self.scope), start=1):
            if count % CHUNK == 0:
                self._text = f"{data_set.title}: {count:,} rows"
                self._tell()
            yield row

    def _tell(self) -> None:
        self._report(min(99, 100 * self._done // self._expected), self._text)


def _keep(unfinished: Path, path: Path) -> None:
    """Give the file its name once its bytes are on the disk."""
    with unfinished.open("rb") as written:
        os.fsync(written.fileno())
    unfinished.replace(path)


def discard(folder: Path) -> None:
    """Remove what a run wrote beside its result."""
    shutil.rmtree(folder, ignore_errors=True)
