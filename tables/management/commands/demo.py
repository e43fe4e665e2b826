"""`manage.py demo`: a cardroom to look around in. It can be run again: what is there stays as it is."""

from django.core.management.base import BaseCommand

from tables import demo


class Command(BaseCommand):
    help = "Make the demo cardroom and its people."

    def handle(self, *args: object, **options: object) -> None:
        cardroom = demo.make_cardroom()
        demo.make_people(cardroom)
        self.stdout.write(f"{cardroom} is ready. Sign in with the password {demo.PASSWORD} as:")
        for person in demo.PEOPLE:
            self.stdout.write(f"  {person.username:<6} {person.name}, {person.role}")
