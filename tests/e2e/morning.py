"""A cardroom on the morning after its progressive's first day, made by the real services on the real clock."""

from datetime import timedelta

from accounting.gaming_days import ends_at, starts_at
from accounting.selectors.gaming_days import current_day
from tables import clock
from tables.models import Cardroom
from tests.jackpot.conftest import House


class Morning(House):
    """Gran Progressive A was opened yesterday with $500; its box has stood on the table since."""

    def __init__(self):
        cardroom = Cardroom.objects.create(
            code="tri-city", name="Tri-City Cardroom", licensee="Tri-City Gaming LLC", licence_number="67-00001"
        )
        self.day = current_day(cardroom) - timedelta(days=1)
        with clock.at(starts_at(cardroom, self.day) + timedelta(hours=2)):
            super().__init__(cardroom)
            self.gran = self.open()
            self.floor.place()

    def bring_box(self):
        """The box is pulled after the day and waits in the count room."""
        with clock.at(ends_at(self.cardroom, self.day) + timedelta(minutes=10)):
            self.floor.pull()
            self.floor.receive()
            self.floor.empty()
