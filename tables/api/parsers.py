"""Reading a request's body: JSON in UTF-8, not larger than allowed, and nothing in it that a database cannot keep."""

import json
import re
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser

from tables.api.bodies import LARGEST_BATCH, LARGEST_BODY, pass_over

# Written with an even number of backslashes before it; with an odd one it is a backslash and some letters.
NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")


class TooLarge(APIException):
    status_code = 413
    default_code = "too_large"


class Json(BaseParser):
    """One JSON document, read strictly."""

    media_type = "application/json"
    largest = LARGEST_BODY

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        request = (parser_context or {})["request"]
        try:
            announced = int(request.META.get("CONTENT_LENGTH") or 0)
        except ValueError:
            announced = 0
        body = b"" if announced > self.largest else stream.read(self.largest + 1)
        if announced > self.largest or len(body) > self.largest:
            pass_over(stream)
            raise TooLarge(f"The body may have {self.largest:,} bytes at most. Send less at a time.")
        return read_json(body)


class BatchJson(Json):
    """The same, for many hands at once."""

    largest = LARGEST_BATCH


def read_json(body: bytes) -> Any:
    """The document, or a refusal that says what is wrong with its bytes."""
    try:
        text = body.decode()
    except UnicodeDecodeError as problem:
        raise ParseError(f"The body is not UTF-8: see byte {problem.start}.") from problem
    try:
        data = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_no_name_twice)
        # A lone surrogate is legal in JSON and in no database; neither is a NUL.
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError as problem:
        raise ParseError("The body has half of a character in it. Send whole Unicode characters.") from problem
    except RecursionError as problem:
        raise ParseError("The body is nested too deeply.") from problem
    except ValueError as problem:
        raise ParseError(f"The body is not JSON: {problem}") from problem
    if NUL.search(text):
        raise ParseError("The body has a NUL character in it. Leave it out.")
    return data


def _no_name_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Of two fields with one name nobody knows which was meant."""
    read = dict(pairs)
    if len(read) != len(pairs):
        raise ValueError("a name stands twice in one object.")
    return read


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number.")
