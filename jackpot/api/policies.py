"""House elections: listed, staged by one person, approved by another."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from jackpot import rules
from jackpot.models import PolicyVersion, Progressive
from jackpot.services.policies import approve_policy, stage_policy
from tables.api.fields import Choice, Day, Flag, Moment, Money, Paid, Shown, Strict, Text, Whole
from tables.api.schema import described
from tables.api.views import Api
from tables.duties import Role
from tables.refusals import Invalid

READERS = frozenset({Role.ACCOUNTANT, Role.GENERAL_MANAGER, Role.AUDITOR, Role.FLOOR_MANAGER})
ELECTORS = frozenset({Role.ACCOUNTANT, Role.GENERAL_MANAGER})
RATE = {"max_value": 10_000, "required": False, "help_text": "hundredths of a percent"}


class PolicyWish(Strict):
    """Elections that are left out are the usual ones."""

    effective_from = Day()
    accrual = Choice(choices=PolicyVersion.Accrual.choices, required=False)
    fee_bps = Whole(**RATE)
    fee_max_bps = Whole(**RATE)
    seed_recovery = Choice(choices=["none", "full", "portion"], required=False)
    seed_portion_bps = Whole(**RATE)
    shortage = Choice(choices=["carryover", "backup"], required=False)
    backups = Flag(required=False)
    backup_share_bps = Whole(**RATE)
    backup_threshold = Paid(required=False)
    backup_cap = Paid(required=False)
    cap_lift = Paid(required=False)
    seed_minimum = Paid(required=False)
    maximum = Paid(required=False, allow_null=True)


class PolicyShown(Shown):
    number = Whole()
    effective_from = Day(allow_null=True)
    accrual = Choice(choices=PolicyVersion.Accrual.choices)
    fee_bps = Whole()
    fee_max_bps = Whole()
    seed_recovery = Text()
    seed_portion_bps = Whole()
    shortage = Text()
    backups = Flag()
    backup_share_bps = Whole()
    backup_threshold = Money()
    backup_cap = Money()
    cap_lift = Money()
    seed_minimum = Money()
    maximum = Money(allow_null=True)
    staged_by = Text(source="staged_by.name")
    staged_at = Moment()
    approved_by = Text(source="approved_by.name", allow_null=True, default=None)
    approved_at = Moment(allow_null=True)


def _progressive(request: Request, code: str) -> Progressive:
    rows: Any = Progressive.objects.filter(cardroom=Api.by(request).cardroom_id).select_related("cardroom")
    return get_object_or_404(rows, code=code)  # type: ignore[no-any-return]


class Policies(Api):
    readers, writers = READERS, ELECTORS

    @described("Every version of the house elections", responses=PolicyShown(many=True))
    def get(self, request: Request, code: str) -> Response:
        rows = _progressive(request, code).policies.select_related("staged_by", "approved_by")
        return Response(PolicyShown(rows, many=True).data)

    @described("Stage new elections for a coming gaming day", request=PolicyWish, responses={201: PolicyShown})
    def post(self, request: Request, code: str) -> Response:
        asked, row = self.read(PolicyWish, request), _progressive(request, code)
        day, accrual = asked.pop("effective_from"), asked.pop("accrual", PolicyVersion.Accrual.COUNTED)
        try:
            policy = rules.Policy(**asked)
        except ValueError as problem:
            raise Invalid(str(problem)) from problem
        staged = stage_policy(progressive=row, policy=policy, effective_from=day, accrual=accrual, by=self.by(request))
        return Response(PolicyShown(staged).data, status=201)


class ApprovePolicy(Api):
    readers, writers = READERS, ELECTORS

    @described("Approve staged elections, as someone else", request=None, responses=PolicyShown)
    def post(self, request: Request, code: str, number: int) -> Response:
        policy = get_object_or_404(_progressive(request, code).policies, number=number)
        return Response(PolicyShown(approve_policy(policy=policy, by=self.by(request))).data)
