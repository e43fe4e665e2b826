"""What people write is asked for and kept."""

from typing import Self

from tables.refusals import Invalid


class Said(str):
    """A sentence that knows which document it speaks of, so that a page can lead there."""

    __slots__ = ("document",)
    document: str

    def __new__(cls, sentence: str, document: str) -> Self:
        said = super().__new__(cls, sentence)
        said.document = document
        return said


def written(text: str, field: str) -> str:
    """The text without its margins; refused if there is none."""
    if not text.strip():
        raise Invalid("This is kept in writing: say it in words.", errors={field: ["Write something here."]})
    return text.strip()


def capitalised(thing: object) -> str:
    """The thing's name as it begins a sentence."""
    name = str(thing)
    return name[:1].upper() + name[1:]
