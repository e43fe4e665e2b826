"""Browser tests drive the machine's own Chromium against a live server on the test database."""

import os

import pytest

from ops.browser import find_chromium

# Playwright's synchronous interface keeps an event loop in this thread, which Django would take for async code.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    return browser_type_launch_args | {"executable_path": find_chromium()}


@pytest.fixture
def complaints(page):
    """What the browser complains about: broken scripts, blocked styles, missing files."""
    heard = []
    page.on("console", lambda message: heard.append(message.text) if message.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("response", lambda answer: heard.append(f"{answer.status} {answer.url}") if answer.status >= 400 else None)
    return heard
