"""What is true of every hand: the joker is the best card, order never matters, and money is neither made nor lost."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tables.games import GAMES, largo
from tables.games.cards import SUITS
from tables.games.largo import Exit, Game, Marker, MarkerMove, Player
from tables.games.orders import Bonus, LargoOrder, SpanishPokerOrder, Top5PokerOrder
from tables.games.results import Place
from tables.games.settlement import read_report, settle

POKER = ["spanish-poker", "top-5-poker", "draw-poker", "low-ball"]
SPANISH = SpanishPokerOrder(
    ante_minimum=500, bonus_bets=(Bonus.DOS_PARES, Bonus.GRAN_PROGRESSIVE), bonus_alone=True, bonus_over_ante=True
)
TOP_5 = Top5PokerOrder(ante_minimum=500, spots=7)


def dealt(game, number):
    """So many cards of the game's deck, in the order they came."""
    return st.permutations(GAMES[game].deck.cards).map(lambda deck: deck[:number])


@given(data=st.data(), game=st.sampled_from(POKER))
def test_neither_the_order_of_the_cards_nor_the_names_of_the_suits_matter(data, game):
    hand = data.draw(dealt(game, 5))
    renamed = dict(zip(SUITS, data.draw(st.permutations(SUITS)), strict=True))
    other = [card if card == "*" else card[0] + renamed[card[1]] for card in data.draw(st.permutations(hand))]
    assert GAMES[game].rank(hand) == GAMES[game].rank(other)
    assert str(GAMES[game].rank(hand)) == str(GAMES[game].rank("".join(other)))


@settings(max_examples=60)
@given(data=st.data(), game=st.sampled_from(["spanish-poker", "draw-poker", "low-ball"]))
def test_the_joker_stands_for_the_best_card_there_is(data, game):
    """No card that is not in the hand makes a better one, and the card it names makes the same."""
    deck = [card for card in GAMES[game].deck.cards if card != "*"]
    natural = data.draw(st.permutations(deck).map(lambda cards: cards[:4]))
    with_joker = GAMES[game].rank([*natural, "*"])
    others = {card: GAMES[game].rank([*natural, card]) for card in deck if card not in natural}
    assert all(with_joker >= rank for rank in others.values())
    if with_joker.category not in ("cincos", "five of a kind", "double-ace flush"):
        assert with_joker == others[with_joker.joker] == max(others.values())


@given(data=st.data(), game=st.sampled_from(POKER))
def test_ranks_are_in_one_line(data, game):
    one, two, three = sorted(GAMES[game].rank(data.draw(dealt(game, 5))) for _ in range(3))
    assert one <= two <= three
    assert one <= three
    assert (one < two) + (one == two) + (one > two) == 1


@st.composite
def spanish_reports(draw):
    """Any legal hand of one to six spots: raised, folded, or bonus bets alone."""
    deck = draw(st.permutations(GAMES["spanish-poker"].deck.cards))
    spots = []
    for number in range(1, draw(st.integers(1, 6)) + 1):
        bonus = draw(st.sampled_from([{}, {"dos pares": 700}, {"gran progressive": 100, "dos pares": 100}]))
        ante = draw(st.integers(500, 20_000))
        decision = draw(st.sampled_from(["raise", "fold", None])) if bonus else draw(st.sampled_from(["raise", "fold"]))
        bets = bonus | {"raise": {"ante": ante, "raise": 2 * ante}, "fold": {"ante": ante}, None: {}}[decision]
        cards = "" if decision == "fold" else " ".join(deck[5 * number : 5 * number + 5])
        spots.append({"spot": number, "cards": cards, "bets": bets, "decision": decision})
    return {"spots": spots, "house": " ".join(deck[:5])}


@st.composite
def top_5_reports(draw):
    deck = draw(st.permutations(GAMES["top-5-poker"].deck.cards))
    spots = []
    for number in range(1, draw(st.integers(1, 7)) + 1):
        cards = deck[5 * number : 5 * number + 5]
        ante = draw(st.integers(500, 20_000))
        extra = draw(st.sampled_from([{}, {"ace or face": 133}, {"10's or better": 250, "ace or face": 500}]))
        play = {"decision": "play", "bets": extra | {"ante": ante, "bet": ante}, "cards": " ".join(cards)}
        fold = {"decision": "fold", "bets": extra | {"ante": ante}}
        swap = play | {"discard": draw(st.sampled_from(cards))}
        spots.append({"spot": number, **draw(st.sampled_from([play, fold, swap]))})
    return {"spots": spots, "house": " ".join(deck[:5]), "community": deck[50]}


reports = st.tuples(st.just(SPANISH), spanish_reports()) | st.tuples(st.just(TOP_5), top_5_reports())


@given(reports)
def test_every_stake_goes_somewhere_and_every_prize_comes_from_somewhere(case):
    order, plain = case
    settlement = settle(order, read_report(order.game, plain))
    staked = sum(sum(spot["bets"].values()) for spot in plain["spots"])
    assert staked == sum(spot.staked for spot in settlement.spots)
    kept = settlement.total(Place.TRAY) + settlement.total(Place.DROP_BOX) + settlement.total(Place.JACKPOT)
    assert staked == sum(spot.to_player for spot in settlement.spots) + kept
    progressive = sum("gran progressive" in spot["bets"] for spot in plain["spots"])
    assert settlement.total(Place.DROP_BOX) == 100 * (progressive - len(settlement.hits))
    assert all(bet.prize >= 0 and 0 <= bet.returned <= bet.stake for spot in settlement.spots for bet in spot.bets)


@given(data=st.data(), case=reports)
def test_a_spot_is_settled_the_same_beside_any_others(data, case):
    """In whatever order spots and cards are reported, and alone too: every spot plays against the house only."""
    order, plain = case
    whole = {spot.spot: spot for spot in settle(order, read_report(order.game, plain)).spots}
    shuffled = [
        spot | {"cards": " ".join(data.draw(st.permutations(spot.get("cards", "").split())))}
        for spot in data.draw(st.permutations(plain["spots"]))
    ]
    house = " ".join(data.draw(st.permutations(plain["house"].split())))
    again = settle(order, read_report(order.game, plain | {"spots": shuffled, "house": house}))
    assert {spot.spot: spot for spot in again.spots} == whole
    one = data.draw(st.sampled_from(plain["spots"]))
    [alone] = settle(order, read_report(order.game, plain | {"spots": [one]})).spots
    assert alone == whole[one["spot"]]


TEN = (("2s", "3s", "4s", "5s", "6s"), ("2d", "3d", "4d", "5d", "6d"))
TWELVE = (("2h", "3h", "4h", "5h", "6h", "7h"), ("Ac", "Ad", "Ac"), ("4c", "4d", "4h"))
LEFT = {
    Exit.DID_NOT_DRAW: ((), 1),
    Exit.DREW: ((), 2),
    Exit.LAID_SOME: ((("7c", "Jc", "Qc"),), 3),
    Exit.LAID_ALL: (TEN, 7),
    Exit.STAYED: (TEN, 10),
}


@given(exits=st.lists(st.sampled_from(list(LEFT)), min_size=1, max_size=4), value=st.sampled_from([50, 100]))
def test_largo_pays_the_winner_what_the_others_owe(exits, value):
    others = tuple(Player(seat, left, LEFT[left][0]) for seat, left in enumerate(exits, 2))
    laid_out = (1, *(player.seat for player in others if player.face_up >= 10))
    marker = (MarkerMove(laid_out[1], Marker.PLACED),) if len(laid_out) > 1 else ()
    game = Game((Player(1, Exit.STAYED, TWELVE), *others), laid_out, marker, last_winner=1)
    settlement = largo.settle(LargoOrder(point_value=value), game)
    assert settlement.spots[0].to_player == value * sum(LEFT[left][1] for left in exits)
    assert settlement.total(Place.PLAYERS) == 0
