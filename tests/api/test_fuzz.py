"""schemathesis against the running server: no server error, no answer that the description does not have."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from accounting.selectors.gaming_days import current_day

pytestmark = pytest.mark.django_db(transaction=True)
PATHS = {
    "terminal": ("--include-path-regex", r"/(tables|enrolments|progressives/$|progressives/{code}/$)"),
    "person": ("--exclude-path-regex", r"/(hands|wagers|enrolments)/"),
}
SETTINGS = """
# What a schema cannot say, the rules of the games do: a hand of the right shape may still be impossible (409, 422).
[checks]
positive_data_acceptance.expected-statuses = ["2xx", 304, 400, 401, 403, 404, 409, 422]

# Things that are there, so that calls come past "not found".
[parameters]
"path.table" = "{table}"
"path.code" = "gran-a"
"path.count" = {count}
"path.number" = 1
"path.day" = "{day}"
"""


def fuzz(server, folder, who, *options):
    """Run it as a terminal or as a person of every role; gives how many cases there were. A finding fails the test."""
    house = server.house
    (folder / "schemathesis.toml").write_text(
        SETTINGS.format(table=house.table.code, count=server.count.pk, day=current_day(house.cardroom))
    )
    finished = subprocess.run(
        [
            *(Path(sys.executable).parent / "schemathesis", "run", f"{server.url}/api/schema/", "--no-color"),
            *("--header", f"Authorization: Bearer {getattr(server, who)}", *PATHS[who], *options),
        ],
        cwd=folder,  # it finds its settings there, and leaves its notes
        env=os.environ,
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert finished.returncode == 0, finished.stdout[-8000:] + finished.stderr[-2000:]
    return int(re.search(r"(\d+) generated", finished.stdout)[1])


@pytest.mark.parametrize(
    "who",
    # One caller on each database; the long run below is of both on both.
    [pytest.param("terminal", marks=pytest.mark.one_database), pytest.param("person", marks=pytest.mark.postgres)],
)
def test_a_short_run(server, tmp_path, who):
    # Every operation by example and at the edges of its schema, and a few at random.
    assert fuzz(server, tmp_path, who, "--max-examples", "3", "--seed", "41") > 100


@pytest.mark.soak
@pytest.mark.parametrize("who", PATHS)
def test_two_thousand_cases_and_more(server, tmp_path, who):
    assert fuzz(server, tmp_path, who, "--max-examples", "100") > 2_000
