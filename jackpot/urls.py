"""Where the pages of the progressive are."""

from django.urls import path, register_converter

from jackpot.pages import (
    board,
    corrections,
    days,
    hits,
    odds,
    opening,
    payouts,
    policies,
    progressives,
    removal,
    tax,
    today,
)
from tables.pages.dates import DateConverter

register_converter(DateConverter, "date")

urlpatterns = [
    path("", today.today, name="today"),
    path("board/<slug:code>/", board.board, name="board"),
    path("board/<slug:code>/state/", board.board_state, name="board-state"),
    path("board/<slug:code>/card/", board.posting_card, name="posting-card"),
    path("days/", days.days, name="days"),
    path("days/<date:on>/", days.day, name="day"),
    path("days/<date:on>/<slug:code>/", days.close, name="close"),
    path("days/<date:on>/<slug:code>/close/", days.close_now, name="close-now"),
    path("payouts/", payouts.payouts, name="payouts"),
    path("payouts/report/", hits.report, name="report-hit"),
    path("payouts/<int:number>/", payouts.payout, name="payout"),
    path("payouts/<int:number>/print/", payouts.print_copy, name="print-slip"),
    path("payouts/<int:number>/tax/", tax.tax_identity, name="tax-identity"),
    path("progressives/", progressives.progressives, name="progressives"),
    path("progressives/draft/", opening.draft, name="draft-progressive"),
    path("progressives/<slug:code>/open/", opening.opening, name="open-progressive"),
    path("progressives/<slug:code>/", progressives.progressive, name="progressive"),
    path("progressives/<slug:code>/removal/", removal.removal, name="removal"),
    path("progressives/<slug:code>/policies/", policies.policies, name="policies"),
    path("progressives/<slug:code>/policies/stage/", policies.stage, name="stage-policy"),
    path("progressives/<slug:code>/policies/<int:number>/approve/", policies.approve, name="approve-policy"),
    path("corrections/", corrections.corrections, name="corrections"),
    path("corrections/<int:pk>/", corrections.correction, name="correction"),
    path("corrections/<int:pk>/approve/", corrections.approve, name="approve-correction"),
    path("corrections/<int:pk>/decline/", corrections.decline, name="decline-correction"),
    path("corrections/of-entry/<int:number>/", corrections.propose, name="propose-correction"),
    path("corrections/of-count/<int:number>/", corrections.correct_count, name="correct-count"),
    path("odds/", odds.odds, name="odds"),
    path("hits/<slug:code>/<int:number>/", hits.hit, name="hit"),
]
