"""The API's description, completed: what holds for every call is said for every call, errors above all."""

from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers

View = TypeVar("View", bound=Callable[..., Any])

PROBLEM = {
    "type": "object",
    "description": "RFC 9457. `type` is a stable name, `detail` a sentence for a person, `errors` lines by field.",
    "required": ["type", "title", "status", "detail", "request_id"],
    "properties": {
        "type": {"type": "string", "format": "uri", "examples": ["urn:bote:problem:unprocessable-entity"]},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "request_id": {"type": "string"},
        "errors": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}},
    },
}
WORDS = {
    400: "The request cannot be read, or a POST of a terminal has no Idempotency-Key.",
    401: "No token, or one that is unknown, revoked or too old.",
    403: "This terminal's profile or this person's role does not allow it.",
    404: "There is nothing here that the caller may see.",
    406: "Only JSON is answered.",
    409: "Understood, and not possible as things stand.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    422: "Something in it cannot be right, or the key was used for another call.",
    429: "Too many calls; Retry-After says in how many seconds to come again.",
    500: "A mistake of ours; nothing was changed.",
    503: "The server or its database is starting, stopping or overloaded; Retry-After says when to come again.",
}
ALWAYS = (400, 401, 403, 404, 406, 422, 429, 500, 503)
WITH_BODY = (413, 415)

KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="Made by the terminal: new for every call, the same when a call is repeated. People may leave it out.",
)


@extend_schema_field({"$ref": "#/components/schemas/Problem"})
class ProblemField(serializers.JSONField):
    """A problem document inside an answer."""


def described(summary: str, **options: Any) -> Callable[[View], View]:
    """`extend_schema` with the summary first, as our views use it."""
    decorate: Callable[[View], View] = extend_schema(summary=summary, **options)
    return decorate


def complete(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add the problem documents to every call, and close every request to unknown fields."""
    components = result["components"]
    components["schemas"]["Problem"] = PROBLEM
    for path in result["paths"].values():
        for method, operation in path.items():
            expected = (*ALWAYS, 409, *(WITH_BODY if method == "post" else ()))
            for status in expected:
                operation["responses"].setdefault(str(status), _problem(status))
            operation["responses"] = dict(sorted(operation["responses"].items()))
    for name in _requested(result):
        components["schemas"][name].setdefault("additionalProperties", False)
    return result


def _problem(status: int) -> dict[str, Any]:
    response: dict[str, Any] = {
        "description": WORDS[status],
        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    if status in (429, 503):
        response["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait."}}
    return response


def _requested(result: dict[str, Any]) -> set[str]:
    """The names of every object schema that a request may contain."""
    schemas, found = result["components"]["schemas"], set()
    open_ends = [
        operation["requestBody"]
        for path in result["paths"].values()
        for operation in path.values()
        if "requestBody" in operation
    ]
    while open_ends:
        for name in _references(open_ends.pop()):
            if name not in found:
                found.add(name)
                open_ends.append(schemas[name])
    return {name for name in found if "properties" in schemas[name]}


def _references(part: Any) -> set[str]:
    if isinstance(part, dict):
        own = {part["$ref"].rsplit("/", 1)[1]} if isinstance(part.get("$ref"), str) else set()
        return own.union(*map(_references, part.values())) if part else own
    if isinstance(part, list):
        return set().union(*map(_references, part)) if part else set()
    return set()
