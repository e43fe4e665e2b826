"""The exact figures of the sources' pay tables, kept so that a page need not work them out again.

Each was computed by `edge_of`; the tests hold them against docs/odds, which holds against the computation.
"""

from collections.abc import Mapping
from fractions import Fraction

# By name of the pay table, then by what the figure is of, as `PayTable.published` has it.
EXACT: Mapping[str, Mapping[str, Fraction]] = {
    "Ante 1": {
        "of the ante": Fraction(53_195_449, 905_503_368),
        "of all wagered": Fraction(691_540_837, 29_160_613_944),
    },
    "Ante 2": {
        "of the ante": Fraction(96_363_221, 1_961_923_964),
        "of all wagered": Fraction(96_363_221, 4_860_102_324),
    },
    "Dos Pares 1": {"house edge": Fraction(17_910, 374_699)},
    "Dos Pares 2": {"house edge": Fraction(19_800, 374_699)},
    "Joker in Hand": {"house edge": Fraction(1, 41)},
    "Gran Progressive": {"returned by straight flush quads and flush": Fraction(327_924, 749_398)},
    "Ace or Face 1": {"house edge": Fraction(1, 65)},
    "Ace or Face 2": {"house edge": Fraction(2, 65)},
    "Ace or Face 3": {"house edge": Fraction(1, 26)},
    "10's or Better 1": {"house edge": Fraction(110_563, 5_089_630)},
    "10's or Better 2": {"house edge": Fraction(162_011, 5_089_630)},
    "10's or Better 3": {"house edge": Fraction(113_819, 2_544_815)},
    "Winning Bet": {"of the ante": Fraction(3_846_581, 127_549_352)},
}
