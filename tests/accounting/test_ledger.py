"""Entries and transfers: what they carry, and what the services refuse."""

import json
from datetime import date

import pytest
from django.db import connection, transaction

from accounting.ledger.accounts import AccountName, Kind, Reason
from accounting.ledger.books import BooksDisagreeError, Move, open_books, open_fund
from accounting.ledger.numbers import take_number, take_numbers
from accounting.models import Book, Entry, Sequence, Transfer
from tables.models import Cardroom
from tables.refusals import Refused
from tests.accounting.conftest import DAY, JOB, NOON, balances, post


def test_a_new_fund_has_its_sixteen_accounts_at_zero(fund):
    assert list(fund.accounts.order_by("pk").values_list("name", "balance", "version")) == [
        (str(name), 0, 0) for name in AccountName
    ]


def test_a_seed_puts_house_money_into_the_primary_and_the_cage(seeded):
    assert balances(seeded) == {"primary": 50_000, "seed": -50_000, "cage": 50_000, "house": -50_000}


def test_an_entry_carries_its_event_and_its_transfers_carry_both_balances(seeded):
    entry = post(seeded, Kind.HIT, Move("primary", "pending", 12_500, Reason.WON), document="hit/1")

    assert (entry.number, entry.kind, entry.gaming_day, entry.recorded_at) == (2, "hit", DAY, NOON)
    assert (entry.author, entry.document, entry.explanation) == ("job test", "hit/1", "For the test.")
    (transfer,) = entry.transfers.all()
    assert (transfer.amount, transfer.reason) == (12_500, "won")
    assert (transfer.from_balance, transfer.from_version) == (37_500, 2)
    assert (transfer.to_balance, transfer.to_version) == (12_500, 1)
    assert json.loads(bytes(entry.canonical)) == {
        "format": 1,
        "cardroom": seeded.cardroom_id,
        "number": 2,
        "kind": "hit",
        "gaming_day": "2026-11-17",
        "event_at": "2026-11-17T20:00:00.000000+00:00",
        "recorded_at": "2026-11-17T20:00:00.000000+00:00",
        "explanation": "For the test.",
        "author": "job/test",
        "document": "hit/1",
        "corrects": None,
        "transfers": [
            {
                "from": "gran-a/primary",
                "to": "gran-a/pending",
                "amount": 12_500,
                "reason": "won",
                "from_balance": 37_500,
                "from_version": 2,
                "to_balance": 12_500,
                "to_version": 1,
            }
        ],
    }


def test_moves_of_nothing_are_left_out_and_the_entry_stays(seeded):
    entry = post(seeded, Kind.CLOSE, Move("drop", "primary", 0), Move("cage", "house", 0))
    assert entry.number == 2
    assert entry.transfers.count() == 0


def test_one_account_may_move_several_times_in_one_entry(seeded):
    post(
        seeded,
        Kind.COUNT,
        Move("players", "drop", 70_000),
        Move("boxes", "cage", 70_000),
        Move("drop", "seed", 30_000),
        Move("cage", "house", 30_000),
        Move("drop", "primary", 40_000),
    )
    assert balances(seeded) == {
        "primary": 90_000,
        "seed": -20_000,
        "players": -70_000,
        "boxes": -70_000,
        "cage": 90_000,
        "house": -20_000,
    }


@pytest.mark.parametrize(
    ("moves", "error", "sentence"),
    [
        (
            [Move("primary", "pending", 50_001, Reason.WON)],
            Refused,
            "There is not enough in primary of Gran Progressive A",
        ),
        ([Move("primary", "pending", 100)], ValueError, "needs one of the listed reasons"),
        ([Move("seed", "primary", -100)], ValueError, "would go backwards"),
        ([Move("seed", "primary", 100)], BooksDisagreeError, "cage and bank would hold 50000 cents against 50100 owed"),
        ([Move("drop", "seed", 100)], Refused, "not enough in drop"),
        ([Move("primary", "seed", 50_000, Reason.SEED_RECOVERED), Move("players", "seed", 1)], Refused, "in seed"),
        ([Move("vault", "primary", 100)], ValueError, "vault is no account of the books"),
    ],
)
def test_what_must_not_happen_is_refused_and_nothing_changes(seeded, moves, error, sentence):
    before = balances(seeded)
    with pytest.raises(error, match=sentence):
        post(seeded, Kind.HIT, *moves)
    assert balances(seeded) == before
    assert Entry.objects.count() == 1
    assert Book.objects.get().last_number == 1


def test_money_moves_between_two_funds_of_a_cardroom(seeded, cardroom):
    other = open_fund(cardroom=cardroom, code="gran-b", name="Gran Progressive B")
    with transaction.atomic():
        books = open_books(seeded, other)
        books.post(
            kind=Kind.REMOVAL,
            gaming_day=DAY,
            by=JOB,
            explanation="Gran Progressive A leaves play.",
            document="removal/1",
            moves=[
                Move("primary", "primary", 50_000, Reason.REMOVAL, from_fund=seeded, to_fund=other),
                Move("cage", "cage", 50_000, from_fund=seeded, to_fund=other),
            ],
        )
        assert books.balance("primary", other) == 50_000
    assert balances(seeded) == {"seed": -50_000, "house": -50_000}
    assert balances(other) == {"primary": 50_000, "cage": 50_000}


def test_books_of_two_cardrooms_are_not_opened_together(seeded):
    elsewhere = Cardroom.objects.create(code="elsewhere", name="Elsewhere", licensee="E", licence_number="1")
    other = open_fund(cardroom=elsewhere, code="gran-e", name="Gran Progressive E")
    with transaction.atomic(), pytest.raises(ValueError, match="of one cardroom"):
        open_books(seeded, other)


@pytest.mark.django_db(transaction=True)
def test_books_and_numbers_need_a_transaction(cardroom):
    fund = open_fund(cardroom=cardroom, code="gran-a", name="Gran Progressive A")
    with pytest.raises(RuntimeError, match="inside a transaction"):
        open_books(fund)
    with pytest.raises(RuntimeError, match="inside a transaction"):
        take_number(cardroom, "payout")
    assert Sequence.objects.count() == 0


def test_entries_of_each_cardroom_have_their_own_numbers(seeded):
    elsewhere = Cardroom.objects.create(code="elsewhere", name="Elsewhere", licensee="E", licence_number="1")
    other = open_fund(cardroom=elsewhere, code="gran-e", name="Gran Progressive E")
    post(other, Kind.SEED, Move("seed", "primary", 60_000), Move("house", "cage", 60_000))
    post(seeded, Kind.DEPOSIT, Move("cage", "bank", 50_000))
    assert list(Entry.objects.order_by("pk").values_list("cardroom__code", "number")) == [
        ("tri-city", 1),
        ("elsewhere", 1),
        ("tri-city", 2),
    ]


def test_numbers_run_without_gaps_also_over_a_rollback(cardroom):
    assert list(take_numbers(cardroom, "payout", 3)) == [1, 2, 3]
    point = transaction.savepoint()
    assert take_number(cardroom, "payout") == 4
    transaction.savepoint_rollback(point)
    assert take_number(cardroom, "payout") == 4
    assert take_number(cardroom, "count") == 1


def test_posting_takes_the_same_few_statements_however_many_transfers(seeded, django_assert_num_queries):
    moves = [Move("players", "drop", 100), Move("boxes", "cage", 100)] * 5
    with transaction.atomic(), django_assert_num_queries(4):  # accounts, book, entry, transfers
        open_books(seeded).post(
            kind=Kind.COUNT, gaming_day=date(2026, 11, 17), by=JOB, explanation="x", document="count/1", moves=moves
        )
    assert Transfer.objects.count() == 12
    assert connection.in_atomic_block
