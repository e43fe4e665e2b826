from django.urls import path, register_converter

from jackpot.api import days, hands, payouts, policies, progressives
from tables.api.paths import DayConverter

register_converter(DayConverter, "day")

urlpatterns = [
    path("progressives/", progressives.Progressives.as_view(), name="api-progressives"),
    path("progressives/<slug:code>/", progressives.OneProgressive.as_view(), name="api-progressive"),
    path("progressives/<slug:code>/policies/", policies.Policies.as_view(), name="api-policies"),
    path(
        "progressives/<slug:code>/policies/<int:number>/approve/",
        policies.ApprovePolicy.as_view(),
        name="api-approve-policy",
    ),
    path("progressives/<slug:code>/days/<day:day>/close/", days.CloseDay.as_view(), name="api-close-day"),
    path("tables/<slug:table>/hands/", hands.Hands.as_view(), name="api-hands"),
    path("tables/<slug:table>/hands/batch/", hands.HandBatches.as_view(), name="api-hand-batches"),
    path("days/", days.Days.as_view(), name="api-days"),
    path("days/<day:day>/", days.OneDay.as_view(), name="api-day"),
    path("payouts/", payouts.Payouts.as_view(), name="api-payouts"),
    path("payouts/<int:number>/verify/", payouts.VerifyPayout.as_view(), name="api-verify-payout"),
    path("payouts/<int:number>/pay/", payouts.PayPayout.as_view(), name="api-pay-payout"),
    path("payouts/<int:number>/void/", payouts.VoidPayout.as_view(), name="api-void-payout"),
]
