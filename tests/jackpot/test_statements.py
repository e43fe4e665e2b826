"""What a hit and a close ask of the database does not grow with spots or with history."""

from datetime import timedelta

from jackpot import rules
from tables import clock
from tests.jackpot.conftest import (
    DAY,
    FLUSH,
    NOON,
    QUADS,
    ROYAL_HEARTS,
    ROYAL_SPADES,
    STRAIGHT_FLUSH,
)

HIT, CLOSE = 21, 25


def test_a_hit_takes_the_same_statements_for_one_spot_as_for_five(house, gran, django_assert_num_queries):
    house.stand(gran, primary=2_000_000)
    house.hit(gran, ROYAL_HEARTS)  # the first slip also begins its series of numbers
    with django_assert_num_queries(HIT):
        house.hit(gran, ROYAL_HEARTS)
    for _ in range(10):
        house.hit(gran, FLUSH)
    with django_assert_num_queries(HIT):
        house.hit(gran, ROYAL_HEARTS, ROYAL_SPADES)
    with django_assert_num_queries(HIT + 3):  # and the book, the entry and the transfers of the tray awards
        house.hit(gran, ROYAL_HEARTS, ROYAL_SPADES, STRAIGHT_FLUSH, QUADS, FLUSH)


def test_a_close_takes_the_same_statements_every_day(house, django_assert_num_queries):
    gran = house.open(rules.Policy(seed_recovery="none"))
    house.play(gran, DAY, 100)
    for number in range(1, 5):
        with clock.at(NOON + timedelta(days=number)):
            house.hit(gran, FLUSH, STRAIGHT_FLUSH)
            house.hit(gran, ROYAL_HEARTS)
        house.box(DAY + timedelta(days=number), 500)
        house.approve_tray(gran)
        with django_assert_num_queries(CLOSE):
            house.close(gran, DAY + timedelta(days=number))
