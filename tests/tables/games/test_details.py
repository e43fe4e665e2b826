"""The details of the sources that are easy to miss, one test for each, with the place it comes from.

Those that need the floor's records (a progressive only on tables ordered with it, a second box of its own kind) are in
tests/tables/test_orders.py; what only people can see to is in docs/house-rules.md.
"""

from dataclasses import replace
from datetime import date

import pytest

from tables.games import escaleriado, largo
from tables.games.known_limits import KNOWN
from tables.games.limits import Barred, Kind, check, in_force
from tables.games.orders import (
    Deal,
    Device,
    DrawPokerOrder,
    EscaleriadoOrder,
    LargoOrder,
    SpanishPokerOrder,
    read_order,
)
from tables.games.results import Outcome, Place
from tables.games.settlement import read_report, settle, wagers
from tests.tables.games.refusal import refused

QUALIFIED = "6s 6h 2d 3c 4s"
SPANISH = read_order("spanish-poker", {"ante_minimum": 500, "bonus_bets": ["dos pares", "gran progressive"]})
TOP_5 = read_order("top-5-poker", {"ante_minimum": 500})


def settled(order, **report):
    return settle(order, read_report(order.game, report))


def bets(settlement, at=0):
    return {bet.bet: (bet.outcome, bet.prize) for bet in settlement.spots[at].bets}


def limits(jurisdiction="guadalupe", game="spanish-poker"):
    return in_force(KNOWN, jurisdiction=jurisdiction, day=date(2026, 11, 18), game=game)


class TestSpanishPoker:
    def test_the_order_says_the_ante_minimum_the_device_and_how_it_is_dealt(self):
        """seeds 000, page 1: "the minimum for the ante is set by the house"; page 2: shoe or shuffler, deal order."""
        elections = {"ante_minimum": 300, "device": "single-deck shoe", "deal": "one by one"}
        order = read_order("spanish-poker", elections)
        assert (order.ante_minimum, order.device, order.deal) == (300, Device.SHOE, Deal.ONE_BY_ONE)

    def test_a_bonus_bet_alone_may_need_a_higher_minimum_but_the_progressive_stays_a_dollar(self):
        """seeds 000, page 2: "require a higher bet to play them without"; "it must remain a fixed 1$ bet"."""
        order = replace(SPANISH, bonus_alone=True, bonus_alone_minimum=500)
        alone = {"spot": 1, "cards": "2h 3h 4h 5h 7h", "bets": {"dos pares": 400}}
        with refused("Spot 1 has a dos pares bet of $4.00; the minimum played alone is $5.00."):
            settled(order, spots=[alone], house=QUALIFIED)
        progressive = settled(order, spots=[alone | {"bets": {"gran progressive": 100}}], house=QUALIFIED)
        assert bets(progressive) == {"gran progressive": (Outcome.PAID, 7_500)}

    def test_a_player_may_forfeit_the_ante_and_tuck_a_winning_bonus_hand(self):
        """seeds 000, page 2: "forfeit their ante and tuck their cards face down under their winning wager"."""
        stakes = {"ante": 500, "dos pares": 500, "gran progressive": 100}
        tucked = {"spot": 1, "cards": "2h 3h 4h 5h 7h", "bets": stakes, "decision": "tuck"}
        assert bets(settled(SPANISH, spots=[tucked], house="As Ah Ad Ks Kh")) == {
            "ante": (Outcome.TAKEN, 0),
            "dos pares": (Outcome.PAID, 5_000),
            "gran progressive": (Outcome.PAID, 7_500),
        }

    def test_only_losing_progressive_wagers_are_dropped(self):
        """seeds 000, Gran Progressive: "a second drop box on the table to drop losing wagers into"."""
        spots = [
            {"spot": 1, "cards": "2h 3h 4h 5h 7h", "bets": {"ante": 500, "raise": 1000, "gran progressive": 100}},
            {"spot": 2, "cards": "7c 7d 2s 3s 4d", "bets": {"ante": 500, "raise": 1000, "gran progressive": 100}},
        ]
        settlement = settled(SPANISH, spots=[spot | {"decision": "raise"} for spot in spots], house="6s 6h 2d 3c 4s")
        assert [spot.bets[2].returned for spot in settlement.spots] == [100, 0]
        assert settlement.total(Place.DROP_BOX) == 100

    def test_a_joker_in_a_flush_is_the_highest_card_not_in_the_hand(self):
        """seeds 000, note to the ranking: "the next highest card not in the hand"."""
        stakes = {"ante": 500, "raise": 1000}
        spot = {"spot": 1, "cards": "As Ks 4s 3s *", "bets": stakes, "decision": "raise"}
        assert bets(settled(SPANISH, spots=[spot], house="Ah Kh Qh 4h 3h")) == {
            "ante": (Outcome.PUSHED, 0),
            "raise": (Outcome.PUSHED, 0),
        }


class TestTop5Poker:
    COMMUNITY = "Kd"

    def result(self, order=TOP_5, **spot):
        house, community = "2s 2h 5d 7c 9s", self.COMMUNITY
        return bets(settled(order, spots=[{"spot": 1, **spot}], house=house, community=community))

    def test_the_house_says_which_initial_wagers_are_required(self):
        """seeds 004, 3: "The house determines which initial wager or wagers are required"."""
        order = read_order("top-5-poker", {"ante_minimum": 500, "required": ["ace or face"]})
        with refused("Spot 1 has no ace or face wager, which this house requires."):
            self.result(order, bets={"10's or better": 500}, cards="Ts Th 5c 7d 9c", decision="play")

    def test_ace_or_face_alone_gets_no_cards(self):
        """seeds 004, 4: cards for spots with a wager "in the 10's or Better and/or Ante wager locations"."""
        assert self.result(bets={"ace or face": 500}) == {"ace or face": (Outcome.PAID, 1_000)}
        with refused("Spot 1 wagers on Ace or Face alone: it gets no cards and has nothing to decide."):
            self.result(bets={"ace or face": 500}, cards="Ts Th 5c 7d 9c")

    def test_tens_or_better_without_an_ante_plays_without_a_bet(self):
        """seeds 004, 6: "if a player made an Ante wager, he must wager an additional amount"."""
        spot = {"bets": {"10's or better": 500}, "cards": "Ts Th 5c 7d 9c", "decision": "play"}
        assert self.result(**spot) == {"10's or better": (Outcome.PAID, 500)}
        with refused("Spot 1 has no ante and plays without a bet."):
            self.result(**spot | {"bets": {"10's or better": 500, "bet": 500}})

    def test_a_fold_loses_tens_or_better_and_not_ace_or_face(self):
        """seeds 004, 7 and 11: collected from players that folded; Ace or Face paid "regardless of whether"."""
        stakes = {"ace or face": 500, "10's or better": 500, "ante": 500}
        assert self.result(bets=stakes, cards="Ts Th 5c 7d 9c", decision="fold") == {
            "ace or face": (Outcome.PAID, 1_000),
            "10's or better": (Outcome.TAKEN, 0),
            "ante": (Outcome.TAKEN, 0),
        }

    def test_the_player_chooses_and_is_not_helped(self):
        """seeds 004, 6: the five cards dealt, or the community card in place of one of them."""
        spot = {"bets": {"10's or better": 500}, "cards": "Ks 3h 5c 7h 9c", "decision": "play"}
        assert self.result(**spot) == {"10's or better": (Outcome.TAKEN, 0)}
        assert self.result(**spot, discard="3h") == {"10's or better": (Outcome.PAID, 500)}


@pytest.mark.parametrize("game", ["spanish-poker", "top-5-poker", "draw-poker", "low-ball", "escaleriado", "largo"])
def test_a_misdeal_is_kept_with_its_reason_and_rule_and_every_wager_goes_back(game):
    """seeds 004, 4: "The house will define what constitutes a mis-deal"; seeds 000, game irregularities."""
    order = read_order(game, {"ante_minimum": 500} if game in ("spanish-poker", "top-5-poker") else {})
    spots = [{"spot": 1, "bets": {"ante": 500}}, {"spot": 2, "bets": {"ante": 700}, "patron": "card 5"}]
    settlement = settled(order, misdeal={"reason": "card exposed", "house_rule": "4.2", "spots": spots})
    assert [(spot.staked, spot.to_player) for spot in settlement.spots] == [(500, 500), (700, 700)]
    assert settlement.note == "misdeal: card exposed (house rule: 4.2)"
    assert settlement.hits == ()


class TestPatrons:
    """games.md: with a patron the limits are checked per person, without one per spot."""

    def violations(self, *patrons, amount=15_000, barred=None):
        spots = [
            {"spot": at, "bets": {"ante": amount}, "decision": "fold"} | ({"patron": patron} if patron else {})
            for at, patron in enumerate(patrons, start=1)
        ]
        made = wagers(SPANISH, read_report("spanish-poker", {"spots": spots, "house": QUALIFIED}))
        return [violation.kind for violation in check(made, limits(), barred=barred)]

    def test_two_spots_of_one_person(self):
        """Ordinance 99-347, 5.32.140 A 1 and A 2."""
        assert self.violations("card 5", "card 5") == [Kind.ONE_HAND, Kind.PERSON_PER_HAND]
        assert self.violations(None, None) == []

    @pytest.mark.parametrize("why", [Barred.OWNER, Barred.OPERATOR, Barred.ON_DUTY])
    def test_owners_operators_and_employees_on_duty_are_no_patrons(self, why):
        """Ordinance 99-347, 5.32.140 A 3."""
        assert self.violations("card 5", amount=500, barred={"card 5": why}) == [Kind.ON_DUTY]

    def test_nor_are_shills(self):
        """Ordinance 99-347, 5.32.140 A 4."""
        assert self.violations("card 5", amount=500, barred={"card 5": Barred.SHILL}) == [Kind.SHILL]

    def test_the_players_of_escaleriado_and_largo_are_patrons_too(self):
        """Ordinance 99-347, 5.32.140 A 3: bets of any kind; what these games pay is limited by their points."""
        players = [
            {"seat": 1, "left": "won", "columns": [["2c"] * 6, ["Kc"] * 5], "patron": "card 1"},
            {"seat": 2, "left": "drew", "patron": "card 2"},
        ]
        report = read_report("escaleriado", {"players": players, "last_winner": 1})
        made = wagers(EscaleriadoOrder(100, 500), report)
        assert [(wager.spot, wager.amount, wager.patron) for wager in made] == [(1, 0, "card 1"), (2, 2_300, "card 2")]
        told = check(made, limits(game="escaleriado"), barred={"card 1": Barred.OWNER})
        assert [violation.kind for violation in told] == [Kind.ON_DUTY]


class TestBettingRounds:
    """seeds 003, Draw Poker B to E: counterclockwise, two rounds, a pot won unshown or split."""

    ANTES = [{"seat": 1, "did": "ante", "amount": 200}, {"seat": 2, "did": "ante", "amount": 200}]

    def settled(self, *actions, players=({"seat": 1}, {"seat": 2}), **more):
        return settled(DrawPokerOrder(), players=list(players), ante=200, actions=[*self.ANTES, *actions], **more)

    def test_the_player_to_the_right_of_the_dealer_is_first(self):
        with refused("It is seat 1's turn, but seat 2 is reported to bet."):
            self.settled({"seat": 2, "did": "bet", "amount": 100})

    def test_a_raise_is_at_most_five_dollars(self):
        with refused("Seat 1 may bet at most $5.00 and more than nothing; $5.01 is reported."):
            self.settled({"seat": 1, "did": "bet", "amount": 501})

    def test_the_last_player_left_wins_unshown(self):
        settlement = self.settled({"seat": 1, "did": "bet", "amount": 100}, {"seat": 2, "did": "drop"})
        assert [spot.to_player for spot in settlement.spots] == [500, 0]
        assert settlement.note == "won unshown by the last player left"

    def test_equal_hands_split_the_pot(self):
        passes = [{"seat": seat, "did": "pass"} for seat in (1, 2)]
        draws = [{"seat": seat, "did": "draw", "cards": 0} for seat in (1, 2)]
        hands = [{"seat": 1, "shown": "As Ks 9d 4c 2h"}, {"seat": 2, "shown": "Ah Kh 9c 4s 2d"}]
        settlement = self.settled(*passes, *draws, *passes, players=hands)
        assert [spot.to_player for spot in settlement.spots] == [200, 200]


class TestPoints:
    """seeds 003, Escaleriado and Largo, A to C."""

    def test_the_highest_tenth_card_starts_the_ace_is_low_and_a_tie_goes_to_the_dealers_right(self):
        players = [
            {"seat": 1, "left": "did not draw", "tenth_card": "Ah"},
            {"seat": 2, "left": "drew", "tenth_card": "Kc"},
            {"seat": 3, "left": "won", "columns": [["2c"] * 6, ["Kc"] * 5], "tenth_card": "Kd"},
        ]
        assert settled(EscaleriadoOrder(), players=players).note == "seat 2 drew first"
        later = [{name: value for name, value in player.items() if name != "tenth_card"} for player in players]
        assert settled(EscaleriadoOrder(), players=later, last_winner=3).note == "seat 3 drew first"

    @pytest.mark.parametrize("column", ["Ks Kh Kh", "Ac Ac Ad", "5c 5c 5c", "5c 5d 5h", "5c 5d 5h 5h", "7s Js Qs"])
    def test_pares_and_escalas_of_largo(self, column):
        """seeds 003, Largo B: three kings or aces of any kind, one suit and rank, or different suits of one rank."""
        assert largo.read_columns([column]) == (tuple(column.split()),)

    @pytest.mark.parametrize("column", ["5c 5c 5d", "Qs Ks As", "2s 3h 4s", "5c 5d"])
    def test_what_is_neither(self, column):
        with pytest.raises(ValueError, match=f"^The column {column} is neither an escala"):
            largo.read_columns([column])

    def test_the_marker_is_never_put_back(self):
        """seeds 003, Largo B: "once the marker is removed, it cannot be placed back"."""
        ten = [["2s", "3s", "4s", "5s", "6s"], ["2h", "3h", "4h", "5h", "6h"]]
        players = [{"seat": seat, "left": "laid all ten, not beyond the marker", "columns": ten} for seat in (1, 2)]
        players.append({"seat": 3, "left": "stayed to the end", "columns": [*ten, ["Kc", "Kd", "Ks"]]})
        marker = [{"seat": 2, "did": "placed"}, {"seat": 3, "did": "removed"}]
        game = {"players": players, "laid_out": [1, 2, 3], "last_winner": 1}
        settlement = settled(LargoOrder(), **game, marker=marker)
        assert [spot.to_player for spot in settlement.spots] == [0, 0, 700]
        with refused("The marker is placed once; once removed it cannot be placed back."):
            settled(LargoOrder(), **game, marker=[*marker, {"seat": 3, "did": "placed"}])

    def test_a_tie_for_most_cards_waits_for_the_house(self):
        """seeds 003, Largo B: "the player with the most face up cards wins"; not what happens if two have."""
        ten = [["2s", "3s", "4s", "5s", "6s"], ["2h", "3h", "4h", "5h", "6h"]]
        players = [{"seat": seat, "left": "stayed to the end", "columns": ten} for seat in (1, 2)]
        game = {"players": players, "laid_out": [1, 2], "last_winner": 1, "marker": [{"seat": 2, "did": "placed"}]}
        with refused(
            "Seats 1 and 2 are tied with 10 cards face up, and the rules do not decide that."
            " Ask the house for its ruling and report the winner with it."
        ):
            settled(LargoOrder(), **game)
        assert [spot.to_player for spot in settled(LargoOrder(), **game, ruled_winner=1).spots] == [500, 0]

    def test_a_layout_without_escalas_gets_one_more_point(self):
        """games.md: the bonus looks at the odd cards of the escalas."""
        assert escaleriado.score([["2c"] * 6, ["Kc"] * 5]) == 11 * 2 + 1


def test_six_bets_with_a_hand_three_of_them_up_to_five_dollars():
    """WAC 230-15-040, the text of 2009; the second bet of Ante/Raise and Ante/Bet is no bet of its own."""
    stakes = {"ante": 600, "bet": 600, "ace or face": 600, "10's or better": 600}
    spot = {"spot": 1, "cards": "Ts Th 5c 7d 9c", "bets": stakes, "decision": "play"}
    report = read_report("top-5-poker", {"spots": [spot], "house": "2s 2h 5d 7c 9s", "community": "3h"})
    washington = limits("washington", "top-5-poker")
    assert check(wagers(TOP_5, report), washington) == ()
    assert (washington[Kind.BETS_PER_HAND].count, washington[Kind.BETS_OVER].count) == (6, 3)
    assert (washington[Kind.BETS_OVER].amount, washington[Kind.BETS_OVER].source) == (500, "WAC 230-15-040")


def test_the_maximum_ante_is_half_the_maximum_wager():
    """seeds 000, page 1: "The maximum is one half the maximum bet allowed by WSGC rule"."""
    spot = {"spot": 1, "cards": "", "bets": {"ante": 20_001}, "decision": "fold"}
    made = wagers(SpanishPokerOrder(500), read_report("spanish-poker", {"spots": [spot], "house": QUALIFIED}))
    assert [violation.kind for violation in check(made, limits("washington"))] == [Kind.ANTE_PART]
