"""Corrections on the pages: proposed from what is wrong, decided by someone else, shown with what became of them."""

import pytest
from django.db import IntegrityError, connection, transaction

from accounting.models import Entry
from jackpot.models import Correction
from tests.jackpot.conftest import DAY, balances

SHORT = {"explanation": "Seeded with $500 and it was $600."}


def lines(*moves):
    """The formset as a browser sends it."""
    sent = {"form-TOTAL_FORMS": str(len(moves)), "form-INITIAL_FORMS": "0"}
    for number, (source, target, amount, reason) in enumerate(moves):
        values = {"source": source, "target": target, "amount": amount, "reason": reason}
        sent |= {f"form-{number}-{name}": value for name, value in values.items()}
    return sent


MORE_SEED = lines(("seed", "primary", "100.00", ""), ("house", "cage", "100.00", ""), ("drop", "drop", "", ""))


@pytest.fixture
def at(client):
    def sign_in(employee):
        client.force_login(employee)
        return client

    return sign_in


def propose(at, house):
    answer = at(house.accountant).post("/corrections/of-entry/1/", {**SHORT, **MORE_SEED})
    [correction] = Correction.objects.all()
    assert (answer.status_code, answer["Location"]) == (302, f"/corrections/{correction.pk}/")
    return correction


def test_the_form_begins_with_what_takes_the_entry_back(at, house, gran):
    page = at(house.accountant).get("/corrections/of-entry/1/").content.decode()

    assert page.count('value="500.00"') == 2
    assert 'href="/corrections/of-entry/1/"' in at(house.accountant).get("/ledger/1/").content.decode()


def test_proposed_by_one_and_approved_by_another(at, house, gran):
    correction = propose(at, house)
    assert balances(gran)["primary"] == 50_000
    own = at(house.accountant).post(f"/corrections/{correction.pk}/approve/")
    assert own.status_code == 403
    assert "Someone else approves it." in own.content.decode()

    page = at(house.general).get("/").content.decode()
    assert f'href="/corrections/{correction.pk}/"' in page
    done = at(house.general).post(f"/corrections/{correction.pk}/approve/", follow=True)

    entry = Entry.objects.get(number=2)
    assert f"The correction is posted as entry {entry.number}." in done.content.decode()
    assert (entry.corrects.number, entry.document) == (1, f"correction/{correction.pk}")
    assert balances(gran) == {"primary": 60_000, "seed": -60_000, "cage": 60_000, "house": -60_000}
    assert f'href="/corrections/{correction.pk}/"' in at(house.general).get("/ledger/2/").content.decode()


def test_declined_for_a_reason_and_for_good(at, house, gran):
    correction = propose(at, house)
    nothing_said = at(house.general).post(f"/corrections/{correction.pk}/decline/", {"why": " "})
    assert nothing_said.status_code == 422
    at(house.general).post(f"/corrections/{correction.pk}/decline/", {"why": "The seed was $500, I counted it."})

    correction.refresh_from_db()
    assert (correction.declined_by, correction.why_declined) == (house.general, "The seed was $500, I counted it.")
    late = at(house.second).post(f"/corrections/{correction.pk}/approve/")
    assert late.status_code == 409
    assert "This correction was declined. Propose another." in late.content.decode()
    assert (balances(gran)["primary"], Entry.objects.count()) == (50_000, 1)
    assert f'href="/corrections/{correction.pk}/"' not in at(house.second).get("/").content.decode()
    assert "declined" in at(house.accountant).get("/corrections/").content.decode()


def test_the_database_holds_a_declined_correction(at, house, gran):
    correction = propose(at, house)
    at(house.accountant).post(f"/corrections/{correction.pk}/decline/", {"why": "Mine was the mistake."})
    with (
        pytest.raises(IntegrityError, match="declined stays so"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("UPDATE jackpot_correction SET why_declined = 'never mind' WHERE id = %s", [correction.pk])
    correction.refresh_from_db()
    assert correction.why_declined == "Mine was the mistake."


def test_moves_that_cannot_be_are_refused_with_a_sentence(at, house, gran):
    out_of_pot = lines(("primary", "players", "100.00", ""), ("cage", "boxes", "100.00", ""))
    answer = at(house.accountant).post("/corrections/of-entry/1/", {**SHORT, **out_of_pot})

    assert answer.status_code == 422
    assert "A correction takes money out of primary only for one of" in answer.content.decode()
    unreadable = at(house.accountant).post(
        "/corrections/of-entry/1/", {**SHORT, **lines(("drop", "players", "ten", ""))}
    )
    assert unreadable.status_code == 422
    assert Correction.objects.count() == 0


def test_a_locked_count_is_corrected_by_what_was_really_in_the_box(at, house, gran):
    count = house.box(DAY, 690)
    page = at(house.accountant).get(f"/ledger/{count.entry.number}/").content.decode()
    assert f'href="/corrections/of-count/{count.number}/"' in page
    at(house.accountant).post(
        f"/corrections/of-count/{count.number}/", {"total": "700.00", "explanation": "A strap held $10 more."}
    )
    correction = Correction.objects.get()
    at(house.general).post(f"/corrections/{correction.pk}/approve/")

    assert (balances(gran)["drop"], balances(gran)["cage"]) == (70_000, 120_000)


def test_who_only_reads_does_not_decide(at, house, gran):
    correction = propose(at, house)
    page = at(house.manager).get(f"/corrections/{correction.pk}/")

    assert page.status_code == 200
    assert "Approve and post" not in page.content.decode()
    assert at(house.manager).post(f"/corrections/{correction.pk}/approve/").status_code == 403
    assert at(house.manager).get("/corrections/of-entry/1/").status_code == 403
    correction.refresh_from_db()
    assert correction.entry is None
