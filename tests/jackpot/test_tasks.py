"""What runs by itself: each task finds what is due, does it once, and says in the log what came of it."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection

from accounting import tasks as books_tasks
from accounting.gaming_days import ends_at, starts_at
from accounting.ledger import guards
from accounting.models import Case, FundingCheck, GamingDay, JobRun, Reminder
from accounting.selectors.reminders import standing_reminders
from accounting.services.cases import explain_case, resolve_case
from accounting.services.counts import set_count_rules
from config.celery import app
from jackpot import tasks
from jackpot.models import Close, Payout
from jackpot.selectors import days_to_close, progressives_to_close
from jackpot.services import removal
from jackpot.services.payouts import void_tray_slip
from tables import clock
from tests.jackpot.conftest import DAY, FLUSH, balances, everything

DAYS = [DAY + timedelta(days=n) for n in range(4)]


@pytest.fixture
def after(house):
    """Set the clock to so many hours after the gaming day DAY, or another one, was over."""

    def at(hours, day=DAY):
        return clock.at(ends_at(house.cardroom, day) + timedelta(hours=hours))

    return at


def runs():
    return list(JobRun.objects.order_by("pk").values_list("name", "subject", "state", "result"))


def tamper(sql):
    guards.remove(connection, guards.all_guards())
    with connection.cursor() as cursor:
        cursor.execute(sql)


# Closing.


def test_a_complete_day_is_closed_once_however_often_it_is_asked_for(house, gran, after):
    house.box(DAY, 800)
    with after(1):
        tasks.close_progressive(gran.pk)
        closed = everything(gran)
        for _ in range(3):
            tasks.close_progressive(gran.pk)
    assert everything(gran) == closed
    assert list(Close.objects.values_list("gaming_day", "author_job")) == [(DAY, "close")]
    assert runs() == [("close", "gran-a", "done", f"Closed: {DAY}.")]


def test_a_day_that_waits_is_left_alone_without_a_word(house, gran, after):
    house.hit(gran, FLUSH)
    house.box(DAY, 800)
    before = everything(gran)
    with after(1):
        tasks.close_progressive(gran.pk)
    assert (everything(gran), Close.objects.count(), runs()) == (before, 0, [])


def test_a_day_that_is_not_over_is_not_closed(house, gran):
    with clock.at(ends_at(house.cardroom, DAY) - timedelta(seconds=1)):
        assert (days_to_close(gran), list(progressives_to_close(house.cardroom))) == ([], [])
        tasks.close_progressive(gran.pk)
    assert Close.objects.count() == 0


def test_missed_days_are_caught_up_in_order_up_to_the_first_that_waits(house, gran, after):
    for day in (DAYS[0], DAYS[1], DAYS[3]):
        house.box(day, 100)
    with after(1, DAYS[3]):
        assert days_to_close(gran) == DAYS
        tasks.close_progressive(gran.pk)
        assert [close.gaming_day for close in Close.objects.order_by("pk")] == DAYS[:2]
        assert runs() == [("close", "gran-a", "done", f"Closed: {DAYS[0]}, {DAYS[1]}.")]
        assert list(progressives_to_close(house.cardroom)) == [gran]


def test_a_close_that_fails_is_in_the_log(house, gran, after):
    house.box(DAY, 800)
    tamper("UPDATE jackpot_policyversion SET seed_recovery = 'half'")
    before = everything(gran)
    with after(1), pytest.raises(ValueError, match="half"):
        tasks.close_progressive(gran.pk)
    (run,) = JobRun.objects.all()
    assert (run.state, run.result) == ("failed", "")
    assert run.error.startswith("ValueError: ")
    assert everything(gran) == before


def test_no_day_is_closed_after_the_last_in_play(house, gran, after):
    removal.announce_removal(progressive=gran, last_day=DAY, notice="Gone tomorrow.", by=house.general)
    house.box(DAY, 100)
    with after(50):
        assert days_to_close(gran) == [DAY]
        tasks.close_progressive(gran.pk)
        assert days_to_close(gran) == []
        tasks.close_progressive(gran.pk)
    assert [close.gaming_day for close in Close.objects.all()] == [DAY]


def test_what_came_late_to_a_progressive_that_ends_is_closed_too(house, gran, after):
    """A tray award voided after the last close: the money is in the drop of a day that nobody plays any more."""
    house.hit(gran, FLUSH)
    removal.announce_removal(progressive=gran, last_day=DAY, notice="Gone tomorrow.", by=house.general)
    house.play(gran, DAY, 800)
    with after(30):
        void_tray_slip(payout=Payout.objects.get(), reason="Misread.", by=house.general)
        assert (balances(gran)["drop"], days_to_close(gran)) == (7_500, [DAYS[1]])
    with after(80):
        assert days_to_close(gran) == DAYS[1:3]
        tasks.close_progressive(gran.pk)
        assert (balances(gran).get("drop", 0), days_to_close(gran)) == (0, [])
    assert list(Close.objects.order_by("pk").values_list("gaming_day", "drop")) == [
        (DAY, 80_000),
        (DAYS[1], 0),
        (DAYS[2], 7_500),
    ]


# Chasing.


def test_first_nothing_then_a_reminder_then_an_exception_each_once(house, gran, after):
    house.hit(gran, FLUSH)
    sentence = (
        f"Gran Progressive A, gaming day {DAY}: No box of Spanish Poker 1 was counted for {DAY}: count it, also if it "
        "is empty. Tray slip 000001 is not approved yet."
    )
    for hours, reminders, cases in ((3.9, 0, 0), (4, 1, 0), (11.9, 1, 0), (12, 1, 1), (20, 1, 1)):
        with after(hours):
            tasks.chase_progressive(gran.pk)
            assert (Reminder.objects.count(), Case.objects.count()) == (reminders, cases)
    reminder, case = Reminder.objects.get(), Case.objects.get()
    assert (reminder.sentence, reminder.author) == (sentence, "job chase")
    assert (case.kind, case.sentence, case.owner_role) == ("missed count", sentence, "floor manager")
    assert [run[3] for run in runs()] == [
        "Days that have waited too long: none.",
        *[f"Days that have waited too long: {DAY}."] * 4,
    ]


def test_the_cardroom_says_how_long_it_waits(house, gran, after):
    set_count_rules(cardroom=house.cardroom, tier="under 5M", reminder_hours=1, exception_hours=2, by=house.general)
    with after(1):
        tasks.chase_progressive(gran.pk)
        assert (Reminder.objects.count(), Case.objects.count()) == (1, 0)
    with after(2):
        tasks.chase_progressive(gran.pk)
        assert (Reminder.objects.count(), Case.objects.count()) == (1, 1)


def test_a_slip_alone_is_a_missed_close(house, gran, after):
    house.hit(gran, FLUSH)
    house.box(DAY, 100)
    with after(13):
        tasks.chase_progressive(gran.pk)
    assert list(Case.objects.values_list("kind", "owner_role")) == [("missed close", "accountant")]


def test_a_reminder_stands_until_the_day_is_closed(house, gran, after):
    with after(5):
        tasks.chase_progressive(gran.pk)
        assert [reminder.gaming_day for reminder in standing_reminders(house.cardroom)] == [DAY]
    house.box(DAY, 100)
    with after(6):
        tasks.close_progressive(gran.pk)
        assert list(standing_reminders(house.cardroom)) == []
        tasks.chase_progressive(gran.pk)
    assert (Reminder.objects.count(), Case.objects.count()) == (1, 0)


# The gaming day, the bank, the books.


def test_the_gaming_day_rolls_at_the_cut_over_and_catches_up(house):
    cardroom = house.cardroom
    with clock.at(starts_at(cardroom, DAY)):
        books_tasks.roll_gaming_day(cardroom.pk)
        books_tasks.roll_gaming_day(cardroom.pk)
    with clock.at(ends_at(cardroom, DAY) - timedelta(seconds=1)):
        books_tasks.roll_gaming_day(cardroom.pk)
    assert list(GamingDay.objects.values_list("date", flat=True)) == DAYS[:1]
    with clock.at(starts_at(cardroom, DAYS[3])):
        books_tasks.roll_gaming_day(cardroom.pk)
    assert list(GamingDay.objects.values_list("date", flat=True)) == DAYS
    assert runs() == [("roll gaming day", "", "done", f"gaming day {day} is open.") for day in (DAYS[0], DAYS[3])]


def test_the_books_are_verified_once_every_gaming_day(house, gran, after):
    for hours, times in ((1, 1), (1.5, 1), (2, 2), (25.9, 2), (26, 3)):
        with after(hours):
            books_tasks.verify_books(house.cardroom.pk)
            tasks.rebuild_progressive(gran.pk)
            assert JobRun.objects.filter(name="verify").count() == times
            assert JobRun.objects.filter(name="rebuild").count() == times
    assert set(runs()) == {("verify", "", "done", "No break."), ("rebuild", "gran-a", "done", "No difference.")}
    assert Case.objects.count() == 0


def test_a_broken_chain_and_a_lost_cent_are_cases_once(house, gran, after):
    tamper("UPDATE accounting_account SET balance = balance + 1 WHERE name = 'primary'")
    for hours in (2, 26, 50):
        with after(hours):
            books_tasks.verify_books(house.cardroom.pk)
            tasks.rebuild_progressive(gran.pk)
            tasks.rebuild_progressive(gran.pk)
    assert list(Case.objects.order_by("number").values_list("kind", "subject")) == [
        ("broken chain", "book"),
        ("rebuild difference", "fund/gran-a"),
    ]
    assert Case.objects.get(number=2).sentence == "gran-a: account primary is $500.01, and $500.00 from the facts."


def test_what_is_found_again_after_its_case_was_resolved_is_a_new_case(house, gran, after):
    tamper("UPDATE accounting_account SET balance = balance + 1 WHERE name = 'primary'")
    for hours in (2, 26):
        with after(hours):
            books_tasks.verify_books(house.cardroom.pk)
            tasks.rebuild_progressive(gran.pk)
            for case in Case.objects.filter(state="open"):
                explain_case(case=case, text="A disk was exchanged.", by=house.accountant)
                resolve_case(case=case, text="Seen.", by=house.general)
    assert list(Case.objects.order_by("number").values_list("kind", "gaming_day")) == [
        ("broken chain", DAYS[1]),
        ("rebuild difference", DAYS[1]),
        ("broken chain", DAYS[2]),
        ("rebuild difference", DAYS[2]),
    ]


def test_a_check_whose_worker_died_is_made_again_after_a_while(house, gran, after):
    with after(3):
        JobRun.objects.create(
            name="verify", cardroom=house.cardroom, started_at=clock.now(), heard_at=clock.now()
        )  # a worker that was killed
        books_tasks.verify_books(house.cardroom.pk)
        assert JobRun.objects.count() == 1
    with after(3.26):
        books_tasks.verify_books(house.cardroom.pk)
        assert JobRun.objects.count() == 2


def test_the_deposit_clock_and_the_funding_are_watched(house, gran, after):
    with after(2):
        books_tasks.watch_bank(house.cardroom.pk)
        books_tasks.watch_bank(house.cardroom.pk)
        assert (Case.objects.count(), FundingCheck.objects.count()) == (0, 1)
    with after(2, DAY + timedelta(days=7)):
        books_tasks.watch_bank(house.cardroom.pk)
    assert list(Case.objects.values_list("kind", flat=True)) == ["late deposit"]
    assert [run[3] for run in runs()] == [
        "Late deposits: 0. Funds short: 0.",
        "Late deposits: 1. Funds short: 0.",
    ]


def test_everything_that_beat_asks_for_exists():
    app.loader.import_default_modules()
    asked = [
        entry["kwargs"]["task"] if "kwargs" in entry else entry["task"]
        for entry in settings.CELERY_BEAT_SCHEDULE.values()
    ]
    assert set(asked) <= set(app.tasks)
    assert len(set(asked)) == len(asked)
