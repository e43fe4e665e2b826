"""Long lists by cursor: stable while rows are added, and the same cost on every page."""

from typing import Any

from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request


class Pages(CursorPagination):
    """Newest first, by id; `next` and `previous` are addresses to follow as they are."""

    ordering = "-pk"
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 500

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
