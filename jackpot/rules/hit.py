"""A hit: what the winning hands of one dealt hand are worth.

All of them are settled together, on the primary pot as it stands when the hit is recorded. Royals and the cincos come
out of the pot; straight flush, quads and flush are fixed awards out of the dealer's tray and never touch it.
"""

from dataclasses import dataclass, fields

from jackpot.rules.amounts import whole

# seeds 000, Gran Progressive: "paid from tray".
STRAIGHT_FLUSH_AWARD = 15_000
QUADS_AWARD = 10_000
FLUSH_AWARD = 7_500

MOST_CINCOS = 1  # there is one joker, and five of a kind needs it
MOST_ROYALS = 4  # one to a suit


@dataclass(frozen=True, slots=True)
class Hits:
    """How many winning hands of each kind one dealt hand gave."""

    cincos: int = 0
    royals: int = 0
    straight_flushes: int = 0
    quads: int = 0
    flushes: int = 0

    def __post_init__(self) -> None:
        for field in fields(self):
            whole(field.name, getattr(self, field.name))


@dataclass(frozen=True, slots=True)
class Split:
    """Cents: `cincos` to its one winner, `royal` to each royal, `tray` from the tray, `remaining` left in the pot."""

    cincos: int
    royal: int
    tray: int
    remaining: int
    won_whole: bool


def split(posted: int, hits: Hits) -> Split:
    """Share the posted jackpot among the hits of one dealt hand.

    >>> split(posted=1_000_000, hits=Hits(cincos=1, royals=3))
    Split(cincos=750001, royal=83333, tray=0, remaining=0, won_whole=True)
    """
    whole("posted", posted)
    _refuse_impossible(hits)
    royal = _each_royal(posted, hits)
    after_royals = posted - royal * hits.royals
    cincos = after_royals if hits.cincos else 0
    return Split(
        cincos=cincos,
        royal=royal,
        tray=hits.straight_flushes * STRAIGHT_FLUSH_AWARD + hits.quads * QUADS_AWARD + hits.flushes * FLUSH_AWARD,
        remaining=after_royals - cincos,
        # Four royals take 100 %; the odd cents that the floor leaves do not keep the pot from having been won.
        won_whole=bool(hits.cincos) or hits.royals == MOST_ROYALS,
    )


def _each_royal(posted: int, hits: Hits) -> int:
    if not hits.royals:
        return 0
    # seeds 000: royals alone win 25 % each; beside a cincos they split 25 % between them.
    return posted // (4 * hits.royals) if hits.cincos else posted // 4


def _refuse_impossible(hits: Hits) -> None:
    if not isinstance(hits, Hits):
        raise ValueError(f"Give the hits as Hits(...), not {hits!r}.")
    if hits.cincos > MOST_CINCOS:
        raise ValueError(f"One hand cannot hold {hits.cincos} cincos: the deck has one joker. Check the cards.")
    if hits.royals > MOST_ROYALS:
        raise ValueError(f"One hand cannot hold {hits.royals} royal flushes: the deck has four suits. Check the cards.")
