"""The API's description, completed: what holds for every call is said for every call, errors above all."""

from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction, OpenApiParameter, extend_schema, extend_schema_field
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
DONE = {"200": "Done.", "201": "Recorded."}
ALWAYS = (400, 401, 403, 404, 406, 422, 429, 500, 503)
WITH_BODY = (413, 415)

KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": r"^[\x21-\x7e]{8,100}$"},
    OpenApiParameter.HEADER,
    required=True,
    description="Made by the caller: new for every call, the same when a call is repeated.",
)
TERMINALS_KEY = OpenApiParameter(
    KEY.name,
    str,
    OpenApiParameter.HEADER,
    description="As everywhere, 8 to 100 visible characters from a terminal. People may leave it out.",
)
REPLAYED = OpenApiParameter(
    "Idempotency-Replayed",
    {"type": "string", "enum": ["true"]},
    OpenApiParameter.HEADER,
    response=[201],
    description="There if the call was counted before: this is the answer it had then.",
)
REQUEST_ID = {"schema": {"type": "string"}, "description": "Finds the call in the server's logs."}
ITS_REQUEST_ID = {"$ref": "#/components/headers/RequestId"}
WHO = {"schema": {"type": "string"}, "description": "How to say who is asking: Bearer."}


class Calls(AutoSchema):
    """How our calls are read: what a docstring says is for readers of the code, and lists say how long they may be."""

    def get_description(self) -> str:  # type: ignore[override]
        return ""

    def _unwrap_list_serializer(self, serializer: Any, direction: Direction) -> dict[str, Any] | None:
        schema: dict[str, Any] | None = super()._unwrap_list_serializer(serializer, direction)
        if schema and isinstance(serializer, serializers.ListSerializer):
            limits = {"minItems": "min_length", "maxItems": "max_length"}
            schema |= {word: limit for word, name in limits.items() if (limit := getattr(serializer, name)) is not None}
        return schema


@extend_schema_field({"$ref": "#/components/schemas/Problem"})
class ProblemField(serializers.JSONField):
    """A problem document inside an answer."""


def described(summary: str, **options: Any) -> Callable[[View], View]:
    """`extend_schema` with the summary first, as our views use it."""
    decorate: Callable[[View], View] = extend_schema(summary=summary, **options)
    return decorate


def complete(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add to every call its problem documents and what every answer carries, and close requests to unknown fields."""
    schemas = result["components"]["schemas"]
    schemas["Problem"] = PROBLEM
    result["components"]["headers"] = {"RequestId": REQUEST_ID}
    for path in result["paths"].values():
        for method, operation in path.items():
            expected = (*ALWAYS, 409, *(WITH_BODY if method == "post" else ()))
            for status in expected:
                operation["responses"].setdefault(str(status), _problem(status))
            operation["responses"] = dict(sorted(operation["responses"].items()))
            for status, response in operation["responses"].items():
                response["description"] = response["description"] or DONE[status]
                response.setdefault("headers", {})["X-Request-ID"] = ITS_REQUEST_ID
            body = operation.get("requestBody", {})
            if any("oneOf" in schemas[name] for name in _references(body)):
                body["required"] = True  # which of several shapes it has is never left open
    for name in _requested(result):
        schemas[name].setdefault("additionalProperties", False)
    return result


def _problem(status: int) -> dict[str, Any]:
    response: dict[str, Any] = {
        "description": WORDS[status],
        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    if status == 401:
        response["headers"] = {"WWW-Authenticate": WHO}
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
