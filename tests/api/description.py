"""Every answer that these tests get is one that the API's description has: its status, its media type, its whole body.

A description that promises less than is answered is wrong as well: fields that it does not know are found too.
"""

import json
import re
from copy import deepcopy
from functools import cache

import yaml
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from tests.conftest import ROOT

NAME = "urn:bote"


def check(method, path, answer):
    """Fail unless the description of this call has this answer; what has no description is not looked at."""
    template = _template_of(path.partition("?")[0])
    operation = _described()["paths"].get(template, {}).get(method)
    if operation is None:
        return
    status, media_type = str(answer.status_code), answer.get("Content-Type", "")
    assert status in operation["responses"], f"{method} {template} does not describe {status}"
    response = operation["responses"][status]
    assert set(response.get("headers", {})) >= {"X-Request-ID"}
    if status == "304":
        assert "content" not in response
        return
    assert media_type in response["content"], f"{method} {template} does not describe {status} as {media_type}"
    if media_type.endswith("json"):
        parts = "paths", template, method, "responses", status, "content", media_type, "schema"
        _validator(parts).validate(json.loads(answer.content))


@cache
def _described():
    """The checked-in description (which tests/api/test_openapi.py compares with the code), closed to other fields."""
    described = yaml.load((ROOT / "docs/openapi.yaml").read_text(), Loader=yaml.CSafeLoader)
    closed = deepcopy(described)
    for schema in closed["components"]["schemas"].values():
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
    return closed


@cache
def _validator(parts):
    registry = Registry().with_resource(NAME, DRAFT202012.create_resource(_described()))
    pointer = "/".join(part.replace("~", "~0").replace("/", "~1") for part in parts)
    # Braces of a path are not allowed in a reference as they are.
    pointer = pointer.replace("{", "%7B").replace("}", "%7D")
    return Draft202012Validator({"$ref": f"{NAME}#/{pointer}"}, registry=registry)


@cache
def _templates():
    """Addresses without parameters first: they are the more exact ones."""
    return [
        (re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))), path)
        for path in sorted(_described()["paths"], key=lambda path: path.count("{"))
    ]


def _template_of(path):
    return next((template for known, template in _templates() if known.fullmatch(path)), "")
