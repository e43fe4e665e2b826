"""What a deployment is made of: the image's own command and health check, the compose file, the table of settings."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from ops.audit import judge
from tests.conftest import ROOT, wait_until
from tests.e2e.test_make_run import free_port

READ_BY_SETTINGS = set(re.findall(r'env\.\w+\(\s*"(\w+)"', (ROOT / "config" / "settings.py").read_text()))
ROLES = ["migrate", "web", "worker", "beat"]


@pytest.fixture(scope="module")
def compose():
    return yaml.safe_load((ROOT / "compose.yaml").read_text())


@pytest.mark.django_db(transaction=True)
def test_the_images_command_serves_and_its_health_check_sees_it(live_environment):
    """As compose.yaml runs it: behind a proxy, known by one name only."""
    (command,) = re.findall(r"^CMD (\[.*\])$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    (check,) = re.findall(r"^HEALTHCHECK .* CMD (\[.*\])$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    here = {"GRANIAN_PORT": str(free_port()), "ALLOWED_HOSTS": ".bote.example.com", "HTTPS": "on", "PATH": programs}

    def healthy():
        asked = subprocess.run(
            json.loads(check), cwd=ROOT, env=live_environment | here, capture_output=True, check=False
        )
        return asked.returncode == 0

    assert not healthy()
    server = subprocess.Popen(json.loads(command), cwd=ROOT, env=live_environment | here)
    try:
        wait_until(healthy, "the health check never succeeded")
    finally:
        server.terminate()
        server.wait(timeout=60)
    assert not healthy()


def test_every_role_runs_the_same_image(compose):
    services = compose["services"]

    assert list(services) == [*ROLES, "postgres", "redis"]
    assert {services[role]["image"] for role in ROLES} == {"bote:${BOTE_VERSION:-latest}"}
    assert {services[role]["build"] for role in ROLES} == {"."}
    assert compose["volumes"].keys() == {"database", "queue", "files"}


def test_nothing_starts_before_what_it_needs_is_healthy(compose):
    gates = {
        "postgres": {"condition": "service_healthy"},
        "redis": {"condition": "service_healthy"},
        "migrate": {"condition": "service_completed_successfully"},
    }

    assert [compose["services"][role]["depends_on"] for role in ROLES[1:]] == [gates] * 3
    assert compose["services"]["migrate"]["depends_on"] == {"postgres": gates["postgres"]}
    assert {"postgres", "redis"} <= {name for name, service in compose["services"].items() if "healthcheck" in service}


def test_the_compose_file_sets_what_the_settings_read(compose):
    assert set(compose["services"]["web"]["environment"]) <= READ_BY_SETTINGS


def test_the_compose_file_counts_the_proxy_it_believes(compose):
    web = compose["services"]["web"]

    assert web["ports"] == ["${PUBLISH:-127.0.0.1:8000}:8000"]
    assert (web["environment"]["BEHIND_PROXY"], web["environment"]["PROXIES"]) == (
        "${BEHIND_PROXY:-on}",
        "${PROXIES:-1}",
    )


def test_operators_find_every_setting_in_their_guide():
    guide = (ROOT / "docs" / "operations.md").read_text()

    assert {name for name in READ_BY_SETTINGS if f"\n| `{name}` |" not in guide} == set()


@pytest.mark.parametrize(
    ("packages", "verdict"),
    [
        (
            [{"name": "a", "skip_reason": "not found"}],
            (True, "NOT RUN: there are no advisories to be had here for any of 1 packages"),
        ),
        (
            [{"name": "a", "version": "1", "vulns": []}, {"name": "b", "skip_reason": "not found"}],
            (True, "0 of 1 packages have known vulnerabilities; 1 could not be asked about"),
        ),
        (
            [{"name": "a", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2"]}]}],
            (False, "1 of 1 packages have known vulnerabilities"),
        ),
    ],
)
def test_what_the_audit_says(packages, verdict):
    assert judge(packages) == verdict


def test_the_hooks_before_a_commit_are_well_formed():
    checked = subprocess.run(
        [Path(sys.executable).parent / "pre-commit", "validate-config", ROOT / ".pre-commit-config.yaml"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (checked.returncode, checked.stdout, checked.stderr) == (0, "", "")
