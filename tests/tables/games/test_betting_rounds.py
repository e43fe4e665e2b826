from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.games.orders import DrawPokerOrder, LowBallOrder
from tables.games.results import Outcome
from tables.games.settlement.betting_rounds import Action, Did, Game, Player, rotation, settle, split_pot, wagers
from tests.tables.games.refusal import refused

DRAW = DrawPokerOrder()
LOW = LowBallOrder()


def play(text):
    """`1 ante 200, 1 bet 500, 2 draw 3` as actions."""
    actions = []
    for line in text.split(","):
        seat, did, *number = line.split()
        amount = int(number[0]) if number else 0
        drawn = did == "draw"
        actions.append(Action(int(seat), Did(did), 0 if drawn else amount, amount if drawn else 0))
    return tuple(actions)


def game(actions, hands, ante=200, **more):
    return Game(tuple(Player(seat, cards) for seat, cards in hands.items()), ante, play(actions), **more)


ANTES = "1 ante 200, 2 ante 200, 3 ante 200, "
TO_THE_DRAW = ANTES + "1 pass, 2 bet 500, 3 raise 1000, 1 drop, 2 call 500, 2 draw 2, 3 draw 1, "


def moved(settlement):
    return [(spot.spot, spot.bets[0].outcome, spot.staked, spot.to_player) for spot in settlement.spots]


def test_two_rounds_and_a_showdown():
    hands = {1: None, 2: "9c 9d 9h 2s 4c", 3: "Kc Kd 9s 4s 4h"}
    settlement = settle(DRAW, game(TO_THE_DRAW + "2 bet 300, 3 call 300", hands))
    assert moved(settlement) == [
        (1, Outcome.LOST, 200, 0),
        (2, Outcome.PAID, 1500, 3200),
        (3, Outcome.LOST, 1500, 0),
    ]
    assert settlement.spots[1].hand == "trips, nines"


def test_the_last_player_left_wins_unshown():
    settlement = settle(DRAW, game(ANTES + "1 bet 500, 2 drop, 3 drop", {1: None, 2: None, 3: None}))
    assert moved(settlement) == [(1, Outcome.PAID, 700, 1100), (2, Outcome.LOST, 200, 0), (3, Outcome.LOST, 200, 0)]
    assert settlement.note == "won unshown by the last player left"


def test_equal_hands_split_and_the_odd_cent_goes_to_the_first_in_play():
    order = DrawPokerOrder(ante_minimum=201)
    text = "1 ante 201, 2 ante 201, 3 ante 201, 1 pass, 2 pass, 3 drop, 1 draw 0, 2 draw 0, 1 pass, 2 pass"
    hands = {1: "As Ks 9d 4c 2h", 2: "Ah Kh 9c 4s 2d", 3: None}
    assert [spot.to_player for spot in settle(order, game(text, hands, ante=201)).spots] == [302, 301, 0]


@pytest.mark.parametrize(("joker", "winner"), [("wild", 1), ("bug", 2)])
def test_the_joker_is_what_the_house_elected(joker, winner):
    text = "1 ante 200, 2 ante 200, 1 bet 100, 2 call 100, 1 draw 0, 2 draw 0, 1 pass, 2 pass"
    hands = {1: "Kc Kd 9h 9s *", 2: "2c 2d 2h 4c 5s"}
    settlement = settle(DrawPokerOrder(joker=joker), game(text, hands))
    assert [spot.spot for spot in settlement.spots if spot.to_player] == [winner]


def test_low_ball_is_won_by_the_wheel():
    text = "1 ante 100, 2 ante 100, 1 bet 1000, 2 raise 2000, 1 call 1000, 1 draw 1, 2 draw 0, 1 pass, 2 pass"
    settlement = settle(LOW, game(text, {1: "6s 4c 3d 2h As", 2: "5s 4d 3h 2c Ad"}, ante=100))
    assert moved(settlement) == [(1, Outcome.LOST, 2100, 0), (2, Outcome.PAID, 2100, 4200)]


def test_who_does_not_show_cannot_beat_the_hand_shown():
    settlement = settle(DRAW, game(TO_THE_DRAW + "2 bet 300, 3 call 300", {1: None, 2: "9c 7d 5h 2s 4c", 3: None}))
    assert [spot.to_player for spot in settlement.spots] == [0, 3200, 0]


@pytest.mark.parametrize(
    ("last_first", "order"), [(None, [2, 4, 5]), (2, [4, 5, 2]), (4, [5, 2, 4]), (5, [2, 4, 5]), (3, [4, 5, 2])]
)
def test_the_first_card_goes_one_player_further_each_game(last_first, order):
    assert rotation(Game((Player(4), Player(2), Player(5)), 200, (), last_first)) == order


def test_the_second_round_starts_with_the_first_player_still_in():
    first_round = "2 ante 200, 3 ante 200, 1 ante 200, 2 bet 100, 3 call 100, 1 call 100, "
    text = first_round + "2 draw 0, 3 draw 0, 1 draw 0, 2 drop, 3 bet 100, 1 drop"
    settlement = settle(DRAW, game(text, {1: None, 2: None, 3: None}, last_first=1))
    assert [spot.to_player for spot in settlement.spots] == [0, 0, 1000]


TWO = {1: None, 2: None}
SHOWN = {1: "As Ks 9d 4c 2h", 2: None, 3: None}


@pytest.mark.parametrize(
    ("text", "hands", "sentence"),
    [
        ("1 ante 200, 2 ante 200, 2 bet 100", TWO, "It is seat 1's turn, but seat 2 is reported to bet."),
        ("1 ante 200, 2 ante 100", TWO, "Seat 2 must ante $2.00 before the cards are dealt."),
        (
            "1 ante 200, 2 ante 200, 1 bet 501",
            TWO,
            "Seat 1 may bet at most $5.00 and more than nothing; $5.01 is reported.",
        ),
        (
            "1 ante 200, 2 ante 200, 1 bet 100, 2 raise 601",
            TWO,
            "Seat 2 may raise at most $5.00 and more than nothing; $5.01 is reported.",
        ),
        (
            "1 ante 200, 2 ante 200, 1 bet 100, 2 raise 50",
            TWO,
            "Seat 2 may raise at most $5.00 and more than nothing; less than the call is reported.",
        ),
        ("1 ante 200, 2 ante 200, 1 bet 100, 2 call 90", TWO, "Seat 2 must put in $1.00 to call, not $0.90."),
        (
            "1 ante 200, 2 ante 200, 1 bet 100, 2 bet 100",
            TWO,
            "Seat 2 cannot bet: there is a bet already. Report a raise.",
        ),
        ("1 ante 200, 2 ante 200, 1 call 0", TWO, "Seat 1 cannot call: there is no bet yet."),
        (
            "1 ante 200, 2 ante 200, 1 bet 100, 2 pass",
            TWO,
            "Seat 2 cannot pass: there is a bet of $1.00 to call, raise or drop.",
        ),
        ("1 ante 200, 2 ante 200, 1 drop 5", TWO, "Seat 1 cannot put in money to drop."),
        ("1 ante 200, 2 ante 200, 1 draw 2", TWO, "Seat 1 cannot draw during a betting round."),
        ("1 ante 200, 2 ante 200, 1 pass", TWO, "The report ends before seat 2 has acted. Report the whole game."),
        ("1 ante 200, 2 ante 200, 1 drop, 2 draw 1", TWO, "The game is over, but seat 2 is still reported to draw."),
        (
            "1 ante 200, 2 ante 200, 1 pass, 2 pass, 1 pass",
            TWO,
            "Seat 1 must say how many cards to draw (0 to 5) after the first round.",
        ),
        ("1 ante 200, 2 ante 200, 1 pass, 2 pass, 1 draw 6", TWO, "Seat 1 may draw 0 to 5 cards, not 6."),
        (
            TO_THE_DRAW + "2 bet 300, 3 call 300",
            {1: None, 2: None, 3: "9c 9d 9h 2s 4c"},
            "Seat 2 has been called and must show. Report the five cards.",
        ),
        (TO_THE_DRAW + "2 pass, 3 pass", SHOWN, "Seat 1 dropped out and cannot show a hand."),
        (
            TO_THE_DRAW + "2 pass, 3 pass",
            {1: None, 2: "9c 9d 9h 2s 4c", 3: "9c Td 9s 2h 4d"},
            "The card 9c is reported at seat 2 and at seat 3. One of them is misread.",
        ),
        (
            TO_THE_DRAW + "2 pass, 3 pass",
            {1: None, 2: None, 3: "9c 9d"},
            "At seat 3: This hand has 2 cards: give exactly 5.",
        ),
    ],
)
def test_a_game_that_cannot_be_is_refused(text, hands, sentence):
    with refused(sentence):
        settle(DRAW, game(text, hands))


def test_nobody_draws_with_the_ante():
    drawn = game("1 ante 200, 2 ante 200, 1 bet 300, 2 drop", TWO)
    drawn = replace(drawn, actions=(replace(drawn.actions[0], cards=3), *drawn.actions[1:]))
    with refused("Seat 1 must ante $2.00 before the cards are dealt."):
        settle(DRAW, drawn)


def test_an_ante_outside_the_order_is_refused():
    with refused("The ante is $5.01; this table plays for antes of $2.00 to $5.00."):
        settle(DRAW, game("1 ante 501, 2 ante 501", TWO, ante=501))
    with refused("The ante is -$0.50; this table plays for antes of $2.00 to $5.00."):
        settle(DRAW, game("1 ante -50, 2 ante -50", TWO, ante=-50))


def test_more_cards_than_the_deck_has_left_are_not_drawn():
    seats = range(1, 9)
    text = ", ".join([f"{s} ante 200" for s in seats] + [f"{s} pass" for s in seats] + [f"{s} draw 2" for s in seats])
    with refused("16 cards are drawn, but only 13 are left in the deck."):
        settle(DrawPokerOrder(spots=8), game(text, dict.fromkeys(seats)))


def test_wagers_know_by_how_much_they_raise():
    reported = game(ANTES + "1 bet 300, 2 raise 700, 3 drop, 1 drop", {1: None, 2: None, 3: None})
    assert [(wager.spot, wager.bet, wager.amount, wager.raised) for wager in wagers(DRAW, reported)] == [
        (1, "ante", 200, 0),
        (2, "ante", 200, 0),
        (3, "ante", 200, 0),
        (1, "bet", 300, 300),
        (2, "raise", 700, 400),
    ]


@given(pot=st.integers(0, 100_000), winners=st.lists(st.integers(1, 10), min_size=1, max_size=10, unique=True))
def test_a_pot_is_split_to_the_cent(pot, winners):
    shares = split_pot(pot, winners)
    assert sum(shares.values()) == pot
    assert list(shares) == winners
    assert list(shares.values()) == sorted(shares.values(), reverse=True)
    assert max(shares.values()) - min(shares.values()) == (1 if pot % len(winners) else 0)


HANDS = ["As Ks 9d 4c 2h", "Ah Kh 9c 4s 2d", "2s 3s 4h 5h 7c", "Qs Qh 8d 8c 3h"]


@given(data=st.data(), players=st.integers(2, 4), ante=st.integers(200, 500))
def test_whatever_is_played_the_pot_is_paid_out(data, players, ante):
    """Random legal games: what was put in comes out, and only to players who were still in."""
    active, actions = list(range(1, players + 1)), []
    actions += [Action(seat, Did.ANTE, ante) for seat in active]
    for round_number in (1, 2):
        if len(active) == 1:
            break
        bet = data.draw(st.integers(1, 500))
        actions.append(Action(active[0], Did.BET, bet))
        for seat in active[1:]:
            if data.draw(st.booleans()):
                actions.append(Action(seat, Did.CALL, bet))
            else:
                actions.append(Action(seat, Did.DROP))
        active = active[:1] + [a.seat for a in actions[-(len(active) - 1) :] if a.did is Did.CALL]
        if round_number == 1 and len(active) > 1:
            actions += [Action(seat, Did.DRAW, cards=data.draw(st.integers(0, 5))) for seat in active]
    seats = tuple(Player(seat, HANDS[seat - 1] if seat in active else None) for seat in range(1, players + 1))
    settlement = settle(DRAW, Game(seats, ante, tuple(actions)))
    assert sum(spot.to_player for spot in settlement.spots) == sum(action.amount for action in actions)
    assert {spot.spot for spot in settlement.spots if spot.to_player} <= set(active)
