"""A package: a folder of files that proves itself, as one ZIP.

    manifest.json     what it is, how many records, control totals, the digest of every data file, the chain's head
    SHA256SUMS        the digest of every file but itself and its signature (`sha256sum -c` reads it)
    SHA256SUMS.sig    the cardroom's Ed25519 signature over SHA256SUMS
    public_key.pem    the key to check it with; compare it with the one the cardroom gave you

Only the manifest, the sums and the signature say when and by whom the package was made. All other files depend on the
period and the as-of moment alone.
"""

import hashlib
import json
import shutil
import zipfile
from pathlib import Path
from typing import Any

from accounting.exports.runs import UNFINISHED
from accounting.exports.signing import Signer

MANIFEST, SUMS, SIGNATURE, PUBLIC_KEY = "manifest.json", "SHA256SUMS", "SHA256SUMS.sig", "public_key.pem"
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # no clock in the container either


def digest_of_file(path: Path) -> str:
    with path.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


def files_in(folder: Path) -> list[str]:
    """The names of all files of the package, in order; what a run keeps for itself begins with a dot."""
    paths = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return sorted(path.as_posix() for path in paths if not path.parts[0].startswith(".") and path.suffix != UNFINISHED)


def seal_package(folder: Path, manifest: dict[str, Any], signer: Signer) -> None:
    """Add manifest, sums, public key and signature to the files in the folder."""
    for name in (MANIFEST, SUMS, SIGNATURE):
        (folder / name).unlink(missing_ok=True)
    (folder / PUBLIC_KEY).write_bytes(signer.public_pem)
    described = {
        name: {"sha256": digest_of_file(folder / name), "bytes": (folder / name).stat().st_size}
        for name in files_in(folder)
    }
    _write_json(folder / MANIFEST, {**manifest, "files": described})
    sums = [f"{digest_of_file(folder / name)}  {name}\n" for name in files_in(folder)]
    (folder / SUMS).write_text("".join(sums), encoding="utf-8")
    (folder / SIGNATURE).write_bytes(signer.sign((folder / SUMS).read_bytes()))


def zip_package(folder: Path, target: Path) -> None:
    """The folder's files as a ZIP, in order and without times, so that it depends on them alone."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in files_in(folder):
            about = zipfile.ZipInfo(name, LONG_AGO)
            about.compress_type = zipfile.ZIP_DEFLATED
            about.create_system, about.external_attr = 3, 0o644 << 16
            about.file_size = (folder / name).stat().st_size
            with (folder / name).open("rb") as source, archive.open(about, "w") as place:
                shutil.copyfileobj(source, place, 1 << 20)


def _write_json(path: Path, data: dict[str, Any]) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
