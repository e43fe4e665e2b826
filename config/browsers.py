"""What every answer tells the browser beyond Django's own headers: keep no copy, use no camera, stay with us."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# Tablets are shared: after signing out, the back button must not show what the last person saw.
KEEP_NOTHING = "private, no-store"
PERMISSIONS = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"


def browser_headers_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def with_browser_headers(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        # A view that knows better has said so: a board, a file that is its own proof.
        response.headers.setdefault("Cache-Control", KEEP_NOTHING)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response

    return with_browser_headers
