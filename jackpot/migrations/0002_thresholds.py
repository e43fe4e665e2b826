"""The thresholds known today. A new figure is a new row with its own date; these stay."""

from datetime import date

from django.db import migrations

THRESHOLDS = [
    ("hand and deck verified", 50_000, True, date(2008, 1, 1), "WAC 230-15-405"),
    ("cameras verified", 300_000, False, date(2008, 1, 1), "WAC 230-15-320"),
    ("paid by check within 24 hours", 500_000, False, date(2008, 1, 1), "WAC 230-15-405"),
    ("W-2G filled in", 60_000, True, date(2008, 1, 1), "IRS, Form W-2G: $600 and 300 times the wager"),
    ("W-2G filled in", 200_000, True, date(2026, 1, 1), "IRS, Form W-2G for payments from 2026 (second-hand)"),
    ("tax withheld", 500_100, False, date(2008, 1, 1), "IRS: winnings less the $1 wager over $5,000 (second-hand)"),
    ("currency transaction report", 1_000_000, False, date(2008, 1, 1), "31 CFR 1021.311"),
]


def record(apps, editor):
    model = apps.get_model("jackpot", "Threshold")
    model.objects.bulk_create(
        model(check_name=name, amount=amount, inclusive=inclusive, effective_from=day, source=source)
        for name, amount, inclusive, day, source in THRESHOLDS
    )


class Migration(migrations.Migration):
    dependencies = [("jackpot", "0001_initial")]

    operations = [migrations.RunPython(record, migrations.RunPython.noop)]
