"""What people write is asked for and kept."""

from tables.refusals import Invalid


def written(text: str, field: str) -> str:
    """The text without its margins; refused if there is none."""
    if not text.strip():
        raise Invalid("This is kept in writing: say it in words.", errors={field: ["Write something here."]})
    return text.strip()


def capitalised(thing: object) -> str:
    """The thing's name as it begins a sentence."""
    name = str(thing)
    return name[:1].upper() + name[1:]
