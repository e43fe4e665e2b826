from django.urls import path

from tables.api import boxes, limits, terminals, wagers

urlpatterns = [
    path("enrolments/", terminals.Enrolments.as_view(), name="enrolments"),
    path("terminals/", terminals.Terminals.as_view(), name="terminals"),
    path("terminals/invitations/", terminals.Invitations.as_view(), name="invitations"),
    path("terminals/<int:terminal>/revoke/", terminals.Revocation.as_view(), name="revoke-terminal"),
    path("tokens/", terminals.Tokens.as_view(), name="tokens"),
    path("tokens/<int:token>/revoke/", terminals.TokenRevocation.as_view(), name="revoke-token"),
    path("tables/<slug:table>/boxes/", boxes.Boxes.as_view(), name="boxes"),
    path("tables/<slug:table>/limits/", limits.Limits.as_view(), name="limits"),
    path("tables/<slug:table>/wagers/", wagers.WagerReports.as_view(), name="wagers"),
]
