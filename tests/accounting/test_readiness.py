"""`ready` sees when the books cannot be trusted."""

import pytest
from django.db import connection

from accounting.ledger import guards
from accounting.models import Book
from accounting.models.cases import CaseKind
from accounting.services.cases import open_case
from tables import readiness
from tests.jackpot.conftest import DAY, JOB, gran, house  # noqa: F401 - fixtures

pytestmark = pytest.mark.django_db


def chain():
    return readiness.report()["chain"]


def test_books_in_order(gran):  # noqa: F811
    assert chain() == {"ok": True, "says": "guarded, and every end in place"}


def test_a_missing_guard(gran):  # noqa: F811
    guards.remove(connection, [guard for guard in guards.all_guards() if guard.name == "accounting_entry_no_update"])

    assert chain() == {
        "ok": False,
        "says": "The database lacks 1 of its guards, accounting_entry_no_update among them.",
    }


def test_a_book_that_ends_elsewhere(gran):  # noqa: F811
    guards.remove(connection, guards.all_guards())
    Book.objects.update(head="0" * 64)
    guards.install(connection, guards.all_guards())

    assert chain() == {
        "ok": False,
        "says": "The chain of tri-city does not end where its book says: run `manage.py verify`.",
    }


def test_an_open_case_of_a_broken_chain(house, gran):  # noqa: F811
    open_case(
        cardroom=house.cardroom,
        kind=CaseKind.BROKEN_CHAIN,
        subject="entry/1",
        sentence="Entry 1 is not what it was.",
        gaming_day=DAY,
        by=JOB,
        key="broken/1",
    )

    assert chain() == {"ok": False, "says": "1 cases of a broken chain are open."}
