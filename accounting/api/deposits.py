"""Deposits to the funds' bank accounts."""

import django_filters
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounting.models import Fund
from accounting.models.bank import BOOKKEEPERS, Deposit
from accounting.services.bank import make_deposit, void_deposit
from tables.api.fields import Day, Moment, Money, Paid, Shown, Strict, Text
from tables.api.schema import described
from tables.api.views import Api, Listing
from tables.duties import Role


class DepositMade(Strict):
    fund = Text(max_length=50, help_text="the code of the progressive")
    amount = Paid()
    from_day = Day()
    to_day = Day()
    receipt = Text(max_length=80)
    made_at = Moment(required=False, help_text="left out: now")


class DepositVoid(Strict):
    reason = Text(max_length=400)


class DepositShown(Shown):
    number = serializers.SerializerMethodField()
    fund = Text(source="fund.code")
    account = serializers.SerializerMethodField()
    amount = Money()
    from_day = Day()
    to_day = Day()
    receipt = Text()
    made_by = Text(source="made_by.name")
    made_at = Moment()
    voided_at = Moment(allow_null=True)
    void_reason = Text(allow_blank=True)

    def get_number(self, deposit: Deposit) -> str:
        return f"{deposit.number:06d}"

    def get_account(self, deposit: Deposit) -> str:
        return str(deposit.account)


class DepositFilter(django_filters.FilterSet):
    fund = django_filters.CharFilter(field_name="fund__code", max_length=50)

    class Meta:
        model = Deposit
        fields: tuple[str, ...] = ()


DEPOSITS = Deposit.objects.select_related("fund__cardroom", "account", "made_by", "cardroom")


class Deposits(Listing):
    queryset = DEPOSITS
    readers = frozenset({*BOOKKEEPERS, Role.AUDITOR})
    writers = frozenset(BOOKKEEPERS)
    serializer_class = DepositShown
    filterset_class = DepositFilter

    @described("Deposits, newest first")
    def get(self, request: Request) -> Response:
        return self.list(request)

    @described("Record a deposit with its receipt", request=DepositMade, responses={201: DepositShown})
    def post(self, request: Request) -> Response:
        asked = self.read(DepositMade, request)
        funds = Fund.objects.filter(cardroom=Api.by(request).cardroom_id).select_related("cardroom")
        fund = get_object_or_404(funds, code=asked.pop("fund"))
        return Response(DepositShown(make_deposit(fund=fund, by=self.by(request), **asked)).data, status=201)


class VoidDeposit(Api):
    readers = writers = frozenset(BOOKKEEPERS)

    @described("Void a deposit that someone else recorded", request=DepositVoid, responses=DepositShown)
    def post(self, request: Request, number: int) -> Response:
        asked = self.read(DepositVoid, request)
        deposit = get_object_or_404(DEPOSITS, number=number, cardroom=Api.by(request).cardroom_id)
        return Response(DepositShown(void_deposit(deposit=deposit, by=self.by(request), **asked)).data)
