"""What the services say, in the language of the page.

Services, records and the API speak English (docs/adr/0050-pages.md). A page that shows one of their sentences looks for
the pattern that it was made from, and says that in the reader's language with the same pieces in it. The patterns are
read out of the code by `make translations`: `{1}` stands for the first piece of an f-string, and so on. What has no
translation is shown as it was said.
"""

import re
from collections.abc import Mapping
from functools import cache

from django.utils.translation import get_language, gettext, pgettext
from django.utils.translation.trans_real import translation

CONTEXT = "sentence"
PIECE = re.compile(r"\{(\d+)\}")
# A pattern of fewer letters than this would fit anything.
LETTERS = 2
# What is said elsewhere than in a refusal: names of records, steps, the reasons and sentences of the records; and what
# two pieces beside each other would leave open.
SAID_ELSEWHERE = (
    "box {1}",
    "emergency box {1}",
    "count {1}",
    "slip {1}",
    "deposit {1}",
    "export {1}",
    "entry {1}",
    "case {1}",
    "statement of {1}",
    "correction {1} of {2}",
    "removal of {1}",
    "reconciliation of {1} for {2}",
    "gaming day {1}",
    "{1} was last {2} and cannot be {3} now: {4} first.",
    "{1} has not been placed and cannot be {2} now: {3} first.",
    "{1} of {2}: {3} waits for pass A.",
    "{1} of {2}: {3} waits for pass B.",
    "{1} of {2}: {3} waits for a recount.",
    "{1} of {2}: {3} waits for the verifier.",
    "{1} of {2}: {3} waits for signatures.",
    "place it on its table",
    "pull it",
    "receive it in the count room",
    "empty it and show it",
    "placed",
    "pulled",
    "received",
    "emptied",
    "Surveillance watches the count and takes no part in it.",
    "Cage cashiers have no access to the count.",
    "Accounting prepares and reviews the records of the count and takes no part in it.",
    "Too many wrong PINs. Sign with your password; the PIN works again after it.",
    "Too many wrong passwords. Wait five minutes, then try again.",
    "That is not the PIN or password of {1}. Each member signs with their own.",
    "A PIN has four to eight digits.",
    "This is one of the first PINs that anyone tries. Choose another.",
    "{1} of {2}: the count is {3} under the terminals' figure.",
    "{1} of {2}: the count is {3} over the terminals' figure.",
    "{1} of {2} is in the cage since gaming day {3}; it had to be deposited by {4}.",
    "{1} is {2} short: {3} at the bank and {4} in the cage against {5} owed to players. {6}",
    "The bank's figure is the books': no statement has been entered yet.",
    "The bank's figure is its {1}, with what the books have moved since.",
    "{1} was settled on {2}; {3} was posted when it was dealt.",
    "{1} was dealt on {2}, which is closed; it is booked on {3}.",
    "won: {1}",
    "end of gaming day {1}",
    "seeded and opened",
    "cap excess returned",
    "{1} voided",
    "correction of {1}",
)


def in_words(said: str) -> str:
    """The sentence in the language of the page."""
    language = get_language()
    if not said or not language or language.startswith("en"):
        return said
    return _whole(said, language) or "; ".join(_parted(part, language) for part in said.split("; "))


def _parted(said: str, language: str) -> str:
    """A sentence by itself, or several one after the other."""
    if whole := _whole(said, language):
        return whole
    parts = re.split(r"(?<=[.?!]) ", said)
    return " ".join(_whole(part, language) or part for part in parts) if len(parts) > 1 else said


def _whole(said: str, language: str) -> str:
    """The one sentence or name; nothing if no pattern fits."""
    if (word := gettext(said)) != said:
        return word
    for pattern, template in _patterns(language):
        if found := pattern.fullmatch(said):
            return _filled(pgettext(CONTEXT, template), found, language)
    # `Box 4` at the beginning of a sentence is `box 4`.
    smaller = said[:1].lower() + said[1:]
    if smaller != said and (name := _whole(smaller, language)):
        return name[:1].upper() + name[1:]
    return ""


def _filled(template: str, found: re.Match[str], language: str) -> str:
    def piece(number: re.Match[str]) -> str:
        text = found.group(f"p{number.group(1)}")
        return _whole(text, language) or ", ".join(_whole(part, language) or part for part in text.split(", "))

    return PIECE.sub(piece, template)


@cache
def _patterns(language: str) -> list[tuple[re.Pattern[str], str]]:
    """Every translated pattern, the one with the most letters of its own first."""
    # Django lists its catalogs nowhere else.
    catalog: Mapping[object, str] = dict(translation(language)._catalog.items())  # type: ignore[attr-defined]  # noqa: SLF001
    mark = f"{CONTEXT}\x04"
    templates = [key.removeprefix(mark) for key in catalog if isinstance(key, str) and key.startswith(mark)]
    letters = {template: sum(map(str.isalpha, PIECE.sub("", template))) for template in templates}
    chosen = [template for template in templates if letters[template] >= LETTERS and catalog[mark + template]]
    return [(_pattern(one), one) for one in sorted(chosen, key=lambda one: (-letters[one], one))]


def _pattern(template: str) -> re.Pattern[str]:
    parts = PIECE.split(template)  # text, number, text, number, text
    text = "".join(re.escape(part) if place % 2 == 0 else f"(?P<p{part}>.+?)" for place, part in enumerate(parts))
    return re.compile(text, re.DOTALL)
