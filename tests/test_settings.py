"""Settings fail safe: what is missing is said in a sentence, and a deployment is strict unless told otherwise."""

import json
import os
import subprocess
import sys

import pytest
from django.contrib.auth.models import Group

from config.redis_urls import as_celery_broker, as_redis_client
from tables.duties import Role
from tests.conftest import ROOT

KEY = "a-long-random-text-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJ"
DEPLOYMENT = {"SECRET_KEY": KEY, "ALLOWED_HOSTS": "bote.example.com", "DATABASE_URL": "sqlite:///:memory:"}


def python(*words, **environment):
    """Python in an environment with nothing but what is given."""
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        (
            {"DEBUG": "off", "ALLOWED_HOSTS": "bote.example.com"},
            "SECRET_KEY is not set. Set it to a long random text; `make run` makes one.",
        ),
        (
            {"SECRET_KEY": KEY},
            "ALLOWED_HOSTS is not set. Set it to the host names people use, e.g. bote.example.com.",
        ),
        (
            {"SECRET_KEY": KEY, "ALLOWED_HOSTS": "*"},
            "ALLOWED_HOSTS is *, which lets anyone forge links. Name the hosts people use.",
        ),
    ],
)
def test_an_unsafe_start_is_refused_with_a_sentence(environment, sentence):
    refused = python("manage.py", "check", **environment)

    assert refused.returncode == 1
    assert refused.stderr.strip().splitlines()[-1] == f"django.core.exceptions.ImproperlyConfigured: {sentence}"


def test_the_deployment_check_is_clean():
    checked = python("manage.py", "check", "--deploy", "--fail-level", "WARNING", **DEPLOYMENT)

    assert checked.returncode == 0, checked.stderr
    assert "no issues (0 silenced)" in checked.stdout


def test_a_deployment_answers_with_strict_headers():
    ask = """
import django, json
django.setup()
from django.test import Client
def facts(answer):
    return [answer.status_code, {name.lower(): value for name, value in answer.headers.items()}]
plain = Client().get("/login/", headers={"host": "bote.example.com"})
secure = Client().get("/api/v1/health/", secure=True, headers={"host": "bote.example.com"})
health = Client().get("/api/v1/health/", headers={"host": "bote.example.com"})
metrics = Client().get("/api/v1/metrics/", headers={"host": "bote.example.com"})
from django.conf import settings
print(json.dumps([facts(plain), facts(secure), facts(health), facts(metrics),
                  [settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE]]))
"""
    asked = python(
        "-W", "ignore", "-c", ask, DJANGO_SETTINGS_MODULE="config.settings", LOG_LEVEL="CRITICAL", **DEPLOYMENT
    )
    assert asked.returncode == 0, asked.stderr
    (plain, plain_headers), (secure, headers), (health, _), (metrics, _), cookies = json.loads(asked.stdout)

    assert (plain, plain_headers["location"]) == (301, "https://bote.example.com/login/")
    assert (secure, health, metrics) == (200, 200, 403)
    assert headers["strict-transport-security"] == "max-age=31536000; includeSubDomains; preload"
    assert headers["x-frame-options"] == "DENY"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    policy = dict(directive.split(" ", 1) for directive in headers["content-security-policy"].split("; "))
    assert policy == {
        "default-src": "'self'",
        "img-src": "'self' data:",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
        "object-src": "'none'",
    }
    assert cookies == [True, True]


@pytest.mark.django_db
def test_every_role_is_a_group():
    assert set(Group.objects.values_list("name", flat=True)) == {str(role) for role in Role}
    assert len(Role) == 8


@pytest.mark.parametrize(
    ("client", "broker"),
    [
        ("unix:///run/redis.sock", "redis+socket:///run/redis.sock"),
        ("unix:///run/redis.sock?db=3", "redis+socket:///run/redis.sock?virtual_host=3"),
        ("rediss://:secret@redis.example.com:6380/1", "rediss://:secret@redis.example.com:6380/1"),
    ],
)
def test_one_redis_in_two_spellings(client, broker):
    assert as_celery_broker(client) == broker
    assert as_redis_client(broker) == client
