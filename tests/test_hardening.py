"""What an attacker tries first: scripts in pages, forged forms, redirects elsewhere, large bodies, secrets in logs.

Every page of the resolver is opened and its HTML looked through, /admin/ and the error pages too.
"""

import ast
import logging
import time
from html.parser import HTMLParser
from io import StringIO

import pytest
from django.conf import settings as in_force
from django.core.files.uploadedfile import SimpleUploadedFile
from django.middleware.csrf import _get_new_csrf_string
from django.test import Client
from django.urls import get_resolver

from config.logs import logging_settings
from jackpot.demo.people import PASSWORD
from jackpot.services import tax
from tables import clock
from tables.duties import Role
from tables.models import Employee
from tables.selectors.addresses import walk
from tests.addresses import admin_urls, examples, pages, url_of
from tests.conftest import ROOT
from tests.everything import dump
from tests.houses import NOW, houses, signed_in  # noqa: F401 - a fixture

pytestmark = pytest.mark.one_database
POLICY = {
    "default-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
}
# A browser's session and the trail remember what was refused; nothing else may.
ONLY_TELLS = ("django_session", "tables_accessevent")
ELSEWHERE = [
    "https://evil.example/",
    "//evil.example/",
    "///evil.example",
    "\\\\evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "https:evil.example",
    " //evil.example",
    "http://testserver@evil.example/",
]


@pytest.fixture(autouse=True)
def _at_noon(settings):
    settings.CALLS_PER_MINUTE = {"terminal": 0, "person": 0, "stranger": 0}
    with clock.at(NOW):
        yield


@pytest.fixture
def root(db, houses):
    """The browser of the installation's administrator."""
    return signed_in(
        Employee.objects.create(username="root", name="Root", employee_number="0", is_staff=True, is_superuser=True)
    )


class Inline(HTMLParser):
    """Collects whatever a strict policy forbids: code or looks in the page itself, and addresses that are code."""

    def __init__(self):
        super().__init__()
        self.found, self.script = [], False

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "style" or (tag == "script" and "src" not in given and given.get("type") != "application/json"):
            self.found.append(f"<{tag}>")
        self.found += [f"{tag} {name}" for name in given if name == "style" or name.startswith(("on", "hx-on"))]
        self.found += [f"{tag} {value}" for value in given.values() if (value or "").strip().startswith("javascript:")]
        self.found += [
            f"{tag} {given[name]}"
            for name in ("src", "href", "action")
            if tag in ("script", "link", "img", "form", "iframe") and (given.get(name) or "").startswith(("http", "//"))
        ]


def inline_in(answer):
    seen = Inline()
    seen.feed(answer.content.decode())
    return seen.found


def every_page(houses, root):
    """Every page as its people see it, of the cardroom and of /admin/; as a stranger; and what goes wrong."""
    ours = houses[0]
    people = [signed_in(ours.people[role]) for role in (Role.GENERAL_MANAGER, Role.FLOOR_MANAGER)]
    stranger = Client(raise_request_exception=False)
    for name, example in pages(ours).items():
        if name != "logout":
            for client in (*people, stranger):
                yield client.get(url_of(name, example))
    records = {type(record): record for record in vars(ours).values() if hasattr(record, "_meta")}
    for url in sorted(set(admin_urls(records.get)) - {"/admin/logout/"}):
        yield root.get(url)
    for url in ("/api/docs/", "/not/there/", "/api/v1/not/there/", "/admin/not/there/", "/counts/999999/"):
        yield people[0].get(url)
    yield people[0].post(f"/payouts/{ours.slip.number}/print/", {"as": "page"})
    yield Client(enforce_csrf_checks=True).post("/login/", {})
    yield people[0].post("/login/", {f"field-{number}": "" for number in range(600)})


def test_every_page_has_the_strict_policy_and_nothing_inline(houses, root):
    shown = 0
    for answer in every_page(houses, root):
        where = answer.wsgi_request.path
        assert set(answer["Content-Security-Policy"].split("; ")) == POLICY, where
        assert answer["X-Frame-Options"] == "DENY", where
        assert answer["X-Content-Type-Options"] == "nosniff", where
        assert answer["Referrer-Policy"] == "same-origin", where
        assert answer["Cross-Origin-Opener-Policy"] == "same-origin", where
        assert "camera=()" in answer["Permissions-Policy"], where
        if "/board/" not in where and "/jsi18n/" not in where:
            assert "no-store" in answer["Cache-Control"], where
        if answer["Content-Type"].startswith("text/html"):
            shown += 1
            assert inline_in(answer) == [], where
    assert shown > 150


def test_the_pages_of_ones_own_sign_in_too(db, client):
    """They ask for the password again unless it was just given."""
    Employee.objects.create_user(username="u", password=PASSWORD, name="U", employee_number="1")
    client.post("/login/", {"login": "u", "password": PASSWORD})
    client.post("/account/again/", {"password": PASSWORD})
    for url in ("/account/", "/account/password/", "/account/pin/", "/account/second-factor/", "/account/again/"):
        answer = client.get(url)
        assert (answer.status_code, inline_in(answer)) == (200, []), url
        assert "no-store" in answer["Cache-Control"], url


def test_the_finder_of_inline_code_finds_it():
    page = '<p style="x"><b onclick="x"></b><script>1</script><style></style><a href=" javascript:1"></a>'
    seen = Inline()
    seen.feed(page + '<img src="//evil.example/x.png">')
    assert seen.found == ["p style", "b onclick", "<script>", "<style>", "a  javascript:1", "img //evil.example/x.png"]


def test_a_form_without_its_token_is_refused_everywhere(houses, root):
    """Pages by CSRF; calls of the API too when they come with the session of a browser."""
    ours = houses[0]
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.force_login(ours.general)
    not_for_it = {"api-enrolments"}  # takes no session: a code is its only proof
    for name, example in examples(ours).items():
        if example.whose == "public" or name in not_for_it:
            continue
        sent = {"content_type": "application/json"} if name.startswith("api-") else {}
        url = url_of(name, example)
        for token in ({}, {"headers": {"X-CSRFToken": _get_new_csrf_string()}}):
            assert client.post(url, "{}" if sent else {}, **sent, **token).status_code == 403, name


def test_no_view_is_without_csrf_but_the_api():
    """REST framework's views are exempt because they check it themselves, as above, for whoever has a session."""
    exempt = {name for name, _, view in walk(get_resolver()) if getattr(view, "csrf_exempt", False)}
    assert {name for name in exempt if not name.startswith("api-")} == {"schema", "api/"}


@pytest.mark.parametrize("elsewhere", ELSEWHERE)
def test_nothing_leads_elsewhere(db, houses, client, elsewhere):
    flora = Employee.objects.get(pk=houses[0].manager.pk)
    flora.set_password(PASSWORD)
    flora.save()
    right = {"login": flora.username, "password": PASSWORD, "next": elsewhere}
    answers = [
        client.post("/language/", {"language": "es", "next": elsewhere}),
        client.get("/language/", {"next": elsewhere}, headers={"referer": elsewhere}),
        client.post("/login/", right, query_params={"next": elsewhere}),
        client.get("/login/", {"next": elsewhere}),
        client.get("/admin/login/", {"next": elsewhere}),
        client.post("/logout/", {"next": elsewhere}, query_params={"next": elsewhere}),
        client.get("//evil.example/days/"),
    ]
    for answer in answers:
        assert answer.status_code in (200, 302, 403, 404), answer.wsgi_request.path
        where = answer.get("Location", "/")
        assert where.startswith("/"), where
        assert not where.startswith(("//", "/\\")), where


def test_large_bodies_many_fields_and_files_are_refused(houses, root):
    ours = houses[0]
    client = signed_in(ours.general)
    assert client.post("/setup/people/", {"name": "x" * (in_force.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)}).status_code == 400
    assert client.post("/setup/people/", {f"f{number}": "" for number in range(501)}).status_code == 400
    upload = {"name": "x", "photo": SimpleUploadedFile("../../etc/passwd", b"x")}
    assert client.post("/setup/people/", upload).status_code == 400
    body = '{"name": "%s"}' % ("x" * 70_000)
    assert client.post("/api/v1/tokens/", body, content_type="application/json").status_code == 413


@pytest.mark.parametrize("number", ["../1", "..%2f..%2fetc%2fpasswd", "1/../../x", "%00", "1;x", "-1", "9" * 40])
def test_a_download_is_asked_for_by_number_and_nothing_else(houses, root, number):
    client = signed_in(houses[0].accountant)
    for url in (f"/exports/{number}/file/", f"/api/v1/exports/{number}/file/", f"/payouts/{number}/"):
        assert client.get(url).status_code == 404, url


def test_files_are_given_under_safe_names(houses, root):
    ours = houses[0]
    client = signed_in(ours.accountant)
    slip = client.post(f"/payouts/{ours.slip.number}/print/")
    assert slip["Content-Disposition"] == f'inline; filename="slip-{ours.slip.number:06d}.pdf"'
    given = client.get(f"/exports/{ours.export.number}/file/")
    assert given["Content-Disposition"] == f'attachment; filename="{ours.export.file.name.rsplit("/", 1)[1]}"'
    assert ours.export.file.name.startswith("tri-city/000001/")


def test_a_foreign_host_is_no_host_of_ours(db, client):
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400
    assert client.get("/login/", headers={"x-forwarded-host": "evil.example"}).status_code == 200
    assert b"evil.example" not in client.get("/login/", headers={"x-forwarded-host": "evil.example"}).content


def test_nothing_fetches_an_address_that_somebody_gave(db):
    """The web and the worker speak to the database and to Redis. Only the simulator, a command, opens connections."""
    fetching = {"http.client", "urllib.request", "requests", "httpx", "aiohttp", "socket", "urllib3"}
    found = set()
    for room in ("config", "tables", "accounting", "jackpot"):
        for path in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
                names += [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
                if fetching & set(names):
                    found.add(str(path.relative_to(ROOT)))
    assert found == {"tables/simulator.py"}


def test_no_secret_in_logs_or_answers(houses, root, caplog, capfd, monkeypatch):
    """Passwords, PINs, codes, tokens, tax numbers and patrons' names, refused and failing, at the lowest level."""
    ours = houses[0]
    password, pin, number, digits, patron = (
        "correct-horse-battery",
        "97531864",
        "900-55-4321",
        "900554321",
        "Maria Pons",
    )
    manager, general = signed_in(ours.manager), signed_in(ours.general)
    bearer = {"authorization": "Bearer bote-person-0123456789-secret"}
    with caplog.at_level(logging.DEBUG):
        answers = [
            Client().post("/login/", {"login": ours.manager.username, "password": password}),
            manager.post(f"/counts/{ours.count.number}/sign/", {"by": ours.floor.ann.pk, "credential": pin}),
            manager.get("/payouts/report/", {"table": ours.table.code, "patron-1": patron}),
            Client().get("/api/v1/days/", headers=bearer),
            Client().post("/api/v1/enrolments/", '{"code": "SECRET-CODE-77"}', content_type="application/json"),
        ]
        tax.record_tax_identity(payout=ours.slip, number=number, by=ours.manager)
        monkeypatch.setattr("accounting.services.counts.confirm_identity", _fails)
        failed = manager.post(f"/counts/{ours.count.number}/sign/", {"by": ours.floor.ann.pk, "credential": pin})
        answers += [failed, general.get(f"/payouts/{ours.slip.number}/")]
    assert failed.status_code == 500
    out, err = capfd.readouterr()
    logged = "\n".join([out, err, caplog.text, *(repr(vars(record)) for record in caplog.records)])
    for secret in (password, pin, number, digits, patron, "SECRET-CODE-77", "0123456789-secret"):
        assert secret not in logged, secret
    assert "request_failed" in logged  # the failure itself is told
    for secret in (password, pin, number, digits):
        assert not any(secret in answer.content.decode() for answer in answers), secret


def _fails(**given):
    raise RuntimeError("The disk is gone.")


def test_a_traceback_on_the_console_shows_no_variables():
    formatter = logging_settings(form="console", level="DEBUG")["formatters"]["console"]
    build = formatter.pop("()")
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(build(**formatter))
    try:
        _with_a_secret_in_hand()
    except ValueError as problem:
        handler.emit(
            logging.LogRecord("x", 40, __file__, 1, "failed", (), (ValueError, problem, problem.__traceback__))
        )
    assert "ValueError: no" in stream.getvalue()
    assert "hunter2" not in stream.getvalue().replace('"hunter2"', "")


def _with_a_secret_in_hand():
    password = "hunter2" + str(len("x"))
    raise ValueError("no" if password else "")


@pytest.mark.parametrize(
    "evil", ["1" * 200_000, "9" * 100_000 + ".", "a-" * 50_000, " " * 100_000 + "x", "-" * 100_000]
)
def test_no_pattern_takes_long_over_a_long_text(evil):
    """Every compiled pattern of ours, at texts made to send a backtracking one round in circles."""
    from accounting.quantities import DOLLARS
    from config.request_ids import WELL_FORMED
    from jackpot.exports.hits import TAX_IDENTITY
    from tables.api import fields, idempotency
    from tables.money import AMOUNT

    started = time.monotonic()
    for pattern in (DOLLARS, WELL_FORMED, TAX_IDENTITY, fields.DAY, fields.MOMENT, idempotency.WELL_FORMED, AMOUNT):
        pattern.fullmatch(evil)
        pattern.search(evil)
    assert time.monotonic() - started < 5


def test_an_administrator_changes_nothing_of_the_books_in_admin(houses, root):
    """Every form of /admin/ is sent but those of people and cardrooms; not a row is another."""
    records = {type(record): record for record in vars(houses[0]).values() if hasattr(record, "_meta")}
    before = dump(*ONLY_TELLS)
    for url in set(admin_urls(records.get)) - {"/admin/logout/"}:
        if "/tables/employee/" not in url and "/tables/cardroom/" not in url:
            root.post(url, {"post": "yes", "name": "x", "action": "delete_selected", "_selected_action": "1"})
    assert dump(*ONLY_TELLS) == before


def test_cookies_are_for_https_and_scripts_cannot_read_them(client, db, settings):
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = settings.LANGUAGE_COOKIE_SECURE = True
    Employee.objects.create_user(username="u", password=PASSWORD, name="U", employee_number="1")
    answers = [
        client.get("/login/"),
        client.post("/login/", {"login": "u", "password": PASSWORD}),
        client.post("/language/", {"language": "es"}),
    ]
    cookies = {name: morsel for answer in answers for name, morsel in answer.cookies.items()}
    assert {"csrftoken", "sessionid", in_force.LANGUAGE_COOKIE_NAME} <= set(cookies)
    for name, cookie in cookies.items():
        assert (cookie["secure"], cookie["httponly"], cookie["samesite"] or "Lax") == (True, True, "Lax"), name
