"""Pages and calls have names of their own: a form never posts to the API because both chose the same word."""

from collections import Counter
from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver


def _names(resolver: URLResolver, space: str = "") -> Iterator[str]:
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver):
            yield from _names(one, f"{space}{one.namespace}:" if one.namespace else space)
        elif isinstance(one, URLPattern) and one.name and not space.startswith("admin:"):
            yield f"{space}{one.name}"


def test_no_name_is_used_twice():
    counted = Counter(_names(get_resolver()))

    assert [name for name, times in counted.items() if times > 1] == []
