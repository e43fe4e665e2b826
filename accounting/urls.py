"""Where the pages of the books and of the count room are."""

from django.urls import path

from accounting.pages import (
    bank,
    cases,
    count_room,
    count_rules,
    counting,
    exports,
    jobs,
    ledger,
    reconciliations,
    retention,
)

urlpatterns = [
    path("counts/", count_room.board, name="counts"),
    path("counts/all/", count_room.history, name="count-history"),
    path("counts/boxes/<int:pk>/place/", count_room.place, name="place-box"),
    path("counts/boxes/<int:pk>/pull/", count_room.pull, name="pull-box"),
    path("counts/boxes/<int:pk>/receive/", count_room.receive, name="receive-box"),
    path("counts/boxes/<int:pk>/empty/", count_room.empty, name="empty-box"),
    path("counts/boxes/<int:pk>/count/", count_room.begin, name="begin-count"),
    path("counts/<int:number>/", counting.count, name="count"),
    path("counts/<int:number>/sheet/", counting.sheet, name="count-sheet"),
    path("counts/<int:number>/finish/", counting.finish, name="finish-pass"),
    path("counts/<int:number>/recount/", counting.recount, name="recount"),
    path("counts/<int:number>/sign/", counting.sign, name="sign-count"),
    path("ledger/", ledger.ledger, name="ledger"),
    path("ledger/<int:number>/", ledger.entry, name="entry"),
    path("deposits/", bank.deposits, name="deposits"),
    path("deposits/<int:number>/", bank.deposit, name="deposit"),
    path("funding/", bank.funding, name="funding"),
    path("reconciliations/", reconciliations.reconciliations, name="reconciliations"),
    path("reconciliations/<slug:code>/<slug:month>/", reconciliations.reconciliation, name="reconciliation"),
    path("exceptions/", cases.cases, name="cases"),
    path("exceptions/<int:number>/", cases.case, name="case"),
    path("exports/", exports.exports, name="exports"),
    path("exports/<int:number>/", exports.export, name="export"),
    path("exports/<int:number>/file/", exports.download, name="download"),
    path("jobs/", jobs.jobs, name="jobs"),
    path("setup/counting/", count_rules.count_rules, name="count-rules"),
    path("setup/records/", retention.kept, name="retention"),
]
