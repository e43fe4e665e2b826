"""The file of a backup: a ZIP with the database's parts and a manifest that has the digest of each.

The digest of the manifest stands for the whole file: who has written it down can tell any change.
"""

import hashlib
import json
import os
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Self

from tables import clock

FORMAT = 1
MANIFEST = "manifest.json"
CHUNK = 1024 * 1024


class BadBackup(Exception):
    """It cannot be saved or restored; the sentence says why."""


@dataclass
class Manifest:
    """What a backup says of itself."""

    database: str
    migrations: list[str]
    made_at: str
    format: int = FORMAT
    rows: dict[str, int] = field(default_factory=dict)
    parts: dict[str, str] = field(default_factory=dict)

    def to_bytes(self) -> bytes:
        return json.dumps(asdict(self), indent=1, sort_keys=True).encode()

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.to_bytes()).hexdigest()


class NewArchive:
    """A backup that is being written."""

    def __init__(self, file: zipfile.ZipFile, manifest: Manifest) -> None:
        self._zip = file
        self.manifest = manifest

    def add(self, part: str, chunks: Iterable[bytes | memoryview]) -> None:
        digest = hashlib.sha256()
        with self._zip.open(part, "w", force_zip64=True) as output:
            for chunk in chunks:
                digest.update(chunk)
                output.write(chunk)
        self.manifest.parts[part] = digest.hexdigest()


@contextmanager
def write_archive(file: Path, *, database: str, migrations: list[str]) -> Iterator[NewArchive]:
    """A new backup that gets its name only when it is whole and on the disk. Nobody but its owner may read it."""
    unfinished = file.with_name(f"{file.name}.unfinished")
    manifest = Manifest(database=database, migrations=migrations, made_at=clock.now().isoformat())
    try:
        with (
            os.fdopen(os.open(unfinished, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as output,
            zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as archive,
        ):
            yield NewArchive(archive, manifest)
            archive.writestr(MANIFEST, manifest.to_bytes())
            archive.close()
            output.flush()
            os.fsync(output.fileno())
        unfinished.rename(file)
    finally:
        unfinished.unlink(missing_ok=True)


class Archive:
    """A backup that is being read."""

    def __init__(self, file: Path) -> None:
        try:
            self._zip = zipfile.ZipFile(file)
            self.manifest = Manifest(**json.loads(self._zip.read(MANIFEST)))
        except FileNotFoundError as error:
            raise BadBackup(f"There is no file {file}.") from error
        except (zipfile.BadZipFile, KeyError, TypeError, ValueError) as error:
            raise BadBackup(f"{file} is not a backup of Bote, or a damaged one. Nothing was restored.") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    def check(self, digest: str | None) -> None:
        """Refuse a backup that is not byte for byte what was saved."""
        if self.manifest.format != FORMAT:
            raise BadBackup(f"This backup has format {self.manifest.format}; this version of Bote reads {FORMAT}.")
        if digest is not None and digest != self.manifest.digest:
            raise BadBackup(f"This backup's digest is {self.manifest.digest}, not the one given. Nothing was restored.")
        names = [name for name in self._zip.namelist() if name != MANIFEST]
        if sorted(names) != sorted(self.manifest.parts):
            raise BadBackup("This backup's parts are not those of its manifest. Nothing was restored.")
        for part, expected in self.manifest.parts.items():
            if self._digest_of(part) != expected:
                raise BadBackup(f"{part} in this backup is not what was saved. Nothing was restored.")

    def _digest_of(self, part: str) -> str | None:
        digest = hashlib.sha256()
        try:
            for chunk in self.chunks(part):
                digest.update(chunk)
        except (zipfile.BadZipFile, zlib.error, EOFError):
            return None  # the ZIP's own checks found it first
        return digest.hexdigest()

    def chunks(self, part: str) -> Iterator[bytes]:
        with self._zip.open(part) as data:
            while chunk := data.read(CHUNK):
                yield chunk
