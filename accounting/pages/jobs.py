"""What Bote does by itself: the last run of every job, how far it is, how it ended."""

from django.http import HttpResponse
from django.shortcuts import render

from accounting.pages.bank import READERS
from accounting.selectors.jobs import SILENCE, last_runs
from tables import clock
from tables.pages import StaffRequest, leaf_through, page


@page(*READERS)
def jobs(request: StaffRequest) -> HttpResponse:
    """The list asks again by itself while something runs."""
    leaf = leaf_through(request, last_runs(request.cardroom))
    running = any(run.finished_at is None for run in leaf.rows)
    context = {"leaf": leaf, "running": running, "silent_since": clock.now() - SILENCE}
    return render(request, "accounting/jobs/jobs.html", context)
