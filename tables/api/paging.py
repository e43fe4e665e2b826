"""Long lists by cursor: stable while rows are added, and the same cost on every page."""

from typing import Any

from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request


class Pages(CursorPagination):
    """Newest first, by id; `next` and `previous` are addresses to follow as they are."""

    ordering = "-pk"
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 500

    def get_page_size(self, request: Request) -> int:
        asked = request.query_params.get(self.page_size_query_param)
        if asked is None:
            return self.page_size
        if not (asked.isascii() and asked.isdigit() and 1 <= int(asked[:6]) <= self.max_page_size):
            raise ValidationError({"page_size": [f"A whole number from 1 to {self.max_page_size}."]})
        return int(asked)

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        size = {"type": "integer", "minimum": 1, "maximum": self.max_page_size, "default": self.page_size}
        return [
            {
                "name": "cursor",
                "in": "query",
                "schema": {"type": "string"},
                "description": "From `next` or `previous`.",
            },
            {"name": "page_size", "in": "query", "schema": size, "description": "How many on a page."},
        ]

    def decode_cursor(self, request: Request) -> Cursor | None:
        cursor = super().decode_cursor(request)
        position = str(cursor.position) if cursor and cursor.position is not None else "0"
        if not (position.isascii() and position.isdigit()):
            raise NotFound("This is no cursor of ours. Begin with the first page.")
        return cursor

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        address = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {"next": address, "previous": address, "results": schema},
        }
