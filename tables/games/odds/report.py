"""The odds of a game as a casino manager reads them: published beside exact, and where the two differ, why."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb

from tables.games.cards import SEVEN_DECKS, SUITS
from tables.games.odds.bets import edge_of
from tables.games.odds.counts import category_counts
from tables.games.odds.progressive import Progressive
from tables.games.orders import Ties
from tables.games.paytables import (
    ANTE_1,
    ANTE_2,
    GRAN_PROGRESSIVE,
    PAY_TABLES,
    WINNING_BET,
    Bet,
    PayTable,
    read_pay_table,
)
from tables.games.poker import DRAW_POKER, LOW_BALL, SPANISH_POKER, TOP_5_POKER, Poker
from tables.games.strengths import HAND

Lines = Iterator[str]

EXAMPLE_DAYS = (100, 250, 500, 1000, 2000)
EXAMPLE_JACKPOTS = (500, 5_000, 20_000, 26_340, 50_000)


def report(slug: str) -> Lines:
    """The lines of a game's report."""
    return REPORTS[slug]()


def own_table(bet: Bet, lines: str, *, ties: Ties, posted: int | None) -> Lines:
    """The exact edge of a pay table that a house typed in."""
    table = read_pay_table(bet, lines)
    edge = edge_of(table, ties=ties, posted=posted)
    of = "of the ante, optimal play" if bet in (Bet.ANTE, Bet.WINNING_BET) else "of the bet"
    yield f"House edge of {table.name}: {percent(edge)} {of}, exactly {spelled(edge)}"


def progressive_at(posted: int, wagers: int) -> Lines:
    """The Gran Progressive at a posted jackpot of so many dollars and on a day of so many wagers."""
    figures = Progressive(GRAN_PROGRESSIVE)
    worth, shortage = figures.worth(posted), percent(figures.shortage_chance(wagers))
    exactly = spelled(worth)
    yield f"At a posted jackpot of ${posted:,} a $1 wager is worth {float(worth):+.4f} to the player, exactly {exactly}"
    yield f"On a day of {wagers:,} wagers the tray's payouts exceed the drop with a chance of {shortage}"


def percent(figure: Fraction, places: int = 4) -> str:
    return f"{float(100 * figure):.{places}f} %"


def spelled(figure: Fraction) -> str:
    """A fraction whose long numbers can be read and compared."""
    return f"{figure.numerator:,}" + (f"/{figure.denominator:,}" if figure.denominator > 1 else "")


def _spanish_poker() -> Lines:
    yield from _frequencies(SPANISH_POKER)
    yield from _bets(SPANISH_POKER)
    yield ""
    yield "The published Ante/Raise figures are not those of optimal play. The exact ones are: every hand is raised or"
    yield "folded as is best for the player, and ties push. A player who plays otherwise pays the house more."
    yield f"The published ratios imply that {percent(_implied_raises(ANTE_1), 1)} of the hands are raised."
    yield from _strategy(SPANISH_POKER, ANTE_1)
    yield from _same_play(ANTE_1, ANTE_2)
    yield from _progressive()


def _top_5_poker() -> Lines:
    yield from _frequencies(TOP_5_POKER, cards=HAND + 1)
    yield from _bets(TOP_5_POKER)
    yield ""
    yield "The published figures are those of optimal play with ties pushed, rounded."
    yield from _strategy(TOP_5_POKER, WINNING_BET)


def _draw_poker() -> Lines:
    yield from _frequencies(DRAW_POKER, joker="wild")
    yield ""
    yield from _frequencies(DRAW_POKER, joker="bug")
    yield ""
    yield "Players bet against each other and the house has no edge; these are the hands as dealt, before the draw."


def _low_ball() -> Lines:
    yield from _frequencies(LOW_BALL)
    yield ""
    yield "Best hands first: in Low-Ball no pair is good, and straights and flushes do not count. Players bet against"
    yield "each other and the house has no edge; these are the hands as dealt, before the draw."


def _escaleriado() -> Lines:
    yield from _seven_decks("Escaleriado", {"a camuco": _same_card(), "an escala": _escalas()})
    yield ""
    yield "Players pay each other by points and the house has no edge."


def _largo() -> Lines:
    kings_and_aces = 2 * comb(len(SUITS) * SEVEN_DECKS.copies, 3)
    other_ranks = len(SEVEN_DECKS.ranks) - 2
    different_suits = other_ranks * comb(len(SUITS), 3) * SEVEN_DECKS.copies**3
    pares = kings_and_aces + other_ranks * len(SUITS) * comb(SEVEN_DECKS.copies, 3) + different_suits
    yield from _seven_decks("Largo", {"pares": pares, "an escala": _escalas()})
    yield ""
    yield "Players pay each other by points (1, 2, 3, 7 or 10, by where a player left) and the house has no edge."


REPORTS: dict[str, Callable[[], Lines]] = {
    "spanish-poker": _spanish_poker,
    "top-5-poker": _top_5_poker,
    "draw-poker": _draw_poker,
    "low-ball": _low_ball,
    "escaleriado": _escaleriado,
    "largo": _largo,
}


def _frequencies(game: Poker, *, joker: str | None = None, cards: int = HAND) -> Lines:
    hands = comb(game.deck.size, cards)
    rule = f", joker {joker}" if joker else ""
    best = "" if cards == HAND else ", the best five of six"
    yield f"{game.name}{rule}: {hands:,} hands of {cards} from a {game.deck.name}{best}"
    yield ""
    yield f"  {'hand':<18}{'hands':>12}{'share':>13}{'one in':>13}"
    for category, many in category_counts(game, joker=joker, cards=cards).items():
        yield f"  {category:<18}{many:>12,}{percent(Fraction(many, hands)):>13}{hands / many:>13,.1f}"


def _bets(game: Poker) -> Lines:
    yield ""
    yield f"  {'house edge':<42}{'published':>10}{'exact':>12}   as a fraction"
    for table in PAY_TABLES[game.slug]:
        for of, exact in _exact(table).items():
            published = percent(table.published[of], 2)
            yield f"  {f'{table.name}, {of}':<42}{published:>10}{percent(exact):>12}   {spelled(exact)}"


def _exact(table: PayTable) -> dict[str, Fraction]:
    """The exact counterpart of each published figure."""
    if table.bet is Bet.ANTE:
        from tables.games.odds.play import ante_raise

        play = ante_raise(table.pays)
        return {"of the ante": play.edge, "of all wagered": play.edge_of_all}
    if table.bet is Bet.GRAN_PROGRESSIVE:
        return {}
    return dict.fromkeys(table.published, edge_of(table))


def _strategy(game: Poker, table: PayTable) -> Lines:
    from tables.games.odds.play import ante_bet, ante_raise
    from tables.games.odds.strategy import strategy

    play = (ante_raise if table.bet is Bet.ANTE else ante_bet)(table.pays)
    verb, done = ("raise", "raised") if table.bet is Bet.ANTE else ("play", "played")
    yield ""
    share = percent(Fraction(play.played, play.dealt), 2)
    yield f"Optimal play with {table.name}: {play.played:,} of {play.dealt:,} hands are {done} ({share})."
    yield "Hands are written by their ranks: 66Q54 is a pair of sixes with queen, five and four. Where suits decide,"
    yield f"the same ranks are {done} in some suits and folded in others."
    for advice in strategy(game, play):
        action = advice.action.replace("play", verb)
        yield f"  {action:<12} {advice.kind:<58}{advice.played:>12,} of {advice.dealt:>12,}"
        if advice.action == "play some":
            if advice.folded:
                yield f"{'':15}fold {' '.join(advice.folded)}"
            if advice.depends:
                yield f"{'':15}suits decide {_some(advice.depends)}"


def _same_play(one: PayTable, other: PayTable) -> Lines:
    from tables.games.odds.play import ante_raise

    if ante_raise(one.pays).hands == ante_raise(other.pays).hands:
        yield f"The same hands are raised with {other.name}."


def _some(ranks: list[str]) -> str:
    return " ".join(ranks) if len(ranks) < 40 else f"{len(ranks)} sets of ranks, from {ranks[-1]} to {ranks[0]}"


def _implied_raises(table: PayTable) -> Fraction:
    """How many hands are raised if both published figures are true: all wagered is the ante and, then, two more."""
    return (table.published["of the ante"] / table.published["of all wagered"] - 1) / 2


def _progressive() -> Lines:
    figures = Progressive(GRAN_PROGRESSIVE)
    published = percent(next(iter(GRAN_PROGRESSIVE.published.values())), 2)
    yield ""
    yield "Gran Progressive, per $1 wager (the wager goes back with every prize)"
    yield f"  returned by the tray's fixed prizes: published {published}, exact {percent(figures.fixed_return)}"
    yield f"  the pots grow by ${float(figures.growth):.4f} a wager in the long run, before fees"
    fixed, shares = spelled(figures.tray + figures.winners), spelled(figures.shares)
    yield f"  worth to the player in dollars: ({fixed} + {shares} x posted dollars) / {figures.hands:,} - 1"
    yield f"  a wager costs the player nothing at a posted jackpot of ${int(figures.break_even):,}"
    for posted in EXAMPLE_JACKPOTS:
        yield f"    posted ${posted:>6,}: worth {float(figures.worth(posted)):+.4f} to the player"
    yield "  chance that a day's tray payouts exceed its drop, wagers taken as independent:"
    for wagers in EXAMPLE_DAYS:
        yield f"    {wagers:>5,} wagers: {percent(figures.shortage_chance(wagers))}"


def _seven_decks(name: str, columns: dict[str, int]) -> Lines:
    threes = comb(SEVEN_DECKS.size, 3)
    yield f"{name}: {SEVEN_DECKS.size} cards, {len(SEVEN_DECKS.cards)} different ones seven times each"
    yield ""
    yield f"Of the {threes:,} ways to take three cards:"
    for column, many in columns.items():
        yield f"  {many:>8,} make {column:<12}{percent(Fraction(many, threes)):>10}"


def _same_card() -> int:
    return len(SEVEN_DECKS.cards) * comb(SEVEN_DECKS.copies, 3)


def _escalas() -> int:
    return len(SUITS) * (len(SEVEN_DECKS.ranks) - 2) * SEVEN_DECKS.copies**3
