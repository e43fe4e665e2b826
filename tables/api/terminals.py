"""Enrolling devices and making tokens."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.fields import Choice, Moment, Shown, Strict, Text, Whole
from tables.api.schema import described
from tables.api.throttling import PerMinute
from tables.api.views import Api
from tables.duties import Role
from tables.models import Enrolment, PersonalToken, Profile, Table, Terminal
from tables.refusals import NotAllowed
from tables.services import terminals

MANAGERS = frozenset({Role.FLOOR_MANAGER, Role.GENERAL_MANAGER})


class Invitation(Strict):
    table = Text(max_length=50, help_text="the code of the table")
    name = Text(max_length=60, help_text="as the device is labelled")
    profile = Choice(choices=Profile.choices, default=Profile.TABLE)


class InvitationMade(Shown):
    id = Whole()
    table = Text()
    name = Text()
    profile = Choice(choices=Profile.choices)
    code = Text(help_text="typed into the device; shown now and never again")
    expires_at = Moment()


class EnrolmentCode(Strict):
    code = Text(max_length=40)
    software_version = Text(max_length=60, required=False, allow_blank=True)


class Enrolled(Shown):
    terminal = Whole()
    table = Text()
    profile = Choice(choices=Profile.choices)
    token = Text(help_text="for Authorization: Bearer; shown now and never again")


class TerminalShown(Shown):
    id = Whole()
    table = Text()
    name = Text()
    profile = Choice(choices=Profile.choices)
    enrolled_at = Moment()
    last_seen_at = Moment(allow_null=True)
    software_version = Text(allow_blank=True)
    revoked_at = Moment(allow_null=True)


def shown(terminal: Terminal) -> dict[str, Any]:
    return {
        **{name: getattr(terminal, name) for name in ("id", "name", "profile", "software_version")},
        **{name: getattr(terminal, name) for name in ("enrolled_at", "last_seen_at", "revoked_at")},
        "table": terminal.table.code,
    }


class Invitations(Api):
    readers = writers = MANAGERS

    @described("Make a one-time code for a device", request=Invitation, responses={201: InvitationMade})
    def post(self, request: Request) -> Response:
        asked = self.read(Invitation, request)
        by = self.by(request)
        table = get_object_or_404(Table, code=asked["table"], cardroom=Api.by(request).cardroom_id)
        enrolment, code = terminals.invite_terminal(table=table, name=asked["name"], profile=asked["profile"], by=by)
        return Response(InvitationMade(_invitation(enrolment, code)).data, status=201)


def _invitation(enrolment: Enrolment, code: str) -> dict[str, Any]:
    return {
        "id": enrolment.pk,
        "table": enrolment.table.code,
        "name": enrolment.name,
        "profile": enrolment.profile,
        "code": code,
        "expires_at": enrolment.expires_at,
    }


class Enrolments(Api):
    """The one call without a token: the code is the proof. Whoever guesses is slowed down by the throttle."""

    authentication_classes: Any = []
    permission_classes: Any = []
    throttle_classes: Any = [PerMinute]

    @described("Exchange a one-time code for a token", request=EnrolmentCode, responses={201: Enrolled}, auth=[])
    def post(self, request: Request) -> Response:
        asked = self.read(EnrolmentCode, request)
        terminal, token = terminals.enrol_terminal(**asked)
        answer = {"terminal": terminal.pk, "table": terminal.table.code, "profile": terminal.profile, "token": token}
        return Response(Enrolled(answer).data, status=201)


class Terminals(Api):
    readers = writers = MANAGERS | {Role.AUDITOR, Role.ADMINISTRATOR}

    @described("All terminals of the cardroom", responses=TerminalShown(many=True))
    def get(self, request: Request) -> Response:
        rows = Terminal.objects.filter(table__cardroom=Api.by(request).cardroom_id).select_related("table")
        return Response(TerminalShown([shown(row) for row in rows], many=True).data)


class Revocation(Api):
    readers = writers = MANAGERS

    @described("Shut a terminal out at once", request=None, responses={200: TerminalShown})
    def post(self, request: Request, terminal: int) -> Response:
        rows = Terminal.objects.filter(table__cardroom=Api.by(request).cardroom_id).select_related("table__cardroom")
        row = get_object_or_404(rows, pk=terminal)
        return Response(TerminalShown(shown(terminals.revoke_terminal(terminal=row, by=self.by(request)))).data)


class TokenWish(Strict):
    name = Text(max_length=60, help_text="what the token is for")


class TokenShown(Shown):
    id = Whole()
    name = Text()
    made_at = Moment()
    expires_at = Moment()
    revoked_at = Moment(allow_null=True)


class TokenMade(TokenShown):
    token = Text(help_text="for Authorization: Bearer; shown now and never again")


class Tokens(Api):
    @described("One's own personal tokens", responses=TokenShown(many=True))
    def get(self, request: Request) -> Response:
        return Response(TokenShown(PersonalToken.objects.filter(employee=request.user.pk), many=True).data)

    @described("Make a personal token, signed in in a browser", request=TokenWish, responses={201: TokenMade})
    def post(self, request: Request) -> Response:
        if request.auth:  # a stolen one would outlive its ninety days, and its own revocation
            raise NotAllowed("A token makes no tokens: a person who is signed in does.")
        made, token = terminals.make_personal_token(name=self.read(TokenWish, request)["name"], by=self.by(request))
        return Response({**TokenShown(made).data, "token": token}, status=201)


class TokenRevocation(Api):
    @described("Shut one's own token out at once", request=None, responses={200: TokenShown})
    def post(self, request: Request, token: int) -> Response:
        row = get_object_or_404(PersonalToken, pk=token, employee=request.user.pk)
        return Response(TokenShown(terminals.revoke_personal_token(token=row, by=self.by(request))).data)
