from django.urls import path

from accounting.api import counts, deposits, exports, ledger

urlpatterns = [
    path("counts/", counts.Counts.as_view(), name="api-counts"),
    path("counts/<int:count>/", counts.OneCount.as_view(), name="api-count"),
    path("counts/<int:count>/passes/", counts.Passes.as_view(), name="api-count-passes"),
    path("counts/<int:count>/verify/", counts.Verification.as_view(), name="api-verify-count"),
    path("counts/<int:count>/sign/", counts.Signatures.as_view(), name="api-sign-count"),
    path("ledger/entries/", ledger.Entries.as_view(), name="api-entries"),
    path("deposits/", deposits.Deposits.as_view(), name="api-deposits"),
    path("exports/", exports.Exports.as_view(), name="api-exports"),
    path("exports/<int:export>/", exports.OneExport.as_view(), name="api-export"),
    path("exports/<int:export>/file/", exports.ExportFile.as_view(), name="api-export-file"),
    path("deposits/<int:number>/void/", deposits.VoidDeposit.as_view(), name="api-void-deposit"),
]
