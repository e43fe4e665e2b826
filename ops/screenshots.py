"""`make screenshots`: the pictures in README and docs/, taken of the demo in a real browser.

A demo of its own is made in a temporary folder, served on a free port, and walked through as each role would. To add a
picture, add a line to PICTURES; `steps` are the links and buttons to follow from `path`.
"""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from ops.browser import find_chromium
from ops.servers import die_with_parent

ROOT = Path(__file__).resolve().parent.parent
PASSWORD = "six-in-the-morning"  # noqa: S105 - of the demo
IMAGES = ROOT / "docs" / "images"
# Four twos and the joker at spot 1, a royal at spot 2: a split.
HAND = "&".join(f"spot-1={card}" for card in ("2s", "2h", "2d", "2c", "*"))
HAND += "&" + "&".join(f"spot-2={card}" for card in ("7h", "Jh", "Qh", "Kh", "Ah"))


@dataclass(frozen=True)
class Picture:
    """One page as `who` sees it. `tall` takes the whole page, not only what fits the screen."""

    name: str
    who: str
    path: str
    steps: tuple[str, ...] = ()
    width: int = 768
    height: int = 1024
    tall: bool = False
    language: str = "en"


PICTURES = [
    Picture("today", "flor", "/", width=1280, height=900),
    Picture("today-count-team", "ben", "/"),
    Picture("today-accountant", "abe", "/"),
    Picture("today-spanish", "flor", "/", language="es"),
    Picture("count-room", "ana", "/counts/"),
    Picture("count", "ben", "/counts/", steps=("Open",)),
    Picture("count-sheet", "vera", "/counts/", steps=("Open", "Start the verifier's count")),
    Picture("count-locked", "abe", "/counts/all/?leaf=2", steps=("000",)),
    Picture("report-hit", "flor", f"/payouts/report/?{HAND}", height=1740),
    Picture("slip", "ray", "/payouts/", steps=("000",), height=1200),
    Picture("days", "abe", "/days/"),
    Picture("close", "abe", "/days/", steps=("See the close",), tall=True),
    Picture("progressive", "abe", "/progressives/gran-a/?range=all", width=1280, height=1120),
    Picture("ledger", "odd", "/ledger/?fund=gran-a&account=primary", width=1280, height=900),
    Picture("deposits", "abe", "/deposits/"),
    Picture("exceptions", "sol", "/exceptions/"),
    Picture("exports", "odd", "/exports/"),
    Picture("odds", "gia", "/odds/", width=1280, height=900),
    Picture("set-up", "gia", "/setup/"),
    Picture("board", "", "/board/gran-a/", width=1280, height=720),
    Picture("posting-card", "", "/board/gran-a/card/", width=1100, height=760),
]


def main(wanted: list[str]) -> int:
    """Take all pictures, or those that are named."""
    chosen = [picture for picture in PICTURES if not wanted or picture.name in wanted]
    IMAGES.mkdir(parents=True, exist_ok=True)
    with _demo() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        for picture in chosen:
            _take(browser, address, picture)
            print(f"docs/images/{picture.name}.png")
        browser.close()
    return 0


def _take(browser: Browser, address: str, picture: Picture) -> None:
    size = ViewportSize(width=picture.width, height=picture.height)
    context = browser.new_context(base_url=address, viewport=size, reduced_motion="reduce", locale=picture.language)
    page = context.new_page()
    if picture.who:
        page.goto("/login/")
        page.locator("#id_login").fill(picture.who)
        page.locator("#id_password").fill(PASSWORD)
        page.locator("main button[type=submit]").click()
    page.goto(picture.path)
    for words in picture.steps:
        page.locator("main").get_by_role("link", name=words).first.click()
        page.wait_for_load_state()
    if picture.tall:
        # What sticks to the bottom of the screen would lie across the middle of the picture.
        page.evaluate("document.querySelectorAll('.action-bar').forEach((bar) => { bar.style.position = 'static' })")
    page.screenshot(path=IMAGES / f"{picture.name}.png", full_page=picture.tall)
    context.close()


@contextmanager
def _demo() -> Iterator[str]:
    """The address of a server with a fresh demo."""
    with tempfile.TemporaryDirectory() as state:
        port = _free_port()
        environment = os.environ | {"STATE_DIR": state, "DEBUG": "on", "HTTPS": "off", "LOG_LEVEL": "ERROR"}
        environment |= {"SECOND_FACTOR": "off"}
        environment.pop("DATABASE_URL", None)
        for words in (["migrate", "-v0"], ["demo", "-v0"]):
            subprocess.run([sys.executable, "manage.py", *words], cwd=ROOT, env=environment, check=True)
        server = subprocess.Popen(
            [sys.executable, "manage.py", "runserver", "--noreload", f"127.0.0.1:{port}"],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=die_with_parent,  # noqa: PLW1509
        )
        try:
            yield _once_it_answers(f"http://127.0.0.1:{port}")
        finally:
            server.terminate()
            server.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _once_it_answers(address: str) -> str:
    for _attempt in range(200):
        try:
            urllib.request.urlopen(f"{address}/api/v1/health/", timeout=5).close()  # noqa: S310
        except OSError:
            time.sleep(0.2)
        else:
            return address
    raise SystemExit("The demo's server does not answer.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
