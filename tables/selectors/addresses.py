"""Every address of this installation and who may use it, read off the views themselves."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

ANYONE = "anyone"
# One's own sign-in: open to all alike, as far as each has come (tables/pages/account.py).
SIGNING_IN = ("login/", "logout/", "account/")


@dataclass(frozen=True)
class Address:
    """One pattern of the resolver, what is done there, and by whom: role names, `terminal`, or `anyone`."""

    name: str
    pattern: str
    method: str
    who: frozenset[str]


def every_address() -> list[Address]:
    """Pages and calls in the order of the resolver; /admin/ keeps its own doors (tables/installation.py)."""
    return [
        Address(name, pattern, method, who)
        for name, pattern, view in walk(get_resolver())
        if not name.startswith("admin:")
        for method, who in _who(view)
    ]


def walk(resolver: URLResolver, space: str = "", before: str = "") -> Iterator[tuple[str, str, Any]]:
    """Name, pattern and view of every address; what has no name is called by its pattern."""
    for one in resolver.url_patterns:
        pattern = before + str(one.pattern).removeprefix("^")
        if isinstance(one, URLResolver):
            yield from walk(one, f"{space}{one.namespace}:" if one.namespace else space, pattern)
        elif isinstance(one, URLPattern):
            yield f"{space}{one.name or pattern}", pattern, one.callback


def _who(view: Any) -> list[tuple[str, frozenset[str]]]:
    if hasattr(view, "roles"):  # tables.pages.page
        return [("page", frozenset(map(str, view.roles)))]
    call: Any = getattr(view, "cls", None)
    if not hasattr(call, "readers"):  # tables.api.views.Api
        return [("page", frozenset({ANYONE}))]
    if not call.permission_classes:
        return [("POST", frozenset({ANYONE}))]
    terminal = {"terminal"} if call.endpoint else set()
    methods = (("GET", "get", call.readers), ("POST", "post", call.writers))
    return [(name, frozenset({*map(str, roles), *terminal})) for name, does, roles in methods if hasattr(call, does)]
