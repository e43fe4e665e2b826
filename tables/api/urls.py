from django.urls import path

from tables.api import boxes, limits, terminals, wagers

urlpatterns = [
    path("enrolments/", terminals.Enrolments.as_view(), name="api-enrolments"),
    path("terminals/", terminals.Terminals.as_view(), name="api-terminals"),
    path("terminals/invitations/", terminals.Invitations.as_view(), name="api-invitations"),
    path("terminals/<int:terminal>/revoke/", terminals.Revocation.as_view(), name="api-revoke-terminal"),
    path("tokens/", terminals.Tokens.as_view(), name="api-tokens"),
    path("tokens/<int:token>/revoke/", terminals.TokenRevocation.as_view(), name="api-revoke-token"),
    path("tables/<slug:table>/boxes/", boxes.Boxes.as_view(), name="api-boxes"),
    path("tables/<slug:table>/limits/", limits.Limits.as_view(), name="api-limits"),
    path("tables/<slug:table>/wagers/", wagers.WagerReports.as_view(), name="api-wagers"),
]
