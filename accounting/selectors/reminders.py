"""Which reminders stand."""

from django.db.models import Exists, OuterRef, QuerySet

from accounting.models import ClosedDay, Reminder
from tables.models import Cardroom


def standing_reminders(cardroom: Cardroom) -> QuerySet[Reminder]:
    """Reminders of days that are still open, oldest first."""
    closed = ClosedDay.objects.filter(fund=OuterRef("fund"), gaming_day=OuterRef("gaming_day"))
    reminders = Reminder.objects.filter(~Exists(closed), fund__cardroom=cardroom)
    return reminders.select_related("fund").order_by("gaming_day", "fund__code")
