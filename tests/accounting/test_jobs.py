"""The log of jobs: a run is seen however it ends."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction

from accounting.models import JobRun
from accounting.selectors.jobs import failed_runs, last_runs, silent_runs
from accounting.services.jobs import job_run
from tables import clock
from tables.models import Cardroom
from tables.refusals import Refused

NOON = datetime(2026, 11, 17, 20, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _noon():
    with clock.at(NOON):
        yield


def test_a_run_that_goes_well_says_so(cardroom):
    with job_run("close", cardroom=cardroom, subject="gran-a") as run:
        row = JobRun.objects.get()
        assert (row.state, row.progress, row.finished_at) == ("running", 0, None)
        with clock.at(NOON + timedelta(minutes=1)):
            run.report(40, "two of five")
            row.refresh_from_db()
            assert (row.progress, row.progress_text, row.heard_at) == (40, "two of five", clock.now())
        run.result = "Closed; $5,000.00 posted."
    row.refresh_from_db()
    assert (row.state, row.progress, row.result, row.error) == ("done", 100, "Closed; $5,000.00 posted.", "")
    assert (row.started_at, row.finished_at, str(row)) == (NOON, NOON, "close Tri-City Cardroom gran-a")


@pytest.mark.parametrize(
    ("error", "said"),
    [(Refused("Box 3 is not counted."), "Box 3 is not counted."), (ValueError("odd"), "ValueError: odd")],
)
def test_a_run_that_fails_is_seen_though_its_work_rolled_back(cardroom, error, said):
    def work():
        with job_run("close", cardroom=cardroom) as run, transaction.atomic():
            Cardroom.objects.filter(pk=cardroom.pk).update(name="Half done")
            run.report(50, "half")
            raise error

    with pytest.raises(type(error)):
        work()
    row = JobRun.objects.get()
    assert (row.state, row.error, row.result, row.finished_at) == ("failed", said, "", NOON)
    # What was reported inside the work's transaction went with it.
    assert row.progress == 0
    cardroom.refresh_from_db()
    assert cardroom.name == "Tri-City Cardroom"


@pytest.mark.django_db(transaction=True)
def test_a_run_is_not_logged_inside_the_works_own_transaction():
    with pytest.raises(RuntimeError), transaction.atomic(), job_run("close"):
        pass
    assert JobRun.objects.count() == 0


def test_the_last_run_of_every_job(cardroom):
    other = Cardroom.objects.create(code="yakima", name="Yakima", licensee="Y LLC", licence_number="67-00002")
    for subject in ("gran-a", "gran-b", "gran-a"):
        with job_run("close", cardroom=cardroom, subject=subject):
            pass
    with job_run("verify"):
        pass

    def fail():
        with job_run("close", cardroom=other):
            raise ValueError("odd")

    with pytest.raises(ValueError, match="odd"):
        fail()
    first, second, third, verify, failed = JobRun.objects.all()
    assert set(last_runs()) == {second, third, verify, failed}
    assert set(last_runs(cardroom)) == {second, third, verify}
    assert list(failed_runs(other)) == [failed]
    assert list(failed_runs(cardroom)) == []
    assert first not in last_runs()


def test_a_run_whose_process_was_lost_is_noticed(cardroom):
    with job_run("close", cardroom=cardroom):
        row = JobRun.objects.get()
        with clock.at(NOON + timedelta(minutes=15)):
            assert list(silent_runs()) == []
        with clock.at(NOON + timedelta(minutes=15, seconds=1)):
            assert list(silent_runs(cardroom)) == [row]
    with clock.at(NOON + timedelta(hours=1)):
        assert list(silent_runs()) == []


@pytest.mark.parametrize("wrong", [{"progress": 101}, {"state": "done"}, {"finished_at": NOON}])
def test_the_database_refuses_half_an_ending(cardroom, wrong):
    with job_run("close", cardroom=cardroom):
        rows = JobRun.objects.filter(cardroom=cardroom)
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.update(**wrong)
