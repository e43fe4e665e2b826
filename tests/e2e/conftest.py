"""Browser tests drive the machine's own Chromium against a live server on the test database.

`tablets` gives people their own tablets. `clean(page)` says that a page is in order: nothing in the console, nothing
that the content security policy blocked, no answer of 400 or more, nothing that axe finds against WCAG 2.2 AA.
"""

import os

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import expect

from ops.browser import find_chromium

# Playwright's synchronous interface keeps an event loop in this thread, which Django would take for async code.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

# Playwright waits five seconds for what is expected: too short where other tests keep the machine busy.
expect.set_options(timeout=20_000)

WCAG = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
AXE = Axe()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    return browser_type_launch_args | {"executable_path": find_chromium()}


def listen(page):
    """Keep what the browser complains about: broken scripts, blocked styles, missing files."""
    heard = page.complaints = []
    page.on("console", lambda message: heard.append(message.text) if message.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("response", lambda answer: heard.append(f"{answer.status} {answer.url}") if answer.status >= 400 else None)
    return heard


@pytest.fixture
def complaints(page):
    """What the browser of the test's own page complains about."""
    return listen(page)


def clean(page):
    """The page is in order, fits the screen, and everyone can use it."""
    assert page.complaints == []
    found = AXE.run(page, options=WCAG).response["violations"]
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == []
    width = page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") == width, f"{page.url} is wider than {width} px"


@pytest.fixture
def tablets(browser, live_server):
    """Open a tablet of one's own: another browser, another session. With a person, it is signed in already."""
    contexts = []

    def open_tablet(employee=None, *, width=768, height=1024, **more):
        size = {"width": width, "height": height}
        context = browser.new_context(viewport=size, base_url=live_server.url, **more)
        contexts.append(context)
        page = context.new_page()
        listen(page)
        if employee:
            sign_in(context, live_server, employee)
        return page

    yield open_tablet
    for context in contexts:
        context.close()


def sign_in(context, live_server, employee):
    """Sign in without the form, which has a test of its own."""
    session = SessionStore()
    session[SESSION_KEY] = str(employee.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = employee.get_session_auth_hash()
    session.save()
    context.add_cookies([{"name": "sessionid", "value": session.session_key, "url": live_server.url}])
