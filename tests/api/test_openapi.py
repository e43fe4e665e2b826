"""The description that is checked in is the one that the code gives, and it is complete."""

from pathlib import Path

import pytest
import yaml
from django.core.management import call_command

from tests.conftest import ROOT

CHECKED_IN = ROOT / "docs/openapi.yaml"


@pytest.fixture(scope="module")
def schema(tmp_path_factory):
    path = tmp_path_factory.mktemp("schema") / "openapi.yaml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", path)
    return path.read_text()


def test_the_checked_in_description_is_the_current_one(schema):
    assert schema == Path(CHECKED_IN).read_text(), (
        "The API has changed: run `python manage.py spectacular --file docs/openapi.yaml` and look at the difference."
    )


def test_it_is_openapi_3_1_and_has_every_call_of_the_specification(schema):
    described = yaml.safe_load(schema)
    calls = {f"{method.upper()} {path}" for path, methods in described["paths"].items() for method in methods}

    assert described["openapi"].startswith("3.1")
    assert calls >= {
        "GET /api/v1/progressives/",
        "GET /api/v1/progressives/{code}/",
        "POST /api/v1/tables/{table}/hands/",
        "POST /api/v1/tables/{table}/wagers/",
        "POST /api/v1/tables/{table}/boxes/",
        "GET /api/v1/tables/{table}/limits/",
        "POST /api/v1/counts/",
        "POST /api/v1/counts/{count}/passes/",
        "POST /api/v1/counts/{count}/verify/",
        "POST /api/v1/counts/{count}/sign/",
        "GET /api/v1/days/",
        "GET /api/v1/days/{day}/",
        "POST /api/v1/progressives/{code}/days/{day}/close/",
        "GET /api/v1/payouts/",
        "POST /api/v1/payouts/{number}/verify/",
        "POST /api/v1/payouts/{number}/pay/",
        "POST /api/v1/payouts/{number}/void/",
        "GET /api/v1/ledger/entries/",
        "POST /api/v1/exports/",
        "GET /api/v1/exports/{export}/",
    }


def test_every_call_lists_its_errors(schema):
    for methods in yaml.safe_load(schema)["paths"].values():
        for method, operation in methods.items():
            errors = {status for status in operation["responses"] if status >= "400"}
            posts = {"413", "415"} if method == "post" else set()
            assert errors == {"400", "401", "403", "404", "406", "409", "422", "429", "500", "503"} | posts
            assert operation["summary"]


def test_the_headers_of_the_answers_are_described(schema):
    paths = yaml.safe_load(schema)["paths"]
    headers = {
        (path, method, status): set(response["headers"])
        for path, methods in paths.items()
        for method, operation in methods.items()
        for status, response in operation["responses"].items()
    }

    assert all("X-Request-ID" in names for names in headers.values())
    assert {key for key, names in headers.items() if "ETag" in names} == {
        (f"/api/v1/{path}", "get", status)
        for path in ("progressives/", "progressives/{code}/")
        for status in ("200", "304")
    }
    assert {key for key, names in headers.items() if "Idempotency-Replayed" in names} == {
        (f"/api/v1/tables/{{table}}/{path}/", "post", "201") for path in ("hands", "wagers", "boxes")
    }
    assert {status for (_, _, status), names in headers.items() if "Retry-After" in names} == {"429", "503"}


def test_a_hand_needs_its_key_and_its_body(schema):
    hands = yaml.safe_load(schema)["paths"]["/api/v1/tables/{table}/hands/"]["post"]

    assert hands["requestBody"]["required"] is True
    assert [(one["name"], one["required"]) for one in hands["parameters"]] == [
        ("Idempotency-Key", True),
        ("table", True),
    ]


def test_descriptions_are_for_device_makers(schema):
    """What a docstring tells the readers of the code is not in them."""
    assert "Subclasses have" not in schema
    assert {
        response["description"]
        for methods in yaml.safe_load(schema)["paths"].values()
        for operation in methods.values()
        for response in operation["responses"].values()
    }.isdisjoint({""})


def test_each_report_has_its_own_shape(schema):
    report = yaml.safe_load(schema)["components"]["schemas"]["HandReportRequest"]

    assert report["discriminator"]["propertyName"] == "report"
    assert sorted(report["discriminator"]["mapping"]) == [
        *("draw-poker", "escaleriado", "largo", "low-ball", "misdeal", "spanish-poker", "top-5-poker", "winners"),
    ]


@pytest.mark.django_db
def test_the_page_shows_every_call(client):
    page = client.get("/api/docs/").content.decode()

    assert "POST /api/v1/tables/{table}/hands/" in page
    assert "SpanishPokerReportRequest" in page
    assert "&quot;left&quot;: &quot;laid all ten, not beyond the marker&quot;" in page  # the example of Largo
