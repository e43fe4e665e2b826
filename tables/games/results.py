"""What a settled hand comes to: the one shape in which every game answers.

A `Settlement` lists the spots as they were reported, each with the result of every bet. Of every stake it says where
it goes (`returned` to the player, or collected), and of every prize how much and from where. The shares of a
progressive are not known to the games: such a bet is a `progressive hit` of some category, and the jackpot prices it.
"""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from tables.games.plain import BadReport


class Outcome(StrEnum):
    PAID = "paid"  # the stake goes back with a prize
    PUSHED = "pushed"  # the stake goes back, no more
    TAKEN = "taken"  # the house collects the stake
    LOST = "lost"  # other players win the stake
    RETURNED = "returned"  # nothing was settled (a misdeal): the stake goes back
    PROGRESSIVE_HIT = "progressive hit"  # the stake goes back, and the jackpot prices the share


class Place(StrEnum):
    """Where a prize comes from, or a collected stake goes to."""

    TRAY = "tray"
    JACKPOT = "jackpot"
    DROP_BOX = "drop box"
    PLAYERS = "players"


@dataclass(frozen=True)
class BetResult:
    bet: str
    outcome: Outcome
    stake: int
    prize: int = 0
    place: Place | None = None
    why: str = ""

    @property
    def returned(self) -> int:
        """What goes back to the player of his own stake."""
        return 0 if self.outcome in {Outcome.TAKEN, Outcome.LOST} else self.stake

    @property
    def collected(self) -> int:
        """What the house, the drop box or other players get of the stake."""
        return self.stake - self.returned


@dataclass(frozen=True)
class SpotResult:
    spot: int
    bets: tuple[BetResult, ...]
    hand: str = ""  # the rank in words, where cards were shown
    patron: str | None = None

    @property
    def staked(self) -> int:
        return sum(bet.stake for bet in self.bets)

    @property
    def to_player(self) -> int:
        """All that is handed over now: stakes returned and prizes of known amount."""
        return sum(bet.returned + bet.prize for bet in self.bets)


@dataclass(frozen=True)
class Hit:
    """A winning progressive wager: of these the jackpot prices the hand."""

    spot: int
    category: str


@dataclass(frozen=True)
class Settlement:
    game: str
    spots: tuple[SpotResult, ...]
    hits: tuple[Hit, ...] = ()
    house: str = ""  # the house's rank in words
    qualified: bool | None = None
    note: str = ""

    @property
    def hit_counts(self) -> Counter[str]:
        """How many hits of each category, as `jackpot.rules.Hits` wants to know."""
        return Counter(hit.category for hit in self.hits)

    def total(self, place: Place) -> int:
        """What the hand brings to a place: stakes collected there less prizes paid from there."""
        bets = [bet for spot in self.spots for bet in spot.bets if bet.place == place]
        return sum(bet.collected - bet.prize for bet in bets)


def prize(stake: int, odds: Fraction) -> int:
    """What `odds` to 1 pay on a stake: to the cent, a broken cent is dropped.

    The sources never say. No posted odds break a cent on a stake in whole nickels, so this only meets odd reports.
    """
    return int(stake * odds)


def paid(bet: str, stake: int, odds: Fraction, why: str) -> BetResult:
    """A bet the tray pays at odds."""
    return BetResult(bet, Outcome.PAID, stake, prize(stake, odds), Place.TRAY, f"{why} pays {words(odds)}")


def pushed(bet: str, stake: int, why: str) -> BetResult:
    return BetResult(bet, Outcome.PUSHED, stake, why=why)


def taken(bet: str, stake: int, why: str, place: Place = Place.TRAY) -> BetResult:
    return BetResult(bet, Outcome.TAKEN, stake, place=place, why=why)


def words(odds: Fraction) -> str:
    """8/5 as a dealer says it: "8 to 5"."""
    return f"{odds.numerator} to {odds.denominator}"


def dollars(cents: int) -> str:
    return f"{'-' * (cents < 0)}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def check_spots(spots: list[int], *, most: int, least: int = 1, what: str = "spot") -> None:
    """Refuse a spot the table does not have, a spot named twice, and too few or too many of them."""
    for spot in spots:
        if not 1 <= spot <= most:
            raise BadReport(f"There is no {what} {spot}: this table has {what}s 1 to {most}.")
    if twice := [spot for spot, times in Counter(spots).items() if times > 1]:
        raise BadReport(f"{what.capitalize()} {twice[0]} is reported twice. Report each {what} once.")
    if len(spots) < least:
        raise BadReport(f"At least {least} {what}s must be in the game; {len(spots)} reported.")
