"""The API's description as a page that a person can read, without a script from anywhere."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from drf_spectacular.generators import SchemaGenerator


def api_docs(request: HttpRequest) -> HttpResponse:
    """Every call, what it takes and what it answers."""
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    calls = [
        _call(path, method, operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]
    schemas = [{"name": name, "fields": _fields(parts)} for name, parts in schema["components"]["schemas"].items()]
    return render(request, "tables/api_docs.html", {"calls": calls, "schemas": [s for s in schemas if s["fields"]]})


def _call(path: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    return {
        "method": method.upper(),
        "path": path,
        "summary": operation.get("summary", ""),
        "description": operation.get("description", ""),
        "parameters": operation.get("parameters", []),
        "takes": _type(_content(operation.get("requestBody", {}))),
        "examples": _examples(operation.get("requestBody", {})),
        "answers": [
            (status, response["description"], _type(_content(response)))
            for status, response in operation["responses"].items()
        ],
    }


def _content(part: dict[str, Any]) -> dict[str, Any]:
    """The schema of a body, whichever media type it has."""
    schemas: list[dict[str, Any]] = [content["schema"] for content in part.get("content", {}).values()]
    return schemas[0] if schemas else {}


def _examples(body: dict[str, Any]) -> list[tuple[str, str]]:
    """The examples of a body, by name, as they would be sent."""
    examples = [content.get("examples", {}) for content in body.get("content", {}).values()]
    return [(name, json.dumps(example["value"], indent=2)) for one in examples for name, example in one.items()]


def _fields(schema: dict[str, Any]) -> list[dict[str, Any]]:
    needed = schema.get("required", [])
    return [
        {"name": name, "type": _type(part), "needed": name in needed, "words": part.get("description", "")}
        for name, part in schema.get("properties", {}).items()
    ]


def _type(schema: dict[str, Any]) -> str:
    """A schema in a word or two; the names are those of the schemas listed below the calls."""
    if "$ref" in schema:
        return str(schema["$ref"].rsplit("/", 1)[1])
    for several in ("oneOf", "anyOf", "allOf"):
        if several in schema:
            return " or ".join(filter(None, map(_type, schema[several])))
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    kind = schema.get("type", "")
    name = " or ".join(kind) if isinstance(kind, list) else str(kind)
    if name == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return f"{name} ({schema['format']})" if "format" in schema else name
