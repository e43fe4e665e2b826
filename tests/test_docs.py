"""The guides keep what they promise: their examples run and their links lead somewhere."""

import doctest
import re
import subprocess

import pytest

from tests.conftest import ROOT

GUIDES = sorted(
    path for path in ROOT.rglob("*.md") if not {".venv", ".state", ".pytest_cache"} & set(path.relative_to(ROOT).parts)
)


def test_the_readmes_examples_run():
    assert doctest.testfile(str(ROOT / "README.md"), module_relative=False) == (0, 5)


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(guide):
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", guide.read_text())
    relative = [target for target in targets if "://" not in target]

    assert [target for target in relative if not (guide.parent / target).exists()] == []


@pytest.mark.parametrize("folder", ["docs", "docs/adr"])
def test_the_index_leaves_no_guide_out(folder):
    index = (ROOT / folder / "README.md").read_text()

    guides = {path.name for path in (ROOT / folder).glob("*.md")} - {"README.md"}
    assert {guide for guide in guides if f"({guide})" not in index} == set()


def test_make_help_lists_every_target():
    listed = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)

    assert [line.split()[1] for line in listed.splitlines()] == targets


def test_no_file_holds_two_versions_of_itself():
    """What a merge could not decide must not be kept: a page would show both."""
    marks = re.compile(rb"^(<{7} |>{7} )", re.MULTILINE)
    ours = [path for path in ROOT.glob("[a-z]*/**/*") if path.suffix in {".py", ".html", ".md", ".css", ".js", ".po"}]

    assert len(ours) > 100
    assert [str(path) for path in ours if marks.search(path.read_bytes())] == []
