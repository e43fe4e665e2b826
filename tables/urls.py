"""Where the pages of the gaming floor are."""

from django.urls import path

from tables.pages import access_trail, account, setup, tables

# django-allauth leads people on by its own names for these pages.
ALLAUTH = [
    path("login/", account.sign_in, name="account_login"),
    path("login/code/", account.give_code, name="mfa_authenticate"),
    path("logout/", account.sign_out, name="account_logout"),
    path("account/", account.account, name="mfa_index"),
    path("account/password/", account.change_password, name="account_change_password"),
    path("account/again/", account.password_again, name="account_reauthenticate"),
    path("account/again/code/", account.code_again, name="mfa_reauthenticate"),
    path("account/second-factor/", account.set_up_code_app, name="mfa_activate_totp"),
    path("account/second-factor/remove/", account.remove_code_app, name="mfa_deactivate_totp"),
    path("account/recovery-codes/", account.recovery_codes, name="mfa_view_recovery_codes"),
    path("account/recovery-codes/new/", account.new_recovery_codes, name="mfa_generate_recovery_codes"),
]

urlpatterns = [
    *ALLAUTH,
    path("login/", account.sign_in, name="login"),
    path("logout/", account.sign_out, name="logout"),
    path("account/", account.account, name="account"),
    path("account/password/", account.change_password, name="change-password"),
    path("account/pin/", account.choose_pin, name="choose-pin"),
    path("setup/access/", access_trail.access, name="access"),
    path("setup/", setup.setup, name="setup"),
    path("setup/cardroom/", setup.cardroom, name="setup-cardroom"),
    path("setup/limits/", setup.limits, name="limits"),
    path("setup/people/", setup.people, name="people"),
    path("setup/people/<int:pk>/", setup.person, name="person"),
    path("tables/", tables.tables, name="tables"),
    path("tables/<slug:code>/", tables.table, name="table"),
    path("tables/<slug:code>/order/<slug:game>/", tables.order, name="order-table"),
]
