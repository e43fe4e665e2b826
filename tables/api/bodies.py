"""How large a body may be, and bodies that come in chunks, without a length before them, as some devices send them.

WSGI has no word for chunks: Django would find such a body empty. Read here, up to the largest that any call takes, it
reaches Django with its length.
"""

from io import BytesIO
from typing import IO, Any, cast
from wsgiref.types import WSGIApplication

LARGEST_BODY = 64 * 1024
LARGEST_BATCH = 1024 * 1024
# So much of a body that is too large is read and thrown away: whoever is still sending does not see the answer.
MOST_PASSED_OVER = 16 * 1024 * 1024


def pass_over(stream: IO[Any]) -> None:
    """Let the sender finish, within reason; then the refusal reaches it."""
    left = MOST_PASSED_OVER
    while left > 0 and (chunk := stream.read(LARGEST_BODY)):
        left -= len(chunk)


def with_lengths(application: WSGIApplication) -> WSGIApplication:
    """The application, which is told how long a body in chunks is."""

    def serve(environ: Any, start_response: Any) -> Any:
        if "chunked" in environ.get("HTTP_TRANSFER_ENCODING", "").lower() and not environ.get("CONTENT_LENGTH"):
            body = _read(environ["wsgi.input"])
            environ["CONTENT_LENGTH"], environ["wsgi.input"] = str(len(body)), BytesIO(body)
        return application(environ, start_response)

    return cast("WSGIApplication", serve)


def _read(stream: IO[bytes]) -> bytes:
    """All of it, or a byte more than is ever taken, which is refused later by whoever takes less."""
    body = b""
    while len(body) <= LARGEST_BATCH and (chunk := stream.read(LARGEST_BATCH + 1 - len(body))):
        body += chunk
    if len(body) > LARGEST_BATCH:
        pass_over(stream)
    return body
