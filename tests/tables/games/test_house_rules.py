"""The printed house rules name every election and every source of a limit, and all examples in words and code hold."""

import doctest
import re
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest

from tables.games.known_limits import KNOWN
from tables.games.orders import ORDERS

DOCS = Path(__file__).resolve().parents[3] / "docs"
HOUSE_RULES = (DOCS / "house-rules.md").read_text()


@pytest.mark.parametrize("game", ORDERS)
def test_every_election_is_in_the_house_rules(game):
    assert [field.name for field in fields(ORDERS[game]) if f"`{field.name}`" not in HOUSE_RULES] == []


def test_every_election_in_the_house_rules_exists():
    named = set(re.findall(r"^\| [^|]+ \| `(\w+)` \|", HOUSE_RULES, re.MULTILINE))
    assert named == {field.name for kind in ORDERS.values() for field in fields(kind)}


def test_every_rule_of_washington_is_in_the_house_rules():
    sources = {limit.source for limit in KNOWN if limit.jurisdiction == "washington"}
    rules = {source for source in sources if source.startswith(("WAC", "RCW"))}
    assert rules == {"WAC 230-15-140", "WAC 230-15-040", "WAC 230-15-135", "RCW 9.46.0282"}
    assert {rule for rule in rules if rule not in HOUSE_RULES} == set()


def test_the_examples_of_the_games_page_run(capsys):
    examples = re.findall(r"```python\n(.*?)```", (DOCS / "games.md").read_text(), re.DOTALL)
    space = {}
    for example in examples:
        exec(example, space)
    assert len(examples) == 2
    assert (str(space["rank"]), space["rank"].joker) == ("royal flush", "Ah")
    assert capsys.readouterr().out.splitlines() == [
        "ante paid 5000 tray",
        "raise paid 1000 tray",
        "gran progressive paid 7500 tray",
    ]


@pytest.mark.parametrize("module", ["dealt", "escaleriado", "paytables", "settlement.betting_rounds"])
def test_the_examples_in_the_code_run(module):
    assert doctest.testmod(import_module(f"tables.games.{module}")) == (0, 1 + (module == "dealt"))
