"""The chain as it was written: each entry's canonical bytes, the digest before and its own, one JSON line each."""

from pathlib import Path
from typing import Any

from accounting.exports.datasets import CHUNK
from accounting.exports.formats.json_lines import as_line
from accounting.exports.scope import Scope
from accounting.models import Book, Entry


def write_chain(path: Path, scope: Scope) -> dict[str, Any]:
    """Write the chained entries of the scope; gives where the chain begins and ends."""
    first, last = scope.entries
    book = Entry.objects.filter(cardroom=scope.cardroom)
    entries = book.filter(number__range=scope.entries).order_by("number")
    fields = ("number", "previous_digest", "digest", "canonical")
    before = head = book.filter(number=first - 1).values_list("digest", flat=True).first() or Book().head
    lines = 0
    with path.open("w", encoding="utf-8", newline="\n") as target:
        for number, previous, digest, canonical in entries.values_list(*fields).iterator(chunk_size=CHUNK):
            head, lines = digest, lines + 1
            text = bytes(canonical).decode()
            target.write(as_line({"number": number, "previous_digest": previous, "digest": digest, "canonical": text}))
    return {"first": first, "last": last, "entries": lines, "before": before, "head": head}
