from dataclasses import replace

import pytest

from tables.games import GAMES, largo
from tables.games.largo import Exit, Game, Marker, MarkerMove, Player
from tables.games.orders import LargoOrder
from tests.tables.games.refusal import refused

ORDER = LargoOrder(point_value=100)
TEN = (("2s", "3s", "4s", "5s", "6s"), ("Kc", "Kd", "Kc", "Ks", "Kd"))
TWELVE = (("2h", "3h", "4h", "5h", "6h", "7h"), ("Ac", "Ad", "Ac"), ("4c", "4d", "4h"))


def game(**changes):
    """Five players, one at each stage; seat 5 wins."""
    usual = Game(
        players=(
            Player(1, Exit.DID_NOT_DRAW),
            Player(2, Exit.DREW),
            Player(3, Exit.LAID_SOME, (("7c", "Jc", "Qc"),)),
            Player(4, Exit.LAID_ALL, TEN),
            Player(5, Exit.STAYED, TWELVE),
        ),
        laid_out=(5, 4),
        marker=(MarkerMove(4, Marker.PLACED),),
        last_winner=2,
    )
    return replace(usual, **changes)


def test_the_winner_collects_thirteen_points():
    settlement = largo.settle(ORDER, game())
    assert [(spot.spot, spot.staked, spot.to_player) for spot in settlement.spots] == [
        (1, 100, 0),
        (2, 200, 0),
        (3, 300, 0),
        (4, 700, 0),
        (5, 0, 1300),
    ]
    assert settlement.note == "seat 2 drew first"


def test_who_goes_beyond_the_marker_and_does_not_lead_pays_ten():
    players = (Player(1, Exit.STAYED, TEN), Player(2, Exit.STAYED, TWELVE))
    settlement = largo.settle(ORDER, Game(players, (1, 2), (MarkerMove(2, Marker.PLACED),), last_winner=1))
    assert [spot.to_player for spot in settlement.spots] == [0, 1000]


def test_who_stayed_without_laying_all_pays_as_for_that_layout():
    players = (Player(1, Exit.STAYED), Player(2, Exit.STAYED, (("7c", "Jc", "Qc"),)), Player(3, Exit.STAYED, TWELVE))
    settlement = largo.settle(ORDER, Game(players, (3,), last_winner=1))
    assert [spot.staked for spot in settlement.spots] == [200, 300, 0]


@pytest.mark.parametrize(
    ("column", "par"),
    [
        ("Kc Kd Kc", True),
        ("Ah Ah Ad", True),
        ("5c 5c 5c", True),
        ("5c 5d 5h", True),
        ("5c 5d 5h 5s", True),
        ("5c 5d 5h 5h", True),  # built up from three different suits
        ("5c 5c 5d", False),
        ("5c 5c 5d 5d", False),
        ("Kc Kd", False),
        ("5c 5d 6h", False),
    ],
)
def test_pares(column, par):
    if par:
        GAMES["largo"].check([column])
    else:
        with pytest.raises(ValueError, match=f"^The column {column} is neither an escala .* nor pares"):
            GAMES["largo"].check([column])


TIED = (Player(1, Exit.STAYED, TEN), Player(2, Exit.STAYED, tuple(tuple(c[0] + "h" for c in TEN[0]) for _ in (1, 2))))


def test_a_tie_for_most_cards_waits_for_the_houses_ruling():
    tied = Game(TIED, (1, 2), (MarkerMove(2, Marker.PLACED),), last_winner=1)
    with refused(
        "Seats 1 and 2 are tied with 10 cards face up, and the rules do not decide that."
        " Ask the house for its ruling and report the winner with it."
    ):
        largo.settle(ORDER, tied)
    assert [spot.to_player for spot in largo.settle(ORDER, replace(tied, ruled_winner=2)).spots] == [0, 1000]


THREE = (Player(1, Exit.LAID_ALL, TEN), Player(2, Exit.LAID_ALL, TEN), Player(3, Exit.STAYED, TWELVE))
PLACED = MarkerMove(2, Marker.PLACED)


@pytest.mark.parametrize("did", [Marker.MOVED, Marker.REMOVED])
def test_the_third_to_lay_out_may_move_or_remove_the_marker(did):
    settlement = largo.settle(ORDER, Game(THREE, (1, 2, 3), (PLACED, MarkerMove(3, did)), last_winner=1))
    assert settlement.spots[2].to_player == 1400


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"marker": ()}, "Seat 2 was the second to lay out all ten cards and places the marker first."),
        (
            {"marker": (MarkerMove(1, Marker.PLACED),)},
            "Seat 2 was the second to lay out all ten cards and places the marker first.",
        ),
        (
            {"marker": (PLACED, MarkerMove(3, Marker.REMOVED), MarkerMove(3, Marker.PLACED))},
            "The marker is placed once; once removed it cannot be placed back.",
        ),
        (
            {"marker": (PLACED, MarkerMove(1, Marker.MOVED))},
            "Only the third player to lay out all ten cards may move or remove the marker, and only once.",
        ),
        (
            {"marker": (PLACED, MarkerMove(3, Marker.MOVED), MarkerMove(3, Marker.REMOVED))},
            "Only the third player to lay out all ten cards may move or remove the marker, and only once.",
        ),
        (
            {"laid_out": (1, 2)},
            "laid_out must name, once each and in order, exactly the seats with all ten cards face up.",
        ),
        (
            {"ruled_winner": 3},
            "A ruling names one of the players tied for most cards. Leave it out if there is no tie.",
        ),
    ],
)
def test_a_marker_or_ruling_that_cannot_be_is_refused(changes, sentence):
    three = Game(THREE, (1, 2, 3), (PLACED,), last_winner=1)
    with refused(sentence):
        largo.settle(ORDER, replace(three, **changes))


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        (Player(3, Exit.LAID_SOME), 'Seat 3 is reported as "laid some" with 0 cards face up. Correct one of the two.'),
        (
            Player(3, Exit.DREW, (("7c", "Jc", "Qc"),)),
            'Seat 3 is reported as "drew, laid nothing" with 3 cards face up. Correct one of the two.',
        ),
    ],
)
def test_an_exit_that_does_not_fit_the_columns_is_refused(player, sentence):
    players = tuple(player if other.seat == 3 else other for other in game().players)
    with refused(sentence):
        largo.settle(ORDER, game(players=players))


def test_nobody_places_or_meets_a_marker_before_a_second_player_has_laid_out_all_ten():
    alone = Game((Player(1, Exit.STAYED, TWELVE), Player(2, Exit.DREW)), (1,), last_winner=1)
    assert [spot.to_player for spot in largo.settle(ORDER, alone).spots] == [200, 0]
    with refused("Nobody may place the marker before a second player has laid out all ten cards."):
        largo.settle(ORDER, replace(alone, marker=(MarkerMove(1, Marker.PLACED),)))
    left = (Player(1, Exit.STAYED, (("7c", "Jc", "Qc"),)), Player(2, Exit.LAID_ALL, TEN))
    with refused("Seat 2 cannot have left at the marker: no second player laid out all ten cards, so none was placed."):
        largo.settle(ORDER, replace(alone, players=left, laid_out=(2,)))


def test_six_seats_are_refused():
    with refused("There is no seat 6: this table has seats 1 to 5."):
        largo.settle(ORDER, game(players=(*game().players, Player(6, Exit.DREW))))


def test_somebody_must_stay():
    with refused("Somebody stays to the end and wins. Report who did."):
        largo.settle(ORDER, Game((Player(1, Exit.DREW), Player(2, Exit.DREW)), last_winner=1))
