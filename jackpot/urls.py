"""Where the pages of the progressive are."""

from django.urls import path

from jackpot.pages import hits, payouts, policies, progressives, today

urlpatterns = [
    path("", today.today, name="today"),
    path("payouts/", payouts.payouts, name="payouts"),
    path("payouts/report/", hits.report, name="report-hit"),
    path("payouts/<int:number>/", payouts.payout, name="payout"),
    path("payouts/<int:number>/print/", payouts.print_copy, name="print-slip"),
    path("progressives/", progressives.progressives, name="progressives"),
    path("progressives/<slug:code>/", progressives.progressive, name="progressive"),
    path("progressives/<slug:code>/policies/", policies.policies, name="policies"),
    path("progressives/<slug:code>/policies/stage/", policies.stage, name="stage-policy"),
    path("progressives/<slug:code>/policies/<int:number>/approve/", policies.approve, name="approve-policy"),
    path("hits/<slug:code>/<int:number>/", hits.hit, name="hit"),
]
