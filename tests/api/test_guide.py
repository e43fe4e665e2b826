"""The guide for device makers keeps what it promises: its examples run, in order, against a real server."""

import json
import os
import re
import subprocess
import sys

import pytest

from tables.models import CustodyEvent, Hand, WagerReport
from tests.api.live import now
from tests.conftest import ROOT

GUIDE = (ROOT / "docs/terminals.md").read_text()
SHELL, PYTHON = (re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL) for language in ("sh", "python"))


def run(command, environment, text):
    done = subprocess.run(
        command, input=text, env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.django_db(transaction=True)
def test_the_examples_of_the_guide_run_in_order(server):
    environment = os.environ | {"BOTE": server.url, "TABLE": server.house.table.code, "NOW": now(minutes=1)}
    environment["PERSONAL"] = server.person
    answers = []
    for example in SHELL:
        answer = run(["bash", "-euo", "pipefail"], environment, example)
        answers.append(json.loads(answer) if answer.startswith(("{", "[")) else answer)
        if "code" in answers[-1]:
            environment["CODE"] = answers[-1]["code"]
        if "token" in answers[-1]:
            environment["TOKEN"] = answers[-1]["token"]
    by_program = run([sys.executable, "-"], environment, PYTHON[0])

    _, enrolled, hand, winners, wagers, box, limits, board = answers
    assert enrolled["table"] == server.house.table.code
    assert [spot["pay_now"] for spot in hand["spots"]] == ["0.00", "0.00"]
    assert winners["slips"][0]["amount"] == "75.00"
    assert (wagers["made"], box["event"], limits["game"], board) == (40, "placed", "spanish-poker", "304")
    assert by_program == "pay ['0.00']\n"
    assert Hand.objects.count() == 2 + 1 + 3
    assert (WagerReport.objects.count(), CustodyEvent.objects.filter(author_terminal__isnull=False).count()) == (1, 1)
