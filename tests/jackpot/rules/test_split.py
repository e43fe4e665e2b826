"""What a hit is worth: the worked examples, the refusals, and what must hold for any pot and any hits."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jackpot.rules import Hits, Split, hit, split

WORKED = [
    (1_000_000, Hits(royals=2), Split(cincos=0, royal=250_000, tray=0, remaining=500_000, won_whole=False)),
    (1_000_000, Hits(1, royals=1), Split(cincos=750_000, royal=250_000, tray=0, remaining=0, won_whole=True)),
    (1_000_000, Hits(1, royals=2), Split(cincos=750_000, royal=125_000, tray=0, remaining=0, won_whole=True)),
    (1_000_000, Hits(1, royals=3), Split(cincos=750_001, royal=83_333, tray=0, remaining=0, won_whole=True)),
    (1_234_567, Hits(royals=1), Split(cincos=0, royal=308_641, tray=0, remaining=925_926, won_whole=False)),
    (777_777, Hits(0, 1, 1, 1, 1), Split(cincos=0, royal=194_444, tray=32_500, remaining=583_333, won_whole=False)),
    (2_000_000, Hits(royals=1), Split(cincos=0, royal=500_000, tray=0, remaining=1_500_000, won_whole=False)),
]


@pytest.mark.parametrize(("posted", "hits", "expected"), WORKED)
def test_worked_examples(posted, hits, expected):
    assert split(posted=posted, hits=hits) == expected


@pytest.mark.parametrize(
    ("posted", "hits", "expected"),
    [
        (1_000_000, Hits(cincos=1), Split(1_000_000, 0, 0, 0, won_whole=True)),
        (1_000_003, Hits(royals=4), Split(0, 250_000, 0, 3, won_whole=True)),
        (1_000_003, Hits(royals=3), Split(0, 250_000, 0, 250_003, won_whole=False)),
        (1_000_000, Hits(cincos=1, royals=4), Split(750_000, 62_500, 0, 0, won_whole=True)),
        (3, Hits(royals=1), Split(0, 0, 0, 3, won_whole=False)),
        (0, Hits(cincos=1, royals=1), Split(0, 0, 0, 0, won_whole=True)),
        (50_000, Hits(), Split(0, 0, 0, 50_000, won_whole=False)),
        (50_000, Hits(flushes=9), Split(0, 0, 67_500, 50_000, won_whole=False)),
    ],
)
def test_edges(posted, hits, expected):
    assert split(posted=posted, hits=hits) == expected


def test_the_example_in_the_documentation_of_split():
    assert doctest.testmod(hit).failed == 0
    assert doctest.testmod(hit).attempted == 1


@pytest.mark.parametrize(
    ("hits", "sentence"),
    [
        (Hits(cincos=2), "One hand cannot hold 2 cincos"),
        (Hits(royals=5), "One hand cannot hold 5 royal flushes"),
        (None, "Give the hits as Hits"),
    ],
)
def test_impossible_hands_are_refused(hits, sentence):
    with pytest.raises(ValueError, match=sentence):
        split(posted=100, hits=hits)


@pytest.mark.parametrize("wrong", [-1, True, 1.0, "1", None])
@pytest.mark.parametrize("field", ["cincos", "royals", "straight_flushes", "quads", "flushes"])
def test_only_whole_numbers_of_hits(field, wrong):
    with pytest.raises(ValueError, match=field):
        Hits(**{field: wrong})


@pytest.mark.parametrize("wrong", [-1, True, 1.0, "1", None])
def test_only_whole_cents_posted(wrong):
    with pytest.raises(ValueError, match="posted"):
        split(posted=wrong, hits=Hits())


small = st.integers(0, 7)
all_hits = st.builds(Hits, st.integers(0, 1), st.integers(0, 4), small, small, small)
pots = st.integers(0, 10_000_000)


@given(pots, all_hits)
def test_the_pot_is_shared_to_the_cent_and_nobody_is_paid_twice(posted, hits):
    shares = split(posted=posted, hits=hits)
    assert shares.cincos + hits.royals * shares.royal + shares.remaining == posted
    assert min(shares.cincos, shares.royal, shares.remaining) >= 0
    assert shares.tray == 15_000 * hits.straight_flushes + 10_000 * hits.quads + 7_500 * hits.flushes


@given(pots, all_hits)
def test_rounding_never_takes_more_than_the_cents_that_do_not_divide(posted, hits):
    shares = split(posted=posted, hits=hits)
    if hits.cincos:
        assert shares.remaining == 0
        assert 4 * shares.cincos >= 3 * posted
    if hits.royals == 4 and not hits.cincos:
        assert shares.remaining == posted % 4


@given(pots, all_hits)
def test_tray_awards_change_no_share(posted, hits):
    without_tray = split(posted=posted, hits=Hits(hits.cincos, hits.royals))
    with_tray = split(posted=posted, hits=hits)
    assert (with_tray.cincos, with_tray.royal, with_tray.remaining) == (
        without_tray.cincos,
        without_tray.royal,
        without_tray.remaining,
    )
