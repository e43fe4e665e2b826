"""Slips: listed, verified, paid, voided. Which service a step calls follows from where the slip is paid from."""

import django_filters
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jackpot.models import Payout, PayoutState, Threshold
from jackpot.services import payouts
from tables.api.fields import Choice, Day, Moment, Money, Shown, Strict, Text, Whole
from tables.api.schema import described
from tables.api.views import Api, Listing
from tables.duties import Role

READERS = frozenset(
    {
        Role.FLOOR_MANAGER,
        Role.VERIFIER,
        Role.ACCOUNTANT,
        Role.GENERAL_MANAGER,
        Role.SURVEILLANCE,
        Role.AUDITOR,
    }
)


class PayoutShown(Shown):
    number = serializers.SerializerMethodField()
    progressive = Text(source="progressive.code")
    gaming_day = Day()
    table = Text(source="hit.table.code")
    spot = Whole()
    patron = Text(allow_blank=True)
    cards = Text()
    category = Text()
    share = Text()
    amount = Money()
    source = Choice(choices=Payout.Source.choices)  # type: ignore[assignment]
    state = Choice(choices=PayoutState.choices)
    verified_at = Moment(allow_null=True)
    paid_at = Moment(allow_null=True)
    method = Text(allow_blank=True)
    voided_at = Moment(allow_null=True)
    void_reason = Text(allow_blank=True)

    def get_number(self, payout: Payout) -> str:
        return f"{payout.number:06d}"


class PayoutFilter(django_filters.FilterSet):
    state = django_filters.ChoiceFilter(choices=PayoutState.choices)
    source = django_filters.ChoiceFilter(choices=Payout.Source.choices)
    progressive = django_filters.CharFilter(field_name="progressive__code", max_length=50)
    day = django_filters.DateFilter(field_name="gaming_day")

    class Meta:
        model = Payout
        fields: tuple[str, ...] = ()


SLIPS = Payout.objects.select_related("progressive__cardroom", "hit__table", "cardroom", "entry")


class Payouts(Listing):
    queryset = SLIPS
    readers = writers = READERS
    serializer_class = PayoutShown
    filterset_class = PayoutFilter

    @described("Slips, newest first")
    def get(self, request: Request) -> Response:
        return self.list(request)


def _notes() -> serializers.Field:  # type: ignore[type-arg]
    words = "what was noted of each check, by its name"
    return serializers.DictField(child=Text(max_length=200), required=False, help_text=words)


class Verification(Strict):
    checks = _notes()


class Payment(Strict):
    paid_from = Choice(choices=["cage", "bank"])
    method = Choice(choices=Payout.Method.choices)
    patron = Text(max_length=80, required=False, allow_blank=True)
    checks = _notes()


class Void(Strict):
    reason = Text(max_length=250)


class SlipStep(Api):
    """One step of one slip."""

    readers = writers = READERS

    def slip(self, request: Request, number: int) -> Payout:
        return get_object_or_404(SLIPS, number=number, cardroom=Api.by(request).cardroom_id)

    @staticmethod
    def shown(payout: Payout) -> Response:
        return Response(PayoutShown(payout).data)


class VerifyPayout(SlipStep):
    @described(
        "Verify a jackpot slip, or approve a tray slip",
        description=f"Above dated amounts checks are due: {', '.join(Threshold.Check.values)}.",
        request=Verification,
        responses=PayoutShown,
    )
    def post(self, request: Request, number: int) -> Response:
        asked, slip, by = self.read(Verification, request), self.slip(request, number), self.by(request)
        if slip.source == Payout.Source.TRAY:
            return self.shown(payouts.approve_tray_slip(payout=slip, by=by))
        return self.shown(payouts.verify_payout(payout=slip, by=by, **asked))


class PayPayout(SlipStep):
    @described("Pay a verified jackpot slip", request=Payment, responses=PayoutShown)
    def post(self, request: Request, number: int) -> Response:
        asked, slip = self.read(Payment, request), self.slip(request, number)
        return self.shown(payouts.pay_payout(payout=slip, by=self.by(request), **asked))


class VoidPayout(SlipStep):
    @described("Void a slip that is not paid", request=Void, responses=PayoutShown)
    def post(self, request: Request, number: int) -> Response:
        asked, slip, by = self.read(Void, request), self.slip(request, number), self.by(request)
        void = payouts.void_tray_slip if slip.source == Payout.Source.TRAY else payouts.void_payout
        return self.shown(void(payout=slip, by=by, **asked))
