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


def written(text: str, field: str, most: int = 500) -> str:
    """The text without its margins; refused if there is none, or more than is kept."""
    text = text.strip()
    if not text:
        raise Invalid("This is kept in writing: say it in words.", errors={field: ["Write something here."]})
    if "\x00" in text:  # no database keeps it
        raise Invalid("There is a character in it that cannot be kept.", errors={field: ["Write it anew."]})
    if len(text) > most:
        raise Invalid(
            f"That is too long to be kept: say it in {most} characters.", errors={field: ["Make it shorter."]}
        )
    return text


def capitalised(thing: object) -> str:
    """The thing's name as it begins a sentence."""
    name = str(thing)
    return name[:1].upper() + name[1:]
