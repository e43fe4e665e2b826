"""Where the pages of the progressive are."""

from django.urls import path

from jackpot.pages import hits, payouts, today

urlpatterns = [
    path("", today.today, name="today"),
    path("payouts/", payouts.payouts, name="payouts"),
    path("payouts/report/", hits.report, name="report-hit"),
    path("payouts/<int:number>/", payouts.payout, name="payout"),
    path("payouts/<int:number>/print/", payouts.print_copy, name="print-slip"),
    path("hits/<slug:code>/<int:number>/", hits.hit, name="hit"),
]
