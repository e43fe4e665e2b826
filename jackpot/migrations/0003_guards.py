"""What the database itself refuses in the records of the progressive (jackpot/guards.py)."""

from django.db import migrations

from accounting.ledger.guards import guard_migration


class Migration(migrations.Migration):
    dependencies = [
        ("jackpot", "0002_thresholds"),
        ("jackpot", "0002_slips"),
        ("jackpot", "0002_tax"),
        ("jackpot", "0002_declined"),
    ]

    operations = [guard_migration("jackpot")]
