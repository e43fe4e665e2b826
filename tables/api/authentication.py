"""Who is calling: a terminal or a person with a token, or a person with the session of the pages."""

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from tables.duties import Actor
from tables.models import Terminal
from tables.services.terminals import caller_of, note_seen

LONGEST_TOKEN = 200
LONGEST_VERSION = 60


class Bearer(BaseAuthentication):
    """`Authorization: Bearer <token>`; a terminal may add `X-Software-Version`."""

    def authenticate(self, request: Request) -> tuple[Actor, str] | None:
        scheme, _, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        caller = caller_of(token) if token.isascii() and len(token) <= LONGEST_TOKEN else None
        if caller is None:
            raise exceptions.AuthenticationFailed("This token is unknown, revoked or too old. Enrol again.")
        if isinstance(caller, Terminal):
            version = request.META.get("HTTP_X_SOFTWARE_VERSION", "")
            note_seen(caller, software_version=version[:LONGEST_VERSION] if version.isprintable() else "")
        return caller, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="Bote"'


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "tables.api.authentication.Bearer"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "The token of a terminal, or a personal token."}
