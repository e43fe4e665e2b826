"""Wager limits: data with a jurisdiction, a source and a date, and the checks that read them.

A `Limit` is never a constant of the code: `known_limits` lists what the sources and the public rules say, the database
keeps these and later ones. `in_force` picks those of a day; every check returns all violations at once, each with its
source.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from tables.games.orders import DrawPokerOrder, EscaleriadoOrder, LargoOrder, LowBallOrder, Order, SpanishPokerOrder
from tables.games.results import dollars


class Kind(StrEnum):
    """What a limit is about: so many cents, a number, or a rule that needs neither (`needs` says which)."""

    WAGER = "one wager"
    PERSON_PER_HAND = "all bets of one person in one hand"
    ANTE_MINIMUM = "smallest ante"
    ANTE_MAXIMUM = "largest ante"
    RAISE_MAXIMUM = "largest raise"
    POINT_MAXIMUM = "value of a point"
    ANTE_PART = "ante as a part of the largest wager"  # 2 is one half
    BETS_PER_HAND = "bets with one hand"
    BETS_OVER = "bets over an amount with one hand"
    TABLES = "tables of one licensee"
    NOTICE = "minutes of notice before a table limit changes"
    ONE_HAND = "one hand per player"
    ON_DUTY = "no bets by owners, operators or employees on duty"
    SHILL = "no bets by shills"
    TABLE_STAKES = "table stakes"

    @property
    def needs(self) -> frozenset[str]:
        """Which of `amount` and `count` a limit of this kind has."""
        if self is Kind.BETS_OVER:
            return frozenset({"amount", "count"})
        if self in {Kind.ANTE_PART, Kind.BETS_PER_HAND, Kind.TABLES, Kind.NOTICE}:
            return frozenset({"count"})
        rule = self in {Kind.ONE_HAND, Kind.ON_DUTY, Kind.SHILL, Kind.TABLE_STAKES}
        return frozenset() if rule else frozenset({"amount"})


# The raise is part of the Ante/Raise bet, not one more (seeds 000, "there are 4 bets for this game"), and so is the bet
# of Top 5's Ante/Bet.
SECOND_BETS = ("raise", "bet")
# What a jurisdiction calls its wagering limit, and a posted table limit must stay under.
WAGERING_LIMITS = (Kind.PERSON_PER_HAND, Kind.WAGER)


@dataclass(frozen=True)
class Limit:
    jurisdiction: str
    kind: Kind
    source: str
    effective: date
    amount: int | None = None
    count: int | None = None
    game: str = ""  # empty: every game

    def __post_init__(self) -> None:
        for name, number in {"amount": self.amount, "count": self.count}.items():
            if (name in self.kind.needs) != (number is not None):
                has = "needs an" if name == "amount" else "needs a"
                raise ValueError(f"A limit on {self.kind} {has if number is None else 'has no'} {name}.")
            if number is not None and number < 0:
                raise ValueError(f"The {name} of a limit on {self.kind} cannot be negative.")


@dataclass(frozen=True)
class Wager:
    """One amount that one spot put at stake."""

    spot: int
    bet: str
    amount: int
    raised: int = 0  # by how much it raised the standing bet
    patron: str | None = None  # a card number or a note, if the patron is known
    on_table: int | None = None  # the chips in front of the patron before the hand, if known


class Barred(StrEnum):
    """Why someone may not bet."""

    OWNER = "an owner"
    OPERATOR = "an operator"
    ON_DUTY = "an employee on duty"
    SHILL = "a shill"


@dataclass(frozen=True)
class Violation:
    kind: Kind
    sentence: str
    source: str

    def __str__(self) -> str:
        return f"{self.sentence} ({self.source})"


Limits = Mapping[Kind, Limit]


def in_force(limits: Iterable[Limit], *, jurisdiction: str, day: date, game: str = "") -> dict[Kind, Limit]:
    """The limits of a day by kind: the latest of each, and one for this game before one for every game."""
    chosen: dict[Kind, Limit] = {}
    candidates = [
        limit
        for limit in limits
        if limit.jurisdiction == jurisdiction and limit.effective <= day and limit.game in ("", game)
    ]
    for limit in sorted(candidates, key=lambda limit: (bool(limit.game), limit.effective)):
        chosen[limit.kind] = limit
    return chosen


def wagering_limit(limits: Limits) -> Limit | None:
    """The limit under which table limits are posted."""
    return next((limits[kind] for kind in WAGERING_LIMITS if kind in limits), None)


def check(
    wagers: Sequence[Wager],
    limits: Limits,
    *,
    posted: Limit | None = None,
    barred: Mapping[str, Barred] | None = None,
) -> tuple[Violation, ...]:
    """Every way in which the wagers of one hand break the limits, the posted limit of the table among them."""
    found = [*_per_spot(wagers, limits), *_conventions(wagers, limits), *_people(wagers, limits, barred or {})]
    for kind in (Kind.WAGER, Kind.PERSON_PER_HAND):
        for limit in (limits.get(kind), posted if posted and posted.kind is kind else None):
            if limit is not None:
                found += _per_person(wagers, limit) if kind is Kind.PERSON_PER_HAND else _per_wager(wagers, limit)
    return tuple(found)


def check_order(order: Order, limits: Limits) -> tuple[Violation, ...]:
    """Every way in which a table's order breaks the limits."""
    found: list[Violation] = []
    if isinstance(order, SpanishPokerOrder):
        found += _ante_part("The ante minimum", order.ante_minimum, limits)
    if isinstance(order, DrawPokerOrder | LowBallOrder):
        found += _at_least("The ante minimum", order.ante_minimum, limits.get(Kind.ANTE_MINIMUM))
        found += _at_most("The ante maximum", order.ante_maximum, limits.get(Kind.ANTE_MAXIMUM))
        found += _at_most("The raise maximum", order.raise_maximum, limits.get(Kind.RAISE_MAXIMUM))
    if isinstance(order, EscaleriadoOrder | LargoOrder):
        found += _at_most("A point", order.point_value, limits.get(Kind.POINT_MAXIMUM))
    return tuple(found)


def check_posted(amount: int, limits: Limits) -> tuple[Violation, ...]:
    """A posted table limit stays at or under the wagering limit."""
    return tuple(_at_most("The posted table limit", amount, wagering_limit(limits)))


def check_notice(announced_at: datetime, effective_at: datetime, limits: Limits) -> tuple[Violation, ...]:
    """A table limit changes only after notice to the patrons."""
    limit = limits.get(Kind.NOTICE)
    if limit is None or limit.count is None or effective_at - announced_at >= timedelta(minutes=limit.count):
        return ()
    return (_violation(limit, f"A table limit changes with at least {limit.count} minutes' notice to the patrons."),)


def check_tables(tables: int, limits: Limits) -> tuple[Violation, ...]:
    """A licensee has only so many tables."""
    limit = limits.get(Kind.TABLES)
    if limit is None or limit.count is None or tables <= limit.count:
        return ()
    return (_violation(limit, f"One licensee may have at most {limit.count} tables; this would be {tables}."),)


def _per_spot(wagers: Sequence[Wager], limits: Limits) -> Iterable[Violation]:
    """Rules about one spot's bets: the half-of-maximum ante, how many bets, how many of them large."""
    by_spot: dict[int, list[Wager]] = defaultdict(list)
    for wager in wagers:
        if wager.bet == "ante":
            yield from _ante_part(f"Spot {wager.spot}: the ante", wager.amount, limits)
        if wager.bet not in SECOND_BETS:
            by_spot[wager.spot].append(wager)
    for spot, bets in by_spot.items():
        most, large = limits.get(Kind.BETS_PER_HAND), limits.get(Kind.BETS_OVER)
        if most and most.count is not None and len(bets) > most.count:
            yield _violation(most, f"Spot {spot} has {len(bets)} bets; at most {most.count} are allowed with one hand.")
        if large and large.count is not None and large.amount is not None:
            over = [bet for bet in bets if bet.amount > large.amount]
            if len(over) > large.count:
                yield _violation(
                    large,
                    f"Spot {spot} has {len(over)} bets over {dollars(large.amount)};"
                    f" at most {large.count} are allowed with one hand.",
                )


def _conventions(wagers: Sequence[Wager], limits: Limits) -> Iterable[Violation]:
    """Antes and raises of the games that are played for agreed amounts."""
    for wager in wagers:
        if wager.bet == "ante":
            yield from _at_least(f"Spot {wager.spot}: the ante", wager.amount, limits.get(Kind.ANTE_MINIMUM))
            yield from _at_most(f"Spot {wager.spot}: the ante", wager.amount, limits.get(Kind.ANTE_MAXIMUM))
        if wager.raised:
            yield from _at_most(f"Spot {wager.spot}: the raise", wager.raised, limits.get(Kind.RAISE_MAXIMUM))


def _per_wager(wagers: Sequence[Wager], limit: Limit) -> Iterable[Violation]:
    for wager in wagers:
        yield from _at_most(f"Spot {wager.spot}: the {wager.bet}", wager.amount, limit)


def _per_person(wagers: Sequence[Wager], limit: Limit) -> Iterable[Violation]:
    """All bets of one person together; without a name, all bets of one spot."""
    sums: dict[str, int] = defaultdict(int)
    for wager in wagers:
        sums[_person(wager)] += wager.amount
    for person, amount in sums.items():
        yield from _at_most(f"{person}: all bets of the hand", amount, limit, verb="are")


def _people(wagers: Sequence[Wager], limits: Limits, barred: Mapping[str, Barred]) -> Iterable[Violation]:
    """Who bets: one hand each, nobody on duty, no shills, and with no more than lies on the table."""
    spots: dict[str, set[int]] = defaultdict(set)
    staked: dict[int, int] = defaultdict(int)
    for wager in wagers:
        staked[wager.spot] += wager.amount
        if wager.patron is not None:
            spots[wager.patron].add(wager.spot)
    for patron, held in spots.items():
        if len(held) > 1 and (limit := limits.get(Kind.ONE_HAND)):
            listed = " and ".join(map(str, sorted(held)))
            yield _violation(limit, f"Patron {patron} plays spots {listed} at once; one player has one hand.")
        if patron in barred:
            limit = limits.get(Kind.SHILL if barred[patron] is Barred.SHILL else Kind.ON_DUTY)
            if limit:
                yield _violation(limit, f"Patron {patron} is {barred[patron]} and may not bet.")
    if stakes := limits.get(Kind.TABLE_STAKES):
        for spot, chips in {wager.spot: wager.on_table for wager in wagers}.items():
            if chips is not None and staked[spot] > chips:
                bet, had = dollars(staked[spot]), dollars(chips)
                yield _violation(stakes, f"Spot {spot} bet {bet} with {had} on the table; only that may be bet.")


def _person(wager: Wager) -> str:
    return f"Spot {wager.spot}" if wager.patron is None else f"Patron {wager.patron}"


def _ante_part(what: str, amount: int, limits: Limits) -> Iterable[Violation]:
    part, wager = limits.get(Kind.ANTE_PART), limits.get(Kind.WAGER)
    if part is None or part.count is None or wager is None or wager.amount is None:
        return
    if amount * part.count > wager.amount:
        most = dollars(wager.amount // part.count)
        yield _violation(
            part, f"{what} is {dollars(amount)}; at most {most} is allowed, 1/{part.count} of the maximum."
        )


def _at_most(what: str, amount: int, limit: Limit | None, *, verb: str = "is") -> Iterable[Violation]:
    if limit is not None and limit.amount is not None and amount > limit.amount:
        yield _violation(limit, f"{what} {verb} {dollars(amount)}; at most {dollars(limit.amount)} is allowed.")


def _at_least(what: str, amount: int, limit: Limit | None) -> Iterable[Violation]:
    if limit is not None and limit.amount is not None and amount < limit.amount:
        yield _violation(limit, f"{what} is {dollars(amount)}; at least {dollars(limit.amount)} is needed.")


def _violation(limit: Limit, sentence: str) -> Violation:
    return Violation(limit.kind, sentence, limit.source)
