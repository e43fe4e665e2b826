"""One's own sign-in: name and password, the code after it, and what belongs to them.

django-allauth does the work; these are its views in our pages, with a row in the audit trail for what they change. They
are open to installations' administrators too, who belong to no cardroom.
"""

from typing import Any

from allauth.account import views as allauth
from allauth.mfa.base import views as factors
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as totp
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from tables import second_factor
from tables.models import AccessEvent
from tables.pages.attempts import Attempt
from tables.services import identity
from tables.services.terminals import revoke_tokens_of
from tables.signing_in import PASSWORD_GIVEN, is_demonstration, keep

Kind = AccessEvent.Kind


class SignInView(allauth.LoginView):
    def get_context_data(self, **named: Any) -> dict[str, Any]:
        return super().get_context_data(**named) | {"demonstration": is_demonstration()}


class ChangePasswordView(allauth.PasswordChangeView):
    success_url = reverse_lazy("account")

    def dispatch(self, request: HttpRequest, *args: Any, **named: Any) -> Any:
        if request.user.is_authenticated and not request.user.has_usable_password():
            return redirect("account")  # nothing to change: an administrator has to give them one first
        return super().dispatch(request, *args, **named)

    def get_context_data(self, **named: Any) -> dict[str, Any]:
        return super().get_context_data(**named) | {"given": self.request.session.get(PASSWORD_GIVEN)}

    def form_valid(self, form: Any) -> HttpResponse:
        with transaction.atomic():
            answer = super().form_valid(form)
            revoke_tokens_of(self.request.user)
            keep(self.request, Kind.PASSWORD_CHANGED, self.request.user, detail="by themselves")
        self.request.session[PASSWORD_GIVEN] = False
        messages.success(
            self.request, _("Your password is changed. Other tablets are signed out, and your tokens are revoked.")
        )
        return answer


class SetUpCodeAppView(totp.ActivateTOTPView):
    def form_valid(self, form: Any) -> HttpResponse:
        with transaction.atomic():
            answer = super().form_valid(form)
            keep(self.request, Kind.FACTOR_SET_UP, self.request.user, detail="code app")
        return answer


class RemoveCodeAppView(totp.DeactivateTOTPView):
    def form_valid(self, form: Any) -> HttpResponse:
        with transaction.atomic():
            answer = super().form_valid(form)
            keep(self.request, Kind.FACTOR_REMOVED, self.request.user, detail="code app")
        messages.success(self.request, _("The code app is removed."))
        return answer


class NewRecoveryCodesView(codes.GenerateRecoveryCodesView):
    def form_valid(self, form: Any) -> HttpResponse:
        with transaction.atomic():
            answer = super().form_valid(form)
            keep(self.request, Kind.RECOVERY_CODES, self.request.user)
        return answer


class PinForm(forms.Form):
    password = forms.CharField(
        label=gettext_lazy("Password"), widget=forms.PasswordInput({"autocomplete": "current-password"})
    )
    pin = forms.CharField(
        label=gettext_lazy("New PIN"),
        help_text=gettext_lazy("Four to eight digits. You sign with it on a tablet where someone else is signed in."),
        widget=forms.PasswordInput({"autocomplete": "off", "inputmode": "numeric"}),
    )


sign_in = SignInView.as_view()
sign_out = require_POST(allauth.logout)
give_code = factors.authenticate
password_again = allauth.reauthenticate
code_again = factors.reauthenticate
change_password = ChangePasswordView.as_view()
set_up_code_app = never_cache(SetUpCodeAppView.as_view())
remove_code_app = RemoveCodeAppView.as_view()
recovery_codes = never_cache(codes.view_recovery_codes)
new_recovery_codes = NewRecoveryCodesView.as_view()


@login_required
def account(request: HttpRequest) -> HttpResponse:
    """What belongs to one's own sign-in."""
    kinds = set(Authenticator.objects.filter(user_id=request.user.pk).values_list("type", flat=True))
    context = {
        "code_app": Authenticator.Type.TOTP in kinds,
        "required": second_factor.is_required_of(request.user),  # type: ignore[arg-type]
    }
    return render(request, "account/account.html", context)


@login_required
@sensitive_post_parameters("password", "pin")
def choose_pin(request: HttpRequest) -> HttpResponse:
    """Set the PIN that one signs with."""
    form = PinForm(request.POST or None)
    attempt = Attempt(form)
    if request.method == "POST" and form.is_valid():
        with attempt:
            identity.choose_pin(by=request.user, **form.cleaned_data)  # type: ignore[arg-type]
            messages.success(request, _("Your PIN is set."))
            return redirect("account")
    return render(request, "account/pin.html", {"form": form, "attempt": attempt}, status=attempt.status)
