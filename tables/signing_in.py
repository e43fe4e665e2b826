"""How django-allauth signs our people in: its documented hooks, each of them with a row in the audit trail of access.

allauth checks passwords and codes, counts what went wrong and locks out; which sentence is shown, and what is kept of
it, is decided here. No hook sees a password or a code that it would write down.
"""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import get_authentication_records
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from tables import clock, second_factor
from tables.models import AccessEvent, Employee
from tables.sealing import seal, unseal
from tables.selectors.access import password_given_by
from tables.services.access import record_access

Kind = AccessEvent.Kind
TOO_MANY = "too_many_login_attempts"
# Whoever gave the password this lately may set up a second factor without giving it again.
JUST_NOW = 300
PURPOSE = "second factor"
PASSWORD_GIVEN = "password given"  # noqa: S105 - what the session calls it
WORDS = {"totp": "code", "recovery_codes": "recovery code", "webauthn": "passkey"}


def keep(request: HttpRequest, kind: AccessEvent.Kind, employee: Employee | None, **more: Any) -> None:
    """A row of the trail, with the address that the request came from."""
    record_access(kind=kind, employee=employee, address=AccountAdapter().get_client_ip(request), **more)


class AccountAdapter(DefaultAccountAdapter):
    """Signing in and out with name and password."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _(
            "This name and password do not go together. Try again, or ask your administrator."
        ),
        "incorrect_password": _("That is not your password."),
        "enter_current_password": _("That is not your password."),
        TOO_MANY: _("Too many failed tries. Wait five minutes, then try again, or ask your administrator."),
        "rate_limited": _("Too many failed tries. Wait five minutes, then try again, or ask your administrator."),
    }

    def is_open_for_signup(self, _request: HttpRequest) -> bool:
        return False

    def add_message(self, *args: Any, **named: Any) -> None:
        """Our pages say for themselves what happened."""

    def _get_login_attempts_cache_key(self, _request: HttpRequest, **credentials: Any) -> str:
        """One count for an account. allauth's is one for each Host header, and whoever guesses chooses its port."""
        return str(credentials.get("username", "")).lower()

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            self._keep_failure(request, Kind.LOCKED_OUT, credentials, "too many failed tries")
            raise

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        self._keep_failure(request, Kind.REFUSED, credentials, "wrong password")

    def _keep_failure(
        self, request: HttpRequest, kind: AccessEvent.Kind, credentials: dict[str, Any], reason: str
    ) -> None:
        name = credentials.get("username", "")
        # As allauth finds them: in any case of letters.
        employee = Employee.objects.filter(username__iexact=name).select_related("cardroom").first()
        if employee is None:
            reason = "unknown name" if kind == Kind.REFUSED else reason
        elif not employee.is_active:
            reason = "no longer works here"
        keep(request, kind, employee, name_given=name, detail=reason)

    def post_login(self, request: HttpRequest, user: Any, **named: Any) -> HttpResponse:
        # Where tables/pages/sessions.py counts from.
        request.session["began"] = request.session["seen"] = int(clock.now().timestamp())
        # Where tables/pages/sessions.py looks, so that not every page asks the trail.
        request.session[PASSWORD_GIVEN] = password_given_by(user) is not None
        given = [WORDS.get(one.get("type", ""), one["method"]) for one in get_authentication_records(request, user)]
        keep(request, Kind.SIGNED_IN, user, name_given=user.username, detail=" and ".join(dict.fromkeys(given)))
        return super().post_login(request, user, **named)

    def logout(self, request: HttpRequest) -> None:
        keep(request, Kind.SIGNED_OUT, request.user, detail="by themselves")  # type: ignore[arg-type]
        super().logout(request)

    def is_reauthentication_required(self, **_named: Any) -> bool:
        given = get_authentication_records(self.request, self.request.user)
        return not any(clock.now().timestamp() - one["at"] < JUST_NOW for one in given)


class SecondFactorAdapter(DefaultMFAAdapter):
    """Second factors: sealed at rest, and not removed by those who must have one."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("That code is not right, or was used before. Wait for the next one and type it."),
        "cannot_delete_authenticator": _("Your role needs a second factor. A colleague can reset it for a new phone."),
    }

    def encrypt(self, text: str) -> str:
        return seal(text.encode(), purpose=PURPOSE).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return unseal(encrypted_text.encode(), purpose=PURPOSE).decode()

    def can_delete_authenticator(self, authenticator: Authenticator) -> bool:
        return not second_factor.is_required_of(authenticator.user)


class CodeForm(AuthenticateForm):
    """The code after the password: from the app, or one of the recovery codes."""

    def clean_code(self) -> str:
        try:
            return super().clean_code()
        except ValidationError as refused:
            locked = refused.code == TOO_MANY
            keep(
                context.request,
                Kind.LOCKED_OUT if locked else Kind.REFUSED,
                self.user,
                name_given=self.user.username,
                detail="too many failed tries" if locked else "wrong code",
            )
            raise


def is_demonstration() -> bool:
    """Whether nobody needs a second factor here."""
    return not settings.SECOND_FACTOR
