"""What a table reports of one hand: a shape for each game, one for a misdeal, one for the winning hands alone.

`report` says which. Amounts are dollars here and cents behind; otherwise the shapes are those of the games
(tables/games), which also hold every rule about them.
"""

from collections.abc import Iterable
from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from tables.api.fields import Choice, Moment, Paid, Strict, Text, Whole, many
from tables.api.views import read
from tables.games import escaleriado, largo
from tables.games.settlement import betting_rounds, spanish_poker, top_5
from tables.money import AMOUNT
from tables.refusals import Invalid

MOST_SPOTS = 10
LONGEST_BET = 40


def _bets(names: Iterable[str]) -> Any:
    """Amounts by bet, as an object with the game's own names."""
    amount = {"type": "string", "pattern": f"^{AMOUNT.pattern}$"}
    schema = {
        "type": "object",
        "properties": {str(name): amount for name in names},
        "additionalProperties": False,
        "examples": [{next(iter(map(str, names))): "5.00"}],
    }
    return extend_schema_field(schema)(type("Bets", (serializers.DictField,), {}))(child=Paid())


def _columns() -> serializers.Field:  # type: ignore[type-arg]
    """What a player has laid out."""
    column = serializers.ListField(child=Text(max_length=3), max_length=60)
    words = "the cards face up, column by column; the order inside a column does not matter"
    return serializers.ListField(child=column, max_length=20, required=False, help_text=words)


def _tenth_card() -> serializers.Field:  # type: ignore[type-arg]
    words = "everyone's in a first game, where it decides who draws first"
    return Text(max_length=3, required=False, allow_null=True, help_text=words)


def _last_winner() -> serializers.Field:  # type: ignore[type-arg]
    words = "the seat that won the game before, if it is in this one; left out in a first game"
    return Whole(required=False, allow_null=True, help_text=words)


def _seat() -> serializers.Field:  # type: ignore[type-arg]
    return Whole(min_value=1, help_text="counted from the dealer's right")


def _one(report: str) -> serializers.Field:  # type: ignore[type-arg]
    return Choice(choices=[report])


class Seat(Strict):
    patron = Text(max_length=80, required=False, allow_null=True, help_text="a card number or a note, if known")


class WithChips(Seat):
    on_table = Paid(required=False, allow_null=True, help_text="the patron's chips before the hand, if known")


class Reported(Strict):
    dealt_at = Moment(help_text="by the terminal's clock; at most 14 days ago")


class SpanishPokerSpot(WithChips):
    spot = Whole(min_value=1)
    bets = _bets(spanish_poker.Bet)
    cards = Text(
        max_length=20, required=False, allow_blank=True, help_text="7h Jh Qh Kh *; a folded hand may be unread"
    )
    decision = Choice(choices=list(spanish_poker.Decision), required=False, allow_null=True)


class SpanishPokerReport(Reported):
    report = _one("spanish-poker")
    spots = many(SpanishPokerSpot, max_length=MOST_SPOTS)
    house = Text(max_length=20, help_text="the house's five cards")
    posted_when_dealt = Paid(required=False, help_text="what the board showed; left out: what was posted")


class Top5PokerSpot(WithChips):
    spot = Whole(min_value=1)
    bets = _bets(top_5.Bet)
    cards = Text(
        max_length=20,
        required=False,
        allow_blank=True,
        help_text="the five dealt; none for Ace or Face alone, and a folded hand may be unread",
    )
    decision = Choice(choices=list(top_5.Decision), required=False, allow_null=True)
    discard = Text(max_length=2, required=False, allow_null=True, help_text="given up for the community card")


class Top5PokerReport(Reported):
    report = _one("top-5-poker")
    spots = many(Top5PokerSpot, max_length=MOST_SPOTS)
    house = Text(max_length=20, help_text="the dealer's five cards")
    community = Text(max_length=2, help_text="the community card")


class BettingAction(Strict):
    seat = Whole(min_value=1)
    did = Choice(choices=list(betting_rounds.Did))
    amount = Paid(required=False, help_text="put into the pot; of a raise, the call and the raise together")
    cards = Whole(required=False, help_text="of a draw: how many, 0 for none")


class PokerPlayer(WithChips):
    seat = _seat()
    shown = Text(max_length=20, required=False, allow_null=True, help_text="the hand, if it was shown at the end")


class BettingRounds(Reported):
    players = many(PokerPlayer, max_length=MOST_SPOTS)
    ante = Paid(help_text="of each player")
    actions = many(
        BettingAction,
        max_length=200,
        help_text="everything done, in order: the antes, a betting round, the draws, a second round",
    )
    last_first = Whole(required=False, allow_null=True, help_text="who was dealt first in the game before")


class DrawPokerReport(BettingRounds):
    report = _one("draw-poker")


class LowBallReport(BettingRounds):
    report = _one("low-ball")


class EscaleriadoPlayer(Seat):
    seat = _seat()
    left = Choice(choices=list(escaleriado.Exit))
    columns = _columns()
    tenth_card = _tenth_card()


class EscaleriadoReport(Reported):
    report = _one("escaleriado")
    players = many(EscaleriadoPlayer, max_length=MOST_SPOTS)
    last_winner = _last_winner()


class LargoPlayer(Seat):
    seat = _seat()
    left = Choice(choices=list(largo.Exit))
    columns = _columns()
    tenth_card = _tenth_card()


class LargoMarker(Strict):
    seat = Whole(min_value=1)
    did = Choice(choices=list(largo.Marker))


class LargoReport(Reported):
    report = _one("largo")
    players = many(LargoPlayer, max_length=MOST_SPOTS)
    laid_out = serializers.ListField(
        child=Whole(),
        required=False,
        max_length=MOST_SPOTS,
        help_text="the seats with all ten cards face up, in the order in which they laid them out",
    )
    marker = many(
        LargoMarker,
        required=False,
        max_length=MOST_SPOTS,
        help_text="placed by the second of them, moved or removed by the third",
    )
    last_winner = _last_winner()
    ruled_winner = Whole(required=False, allow_null=True, help_text="the house's ruling on a tie for most cards")


def _short_names(bets: dict[str, int]) -> None:
    if any(not 0 < len(name) <= LONGEST_BET for name in bets):
        raise serializers.ValidationError(f"A bet has a name of 1 to {LONGEST_BET} letters.")


class ReturnedSpot(Seat):
    spot = Whole(min_value=1)
    bets = serializers.DictField(child=Paid(), validators=[_short_names], help_text="what was wagered, by bet")


class MisdealReport(Reported):
    report = _one("misdeal")
    game = Choice(choices=["spanish-poker", "top-5-poker", "draw-poker", "low-ball", "escaleriado", "largo"])
    reason = Text(help_text="what went wrong")
    house_rule = Text(help_text="the house rule that was applied")
    spots = many(ReturnedSpot, max_length=MOST_SPOTS)


class WinnerSpot(Seat):
    spot = Whole(min_value=1)
    cards = Text(max_length=20, help_text="7h Jh Qh Kh *")


class WinnersReport(Reported):
    report = _one("winners")
    winners = many(WinnerSpot, max_length=MOST_SPOTS)
    posted_when_dealt = Paid(required=False, help_text="what the board showed; left out: what was posted")


REPORTS: dict[str, Any] = {
    "spanish-poker": SpanishPokerReport,
    "top-5-poker": Top5PokerReport,
    "draw-poker": DrawPokerReport,
    "low-ball": LowBallReport,
    "escaleriado": EscaleriadoReport,
    "largo": LargoReport,
    "misdeal": MisdealReport,
    "winners": WinnersReport,
}
HandReport = PolymorphicProxySerializer("HandReport", REPORTS, resource_type_field_name="report")


def read_hand(data: Any) -> dict[str, Any]:
    """One report, validated by the shape that it says it has."""
    kind = data.get("report") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in REPORTS:
        raise Invalid(
            f"Say what is reported: `report` is one of {', '.join(REPORTS)}.",
            errors={"report": [f"One of: {', '.join(REPORTS)}."]},
        )
    return read(REPORTS[kind], data)
