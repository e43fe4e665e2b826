"""Bundles typed as quantities."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounting.quantities import parse_quantity


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("0", 0),
        ("412", 412),
        ("007", 7),
        ("20*20+12", 412),
        ("12+20*20", 412),
        ("2*3*4", 24),
        (" 5 * 20 ", 100),
        ("1000000", 1_000_000),
    ],
)
def test_a_bundle_is_a_quantity(text, pieces):
    assert parse_quantity(text) == pieces


@pytest.mark.parametrize(
    "text", ["", " ", "-1", "1.5", "1e3", "20**2", "+5", "5+", "*", "1,000", "0x10", "٣", "1 2", "__import__('os')"]
)
def test_anything_else_is_refused_with_an_example(text):
    with pytest.raises(ValueError, match=r"is not a quantity\. Type a number such as 412, or 20\*20\+12\."):
        parse_quantity(text)


def test_more_than_a_box_holds_is_refused():
    with pytest.raises(ValueError, match="makes 1,000,001 pieces, more than a box holds"):
        parse_quantity("1000000+1")


def test_a_long_text_is_refused_before_it_is_read():
    with pytest.raises(ValueError, match="too long for a quantity"):
        parse_quantity("9*" * 30 + "9")


@given(st.lists(st.lists(st.integers(0, 20), min_size=1, max_size=3), min_size=1, max_size=4))
def test_a_sum_of_products_reads_as_arithmetic_does(bundles):
    text = "+".join("*".join(str(factor) for factor in bundle) for bundle in bundles)
    assert parse_quantity(text) == eval(text)
