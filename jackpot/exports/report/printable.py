"""Text for the report's fonts, which know the letters of Western Europe: others lose their marks, or become a `?`."""

import unicodedata

ENCODING = "cp1252"


def printable(text: object) -> str:
    """The text as the report's fonts can show it.

    >>> printable("Nguyễn Thị Bé"), printable("José · café"), printable("Ω")
    ('Nguyen Thi Bé', 'José · café', '?')
    """
    return "".join(_shown(letter) for letter in str(text))


def _shown(letter: str) -> str:
    if _known(letter):
        return letter
    bare = "".join(part for part in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(part))
    return bare if bare and all(map(_known, bare)) else "?"


def _known(letter: str) -> bool:
    try:
        letter.encode(ENCODING)
    except UnicodeEncodeError:
        return False
    return True
