"""The pay tables are those of the sources, and a table that cannot be is refused."""

from fractions import Fraction

import pytest

from tables.games.paytables import PAY_TABLES, Bet, PayTable
from tables.games.ranks import Category


def lines(table):
    return " ".join(str(odds) for odds in table.pays.values())


def test_the_tables_pay_what_the_sources_say():
    assert {table.name: lines(table) for tables in PAY_TABLES.values() for table in tables} == {
        "Ante 1": "200 100 40 25 10 7 6 3 2 1",
        "Ante 2": "200 100 40 25 10 8 7 3 2 1",
        "Dos Pares 1": "200 100 50 25 10 9 7 5 2",
        "Dos Pares 2": "200 100 50 25 10 8 7 5 2",
        "Joker in Hand": "7",
        "Gran Progressive": "150 100 75",
        "Ace or Face 1": "4 2 8/5 6/5",
        "Ace or Face 2": "4 2 8/5 1",
        "Ace or Face 3": "4 2 3/2 1",
        "10's or Better 1": "250 75 25 15 5 3 1 1 1",
        "10's or Better 2": "250 75 25 15 4 3 1 1 1",
        "10's or Better 3": "250 75 25 10 5 4 1 1 1",
        "Winning Bet": "100 25 12 5 4 3 1 1 1 1",
    }


def test_the_progressive_pays_shares_of_the_jackpot():
    progressive = PAY_TABLES["spanish-poker"][-1]
    assert progressive.jackpot == {Category.CINCOS: 1, Category.ROYAL_FLUSH: Fraction(1, 4)}


def test_every_table_says_where_it_is_written_and_what_its_publisher_states():
    for tables in PAY_TABLES.values():
        for table in tables:
            assert table.source.startswith("seeds 00")
            assert table.published


@pytest.mark.parametrize(
    ("bet", "pays", "sentence"),
    [
        (
            Bet.DOS_PARES,
            {"five of a kind": 3},
            "Ours: dos pares cannot pay for “five of a kind”; it pays for cincos, royal",
        ),
        (Bet.ACE_OR_FACE, {"T": 3}, "Ours: ace or face cannot pay for “T”; it pays for A, K, Q, J."),
        (Bet.DOS_PARES, {"quads": 2.5}, "Ours: 2.5 for quads is not a payout; write it like 8/5 or 3."),
        (Bet.DOS_PARES, {"quads": -1}, "Ours: -1 for quads is not a payout; write it like 8/5 or 3."),
        (Bet.DOS_PARES, {"quads": True}, "Ours: True for quads is not a payout; write it like 8/5 or 3."),
    ],
)
def test_an_impossible_table_is_refused(bet, pays, sentence):
    with pytest.raises(ValueError, match="Ours") as refusal:
        PayTable(bet, "Ours", pays, source="a house's order")
    assert str(refusal.value).startswith(sentence)
