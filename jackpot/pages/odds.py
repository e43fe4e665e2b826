"""Odds: every pay table, published beside exact; one's own pay table; the progressive against what is posted now."""

from dataclasses import dataclass
from fractions import Fraction

from django import forms
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from jackpot.charts.worth import worth_chart
from jackpot.models import ProgressiveState
from jackpot.selectors.progressives import progressives_of
from tables.games import GAMES
from tables.games.odds import Progressive as Figures
from tables.games.odds import edge_of
from tables.games.odds.known import EXACT
from tables.games.orders import Ties
from tables.games.paytables import BETS_OF, GRAN_PROGRESSIVE, PAY_TABLES, Bet, PayTable, read_pay_table
from tables.pages import Attempt, StaffRequest, page
from tables.refusals import Invalid

MOST_TYPED = 400


@dataclass(frozen=True)
class Figure:
    """A published figure beside the exact one."""

    of: str
    published: Fraction
    exact: Fraction


@dataclass(frozen=True)
class ShownTable:
    """A pay table and its figures."""

    table: PayTable
    lines: list[tuple[str, str]]
    figures: list[Figure]


class OwnTableForm(forms.Form):
    """A pay table as a house types it in."""

    bet = forms.ChoiceField(label=_("Bet"))
    pays = forms.CharField(
        label=_("What it pays, to one"),
        help_text=_("One line for each hand, such as: two pair 2, or trips 9/2."),
        max_length=MOST_TYPED,
        widget=forms.Textarea({"rows": 6}),
    )
    ties = forms.ChoiceField(
        label=_("Equal hands"), choices=[(Ties.PUSH, _("push")), (Ties.HOUSE, _("the house wins"))], required=False
    )

    def __init__(self, data: QueryDict | None, game: str) -> None:
        super().__init__(data)
        # Ante/Bet of Top 5 Poker takes some twenty seconds: `manage.py odds` works it out, a page does not.
        bets = [bet for bet in BETS_OF[game] if bet not in (Bet.GRAN_PROGRESSIVE, Bet.WINNING_BET)]
        self.fields["bet"].choices = [(bet, bet) for bet in bets]  # type: ignore[attr-defined]

    def edge(self) -> Fraction:
        """The exact edge of what was typed in; refused with the sentence of the pay tables."""
        try:
            table = read_pay_table(Bet(self.cleaned_data["bet"]), self.cleaned_data["pays"])
            return edge_of(table, ties=Ties(self.cleaned_data["ties"] or Ties.PUSH))
        except ValueError as problem:
            raise Invalid(str(problem), errors={"pays": [str(problem)]}) from problem


@page()
def odds(request: StaffRequest) -> HttpResponse:
    """The odds of one game that pays by tables."""
    game = request.GET.get("game", "")
    game = game if game in PAY_TABLES else next(iter(PAY_TABLES))
    form = OwnTableForm(request.GET if "bet" in request.GET else None, game)
    attempt, edge = Attempt(form), None
    if form.is_bound and form.is_valid():
        with attempt:
            edge = form.edge()
    progressive = Figures(GRAN_PROGRESSIVE) if Bet.GRAN_PROGRESSIVE in BETS_OF[game] else None
    posted = [
        (each.name, each.primary)  # type: ignore[attr-defined]
        for each in (progressives_of(request.cardroom) if progressive else [])
        if each.state == ProgressiveState.OPEN
    ]
    context = {
        "games": [(slug, GAMES[slug].name) for slug in PAY_TABLES],
        "game": game,
        "name": GAMES[game].name,
        "tables": [_shown(table) for table in PAY_TABLES[game]],
        "form": form,
        "attempt": attempt,
        "edge": edge,
        "progressive": progressive,
        "chart": worth_chart(progressive, posted) if progressive else None,
        "posted": [(name, cents, progressive.worth(Fraction(cents, 100))) for name, cents in posted]
        if progressive
        else [],
    }
    return render(request, "jackpot/odds/odds.html", context, status=attempt.status)


def _shown(table: PayTable) -> ShownTable:
    lines = [(what, f"{share * 100} %") for what, share in table.jackpot.items()]
    sign = "$" if table.bet is Bet.GRAN_PROGRESSIVE else ""
    lines += [
        (str(what), f"{sign}{odds}" if sign or odds.denominator > 1 else f"{odds}") for what, odds in table.pays.items()
    ]
    figures = [Figure(of, published, EXACT[table.name][of]) for of, published in table.published.items()]
    return ShownTable(table, lines, figures)
