from django.urls import path

from accounting.api import counts, deposits, ledger

urlpatterns = [
    path("counts/", counts.Counts.as_view(), name="api-counts"),
    path("counts/<int:count>/", counts.OneCount.as_view(), name="api-count"),
    path("counts/<int:count>/passes/", counts.Passes.as_view(), name="count-passes"),
    path("counts/<int:count>/verify/", counts.Verification.as_view(), name="verify-count"),
    path("counts/<int:count>/sign/", counts.Signatures.as_view(), name="sign-count"),
    path("ledger/entries/", ledger.Entries.as_view(), name="api-entries"),
    path("deposits/", deposits.Deposits.as_view(), name="api-deposits"),
    path("deposits/<int:number>/void/", deposits.VoidDeposit.as_view(), name="void-deposit"),
]
