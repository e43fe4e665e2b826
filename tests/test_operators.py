"""Health, readiness, metrics and request ids, with a real broker and a real worker."""

import json
import os
import time
import uuid

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from tables import broker as broker_module
from tables.broker import after_commit
from tables.tasks import heartbeat
from tests.conftest import wait_until

NO_SUCH_REDIS = "unix:///tmp/bote-there-is-no-redis-here.sock"


def test_health_asks_nothing_of_anyone(client):
    answer = client.get("/api/v1/health/")

    assert (answer.status_code, answer.json()) == (200, {"alive": True})
    assert answer["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"


@pytest.mark.django_db(transaction=True)
def test_ready_is_green_when_a_worker_answered(client, celery_worker_process):
    answer = client.get("/api/v1/ready/")

    assert answer.status_code == 200
    parts = answer.json()["parts"]
    assert {"database", "migrations", "broker", "worker"} <= set(parts)
    assert all(part["ok"] for part in parts.values())
    assert parts["database"]["says"] == connection.vendor


@pytest.mark.django_db
def test_ready_says_that_no_worker_answered(client, broker):
    answer = client.get("/api/v1/ready/")

    assert answer.status_code == 503
    assert answer.json()["ready"] is False
    assert answer.json()["parts"]["broker"] == {"ok": True, "says": "answers"}
    assert answer.json()["parts"]["worker"] == {"ok": False, "says": "No worker answered in the last 90 seconds."}


@pytest.mark.django_db
def test_ready_says_which_migrations_are_missing(client, broker):
    MigrationRecorder.Migration.objects.filter(app="sessions", name="0001_initial").delete()

    answer = client.get("/api/v1/ready/")

    assert answer.status_code == 503
    assert answer.json()["parts"]["migrations"] == {
        "ok": False,
        "says": "1 migrations are not applied: run `manage.py migrate`.",
    }


@pytest.mark.django_db
def test_without_a_broker_pages_answer_and_ready_names_it(client, settings):
    settings.REDIS_URL = NO_SUCH_REDIS
    assert client.get("/").status_code == 200
    began = time.monotonic()
    answer = client.get("/api/v1/ready/")

    assert time.monotonic() - began < 10  # it does not wait for the broker to come back
    assert answer.status_code == 503
    parts = answer.json()["parts"]
    assert {name for name, part in parts.items() if not part["ok"]} == {"broker", "worker"}
    assert parts["broker"]["says"] == "does not answer (ConnectionError); the log says more"


@pytest.mark.django_db(transaction=True)
def test_work_for_a_dead_broker_is_given_up_quickly_and_hurts_nobody(run_manage):
    """In a process of its own, whose broker never was there; it says how long the commit took."""
    queue = """
import time
from django.db import transaction
from tables.broker import after_commit
from tables.tasks import heartbeat
began = time.monotonic()
with transaction.atomic():
    after_commit(heartbeat)
print(time.monotonic() - began)
"""
    done = run_manage("shell", "--verbosity", "0", "-c", queue, REDIS_URL=NO_SUCH_REDIS)

    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 15  # Celery's own patience is longer than a minute
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    assert [(line["event"], line["task"]) for line in lines] == [("task_not_queued", "tables.tasks.heartbeat")]


@pytest.mark.django_db(transaction=True)
def test_work_is_queued_after_the_commit_and_not_before(broker):
    queue = f"{settings.REDIS_KEY_PREFIX}celery"
    with transaction.atomic():
        after_commit(heartbeat)
        assert broker.llen(queue) == 0
    assert broker.llen(queue) == 1


@pytest.mark.django_db(transaction=True)
def test_work_is_not_queued_if_the_transaction_fails(broker):
    with transaction.atomic():
        after_commit(heartbeat)
        transaction.set_rollback(True)

    assert broker.llen(f"{settings.REDIS_KEY_PREFIX}celery") == 0


@pytest.mark.django_db(transaction=True)
def test_the_request_id_follows_into_the_task(client, celery_worker_process):
    """A request's log context travels with the task it queues, to another process."""
    import structlog

    request_id = f"request-{uuid.uuid4()}"
    with structlog.contextvars.bound_contextvars(request_id=request_id):
        after_commit(heartbeat)

    def task_lines():
        lines = [json.loads(line) for line in celery_worker_process.log.read_text().splitlines() if line[:1] == "{"]
        return [line for line in lines if line.get("request_id") == request_id and line["event"] == "task_succeeded"]

    assert len(wait_until(task_lines, "the worker logged no line with the request's id")) == 1


@pytest.mark.django_db
def test_a_request_id_is_echoed_and_a_strange_one_replaced(client):
    assert client.get("/", headers={"x-request-id": "terminal-7.000123"})["X-Request-ID"] == "terminal-7.000123"
    replaced = client.get("/", headers={"x-request-id": "two words <script>"})["X-Request-ID"]
    assert str(uuid.UUID(replaced)) == replaced


def test_metrics_are_prometheus_text(client):
    answer = client.get("/api/v1/metrics/")

    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain; version=")
    assert b"django_http_requests_before_middlewares_total" in answer.content


def test_metrics_ask_for_their_token(client, settings):
    settings.METRICS_TOKEN = "for-prometheus"

    assert client.get("/api/v1/metrics/").status_code == 401
    assert client.get("/api/v1/metrics/", headers={"authorization": "Bearer wrong"}).status_code == 401
    assert client.get("/api/v1/metrics/", headers={"authorization": "Bearer for-prometheus"}).status_code == 200


@pytest.mark.faults
@pytest.mark.django_db(transaction=True)
def test_a_killed_workers_queue_is_worked_off_by_the_next(start_worker, broker):
    first = start_worker()
    os.killpg(first.pid, 9)
    first.wait()
    broker.delete(broker_module._heartbeat_key())
    after_commit(heartbeat)
    assert broker.llen(f"{settings.REDIS_KEY_PREFIX}celery") == 1

    start_worker()

    wait_until(lambda: broker.llen(f"{settings.REDIS_KEY_PREFIX}celery") == 0, "the queue was not worked off")
    assert broker_module.last_heartbeat() is not None
