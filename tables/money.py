"""Money at the edge: cents inside, dollars in sentences."""


def dollars(cents: int) -> str:
    """Cents as a person reads them.

    >>> dollars(123450)
    '$1,234.50'
    >>> dollars(-5)
    '-$0.05'
    """
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${whole:,}.{rest:02d}"
