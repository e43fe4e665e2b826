"""`make translations`: bring locale/es up to date with the pages' words, and compile it.

Babel reads Python; Django turns a template into something that reads like Python; so no gettext tools are needed. New
words appear in the .po file with nothing beside them: translate them and run this again. Words that are no longer used
go. The compiled .mo is kept in the repository, so that an installation has nothing to build.

The sentences of the services are English and stay so; pages translate them by their patterns (tables/sentences.py),
which are read out of the code here, in a context of their own. A page shows one without a translation as it was said.
"""

import ast
import io
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
APPS = ("tables", "accounting", "jackpot", "config")
PO = ROOT / "locale" / "es" / "LC_MESSAGES" / "django.po"
KEYWORDS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop")),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    "npgettext": ((1, "c"), 2, 3),
}
SENTENCE = "sentence"  # the context of what services say
SAYING = {"Refused", "Invalid", "NotAllowed", "NotThere", "Said"}
LISTED = "SAID_ELSEWHERE"
NOT_ON_PAGES = {"api", "demo", "management", "migrations", "simulator.py"}
# Babel would write the time and made-up people into the header: the files would change without a word changing.
HEADER = """msgid ""
msgstr ""
"Language: es\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
LONG_AGO = datetime(2026, 11, 18, tzinfo=UTC)


def words_of_pages() -> Catalog:
    """Every word that the pages ask to have translated."""
    found = Catalog()
    for path in sorted(path for app in APPS for path in (ROOT / app).rglob("*") if path.suffix in {".py", ".html"}):
        for message, context in _words_of(path):
            found.add(message, context=context)
    return found


def _words_of(path: Path) -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    source = path.read_text()
    if path.suffix == ".html":
        source = templatize(source, origin=str(path))
    for _line, message, _comments, context in extract("python", io.BytesIO(source.encode()), keywords=KEYWORDS):
        yield message, context
    if path.suffix == ".py" and not NOT_ON_PAGES & set(path.relative_to(ROOT).parts):
        yield from ((sentence, SENTENCE) for sentence in sentences_of(source))


def sentences_of(source: str) -> Iterator[str]:
    """The patterns of what services say: `{box} is retired.` as `{1} is retired.`

    >>> list(sentences_of("raise Refused(f'{box} is retired.', errors={'box': ['Choose another.']})"))
    ['{1} is retired.', 'Choose another.']
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in SAYING:
            errors = [each for keyword in node.keywords if keyword.arg == "errors" for each in ast.walk(keyword.value)]
            lines = [line for each in errors if isinstance(each, ast.List) for line in each.elts]
            yield from filter(None, map(_pattern, [*node.args[:1], *lines]))
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == LISTED:
            yield from ast.literal_eval(node.value)


def _pattern(node: ast.expr) -> str:
    """The text with its pieces numbered; nothing for what is no text, or no more than its pieces."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if not isinstance(node, ast.JoinedStr):
        return ""
    text, pieces = "", 0
    for part in node.values:
        pieces += isinstance(part, ast.FormattedValue)
        text += str(part.value) if isinstance(part, ast.Constant) else f"{{{pieces}}}"
    return text


def kept() -> Catalog:
    """The translations as they are in the repository."""
    with PO.open("rb") as file:
        catalog = read_po(file, locale="es", domain="django")
    catalog.creation_date = catalog.revision_date = LONG_AGO
    return catalog


def untranslated(catalog: Catalog) -> list[str]:
    """Words without a Spanish one beside them."""
    return sorted(str(one.id) for one in catalog if one.id and one.context != SENTENCE and _lacks(one))


def unsaid(catalog: Catalog) -> list[str]:
    """Sentences of the services that a page shows in English still."""
    return sorted(str(one.id) for one in catalog if one.context == SENTENCE and _lacks(one))


def _lacks(message: Message) -> bool:
    return message.fuzzy or not all(_forms(message))


def _forms(message: Message) -> Iterable[str | None]:
    """The Spanish of a message, one or, where it can be counted, two."""
    return [message.string] if isinstance(message.string, str | None) else message.string


def brought_up_to_date() -> Catalog:
    catalog = kept()
    catalog.update(words_of_pages(), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    return catalog


def compiled(catalog: Catalog) -> bytes:
    file = io.BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def as_text(catalog: Catalog) -> bytes:
    file = io.BytesIO()
    write_po(file, catalog, width=120, sort_output=True, no_location=True, omit_header=True)
    return HEADER.encode() + file.getvalue()


def main() -> int:
    catalog = brought_up_to_date()
    PO.write_bytes(as_text(catalog))
    PO.with_suffix(".mo").write_bytes(compiled(catalog))
    lacking = untranslated(catalog)
    for word in lacking:
        print(f"not translated: {word}")
    for sentence in unsaid(catalog):
        print(f"said in English: {sentence}")
    print(f"{len(catalog)} words and sentences, {len(lacking)} without Spanish ones.")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
